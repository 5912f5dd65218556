// SPDX-License-Identifier: Apache-2.0
// The table of quantities, and what follows from its rows: Arm::eval, the typed members of Arm.
#include "catena/core/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/model/regroup.hpp"
#include "catena/core/registry.hpp"
#include "support/arms.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

// Their order is asserted where they stand, but not that the last ones have a row.
TEST(Quantities, HaveARowEach) {
  for (const Method<double>& m : methods<double>())
    EXPECT_LT(static_cast<std::size_t>(m.quantity), kQuantities.size()) << m.name;
}

// A misspelt name would leave a quantity without the method that keeps its digits where M is ill-conditioned.
TEST(Quantities, HaveTheStableMethodThatTheirRowNames) {
  int dividing = 0;
  for (const QuantityInfo& quantity : kQuantities) {
    const Method<double>* const stable = stable_method(quantity.quantity);
    EXPECT_EQ(stable != nullptr, quantity.divides()) << quantity.name;
    if (stable) {
      EXPECT_EQ(stable->name, quantity.stable) << quantity.name;
    }
    dividing += quantity.divides();
  }
  EXPECT_EQ(dividing, 22);
}

TEST(Shapes, HaveAsManyNumbersAsTheyStore) {
  for (const Shape shape : {Shape::none,
                            Shape::scalar,
                            Shape::joints,
                            Shape::six,
                            Shape::square,
                            Shape::cube,
                            Shape::six_by_n,
                            Shape::n_by_six,
                            Shape::six_square,
                            Shape::pose,
                            Shape::columns,
                            Shape::parameters,
                            Shape::by_parameters,
                            Shape::three_by_n,
                            Shape::three_by_n_by_n,
                            Shape::three_square_by_n,
                            Shape::six_by_n_by_n,
                            Shape::six_square_by_n,
                            Shape::stacked_square,
                            Shape::stacked_by_n,
                            Shape::n_by_stacked}) {
    const Extents extents = extents_of(shape, 5, 2);
    EXPECT_EQ(extents.count(), size_of(shape, 5, 2).count());
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < extents[0]; ++i)
      for (std::size_t j = 0; j < extents[1]; ++j)
        for (std::size_t k = 0; k < extents[2]; ++k) places.insert(extents.place(i, j, k));
    EXPECT_EQ(places.size(), extents.count());
    if (!places.empty()) {
      EXPECT_EQ(*places.rbegin(), extents.count() - 1);
    }
    for (int k = extents.indices; k < 3 && shape != Shape::none; ++k) EXPECT_EQ(extents[k], 1u);
  }
}

TEST(Quantities, AreFoundByTheirNamesAndByAliasesThatNoOtherHas) {
  std::set<std::string> taken;
  for (const QuantityInfo& quantity : kQuantities) {
    EXPECT_EQ(find_quantity(quantity.name), &quantity);
    EXPECT_TRUE(taken.insert(std::string(quantity.name)).second) << quantity.name;
  }
  for (const QuantityInfo& quantity : kQuantities)
    for (const std::string& alias : words(quantity.aliases)) {
      EXPECT_EQ(find_quantity(alias), &quantity) << alias;
      EXPECT_TRUE(taken.insert(alias).second) << alias;
    }
  EXPECT_EQ(find_quantity("M")->quantity, Quantity::inertia);
  EXPECT_EQ(find_quantity("weight"), nullptr);
  EXPECT_EQ(find_quantity(""), nullptr);
}

TEST(Quantities, HaveAMethodEach) {
  for (const QuantityInfo& quantity : kQuantities)
    EXPECT_NE(library_method(quantity.quantity), nullptr) << quantity.name;
}

// Changing an input changes the answer of some method if, and only if, the table says so.
TEST(Quantities, DependOnWhatTheTableSays) {
  Case c("mixed:7:1");
  for (RobotLink& link : c.robot.links) link.motor = Motor{2e-4, 100, 1e-3, {0.3, -0.4}};
  c.arm = chain_of(c.robot);
  const auto changed = [](std::vector<double> x) {
    for (double& each : x) each = -1.5 * each - 0.1;
    return x;
  };
  const auto q = changed(c.q), qd = changed(c.qd), qdd = changed(c.qdd), tau = changed(c.tau);
  const Vec3<double> gravity{1, 2, 3};
  const Force<double> tip{{1, -2, 3}, {4, 5, -6}};
  const MatX<double> V = [] {
    MatX<double> A(7, 7);
    for (int k = 0; k < 7; ++k) A(k, (3 * k + 2) % 7) = k + 1;
    return A;
  }();
  const MatView<const double> view{V.values().data(), 7, 7, 7};
  const std::vector<Force<double>> ones(7, {{1, 1, 1}, {1, 1, 1}}), wrenches(7, tip);
  const Frame<double> frame = Frame<double>::point(5, {0.1, 0.2, 0.3}, Axes::frame);
  const double damping = 0.01;
  State<double> base{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), Force<double>::zero(), c.qdd};
  base.wrenches = ones;
  for (const Method<double>& m : methods<double>()) {
    const auto answer = [&](const State<double>& s) {
      std::vector<double> out(size_of(m.quantity, c.arm.dof()), NAN);
      m.run(c.arm, posture<double>(c.arm, s.q), s, out);
      return out;
    };
    const std::vector<double> before = answer(base);
    for (const auto& [input, name] : kInputs) {
      State<double> s = base;
      if (input == Input::q) s.q = q;
      if (input == Input::qd) s.qd = qd;
      if (input == Input::qdd) s.qdd = qdd;
      if (input == Input::tau) s.tau = tau;
      if (input == Input::gravity) s.gravity = gravity;
      if (input == Input::tip) s.tip = tip;
      if (input == Input::v) s.v = c.tau;
      if (input == Input::V) s.V = &view;
      if (input == Input::wrenches) s.wrenches = wrenches;
      if (input == Input::frame) s.frame = &frame;
      if (input == Input::damping) s.damping = &damping;
      EXPECT_EQ(answer(s) != before, info(m.quantity).needs(input))
          << info(m.quantity).name << " by " << m.name << ", input " << name;
    }
  }
}

// A quantity follows from the base parameters if, and only if, regrouping does not change it; it depends on masses if, and
// only if, other masses change it.
TEST(Quantities, DependOnTheMassesThatTheTableSays) {
  const Case c("mixed:7:1");
  Robot heavier = c.robot;
  for (std::size_t k = 0; k < heavier.links.size();
       ++k) {  // not all by the same factor, which would leave U as it is
    const double factor = 1 + 0.1 * static_cast<double>(k);
    RobotLink& link = heavier.links[k];
    link.mass *= factor;
    link.com = factor * link.com;  // the accelerations of centres of mass depend on nothing else
    const Sym3<double>& I = link.inertia;
    link.inertia = {factor * I.xx, factor * I.yy, factor * I.zz, factor * I.xy, factor * I.xz, factor * I.yz};
  }
  const std::vector<Force<double>> wrenches(7, {{1, 2, 3}, {-4, 5, 6}});
  for (const QuantityInfo& quantity : kQuantities) {
    const auto answer = [&](const Chain<double>& arm) {
      std::vector<double> out(size_of(quantity.quantity, arm.dof()), NAN);
      State<double> s{c.q, c.qd, c.qdd, c.tau, arm.gravity(), Force<double>::zero()};
      s.wrenches = wrenches;
      find_method<double>(quantity.quantity)->run(arm, posture<double>(arm, c.q), s, out);
      return out;
    };
    const std::vector<double> before = answer(c.arm);
    EXPECT_EQ(answer(chain_of(heavier)) == before, quantity.masses == Masses::none) << quantity.name;
    for (const Vanishing vanishing : {Vanishing::xx, Vanishing::yy, Vanishing::spread}) {
      const double change = error_of(answer(regrouped(c.arm, vanishing)), before);
      if (quantity.masses == Masses::bodies)
        EXPECT_GT(change, 1e-3) << quantity.name;
      else
        EXPECT_LT(change, 1e-9) << quantity.name;
    }
  }
}

struct ArmEval : testing::Test {
  Case c{"mixed:7:1"};
  Arm arm{c.robot};
  VectorXd q = eigen(c.q), qd = eigen(c.qd), qdd = eigen(c.qdd), tau = eigen(c.tau), v = eigen(c.qdd);
  Wrench tip{{1, -2, 3}, {4, 5, -6}};
  std::vector<Wrench> wrenches = std::vector<Wrench>(7, Wrench{{1, 2, 3}, {-4, 5, 6}});
  // All inputs that a quantity takes; wrenches of the links where they must be given.
  At at(Quantity quantity) const {
    At all{.q = q, .qd = qd, .qdd = qdd, .tau = tau, .v = v, .tip = tip};
    if (info(quantity).requires_wrenches()) all.wrenches = wrenches;
    return all;
  }
};

// The typed members of Arm, and the quantities that have none: a new row of the table shows up here.
TEST_F(ArmEval, IsWhatTheTypedMembersGive) {
  using Arrays = std::vector<MatrixXd>;
  const std::map<Quantity, std::function<Arrays()>> members = {
      {Quantity::inertia, [&] { return Arrays{arm.inertia(q)}; }},
      {Quantity::inertia_rate, [&] { return Arrays{arm.inertia_rate(q, qd)}; }},
      {Quantity::coriolis, [&] { return Arrays{arm.coriolis(q, qd)}; }},
      {Quantity::christoffel, [&] { return Arrays{arm.christoffel(q)}; }},
      {Quantity::bias, [&] { return Arrays{arm.bias(q, qd)}; }},
      {Quantity::gravity, [&] { return Arrays{arm.gravity(q)}; }},
      {Quantity::id, [&] { return Arrays{arm.id(q, qd, qdd, tip)}; }},
      {Quantity::fd, [&] { return Arrays{arm.fd(q, qd, tau, tip)}; }},
      {Quantity::udut,
       [&] {
         return Arrays{arm.udut(q).U, arm.udut(q).d};
       }},
      {Quantity::inertia_inverse, [&] { return Arrays{arm.inertia_inverse(q)}; }},
      {Quantity::coriolis_transpose, [&] { return Arrays{arm.coriolis_transpose(q, qd, v)}; }},
      {Quantity::momentum, [&] { return Arrays{arm.momentum(q, qd)}; }},
      {Quantity::kinetic_energy, [&] { return Arrays{MatrixXd::Constant(1, 1, arm.kinetic_energy(q, qd))}; }},
      {Quantity::potential_energy, [&] { return Arrays{MatrixXd::Constant(1, 1, arm.potential_energy(q))}; }},
      {Quantity::jacobian, [&] { return Arrays{arm.jacobian(q)}; }},
      {Quantity::jacobian_rate, [&] { return Arrays{arm.jacobian_rate(q, qd)}; }},
      {Quantity::pose, [&] { return Arrays{arm.pose(q)}; }},
      {Quantity::manipulability, [&] { return Arrays{MatrixXd::Constant(1, 1, arm.manipulability(q))}; }},
      {Quantity::rotor_inertia, [&] { return Arrays{arm.rotor_inertia()}; }},
      {Quantity::friction, [&] { return Arrays{arm.friction(qd)}; }},
      {Quantity::nu, [&] { return Arrays{arm.nu(q, qd)}; }},
      {Quantity::xi, [&] { return Arrays{arm.xi(q, qd)}; }},
      {Quantity::cnu, [&] { return Arrays{arm.cnu(q, qd)}; }},
      {Quantity::cxi, [&] { return Arrays{arm.cxi(q, qd)}; }},
      {Quantity::nle, [&] { return Arrays{arm.nle(q, qd)}; }},
      {Quantity::joint_momentum, [&] { return Arrays{arm.joint_momentum(q, qd)}; }},
      {Quantity::regressor, [&] { return Arrays{arm.regressor(q, qd, qdd)}; }},
      {Quantity::momentum_regressor, [&] { return Arrays{arm.momentum_regressor(q, qd)}; }},
      {Quantity::frame_velocity, [&] { return Arrays{arm.frame_velocity(q, qd)}; }},
      {Quantity::frame_acceleration, [&] { return Arrays{arm.frame_acceleration(q, qd, qdd)}; }},
      {Quantity::frame_bias_acceleration, [&] { return Arrays{arm.frame_bias_acceleration(q, qd)}; }},
      {Quantity::operational_inertia, [&] { return Arrays{arm.operational_inertia(q)}; }},
      {Quantity::operational_inertia_inverse, [&] { return Arrays{arm.operational_inertia_inverse(q)}; }},
      {Quantity::jacobian_inverse, [&] { return Arrays{arm.jacobian_inverse(q)}; }},
      {Quantity::null_space, [&] { return Arrays{arm.null_space(q)}; }},
      {Quantity::slotine_li, [&] { return Arrays{arm.slotine_li(q, qd, v, qdd)}; }},
      {Quantity::terms,
       [&] {
         const Terms terms = arm.terms(q, qd);
         return Arrays{terms.M, terms.C, terms.g};
       }},
      {Quantity::id_derivatives,
       [&] {
         const IdDerivatives d = arm.id_derivatives(q, qd, qdd, tip);
         return Arrays{d.by_q, d.by_qd, d.by_qdd};
       }},
      {Quantity::id_second_derivatives,
       [&] {
         const IdSecondDerivatives d = arm.id_second_derivatives(q, qd, qdd, tip);
         return Arrays{d.by_q_q, d.by_qd_q, d.by_qd_qd, d.by_qdd_q};
       }},
      {Quantity::id_vjp,
       [&] {
         const IdGradients d = arm.id_vjp(q, qd, qdd, v, tip);
         return Arrays{d.by_q, d.by_qd, d.by_qdd};
       }},
      {Quantity::fd_vjp,
       [&] {
         const FdGradients d = arm.fd_vjp(q, qd, tau, v, tip);
         return Arrays{d.by_q, d.by_qd, d.by_tau};
       }},
      {Quantity::fd_derivatives,
       [&] {
         const FdDerivatives d = arm.fd_derivatives(q, qd, tau, tip);
         return Arrays{d.by_q, d.by_qd, d.by_tau};
       }},
  };
  std::vector<std::string> missing;
  for (const QuantityInfo& quantity : kQuantities) {
    const auto member = members.find(quantity.quantity);
    if (member == members.end())
      missing.emplace_back(quantity.name);
    else
      EXPECT_EQ(arm.eval(quantity.quantity, at(quantity.quantity)), member->second()) << quantity.name;
  }
  EXPECT_THAT(missing,
              testing::ElementsAre(
                  "mci", "did_dq", "did_dqd", "dfd_dq", "dfd_dqd", "inertia_solve", "wrench_torques",
                  "kinetic_energy_regressor", "potential_energy_regressor", "kic", "inertia_power",
                  "augmented_inertia_power", "augmented_bodies", "momentum_rate", "kappa", "eps", "xi_rate",
                  "nu_rate", "articulated_inertias", "spatial_operators", "articulated_operators", "denoc",
                  "injected_accelerations", "injected_moments", "injected_torques", "torque_terms"));
}

TEST_F(ArmEval, IsTheSameInPlaceAndByEveryMethodThatIsNamed) {
  Workspace work(arm);
  for (const Method<double>& m : library_methods()) {
    const std::vector<MatrixXd> named = arm.eval(m.quantity, at(m.quantity), m.name),
                                chosen = arm.eval(m.quantity, at(m.quantity));
    ASSERT_EQ(named.size(), chosen.size());
    for (std::size_t k = 0; k < named.size(); ++k)
      EXPECT_LE((named[k] - chosen[k]).norm(), 1e-8 * chosen[k].norm())
          << info(m.quantity).name << " " << m.name;
    std::vector<double> out(size_of(m.quantity, arm.dof()), NAN);
    arm.eval(m.quantity, at(m.quantity), work, Result<double>(m.quantity, arm.dof(), out));
    std::size_t at_number = 0;
    for (const MatrixXd& array : chosen)
      for (Eigen::Index i = 0; i < array.size(); ++i)
        EXPECT_EQ(out[at_number++], array.data()[i]) << info(m.quantity).name;
  }
}

TEST_F(ArmEval, SaysWhatIsMissingOrUnknown) {
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(message([&] { arm.eval(Quantity::id, {.q = q, .qd = qd}); }),
              HasSubstr("id: 'qdd' has the wrong size\n  given   0 elements\n  need    7 elements"));
  EXPECT_THAT(message([&] { arm.eval(Quantity::id, at(Quantity::id), "rneas"); }),
              HasSubstr("id: there is no method 'rneas' for it\n  need    one of rnea, "));
}

}  // namespace
}  // namespace catena::test
