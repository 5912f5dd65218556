// SPDX-License-Identifier: Apache-2.0
// The states of `catena eval --batch`: a .npy file for each of q, qd, qdd, tau, v and tip, with one row per state.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/io/npy.hpp"
#include "eval_batch.hpp"

namespace catena::cli {

class BatchInput {
 public:
  // Opens the files and checks their shapes against the arm, the plan and each other. Throws Error.
  BatchInput(const Robot& robot, const Plan& plan, const BatchOptions& options);

  std::size_t states() const { return states_; }
  std::size_t numbers_of_state() const;

  // The options whose files no wanted quantity needs.
  std::vector<std::string> idle() const;

  // Reads a block of states. Rows with numbers that are not finite are set to zero and reported to `bad(row, why)`.
  template <class Bad>
  void read(std::size_t first, std::size_t count, Bad bad) {
    for (std::optional<Array>* array : {&q_, &qd_, &qdd_, &tau_, &v_, &tip_})
      if (*array) (*array)->read(first, count);
    for (std::size_t k = 0; k < count; ++k)
      if (const std::string why = not_finite(k); !why.empty()) bad(k, why);
  }

  // The numbers of the block; empty if there is no such file.
  std::span<const double> q() const { return block(q_); }
  std::span<const double> qd() const { return block(qd_); }
  std::span<const double> qdd() const { return block(qdd_); }
  std::span<const double> tau() const { return block(tau_); }
  std::span<const double> v() const { return block(v_); }
  std::span<const double> tip() const { return block(tip_); }

 private:
  struct Array {
    Array(const char* its_name, const std::string& path, std::size_t numbers)
        : name(its_name), file(path), each(numbers) {}
    void read(std::size_t first, std::size_t count);
    const char* name;
    NpyReader file;
    std::size_t each;
    bool used = true;
    std::vector<double> block;
  };
  static std::span<const double> block(const std::optional<Array>& array) {
    return array && array->used ? std::span<const double>(array->block) : std::span<const double>();
  }
  std::string not_finite(std::size_t k);

  std::optional<Array> q_, qd_, qdd_, tau_, v_, tip_;
  std::size_t states_ = 0;
};

}  // namespace catena::cli
