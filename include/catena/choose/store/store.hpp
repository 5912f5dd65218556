// SPDX-License-Identifier: Apache-2.0
// Store: the results of a sweep in one SQLite file (docs/sweep.md describes its tables). Committed rows survive the end of
// the program, however it ends.
//
//   choose::Store store = choose::Store::create("results.db", head);
//   store.add(row);     // in memory and in a transaction
//   store.commit();     // on disk
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

// The head of a store; fixed when it is created.
struct StoreHead {
  std::string name;
  std::string design;       // the text of the design, which determines the results
  std::int64_t points = 0;  // of the sample; points added by searches have larger indices
  std::vector<StoredParameter> parameters = {};
  std::vector<StoredCriterion> criteria = {};
};

// One arm.
struct SweepRow {
  std::int64_t point = 0;          // its index
  std::optional<int> search = {};  // which search of [optimise] evaluated it; none: it belongs to the sample
  std::vector<double> parameters = {};  // one for each of StoreHead::parameters
  std::vector<Score> scores = {};       // one for each of StoreHead::criteria, or none
  std::string why = {};                 // not empty: there is no such arm, or it violates a constraint
};

// The writer of a store, for its log and for the message when it is locked.
struct StoreRun {
  int ranks = 1, threads = 1;
};

struct PointRange {
  std::int64_t first = 0, last = 0;  // `last` excluded

  bool operator==(const PointRange&) const = default;
};

// Not thread-safe: one thread at a time.
class Store {
 public:
  // All three throw Error(io) if the file is locked, is not a store, is newer than this version of Catena, or cannot be read
  // or written. `create` refuses a file that exists unless it is empty.
  static Store create(const std::string& path, const StoreHead& head, const StoreRun& run = {});
  static Store resume(const std::string& path, const StoreRun& run = {});
  static Store read(const std::string& path);  // while another process may write to it

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();  // what is not committed is lost

  const std::string& path() const;
  const StoreHead& head() const;
  const std::string& version() const;  // of Catena when the store was created

  // Begins a transaction if there is none. Throws Error(io), also if the point exists already.
  void add(const SweepRow& row);
  std::int64_t pending() const;  // rows of the transaction
  void commit();

  // The points of the sample that are missing, in ascending order.
  std::vector<PointRange> missing() const;

  std::int64_t size() const;      // rows, including those of searches
  std::int64_t sampled() const;   // rows of the sample
  std::int64_t feasible() const;  // rows with an empty `why`
  std::optional<SweepRow> row(std::int64_t point) const;
  void each(const std::function<void(const SweepRow&)>& visit) const;  // in the order of their indices

  // After the last commit: merges the write-ahead log into the single file and records the end of the run.
  void close();

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether there is no such file, or an empty one: a sweep that ended before its first commit leaves one.
bool nothing_stored(const std::string& path);

// Whether the file starts with the SQLite header; false if there is no such file.
bool is_sqlite_file(const std::string& path);

}  // namespace catena::choose
