// SPDX-License-Identifier: Apache-2.0
// Joint-major results that are larger than the caches bypass them (core/kernels/level/batch_stream.hpp). They must be the numbers that
// the state-major layout gives, wherever the arrays begin, and nothing around the arrays may change.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "core/batch/states.hpp"

namespace catena::test {
namespace {

using batch::Layout;

// In bytes: kFitsInFewPlaces, kFitsInCache and kPage of core/batch/arrays.cpp.
constexpr std::size_t kLargeOfPages = std::size_t{2} << 20, kLarge = std::size_t{16} << 20, kPage = 4096;
constexpr double kUntouched = 1e30;

// Arrays of results that begin `offset` numbers after a cache line, with numbers before and behind that must stay.
template <class Number>
struct Arrays {
  static constexpr std::size_t kLine = 64 / sizeof(Number);
  std::vector<std::vector<Number>> memory;
  std::vector<std::span<Number>> out;

  Arrays(Quantity quantity, const Arm& arm, std::size_t N, std::size_t offset) {
    for (const ArrayInfo& array : info(quantity).results()) {
      const std::size_t count = size_of(array.shape, arm.dof()).count() * N;
      std::vector<Number>& x = memory.emplace_back(count + 3 * kLine, Number(kUntouched));
      const std::size_t line = (0 - reinterpret_cast<std::uintptr_t>(x.data()) / sizeof(Number)) % kLine;
      out.push_back(std::span(x).subspan(line + offset, count));
    }
  }

  bool kept() const {
    for (std::size_t a = 0; a < memory.size(); ++a)
      for (const Number& x : memory[a])
        if ((&x < out[a].data() || &x >= out[a].data() + out[a].size()) && x != Number(kUntouched))
          return false;
    return true;
  }
};

template <class Number>
void run(Quantity quantity, const Arm& arm, Layout layout, const States& s, batch::Workspace& work,
         Arrays<Number>& x) {
  const auto in = [&](const Numbers& from) {
    const Numbers y = layout == Layout::joint_major ? joint_major(from, s.n) : from;
    return std::vector<Number>(y.begin(), y.end());
  };
  const std::vector<Number> q = in(s.q), qd = in(s.qd), qdd = in(s.qdd), tau = in(s.tau);
  const std::conditional_t<std::is_same_v<Number, double>, batch::States, batch::FloatStates> states = {
      .q = q, .qd = qd, .qdd = qdd, .tau = tau};
  const auto& out = x.out;
  if (out.size() == 1) batch::eval(quantity, arm, layout, states, work, {out[0]});
  if (out.size() == 2) batch::eval(quantity, arm, layout, states, work, {out[0], out[1]});
  if (out.size() == 3) batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
  ASSERT_LE(out.size(), 3U);
}

// As many states as fill pages, or else lines, and need more than the limits; and then `more`.
template <class Number>
std::size_t many_states(Quantity quantity, const Arm& arm, bool pages, std::size_t more) {
  std::size_t each = 0;
  for (const ArrayInfo& array : info(quantity).results()) each += size_of(array.shape, arm.dof()).count();
  const std::size_t some = (pages ? kPage : 64) / sizeof(Number);
  const std::size_t N = ((pages ? kLargeOfPages : kLarge) / (each * sizeof(Number)) / some + 1) * some;
  return (pages || N * sizeof(Number) % kPage != 0 ? N : N + some) + more;
}

template <class Number>
void expect_both_layouts_agree(Quantity quantity, const Arm& arm, std::initializer_list<std::size_t> offsets,
                               bool pages = true, std::size_t more = 0) {
  const std::size_t N = many_states<Number>(quantity, arm, pages, more);
  const States s(arm.dof(), static_cast<int>(N));
  for (const SimdLevel level : kSimdLevels)
    for (const int threads : {1, 3}) {
      if (!simd_supported(level)) continue;
      batch::Workspace work(arm, {.threads = threads, .level = level});
      Arrays<Number> expected(quantity, arm, N, 0);
      run(quantity, arm, Layout::state_major, s, work, expected);
      for (const std::size_t offset : offsets) {
        Arrays<Number> found(quantity, arm, N, offset);
        run(quantity, arm, Layout::joint_major, s, work, found);
        EXPECT_TRUE(found.kept());
        for (std::size_t a = 0; a < found.out.size(); ++a) {
          const std::size_t each = found.out[a].size() / N;
          std::size_t wrong = 0;
          for (std::size_t k = 0; k < N; ++k)
            for (std::size_t i = 0; i < each; ++i)
              wrong += found.out[a][i * N + k] != expected.out[a][k * each + i];
          EXPECT_EQ(wrong, 0U) << info(quantity).name << ' ' << a << " of " << arm.name() << ", level "
                               << simd_name(level) << ", threads " << threads << ", offset " << offset << ", "
                               << N << " states";
        }
      }
    }
}

TEST(BatchPastCache, LayoutsAgreeForKernels) {
  const Arm arm{generate_robot("mixed:7:3")};
  for (const Quantity quantity :
       {Quantity::inertia, Quantity::jacobian, Quantity::udut, Quantity::coriolis, Quantity::christoffel,
        Quantity::inertia_inverse, Quantity::id_derivatives, Quantity::fd_derivatives})
    expect_both_layouts_agree<double>(quantity, arm, {0, 2, 7});
}

TEST(BatchPastCache, LayoutsAgreeForVectors) {
  const Arm arm{generate_robot("mixed:7:3")};
  expect_both_layouts_agree<double>(Quantity::id, arm, {0, 2, 5});
}

TEST(BatchPastCache, LayoutsAgreeForFloats) {
  const Arm arm{generate_robot("mixed:7:3")};
  expect_both_layouts_agree<float>(Quantity::inertia, arm, {0, 4, 15});
  expect_both_layouts_agree<float>(Quantity::regressor, arm, {0, 4, 15});
}

TEST(BatchPastCache, LayoutsAgreeStateByState) {
  expect_both_layouts_agree<double>(Quantity::inertia, Arm{generate_robot("chain:40")}, {0, 1, 2, 7});
  expect_both_layouts_agree<double>(Quantity::id_derivatives, Arm{generate_robot("mixed:18:2")}, {0, 6});
  const Arm arm{generate_robot("mixed:7:3")};
  expect_both_layouts_agree<double>(Quantity::regressor, arm, {0, 3});
  expect_both_layouts_agree<double>(Quantity::terms, arm, {0, 6});  // with vectors among its arrays
}

TEST(BatchPastCache, LayoutsAgreeForRowsOfWholeLines) {
  expect_both_layouts_agree<double>(Quantity::inertia, Arm{generate_robot("mixed:7:3")}, {2}, false);
  expect_both_layouts_agree<double>(Quantity::inertia, Arm{generate_robot("chain:40")}, {2}, false);
}

// Rows that begin at different places in their cache lines.
TEST(BatchPastCache, LayoutsAgreeForAnyNumberOfStates) {
  expect_both_layouts_agree<double>(Quantity::inertia, Arm{generate_robot("mixed:7:3")}, {0, 2}, true, 1);
  expect_both_layouts_agree<double>(Quantity::inertia, Arm{generate_robot("chain:40")}, {0, 2}, true, 4);
}

}  // namespace
}  // namespace catena::test
