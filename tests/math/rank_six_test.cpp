// SPDX-License-Identifier: Apache-2.0
// The vectorised product of rank six, at every level that this machine has, against plain loops.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "catena/algo/gdahj.hpp"
#include "catena/simd.hpp"
#include "simd/level.hpp"
#include "simd/rank_six_kernel.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Kernel = std::function<void(const double*, const double*, std::size_t, double*, std::size_t)>;

std::vector<std::pair<std::string, Kernel>> kernels() {
  std::vector<std::pair<std::string, Kernel>> all = {{"sse2", detail::rank_six_sse2}};
#if CATENA_X86
  if (simd_supported(SimdLevel::avx2)) all.emplace_back("avx2", detail::rank_six_avx2);
  if (simd_supported(SimdLevel::avx512)) all.emplace_back("avx512", detail::rank_six_avx512);
#endif
  all.emplace_back(
      "chosen", [](const double* axes, const double* w, std::size_t n, double* M, std::size_t ld) {
        rank_six<double>(axes, w, {M, static_cast<int>(n), static_cast<int>(n), static_cast<int>(ld)});
      });
  return all;
}

TEST(RankSix, FillsBothTrianglesAndNothingElse) {
  Random random(6);
  for (const auto& [name, kernel] : kernels())
    for (const std::size_t n : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 30, 31, 64, 101})
      for (const std::size_t spare : {0, 3}) {
        const std::size_t ld = n + spare;
        const std::vector<double> axes = random.vector(static_cast<int>(6 * n), -1, 1);
        const std::vector<double> wrenches = random.vector(static_cast<int>(6 * n), -1, 1);
        constexpr double kUntouched = 12345;
        std::vector<double> M(ld * n, kUntouched);
        kernel(axes.data(), wrenches.data(), n, M.data(), ld);
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t c = 0; c < 6; ++c) sum += axes[c * n + j] * wrenches[6 * i + c];
            ASSERT_NEAR(M[i * ld + j], sum, 4e-15) << name << " n " << n << " row " << j << " column " << i;
            ASSERT_EQ(M[j * ld + i], M[i * ld + j]) << name << " n " << n << " row " << i << " column " << j;
          }
          for (std::size_t k = n; k < ld; ++k) ASSERT_EQ(M[i * ld + k], kUntouched) << name << " n " << n;
        }
      }
}

}  // namespace
}  // namespace catena::test
