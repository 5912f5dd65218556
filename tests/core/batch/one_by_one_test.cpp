// SPDX-License-Identifier: Apache-2.0
// Batches of quantities without a kernel for vector registers: one state after the other, as by `Arm`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "catena/core/batch.hpp"
#include "catena/core/model/generate.hpp"
#include "core/batch/states.hpp"

namespace catena::test {
namespace {

using batch::Layout;

// Quantities without a kernel are computed as by Arm, in both layouts, on one and on several threads.
TEST(BatchOneByOne, GivesWhatArmGives) {
  const Arm arm{generate_robot("mixed:5:3")};
  const States s(5, 70);
  for (const QuantityInfo& quantity : kQuantities) {
    if (batch::has_kernel(quantity.quantity) || quantity.requires_wrenches()) continue;
    EXPECT_EQ(&batch::method(quantity.quantity, arm), &arm.method(quantity.quantity));
    for (const int threads : {1, 3}) {
      batch::Workspace work(arm, {.threads = threads, .level = {}});
      for (const bool by_joint : {false, true}) {
        const auto in = [&](const Numbers& x, std::size_t each) {
          return by_joint ? joint_major(x, each) : x;
        };
        const Numbers q = in(s.q, s.n), qd = in(s.qd, s.n), qdd = in(s.qdd, s.n), tau = in(s.tau, s.n),
                      tip = in(s.tip, 6);
        std::vector<Numbers> out;
        for (const ArrayInfo& array : quantity.results())
          out.emplace_back(size_of(array.shape, 5).count() * s.N, NAN);
        const batch::States states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .tip = tip};
        const Layout layout = by_joint ? Layout::joint_major : Layout::state_major;
        if (out.size() == 1) batch::eval(quantity.quantity, arm, layout, states, work, {out[0]});
        if (out.size() == 2) batch::eval(quantity.quantity, arm, layout, states, work, {out[0], out[1]});
        if (out.size() == 3)
          batch::eval(quantity.quantity, arm, layout, states, work, {out[0], out[1], out[2]});
        if (out.size() == 4)
          batch::eval(quantity.quantity, arm, layout, states, work, {out[0], out[1], out[2], out[3]});
        for (std::size_t k = 0; k < s.N; ++k) {
          const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
          const double* const w = &s.tip[6 * k];
          const std::vector<Eigen::MatrixXd> expected =
              arm.eval(quantity.quantity, {.q = of(s.q),
                                           .qd = of(s.qd),
                                           .qdd = of(s.qdd),
                                           .tau = of(s.tau),
                                           .tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}});
          for (std::size_t a = 0; a < out.size(); ++a) {
            const auto each = static_cast<std::size_t>(expected[a].size());
            for (std::size_t i = 0; i < each; ++i)
              ASSERT_EQ(out[a][by_joint ? i * s.N + k : k * each + i], expected[a].data()[i])
                  << quantity.name << ", state " << k << ", number " << i << ", threads " << threads;
          }
        }
      }
    }
  }
}

// 20 100 numbers for each state, of which four are stored together in the joint-major layout; the last three remain.
TEST(BatchOneByOne, OfLargeResultsGivesWhatArmGives) {
  const Arm arm{generate_robot("chain:100")};
  const States s(100, 11);
  const Numbers q = joint_major(s.q, s.n), qd = joint_major(s.qd, s.n);
  batch::Workspace work(arm, {.threads = 1, .level = {}});
  std::vector<Numbers> out = {Numbers(10000 * s.N, NAN), Numbers(10000 * s.N, NAN), Numbers(100 * s.N, NAN)};
  batch::eval(Quantity::terms, arm, Layout::joint_major, {.q = q, .qd = qd}, work, {out[0], out[1], out[2]});
  for (std::size_t k = 0; k < s.N; ++k) {
    const auto of = [&](const Numbers& x) { return std::span(x).subspan(k * s.n, s.n); };
    const std::vector<Eigen::MatrixXd> expected = arm.eval(Quantity::terms, {.q = of(s.q), .qd = of(s.qd)});
    for (std::size_t a = 0; a < out.size(); ++a)
      for (std::size_t i = 0; i < static_cast<std::size_t>(expected[a].size()); ++i)
        ASSERT_EQ(out[a][i * s.N + k], expected[a].data()[i])
            << "array " << a << ", state " << k << ", number " << i;
  }
}

TEST(BatchOneByOne, FollowsTheGravityOfTheArmAndAnEqualArm) {
  const Arm arm{generate_robot("chain:3")}, equal{generate_robot("chain:3")};
  const Arm other = arm.with_gravity({1, 2, 3});
  const States s(3, 2);
  batch::Workspace work(arm);
  for (const Arm* one : {&arm, &other, &equal, &arm}) {
    Numbers V(2);
    batch::eval(Quantity::potential_energy, *one, Layout::state_major, {.q = s.q}, work, {V});
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(V[k], one->potential_energy(Eigen::Map<const Eigen::VectorXd>(&s.q[3 * k], 3)));
  }
}

TEST(BatchOneByOne, NamesTheFirstBadStateAndComputesTheOthers) {
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  const Arm arm{generate_robot("chain:3")};
  States s(3, 100);
  s.qd[3 * 50 + 1] = NAN, s.qd[3 * 90] = INFINITY;
  for (const int threads : {1, 4}) {
    batch::Workspace work(arm, {.threads = threads, .level = {}});
    Numbers T(100, -1);
    EXPECT_EQ(message([&] {
                batch::eval(Quantity::kinetic_energy, arm, Layout::state_major, {.q = s.q, .qd = s.qd}, work,
                            {T});
              }),
              "batch::kinetic_energy: 'qd' is not finite\n"
              "  given   state 50, joint 1: nan (counted from 0)\n"
              "  hint    all other states have been computed");
    for (std::size_t k = 0; k < 100; ++k) EXPECT_EQ(std::isnan(T[k]), k == 50 || k == 90) << k;
  }
  Robot massless = generate_robot("chain:2");
  for (RobotLink& link : massless.links) link.mass = 0, link.inertia = Sym3<double>::zero();
  const Arm none(massless);
  batch::Workspace work(none);
  const States two(2, 3);
  Numbers inverse(12, -1);
  const std::string singular = message([&] {
    batch::eval(Quantity::inertia_inverse, none, Layout::state_major, {.q = two.q}, work, {inverse});
  });
  EXPECT_TRUE(singular.starts_with("batch::inertia_inverse: ")) << singular;
  EXPECT_THAT(singular, testing::HasSubstr("\n  given   state 0, joint ")) << singular;
  for (const double x : inverse) EXPECT_TRUE(std::isnan(x));
  EXPECT_EQ(message([&] {
              Numbers tau(6);
              batch::eval(Quantity::wrench_torques, none, Layout::state_major, {.q = two.q}, work, {tau});
            }),
            "batch::wrench_torques: it needs a wrench for each link, which batches do not take\n"
            "  hint    call Arm::eval for each state");
}

TEST(BatchErrors, RefuseAWrongNumberOfResults) {
  const Arm arm(generate_robot("chain:3"));
  batch::Workspace work(arm);
  const States two(2, 3);
  Numbers U(18);
  const auto refusal = [&](Quantity quantity, std::initializer_list<batch::Out> out) -> std::string {
    try {
      batch::eval(quantity, arm, Layout::state_major, {.q = two.q}, work, out);
    } catch (const Error& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal(Quantity::udut, {U}),
            "batch::udut: wrong number of arrays for the results\n  given   1\n  need    2");
  EXPECT_EQ(refusal(Quantity::inertia, {}),
            "batch::inertia: wrong number of arrays for the results\n  given   0\n  need    1");
}

TEST(BatchMethod, IsTheOneOfTheKernel) {
  EXPECT_EQ(batch::method(Quantity::inertia, Arm(generate_robot("chain:11"))).name, "crba");
  EXPECT_EQ(batch::method(Quantity::inertia, Arm(generate_robot("chain:12"))).name, "gdahj");
  EXPECT_EQ(batch::method(Quantity::fd, Arm(generate_robot("chain:8"))).name, "crba_udu");
  EXPECT_EQ(batch::method(Quantity::fd, Arm(generate_robot("mixed:8"))).name, "aba");
  EXPECT_EQ(batch::method(Quantity::fd, Arm(generate_robot("chain:12"))).name, "aba");
}

}  // namespace
}  // namespace catena::test
