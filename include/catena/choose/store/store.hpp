// SPDX-License-Identifier: Apache-2.0
// Store: the results of a sweep in one SQLite file (docs/sweep.md has its tables). What is committed survives the end of
// the program, however it comes.
//
//   choose::Store store = choose::Store::create("results.db", head);
//   store.add(row);     // in memory and in a transaction
//   store.commit();     // on the disk
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose {

struct StoredParameter {
  std::string name, unit;
  std::vector<std::string> words = {};  // its value is the index of one of these; none: a number
};

struct StoredCriterion {
  std::string stem, unit;
  Better better = Better::more;
  std::string what = {};
};

// What a store is about; fixed when it is made.
struct StoreHead {
  std::string name;
  std::string design;       // the text of the design, all that the results depend on
  std::int64_t points = 0;  // of the sample; what a search adds has indices from there on
  std::vector<StoredParameter> parameters = {};
  std::vector<StoredCriterion> criteria = {};
};

// One arm.
struct SweepRow {
  std::int64_t point = 0;               // its index
  std::optional<int> search = {};       // which search of [optimise] asked for it; none: the sample did
  std::vector<double> parameters = {};  // one for each of StoreHead::parameters
  std::vector<Score> scores = {};       // one for each of StoreHead::criteria, or none
  std::string why = {};                 // not empty: there is no such arm, or it breaks a constraint
};

// Who writes to a store, for its log and for those who find it locked.
struct StoreRun {
  int ranks = 1, threads = 1;
};

struct PointRange {
  std::int64_t first = 0, last = 0;  // without `last`

  bool operator==(const PointRange&) const = default;
};

// One thread at a time.
class Store {
 public:
  // All three throw Error(io) if it is locked, is no store of a sweep, is newer than this Catena, cannot be read or
  // written. `create` refuses a file that exists, but for an empty one.
  static Store create(const std::string& path, const StoreHead& head, const StoreRun& run = {});
  static Store resume(const std::string& path, const StoreRun& run = {});
  static Store read(const std::string& path);  // while another process may write to it

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();  // what is not committed is lost

  const std::string& path() const;
  const StoreHead& head() const;
  const std::string& version() const;  // of the Catena that made it

  // Begins a transaction if there is none. Throws Error(io), also if the point is there already.
  void add(const SweepRow& row);
  std::int64_t pending() const;  // rows of the transaction
  void commit();

  // Of the sample: what is not there, in rising order.
  std::vector<PointRange> missing() const;

  std::int64_t size() const;      // rows, those of searches too
  std::int64_t sampled() const;   // rows of the sample
  std::int64_t feasible() const;  // rows without a reason why not
  std::optional<SweepRow> row(std::int64_t point) const;
  void each(const std::function<void(const SweepRow&)>& visit) const;  // in the order of their indices

  // After the last commit: one file and nothing beside it, and the end in its log.
  void close();

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether there is no such file, or an empty one: a sweep that ended before its first commit leaves one.
bool nothing_stored(const std::string& path);

// Whether the file begins as SQLite files do; false if there is no such file.
bool is_sqlite_file(const std::string& path);

}  // namespace catena::choose
