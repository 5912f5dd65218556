// SPDX-License-Identifier: Apache-2.0
#include "core/batch/arrays.hpp"

#include <cstdint>

namespace catena::batch::detail {

namespace {

// Joint-major results up to these sizes are stored as usual: the caches hold them, and the rows of the next states find their lines
// there. Rows that begin a multiple of a page apart compete for the same few places of a cache, and reach the limit early.
constexpr std::size_t kFitsInCache = std::size_t{16} << 20, kFitsInFewPlaces = std::size_t{2} << 20;
constexpr std::size_t kPage = 4096;

}  // namespace

template <class Number>
void choose_stores(std::span<const ResultArray<Number>> results, Job<Number>& job) {
  constexpr std::size_t line = 64 / sizeof(Number);
  if (!job.joint_major || job.N % line != 0) return;
  std::size_t bytes = 0;
  for (const ResultArray<Number>& result : results) bytes += result.values.size_bytes();
  if (bytes <= (job.N * sizeof(Number) % kPage == 0 ? kFitsInFewPlaces : kFitsInCache)) return;
  job.past_cache = true;
  const auto first = reinterpret_cast<std::uintptr_t>(results.front().values.data());
  job.lead = (0 - first / sizeof(Number)) % line;
}

template void choose_stores(std::span<const ResultArray<double>>, Job<double>&);
template void choose_stores(std::span<const ResultArray<float>>, Job<float>&);

}  // namespace catena::batch::detail
