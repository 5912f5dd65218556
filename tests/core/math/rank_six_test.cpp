// SPDX-License-Identifier: Apache-2.0
// The vectorised product of rank six, at every level that this machine has, against scalar loops.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "catena/core/math/rank_six.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/kernels.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Kernel = std::function<void(const detail::RankSixJob&)>;

std::vector<std::pair<std::string, Kernel>> kernels() {
  std::vector<std::pair<std::string, Kernel>> all;
  for (const SimdLevel level : kSimdLevels)
    if (const detail::Kernels* const found = detail::kernels_at(level))
      all.emplace_back(simd_name(level), found->rank_six);
  all.emplace_back("one element", [](const detail::RankSixJob& job) {
    detail::rank_six_elements(job.n, job.axes, job.wrenches, job.stride, job.M, job.ld);
  });
  return all;
}

TEST(RankSix, FillsBothTrianglesAndNothingElse) {
  Random random(6);
  for (const auto& [name, kernel] : kernels())
    for (const std::size_t n : {1,  2,  3,  4,  5,  7,  8,   9,   12,  15,  16,  17,  23,  24,
                                30, 31, 64, 79, 80, 81, 100, 101, 127, 128, 131, 203, 303, 529})
      for (const std::size_t spare : {0, 3, 8}) {
        const std::size_t begin = n % 5 + spare;  // at any offset within a cache line
        const std::size_t ld = n + spare, stride = (n + 7) / 8 * 8;
        const std::vector<double> axes = random.vector(static_cast<int>(6 * stride), -1, 1);
        const std::vector<double> wrenches = random.vector(static_cast<int>(6 * stride), -1, 1);
        constexpr double kUntouched = 12345;
        std::vector<double> room(begin + ld * n + 8, kUntouched);
        double* const M = room.data() + begin;
        kernel({static_cast<int>(n), axes.data(), wrenches.data(), stride, M, ld});
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t c = 0; c < 6; ++c) sum += axes[c * stride + j] * wrenches[c * stride + i];
            ASSERT_NEAR(M[i * ld + j], sum, 4e-15) << name << " n " << n << " row " << j << " column " << i;
            ASSERT_EQ(M[j * ld + i], M[i * ld + j]) << name << " n " << n << " row " << i << " column " << j;
          }
          for (std::size_t k = n; k < ld; ++k) ASSERT_EQ(M[i * ld + k], kUntouched) << name << " n " << n;
        }
        for (std::size_t k = 0; k < begin; ++k) ASSERT_EQ(room[k], kUntouched) << name << " n " << n;
        for (std::size_t k = begin + ld * n; k < room.size(); ++k)
          ASSERT_EQ(room[k], kUntouched) << name << " n " << n;
      }
}

}  // namespace
}  // namespace catena::test
