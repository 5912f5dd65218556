// SPDX-License-Identifier: Apache-2.0
// Batches of vector-Jacobian products against `Arm`, one state at a time: layouts, tails, levels, numbers of threads, wrenches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "core/batch/states.hpp"

namespace catena::test {
namespace {

using batch::Layout;

struct Found {
  Numbers part[3];
};

// `v` is the joint torques of the states, or their velocities if it is not given.
Found run(Quantity quantity, const Arm& arm, Layout layout, const States& s, bool tips, bool v,
          batch::Workspace& work) {
  const bool turn = layout == Layout::joint_major;
  const auto in = [&](const Numbers& x, std::size_t each) { return turn ? joint_major(x, each) : x; };
  const Numbers q = in(s.q, s.n), qd = in(s.qd, s.n), qdd = in(s.qdd, s.n), tau = in(s.tau, s.n),
                tip = in(s.tip, 6);
  batch::States states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau};
  if (tips) states.tip = tip;
  if (v) states.v = tau;
  Found out;
  for (Numbers& part : out.part) part.assign(s.n * s.N, NAN);
  batch::eval(quantity, arm, layout, states, work, {out.part[0], out.part[1], out.part[2]});
  if (turn)
    for (Numbers& part : out.part) {  // back: n "states" of N numbers
      Numbers states_first(part.size());
      for (std::size_t k = 0; k < s.N; ++k)
        for (std::size_t i = 0; i < s.n; ++i) states_first[k * s.n + i] = part[i * s.N + k];
      part = states_first;
    }
  return out;
}

Found one_by_one(Quantity quantity, const Arm& arm, const States& s, bool tips, bool v) {
  Found out;
  for (std::size_t k = 0; k < s.N; ++k) {
    const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
    const double* const w = &s.tip[6 * k];
    At at{.q = of(s.q), .qd = of(s.qd), .qdd = of(s.qdd), .tau = of(s.tau)};
    if (tips) at.tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
    if (v) at.v = of(s.tau);
    const std::vector<Eigen::MatrixXd> arrays = arm.eval(quantity, at);
    for (std::size_t p = 0; p < 3; ++p)
      out.part[p].insert(out.part[p].end(), arrays[p].data(), arrays[p].data() + arrays[p].size());
  }
  return out;
}

TEST(BatchVjp, AgreesWithOneStateAtATimeAtEveryLevel) {
  for (const char* spec : {"chain:1", "mixed:5:3", "chain:7", "mixed:13:2", "chain:30"}) {
    const Arm arm(generate_robot(spec));
    const States s(arm.dof(), 37);
    for (const SimdLevel level : kSimdLevels) {
      if (!simd_supported(level)) continue;
      batch::Workspace work(arm, {.threads = 1, .level = level});
      for (const Quantity quantity : {Quantity::id_vjp, Quantity::fd_vjp})
        for (const bool tips : {false, true})
          for (const bool v : {false, true}) {
            const Found expected = one_by_one(quantity, arm, s, tips, v);
            const Found found = run(quantity, arm, Layout::state_major, s, tips, v, work);
            const Found turned = run(quantity, arm, Layout::joint_major, s, tips, v, work);
            for (std::size_t p = 0; p < 3; ++p) {
              EXPECT_EQ(found.part[p], turned.part[p]) << spec;
              double size = 0;
              for (const double x : expected.part[p]) size = std::max(size, std::abs(x));
              const double most = (quantity == Quantity::fd_vjp ? 1e3 : 8) *
                                  std::numeric_limits<double>::epsilon() * (arm.dof() + 4) * size;
              for (std::size_t i = 0; i < found.part[p].size(); ++i)
                ASSERT_NEAR(found.part[p][i], expected.part[p][i], most)
                    << spec << ", " << info(quantity).name << ", array " << p << ", number " << i;
            }
          }
    }
  }
}

TEST(BatchVjp, GivesTheSameBitsWhateverThePlaceAndTheThreads) {
  const Arm arm(generate_robot("mixed:6:2"));
  const States all(6, 3001);
  batch::Workspace one(arm), several(arm, {.threads = 3, .level = {}});
  const Found whole = run(Quantity::fd_vjp, arm, Layout::state_major, all, true, true, one);
  const Found shared = run(Quantity::fd_vjp, arm, Layout::state_major, all, true, true, several);
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(whole.part[p], shared.part[p]);
  for (const std::size_t first : {0, 1, 5}) {
    States some(6, 0);
    some.N = 11;
    const auto cut = [&](const Numbers& x, std::size_t each) {
      return Numbers(x.begin() + static_cast<long>(first * each),
                     x.begin() + static_cast<long>((first + 11) * each));
    };
    some.q = cut(all.q, 6), some.qd = cut(all.qd, 6), some.qdd = cut(all.qdd, 6), some.tau = cut(all.tau, 6);
    some.tip = cut(all.tip, 6);
    const Found part = run(Quantity::fd_vjp, arm, Layout::state_major, some, true, true, one);
    for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(part.part[p], cut(whole.part[p], 6)) << first;
  }
}

TEST(BatchVjp, NamesTheStateThatHasNoResult) {
  const Arm arm(generate_robot("chain:3"));
  batch::Workspace work(arm);
  States s(3, 30);
  s.tau[3 * 17 + 1] = NAN;
  try {
    run(Quantity::id_vjp, arm, Layout::state_major, s, false, true, work);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.state(), 17u);
    EXPECT_EQ(error.given(), "joint 1: nan (counted from 0)");
    EXPECT_STREQ(error.what(),
                 "batch::id_vjp: 'v' is not finite\n  given   state 17, joint 1: nan (counted from 0)\n"
                 "  hint    all other states have been computed");
  }
  Robot massless = generate_robot("chain:2");
  for (RobotLink& link : massless.links) link.mass = 0, link.inertia = Sym3<double>::zero();
  const Arm none(massless);
  batch::Workspace other(none);
  try {
    run(Quantity::fd_vjp, none, Layout::state_major, States(2, 5), false, false, other);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numerical);
    EXPECT_EQ(error.state(), 0u);
  }
}

}  // namespace
}  // namespace catena::test
