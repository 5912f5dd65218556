// SPDX-License-Identifier: Apache-2.0
// Programs that take the payload or the inertial parameters as arguments compute what an arm with these parameters does.
#include <gtest/gtest.h>

#include "catena/codegen/emit_c.hpp"
#include "catena/codegen/program.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

constexpr Quantity kWanted[] = {Quantity::id,
                                Quantity::fd,
                                Quantity::inertia,
                                Quantity::gravity,
                                Quantity::did_dq,
                                Quantity::kinetic_energy,
                                Quantity::potential_energy,
                                Quantity::udut};

// What a method computes for a chain, matrices row by row.
std::vector<double> computed(Quantity quantity, const Chain<double>& arm, std::span<const double> inputs) {
  const int n = arm.dof();
  const auto part = [&](Argument argument) {
    return inputs.subspan(first_input(argument, n), static_cast<std::size_t>(n));
  };
  const State<double> s{part(Argument::q),   part(Argument::qd), part(Argument::qdd),
                        part(Argument::tau), arm.gravity(),      Force<double>::zero()};
  std::vector<double> out(size_of(quantity, n)), by_rows;
  library_method(quantity)->run(arm, posture<double>(arm, s.q), s, out);
  std::size_t first = 0;
  for (const ArrayInfo& array : info(quantity).results()) {
    const Size size = size_of(array.shape, n);
    for (int i = 0; i < size.rows; ++i)
      for (int j = 0; j < size.cols; ++j)
        by_rows.push_back(out[first + static_cast<std::size_t>(j * size.rows + i)]);
    first += size.count();
  }
  return by_rows;
}

void expect_near(const std::vector<double>& x, const std::vector<double>& y, const std::string& label) {
  ASSERT_EQ(x.size(), y.size());
  double size = 1;
  for (const double value : y) size = std::max(size, std::abs(value));
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-10 * size) << label << ' ' << k;
}

struct Inputs {
  int n;
  std::vector<double> values;
  double* at(Argument argument) { return values.data() + first_input(argument, n); }
  Inputs(int joints, Random& random) : n(joints), values(input_count(joints)) {
    for (double& x : values) x = random(-1, 1);
  }
};

TEST(ProgramArguments, VIsAVectorOfItsOwn) {
  for (const char* spec : {"chain:2", "mixed:4:2"}) {
    const Arm arm(generate_robot(spec));
    const int n = arm.dof();
    Random random(9);
    Inputs in(n, random);
    const auto part = [&](Argument argument) {
      return std::span<const double>(in.at(argument), static_cast<std::size_t>(n));
    };
    for (const Quantity quantity :
         {Quantity::slotine_li, Quantity::id_vjp, Quantity::fd_vjp, Quantity::coriolis_transpose}) {
      const std::vector<Eigen::MatrixXd> expected = arm.eval(quantity, {.q = part(Argument::q),
                                                                        .qd = part(Argument::qd),
                                                                        .qdd = part(Argument::qdd),
                                                                        .tau = part(Argument::tau),
                                                                        .v = part(Argument::v)});
      std::vector<double> flat;
      for (const Eigen::MatrixXd& array : expected)
        flat.insert(flat.end(), array.data(), array.data() + array.size());
      const Program program = cheapest_program(quantity, arm.chain(), {.v = true});
      expect_near(evaluate(program, in.values), flat, std::string(spec) + ' ' + name(program));
      EXPECT_TRUE(arguments(program)[static_cast<std::size_t>(Argument::v)]);
    }
  }
}

TEST(ProgramArguments, PayloadIsThatOfTheArm) {
  for (const char* spec : {"chain:2", "mixed:4:2"}) {
    Robot robot = generate_robot(spec);
    robot.links.push_back({.name = "tool",  // the tool is not the frame of the last joint
                           .joint = JointKind::fixed,
                           .dh = {.a = 0.1, .alpha = 0.4, .d = 0.2, .theta = 0.7},
                           .limits = {},
                           .motor = {}});
    const Arm arm(robot);
    Random random(9);
    Inputs in(arm.dof(), random);
    const Payload p{random(0.5, 2), {0.1, -0.2, 0.3}, {0.03, 0.04, 0.05, 0.002, -0.001, 0.003}};
    const double numbers[] = {p.mass,       p.com.x,      p.com.y,      p.com.z,      p.inertia.xx,
                              p.inertia.yy, p.inertia.zz, p.inertia.xy, p.inertia.xz, p.inertia.yz};
    std::copy(std::begin(numbers), std::end(numbers), in.at(Argument::payload));
    const Arm loaded = arm.with_payload(p);
    for (const Quantity quantity : kWanted)
      expect_near(evaluate(cheapest_program(quantity, arm.chain(), {.payload = true}), in.values),
                  computed(quantity, loaded.chain(), in.values),
                  std::string(spec) + ' ' + std::string(info(quantity).name));
  }
}

TEST(ProgramArguments, InertialParametersReplaceThoseOfTheArm) {
  for (const char* spec : {"chain:2", "mixed:3:2"}) {
    const Arm arm(generate_robot(spec));
    const int n = arm.dof();
    Random random(10);
    Inputs in(n, random);
    Chain<double> other = arm.chain();
    for (int i = 0; i < n; ++i) {
      double* const p = in.at(Argument::inertial) + 10 * i;
      p[0] = random(1, 3);
      for (int k = 4; k < 7; ++k) p[k] = random(2, 3);
      const Sym3<double> I = {p[4], p[5], p[6], p[7], p[8], p[9]};
      other.set_body(i, {p[0], {p[1], p[2], p[3]}, I}, Sym3<double>::diagonal((I.xx + I.yy + I.zz) / 2) - I);
    }
    for (const Quantity quantity : kWanted)
      expect_near(evaluate(cheapest_program(quantity, arm.chain(), {.inertial = true}), in.values),
                  computed(quantity, other, in.values),
                  std::string(spec) + ' ' + std::string(info(quantity).name));
  }
}

// Derivatives of the graph of fd are compared with those of the library, which are computed otherwise.
TEST(ProgramArguments, WrenchesAreThoseOfTheLinks) {
  for (const char* spec : {"chain:2", "mixed:4:2"})
    for (const Axes axes : {Axes::frame, Axes::base_at_frame}) {
      const Arm arm(generate_robot(spec));
      const int n = arm.dof();
      Random random(12);
      Inputs in(n, random);
      std::vector<Wrench> wrenches;
      for (int i = 0; i < n; ++i) {
        const double* const w = in.at(Argument::wrenches) + 6 * i;
        wrenches.push_back({{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
      }
      const auto part = [&](Argument argument) {
        return Eigen::Map<const Eigen::VectorXd>(in.at(argument), n);
      };
      const Eigen::VectorXd q = part(Argument::q), qd = part(Argument::qd), qdd = part(Argument::qdd),
                            tau = part(Argument::tau);
      const At at{.q = q, .qd = qd, .qdd = qdd, .tau = tau, .wrenches = wrenches, .wrench_axes = axes};
      const Given given{.wrenches = true, .wrench_axes = axes};
      const auto expect = [&](const std::vector<double>& found, const std::vector<Eigen::MatrixXd>& arrays,
                              const std::string& label) {
        std::vector<double> by_rows;
        for (const Eigen::MatrixXd& A : arrays)
          for (Eigen::Index i = 0; i < A.rows(); ++i)
            for (Eigen::Index j = 0; j < A.cols(); ++j) by_rows.push_back(A(i, j));
        expect_near(found, by_rows, std::string(spec) + ' ' + label);
      };
      for (const Quantity quantity : {Quantity::id, Quantity::fd, Quantity::wrench_torques, Quantity::did_dq,
                                      Quantity::id_derivatives, Quantity::fd_derivatives})
        expect(evaluate(cheapest_program(quantity, arm.chain(), given), in.values), arm.eval(quantity, at),
               std::string(info(quantity).name));
      const Target by_q{Quantity::dfd_dq};
      expect(evaluate(cheapest_program(std::span(&by_q, 1), arm.chain(), {.given = given}), in.values),
             {arm.eval(Quantity::fd_derivatives, at)[0]}, "dfd_dq");
    }
}

TEST(ProgramArguments, AreInTheSignature) {
  const Arm arm(generate_robot("chain:2"));
  const Program both =
      cheapest_program(Quantity::gravity, arm.chain(), {.gravity = true, .payload = true, .inertial = true});
  const Program pose = cheapest_program(Quantity::pose, arm.chain(), {.payload = true, .inertial = true});
  const CSource c = emit_c(std::vector{both, pose}, {"arm", "arm", "command", CReal::binary64});
  EXPECT_NE(
      c.header.find(
          "void catena_arm_gravity(const double q[2], const double gravity[3], const double payload[10], "
          "const double inertial[20], double g[2]);"),
      std::string::npos)
      << c.header;
  EXPECT_NE(c.header.find("void catena_arm_pose(const double q[2], double out[16]);"), std::string::npos)
      << c.header;
}

}  // namespace
}  // namespace catena::test
