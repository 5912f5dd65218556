// SPDX-License-Identifier: Apache-2.0
// GIM and MCI against golden data, Newton-Euler, the paper's equations read literally, and its counts.
#include "catena/core/algo/gim_mci.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <functional>

#include "catena/core/algo/gim_mci_dense.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/manipulability.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/gim_mci.hpp"
#include "catena/core/scalar/dual.hpp"
#include "catena/count/counted_chain.hpp"
#include "catena/io/load.hpp"
#include "support/cost.hpp"
#include "support/derivatives.hpp"
#include "support/eigen.hpp"
#include "support/rivals.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vector6d = Eigen::Matrix<double, 6, 1>;

double error(const MatrixXd& x, const MatrixXd& y) { return relative_difference(x, y); }
Matrix3d hat(const Vector3d& v) {
  return (Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}

struct Both {
  MatrixXd M, C;
};
Both both(const Chain<double>& arm, const Posture<double>& x, std::span<const double> qd) {
  const int n = arm.dof();
  MatX<double> M(n, n), C(n, n);
  GimMciWork<double> work(n);
  gim_mci<double>(arm, x, qd, work, M.view(), C.view());
  return {eigen(M), eigen(C)};
}
Both both(const Case& c) { return both(c.arm, c.x(), c.qd); }

MatrixXd gim_of(const Case& c) {
  MatX<double> M(c.arm.dof(), c.arm.dof());
  gim<double>(c.arm, c.x(), M.view());
  return eigen(M);
}
MatrixXd mci_of(const Case& c) {
  MatX<double> C(c.arm.dof(), c.arm.dof());
  GimMciWork<double> work(c.arm.dof());
  mci<double>(c.arm, c.x(), c.qd, work, C.view());
  return eigen(C);
}
VectorXd newton_euler(const Case& c, std::vector<double> qd, std::vector<double> qdd) {
  std::vector<double> tau(c.q.size());
  RneaWork<double> work(c.arm.dof());
  rnea<double>(c.arm, c.x(), qd, qdd, Vec3<double>::zero(), work, tau);
  return eigen(tau);
}
std::vector<double> none(const Case& c) { return std::vector<double>(c.q.size(), 0.0); }

// --- golden data and Newton-Euler ---------------------------------------------------------------------------

TEST(GimMci, ReproducesTheGoldenInertiaMatrixAndBias) {
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    const int n = g.dof();
    for (const GoldenState& state : g.states) {
      const auto q = state["q"], qd = state["qd"];
      const Posture<double> x = posture<double>(arm, q);
      const auto golden = state["M"];
      const MatrixXd M = Eigen::Map<const MatrixXd>(golden.data(), n, n);  // symmetric
      MatX<double> alone(n, n);
      gim<double>(arm, x, alone.view());
      const Both b = both(arm, x, qd);
      EXPECT_LE(error(eigen(alone), M), g.tolerance()) << g.file;
      EXPECT_LE(error(b.M, M), g.tolerance()) << g.file;
      EXPECT_LE(error(b.C * eigen(qd), eigen(state["coriolis"])), g.tolerance()) << g.file;
    }
  }
}

TEST(GimMci, GivesTheInertiaMatrixOfUnitAccelerations) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    MatrixXd M(n, n);
    for (int j = 0; j < n; ++j) {
      std::vector<double> unit = none(c);
      unit[static_cast<std::size_t>(j)] = 1;
      M.col(j) = newton_euler(c, none(c), unit);
    }
    EXPECT_LE(error(gim_of(c), M), tolerance(c)) << c.label;
    EXPECT_LE(error(both(c).M, M), tolerance(c)) << c.label;
    EXPECT_EQ((gim_of(c) - gim_of(c).transpose()).norm(), 0) << c.label;
  }
}

TEST(GimMci, TimesVelocityIsTheBiasOfNewtonEuler) {
  for (const Case& c : cases()) {
    const MatrixXd C = mci_of(c);
    EXPECT_EQ(error(C, both(c).C), 0) << c.label;
    const VectorXd bias = newton_euler(c, c.qd, none(c));
    EXPECT_LE((C * eigen(c.qd) - bias).cwiseAbs().maxCoeff(), tolerance(c) * std::max(1.0, C.norm()))
        << c.label;
  }
}

TEST(GimMci, AssemblesInverseDynamicsWithGravityAndATipWrench) {
  const Force<double> tip{{0.3, -0.2, 0.5}, {2, -3, 1}};
  for (const Case& c : cases())
    for (const Method<double>& m : rows::gim_mci_rows<double>()) {
      if (m.quantity != Quantity::id) continue;
      std::vector<double> tau(c.q.size()), expected(c.q.size());
      RneaWork<double> work(c.arm.dof());
      rnea<double>(c.arm, c.x(), c.qd, c.qdd, c.arm.gravity(), tip, work, expected);
      m.run(c.arm, c.x(), State<double>{c.q, c.qd, c.qdd, c.tau, c.arm.gravity(), tip}, tau);
      EXPECT_LE(relative_error(tau, expected), tolerance(c)) << c.label;
    }
}

TEST(GimMci, HasARowOfTheInertiaMatrix) {
  expect_inertia(row_of(rows::gim_mci_rows<double>(), Quantity::inertia));
}

// --- the paper's equations, literally -----------------------------------------------------------------------

// Where the twist of a link is taken.
enum class Point {
  frame,        // the origin of frame i, fixed to link i
  paper,        // d_i before it on the axis of a revolute joint: the paper's O_i
  fixed_below,  // the same for slides too, where it is fixed to link i-1: what the paper says
};

// Eqs 10 to 13 with blocks of 6 x 6 in base axes.
Both literal(const Case& c, Point point) {
  const int n = c.arm.dof();
  const Posture<double> x = c.x();
  Kinematics<double> k(n);
  set_poses(c.arm, x, k);
  set_velocities<double>(c.arm, c.qd, k);
  std::vector<Vector3d> o, v, w, z;
  std::vector<Matrix6d> M, W;
  Matrix6d E = Matrix6d::Zero();
  E.topLeftCorner<3, 3>().setIdentity();
  for (int i = 0; i < n; ++i) {
    const ChainLink<double>& l = c.arm.link(i);
    const Matrix3d R = eigen(k.frame[i].R);
    z.push_back(R.col(2)), w.push_back(eigen(k.velocity[i].ang));
    Vector3d back = Vector3d::Zero();  // from the frame's origin to the point
    if (point == Point::fixed_below || (point == Point::paper && l.revolute())) back = -x.step(i).d * z[i];
    o.push_back(eigen(k.frame[i].p) + back);
    v.push_back(eigen(k.velocity[i].lin) + w[i].cross(back));
    if (point == Point::fixed_below && !l.revolute()) v[i] -= c.qd[i] * z[i];
    const double m = l.body.m;
    const Vector3d h = R * eigen(l.body.h), d = h - m * back;
    const Matrix3d I = R * eigen(l.body.I.full()) * R.transpose();
    const auto square = [](const Vector3d& a, const Vector3d& b) { return Matrix3d(hat(a) * hat(b)); };
    // inertia about the point: I + [h]x[b]x + [b]x[h]x - m [b]x[b]x with b = back
    Matrix6d Mi;
    Mi << I + square(h, back) + square(back, h) - m * square(back, back), hat(d), -hat(d),
        m * Matrix3d::Identity();
    M.push_back(Mi);
    Matrix6d Wi = Matrix6d::Zero();
    Wi.topLeftCorner<3, 3>() = Wi.bottomRightCorner<3, 3>() = hat(w[i]);
    W.push_back(Wi);
  }
  const auto A = [&](int i, int j) {
    Matrix6d a = Matrix6d::Identity();
    a.bottomLeftCorner<3, 3>() = hat(o[j] - o[i]);
    return a;
  };
  const auto A_rate = [&](int i, int j) {
    Matrix6d a = Matrix6d::Zero();
    a.bottomLeftCorner<3, 3>() = hat(v[j] - v[i]);
    return a;
  };
  const auto p = [&](int i) {
    Vector6d s = Vector6d::Zero();
    (c.arm.link(i).revolute() ? s.head<3>() : s.tail<3>()) = z[i];
    return s;
  };
  std::vector<Matrix6d> Mt(M), Mp(M);  // M̃, and the other M̃
  for (int i = n - 1; i >= 0; --i) {
    Mp[i] = W[i] * M[i] * E;
    if (i + 1 < n) {
      Mt[i] += A(i + 1, i).transpose() * Mt[i + 1] * A(i + 1, i);  // 004 (13)
      Mp[i] += A(i + 1, i).transpose() * Mp[i + 1] * A(i + 1, i);
    }
  }
  const std::function<Matrix6d(int, int)> H = [&](int i, int j) -> Matrix6d {  // 004 (12)
    Matrix6d h = Mt[i] * A_rate(i, j);
    if (i + 1 < n) h += A(i + 1, i).transpose() * H(i + 1, i) * A(i, j);
    return h;
  };
  Both out{MatrixXd(n, n), MatrixXd(n, n)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {  // 004 (10)
      out.M(std::max(i, j), std::min(i, j)) = out.M(std::min(i, j), std::max(i, j)) =
          p(std::max(i, j)).dot(Mt[std::max(i, j)] * A(std::max(i, j), std::min(i, j)) * p(std::min(i, j)));
      Matrix6d inner;
      if (i <= j) {
        inner = A(j, i).transpose() * (Mt[j] * W[j] + Mp[j]);
        if (j + 1 < n) inner += A(j + 1, i).transpose() * H(j + 1, j);
      } else {
        inner = Mt[i] * A(i, j) * W[j] + H(i, j) + Mp[i] * A(i, j);
      }
      out.C(i, j) = p(i).dot(inner * p(j));
    }
  return out;
}

TEST(GimMci, IsWhatEquations10To13Say) {
  for (const Case& c : cases()) {
    if (c.arm.dof() > 12) continue;  // the literal form recurses for each element
    const Both expected = literal(c, Point::frame), got = both(c);
    EXPECT_LE(error(got.M, expected.M), tolerance(c)) << c.label;
    EXPECT_LE(error(got.C, expected.C), tolerance(c)) << c.label;
  }
}

TEST(GimMci, HasTheSameBiasForEveryPointOfAnAxisButOtherElements) {
  const Case c("chain:5");
  const Both here = literal(c, Point::frame), there = literal(c, Point::paper);
  EXPECT_LE(error(here.M, there.M), 1e-12);
  EXPECT_LE(error(here.C * eigen(c.qd), there.C * eigen(c.qd)), 1e-12);
  EXPECT_GT(error(here.C, there.C), 1e-3);
}

TEST(GimMci, NeedsAPointThatMovesWithTheSlide) {
  const Case c("mixed:6:1");
  const VectorXd bias = newton_euler(c, c.qd, none(c));
  EXPECT_LE(error(literal(c, Point::paper).C * eigen(c.qd), bias), 1e-11);
  const Both printed = literal(c, Point::fixed_below);
  EXPECT_GT(error(printed.C * eigen(c.qd), bias), 1e-2);
  EXPECT_LE(error(printed.M, gim_of(c)), 1e-11);  // the GIM is not affected
}

TEST(GimMci, IsNotChristoffelExceptInAPlane) {
  for (const auto& [spec, plane] : {std::pair{"chain:6", false}, {"planar:5", true}}) {
    const Case c(spec);
    const MatrixXd N = inertia_rate(c, [](const auto&... in) { gim(in...); }) - 2 * mci_of(c);
    const double asymmetry = error(N, -N.transpose());
    EXPECT_EQ(asymmetry <= 1e-11, plane) << spec << ": " << asymmetry;
    EXPECT_EQ(asymmetry <= 1e-2, plane) << spec << ": " << asymmetry;
  }
}

// --- whole-arm matrices -------------------------------------------------------------------------------------

TEST(GimMciDense, AgreesWithTheElements) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    GimMciDense<double> m(c.arm.dof());
    m.set(c.arm, c.x(), c.qd);
    MatX<double> M(n, n), C(n, n);
    gim_dense(m, M.view());
    mci_dense(m, C.view());
    EXPECT_LE(error(eigen(M), gim_of(c)), tolerance(c)) << c.label;
    EXPECT_LE(error(eigen(C), mci_of(c)), tolerance(c)) << c.label;
  }
}

TEST(GimMciDense, DecouplesTheComplement) {
  const Case c("mixed:5:2");
  GimMciDense<double> m(c.arm.dof());
  m.set(c.arm, c.x(), c.qd);
  const MatrixXd Tl = eigen(m.Tl), Td = eigen(m.Td), M = eigen(m.M), W = eigen(m.W), E = eigen(m.E);
  EXPECT_LE(error(eigen(m.NOC), Tl * Td), 1e-13);  // 7
  const MatrixXd Mt = Tl.transpose() * M * Tl, Mp = Tl.transpose() * W * M * E * Tl;
  EXPECT_LE(error(gim_of(c), Td.transpose() * Mt * Td), 1e-12);  // 9
  const MatrixXd inner = Tl.transpose() * M * eigen(m.Tl_rate) + Mt * W + Mp;
  EXPECT_LE(error(mci_of(c), Td.transpose() * inner * Td), 1e-12);  // 9
  // the twists, link by link
  Kinematics<double> k(c.arm.dof());
  set_poses(c.arm, c.x(), k);
  set_velocities<double>(c.arm, c.qd, k);
  const VectorXd t = eigen(m.NOC) * eigen(c.qd);
  for (int i = 0; i < c.arm.dof(); ++i) {
    EXPECT_LE((t.segment<3>(6 * i) - eigen(k.velocity[i].ang)).norm(), 1e-12);
    EXPECT_LE((t.segment<3>(6 * i + 3) - eigen(k.velocity[i].lin)).norm(), 1e-12);
  }
}

TEST(GimMciDense, SumsNewtonEulerOverTheWholeArm) {
  for (const char* spec : {"chain:6", "mixed:7:1", "mixed:1:2"}) {
    const Case c(spec);
    std::vector<double> tau(c.q.size());
    GimMciDense<double> m(c.arm.dof());
    m.set(c.arm, c.x(), c.qd);
    newton_euler_dense<double>(m, c.qd, c.qdd, tau);
    EXPECT_LE(error(eigen(tau), newton_euler(c, c.qd, c.qdd)), 1e-11) << spec;
  }
}

// --- the edge -----------------------------------------------------------------------------------------------

TEST(GimMci, HasNoConvectiveInertiaWithOneJointOrSlidesAlone) {
  for (const char* spec : {"chain:1", "mixed:1:1", "mixed:1:2"})
    EXPECT_EQ(mci_of(Case(spec))(0, 0), 0) << spec;
  Case c("mixed:5:1");
  for (RobotLink& l : c.robot.links) l.joint = JointKind::prismatic;
  c.arm = chain_of(c.robot);
  EXPECT_EQ(mci_of(c).norm(), 0);
  EXPECT_LE(error(gim_of(c), literal(c, Point::frame).M), 1e-12);
}

TEST(GimMci, GivesZerosForMasslessLinks) {
  Case c("mixed:5:1");
  c.robot.allow_nonphysical = true;
  for (RobotLink& l : c.robot.links) l.mass = 0, l.inertia = Sym3<double>::zero();
  c.arm = chain_of(c.robot);
  EXPECT_EQ(both(c).M.norm(), 0);
  EXPECT_EQ(both(c).C.norm(), 0);
}

// --- costs --------------------------------------------------------------------------------------------------

struct Costs {
  OpCount gim, mci, both;
};
Costs costs(const Case& c, Constants constants) {
  const int n = c.arm.dof();
  const Chain<Counted> arm = counted(c.arm, constants);
  const auto q = general(c.q), qd = general(c.qd);
  const Posture<Counted> x = posture<Counted>(arm, q);
  GimMciWork<Counted> work(n);
  MatX<Counted> M(n, n), C(n, n);
  Costs out;
  {
    const CountScope scope;
    gim(arm, x, M.view());
    out.gim = scope.count();
  }
  {
    const CountScope scope;
    mci<Counted>(arm, x, qd, work, C.view());
    out.mci = scope.count();
  }
  {
    const CountScope scope;
    gim_mci<Counted>(arm, x, qd, work, M.view(), C.view());
    out.both = scope.count();
  }
  return out;
}

TEST(GimMci, CostsWhatItsHeaderSays) {
  for (long n : {4, 6, 7, 13, 30}) {
    const Costs got = costs(Case("chain:" + std::to_string(n)), Constants::general);
    EXPECT_EQ(got.gim, (OpCount{.mul = 10 * n * n + 12 * n - 36, .add = 6 * n * n + 29 * n - 57}));
    EXPECT_EQ(got.mci,
              (OpCount{.mul = (15 * n * n + 491 * n - 938) / 2, .add = (13 * n * n + 447 * n - 858) / 2}));
    EXPECT_EQ(got.both, (OpCount{.mul = (21 * n * n + 471 * n - 876) / 2, .add = 9 * n * n + 215 * n - 398}));
  }
}

TEST(GimMci, CostsALittleMoreOnThreeJointsThanTheRuleSays) {
  const Costs got = costs(Case("chain:3"), Constants::general);
  EXPECT_EQ(got.gim, (OpCount{90, 84, 0, 0}));
  EXPECT_EQ(got.mci, (OpCount{339, 304, 0, 0}));
  EXPECT_EQ(got.both, (OpCount{367, 332, 0, 0}));
}

TEST(GimMci, CostsLessThanThePaperForTheGimAndForBoth) {
  for (long n : {2, 3, 4, 5, 6, 7, 13, 30}) {
    const Costs got = costs(Case("chain:" + std::to_string(n)), Constants::general);
    const OpCount eq14{.mul = 11 * n * n + 42 * n - 18, .add = 7 * n * n + 44 * n - 18};
    EXPECT_LE(got.gim.mul, eq14.mul);  // even without the rotations that step 5(b) leaves out
    EXPECT_LE(got.gim.add, eq14.add);
    EXPECT_LE(got.gim.mul, 12 * n * n + 56 * n - 27);  // eq 15
    EXPECT_LE(got.gim.add, 7 * n * n + 67 * n - 53);
    // eq 14 with those rotations (24 mul, 21 add per link), and eq 16
    EXPECT_LE(got.both.mul, eq14.mul + 24 * (n - 1) + 14 * n * n + 22 * n + 4);
    EXPECT_LE(2 * got.both.add, 2 * (eq14.add + 21 * (n - 1)) + 27 * n * n + 111 * n - 131);
  }
}

// Eq 16 alone is not reached by short arms. It contradicts Table V, which gives more for two arms of three joints with
// many zeros than eq 16 for any arm; a general arm costs us less than Table V says of those two.
TEST(GimMci, CostsLessThanEquation16OnLongArmsAndLessThanTableVOnAnyOfThreeJoints) {
  const auto eq16 = [](long n) {
    return OpCount{.mul = 14 * n * n + 22 * n + 4, .add = (27 * n * n + 111 * n - 131) / 2};
  };
  const auto ours = [](long n) { return costs(Case("chain:" + std::to_string(n)), Constants::general).mci; };
  for (int n = 1; n <= 40; ++n) {
    EXPECT_EQ(ours(n).mul > eq16(n).mul, n >= 2 && n <= 32) << n;
    EXPECT_EQ(ours(n).add > eq16(n).add, n >= 3 && n <= 21) << n;
  }
  const OpCount three = ours(3);
  EXPECT_LT(eq16(3).mul, 389);
  EXPECT_LE(three.mul, 389);
  EXPECT_LE(three.add, 317);
}

Case in_state(const std::string& stem) {
  Case c("chain:1");
  Notes notes;
  c.label = stem;
  c.robot = load_robot(stem, notes);
  c.arm = make_chain(c.robot, notes);
  Random random(1);
  c.q = random.vector(c.arm.dof(), -3, 3), c.qd = random.vector(c.arm.dof(), -2, 2);
  return c;
}

TEST(GimMci, CostsLessThanTablesIIIAndVOnTheirArms) {
  struct Row {
    const char* stem;
    OpCount gim, mci, gim_printed, mci_printed;
  };
  for (const Row& row : {
           Row{"rtx", {22, 23, 0, 0}, {75, 63, 0, 0}, {142, 138, 0, 0}, {389, 317, 0, 0}},
           Row{"stanford_004", {15, 20, 0, 0}, {84, 89, 0, 0}, {170, 154, 0, 0}, {522, 352, 0, 0}},
           Row{"rp", {2, 5, 0, 0}, {8, 4, 0, 0}, {12, 6, 0, 0}, {26, 14, 0, 0}},
           Row{"pr", {1, 1, 0, 0}, {14, 6, 0, 0}, {21, 6, 0, 0}, {28, 18, 0, 0}},
       }) {
    const Costs got = costs(in_state(row.stem), Constants::known);
    EXPECT_EQ(got.gim, row.gim) << row.stem;
    EXPECT_EQ(got.mci, row.mci) << row.stem;
    EXPECT_LE(got.gim.mul, row.gim_printed.mul) << row.stem;
    EXPECT_LE(got.gim.add, row.gim_printed.add) << row.stem;
    EXPECT_LE(got.mci.mul, row.mci_printed.mul) << row.stem;
    EXPECT_LE(got.mci.add, row.mci_printed.add) << row.stem;
  }
}

// --- the PR arm ---------------------------------------------------------------------------------------------

TEST(Manipulability, OfThePrArmIsItsLengthTimesTheCosine) {
  const Chain<double> arm = in_state("pr").arm;
  const double a2 = 0.8584;
  for (double theta : {-2.0, 0.3, 1.5}) {
    const std::vector<double> q = {0.7, theta};
    const Posture<double> x = posture<double>(arm, q);
    Kinematics<double> k(2);
    set_poses(arm, x, k);
    MatX<double> J(6, 2);
    jacobian(arm, k, J.view());
    const MatrixXd lin = eigen(J).bottomRows(3);
    const Vector3d slide = lin.col(0), turn = lin.col(1);
    EXPECT_NEAR(slide.norm(), 1, 1e-15);                         // 22, first column
    EXPECT_NEAR(turn.dot(slide), -a2 * std::sin(theta), 1e-15);  // 22, second column
    EXPECT_NEAR((turn - turn.dot(slide) * slide).norm(), std::abs(a2 * std::cos(theta)), 1e-15);
    EXPECT_NEAR(manipulability(arm, k), a2 * std::abs(std::cos(theta)), 1e-15);  // 21
  }
}

// --- Appendix B ---------------------------------------------------------------------------------------------

TEST(GimMciAppendix, TurnsAVectorAndATensorWithTheLeastProducts) {
  Random random(4);
  const double theta = random(-3, 3), alpha = random(-3, 3);
  const DhTurn<double> Q{std::cos(theta), std::sin(theta), std::cos(alpha), std::sin(alpha)};
  const Matrix3d q =
      (Eigen::AngleAxisd(theta, Vector3d::UnitZ()) * Eigen::AngleAxisd(alpha, Vector3d::UnitX()))
          .toRotationMatrix();
  const Vec3<double> r{random(-1, 1), random(-1, 1), random(-1, 1)};
  const Sym3<double> I{random(1, 2), random(1, 2), random(1, 2), random(-1, 1), random(-1, 1), random(-1, 1)};
  EXPECT_LE((eigen(turned(Q, r)) - q * eigen(r)).norm(), 1e-15);
  EXPECT_LE((eigen(turned(Q, I).full()) - q * eigen(I.full()) * q.transpose()).norm(), 1e-14);
  EXPECT_LE((eigen(twice_crossed(r, 3.0 * r).full()) - 3 * hat(eigen(r)) * hat(eigen(r))).norm(), 1e-14);

  const auto g = [&] { return Counted::general(random(-1, 1)); };
  const DhTurn<Counted> Qc{g(), g(), g(), g()};
  const Vec3<Counted> rc{g(), g(), g()}, dc{g(), g(), g()};
  const Sym3<Counted> Ic{g(), g(), g(), g(), g(), g()};
  const auto count = [](auto&& run) {
    const CountScope scope;
    run();
    return scope.count();
  };
  EXPECT_EQ(count([&] { turned(Qc, rc); }), (OpCount{.mul = 8, .add = 4}));
  EXPECT_EQ(count([&] { turned(Qc, Ic); }), (OpCount{.mul = 16, .add = 16}));
  EXPECT_EQ(count([&] { twice_crossed(rc, dc); }), (OpCount{.mul = 6, .add = 3}));
}

}  // namespace
}  // namespace catena::test
