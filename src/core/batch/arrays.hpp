// SPDX-License-Identifier: Apache-2.0
// The arrays of a batch, and how its results are stored.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/kernels/batch.hpp"

namespace catena::batch::detail {

// An input or a result of a batch. Number: double or float.
template <class Number>
struct Named {
  const char* name;
  std::span<const Number> values;
  std::size_t each;  // numbers of a state
  const char* counts = "joint";
};

template <class Number>
struct ResultArray {
  std::string_view name;
  std::span<Number> values;
  std::size_t each;
};

// Number i of `each` of state k.
template <class Number>
std::size_t place(const Job<Number>& job, std::size_t k, std::size_t i, std::size_t each) {
  return job.joint_major ? i * job.N + k : k * each + i;
}

// Decides whether the results bypass the caches (Job::past_cache): joint-major ones of some megabytes.
template <class Number>
void choose_stores(std::span<const ResultArray<Number>> results, Job<Number>& job);

}  // namespace catena::batch::detail
