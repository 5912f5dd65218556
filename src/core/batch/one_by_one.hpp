// SPDX-License-Identifier: Apache-2.0
// Quantities without a kernel for packs of states: computed state by state on all threads, as by `Arm`.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/batch.hpp"
#include "core/batch/arrays.hpp"

namespace catena::batch::detail {

// What one thread needs to compute state by state.
struct OneByOne {
  explicit OneByOne(const Arm& arm) : work(arm) {}
  catena::Workspace work;
  std::vector<double> in, out;
  std::size_t not_finite = kNone, refused = kNone;  // the first such states
  std::optional<Error> why;                         // that one was refused
};

// Throws Error(usage) for the first value of state `job.not_finite` that is not finite.
template <class Number>
[[noreturn]] void throw_not_finite(const std::string& where, const Job<Number>& job,
                                   std::span<const Named<Number>> inputs);

// In double; floats are converted one state at a time.
template <class Number>
void run_one_by_one(Quantity quantity, const Arm& arm, const Job<Number>& job,
                    std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                    Workspace::Impl& w, const std::string& where);

// The states from `job.singular` on whose results a kernel marked as not trusted.
template <class Number>
void compute_marked(Quantity quantity, const Arm& arm, const Job<Number>& job,
                    std::span<const Named<Number>> inputs, std::span<const ResultArray<Number>> results,
                    Workspace::Impl& w, const std::string& where);

}  // namespace catena::batch::detail
