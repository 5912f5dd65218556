// SPDX-License-Identifier: Apache-2.0
// The natural orthogonal complement: its matrices against kinematics and inverse dynamics, its inertia matrix
// against the golden data, and its cost.
#include "catena/core/algo/denoc.hpp"
#include "catena/core/algo/denoc_id.hpp"
#include "catena/count/methods.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/rnea.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/rows/denoc.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/cost.hpp"
#include "support/eigen.hpp"
#include "support/one_row.hpp"

namespace catena::test {
namespace {

enum class Points { origins, mass_centres, elsewhere };

// The matrices of an arm in its state.
template <class T>
Denoc<T> denoc_of(const Chain<T>& arm, std::span<const T> q, Points points) {
  Kinematics<T> k(arm.dof());
  set_poses(arm, posture<T>(arm, q), k);
  Denoc<T> d(arm.dof());
  if (points == Points::origins)
    denoc_origins(k, d);
  else
    denoc_mass_centres(arm, k, d);
  if (points == Points::elsewhere)
    for (std::size_t i = 0; i < d.c.size(); ++i)
      d.c[i] = d.c[i] + Vec3<T>{T(0.2), T(-0.3), T(0.1 + 0.05 * static_cast<double>(i))};
  set_denoc(arm, k, d);
  return d;
}

MatrixXd matrix_by_crba(const Case& c) {
  MatX<double> M(c.arm.dof(), c.arm.dof());
  crba(c.arm, c.x(), M.view());
  return eigen(M);
}

TEST(Denoc, TakesJointRatesToTwists) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const int n = c.arm.dof();
    Kinematics<double> k(n);
    set_poses(c.arm, c.x(), k);
    set_velocities<double>(c.arm, c.qd, k);
    for (Points points : {Points::origins, Points::mass_centres, Points::elsewhere}) {
      const Denoc<double> d = denoc_of<double>(c.arm, c.q, points);
      const VectorXd t = eigen(d.Nl) * (eigen(d.Nd) * eigen(c.qd));
      EXPECT_LE((eigen(d.N) * eigen(c.qd) - t).norm(), tolerance(c) * (1 + t.norm()));
      for (int i = 0; i < n; ++i) {
        const Motion<double>& V = k.velocity[i];
        const Vec3<double> v = V.lin + cross(V.ang, d.c[i] - k.frame[i].p);
        VectorXd expected(6);
        expected << V.ang.x, V.ang.y, V.ang.z, v.x, v.y, v.z;
        EXPECT_LE((t.segment(6 * i, 6) - expected).norm(), tolerance(c) * (1 + t.norm()));
      }
    }
  }
}

// N_l⁻¹ has only 1 and -B_i,i-1: the twist of a link minus that of the previous one.
TEST(Denoc, PropagatesTwistsFromNeighbourToNeighbour) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const int n = c.arm.dof();
    const Denoc<double> d = denoc_of<double>(c.arm, c.q, Points::mass_centres);
    const MatrixXd Nl = eigen(d.Nl);
    MatrixXd inverse = MatrixXd::Identity(6 * n, 6 * n);
    for (int i = 1; i < n; ++i) inverse.block(6 * i, 6 * i - 6, 6, 6) = -Nl.block(6 * i, 6 * i - 6, 6, 6);
    EXPECT_LE((Nl * inverse - MatrixXd::Identity(6 * n, 6 * n)).norm(), tolerance(c) * Nl.norm());
    EXPECT_EQ(Nl.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().norm(), 0);
  }
}

TEST(Denoc, ReducesTheMassMatricesToTheInertiaMatrix) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const MatrixXd M = matrix_by_crba(c);
    for (Points points : {Points::origins, Points::mass_centres, Points::elsewhere}) {
      const Denoc<double> d = denoc_of<double>(c.arm, c.q, points);
      const MatrixXd N = eigen(d.N), Nd = eigen(d.Nd), Nl = eigen(d.Nl);
      EXPECT_LE((N.transpose() * eigen(d.M) * N - M).norm(), tolerance(c) * M.norm());
      EXPECT_LE((Nd.transpose() * (Nl.transpose() * eigen(d.M) * Nl) * Nd - M).norm(),
                tolerance(c) * M.norm());
    }
  }
}

// N_lᵀ M N_l: composite bodies on the diagonal, by the recursion of eq 6.
TEST(Denoc, HasCompositeBodiesOnTheDiagonal) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const int n = c.arm.dof();
    const Denoc<double> d = denoc_of<double>(c.arm, c.q, Points::mass_centres);
    const MatrixXd Nl = eigen(d.Nl), M = eigen(d.M);
    const MatrixXd til = Nl.transpose() * M * Nl;
    MatrixXd composite = MatrixXd::Zero(6, 6);
    for (int i = n - 1; i >= 0; --i) {
      composite += M.block(6 * i, 6 * i, 6, 6);
      EXPECT_LE((til.block(6 * i, 6 * i, 6, 6) - composite).norm(), tolerance(c) * til.norm());
      if (i == 0) break;
      const MatrixXd B = Nl.block(6 * i, 6 * i - 6, 6, 6);
      composite = (B.transpose() * composite * B).eval();
    }
  }
}

TEST(Denoc, HasBlockDiagonalMassMatricesAtTheMassCentres) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const Denoc<double> d = denoc_of<double>(c.arm, c.q, Points::mass_centres);
    const MatrixXd M = eigen(d.M);
    for (int i = 0; i < c.arm.dof(); ++i) {
      const MatrixXd Mi = M.block(6 * i, 6 * i, 6, 6);
      const double m = c.arm.link(i).body.m;
      EXPECT_LE(Mi.block(0, 3, 3, 3).norm() + Mi.block(3, 0, 3, 3).norm(), 1e-13 * Mi.norm());
      EXPECT_LE((Mi.block(3, 3, 3, 3) - m * MatrixXd::Identity(3, 3)).norm(), 0);
    }
  }
}

// τ = Nᵀ (M ṫ + W M E t), with Ṅ by dual numbers, is inverse dynamics without gravity.
TEST(Denoc, TurnsNewtonEulerIntoInverseDynamics) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    const int n = c.arm.dof();
    using D = Dual<1>;
    std::vector<D> q;
    for (std::size_t i = 0; i < c.q.size(); ++i) {
      q.emplace_back(c.q[i]);
      q.back().d[0] = c.qd[i];
    }
    std::vector<double> tau(c.q.size());
    RneaWork<double> work(n);
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, Vec3<double>::zero(), work, tau);
    Kinematics<double> k(n);
    set_poses(c.arm, c.x(), k);
    set_velocities<double>(c.arm, c.qd, k);
    for (Points points : {Points::origins, Points::mass_centres}) {
      Denoc<double> d = denoc_of<double>(c.arm, c.q, points);
      set_denoc_rates(k, d);
      const Denoc<D> moving = denoc_of<D>(c.arm.cast<D>(), q, points);
      MatrixXd Nd(6 * n, n);
      for (int i = 0; i < 6 * n; ++i)
        for (int j = 0; j < n; ++j) Nd(i, j) = moving.N(i, j).d[0];
      const MatrixXd N = eigen(d.N);
      const VectorXd t = N * eigen(c.qd), td = N * eigen(c.qdd) + Nd * eigen(c.qd);
      const VectorXd wrench = eigen(d.M) * td + eigen(d.W) * (eigen(d.M) * (eigen(d.E) * t));
      EXPECT_LE((N.transpose() * wrench - eigen(tau)).norm(), tolerance(c) * (1 + eigen(tau).norm()));
    }
  }
}

TEST(Denoc, HasTheInertiaMatrixElementByElement) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    MatX<double> M(c.arm.dof(), c.arm.dof());
    DenocWork<double> work(c.arm.dof());
    denoc(c.arm, c.x(), work, M.view());
    const MatrixXd expected = matrix_by_crba(c);
    EXPECT_LE((eigen(M) - expected).norm(), tolerance(c) * expected.norm());
  }
}

TEST(Denoc, ReproducesTheGoldenInertiaMatrices) {
  int compared = 0;
  for (const Golden& g : all_golden()) {
    const Chain<double> arm = chain_of(g.robot);
    for (const GoldenState& state : g.states) {
      const auto q = state["q"];
      std::vector<double> M(static_cast<std::size_t>(g.dof() * g.dof()));
      const State<double> s{q, {}, {}, {}, arm.gravity(), Force<double>::zero()};
      rows::denoc_rows<double>()[0].run(arm, posture<double>(arm, q), s, M);
      EXPECT_LE(relative_error(M, state["M"]), g.tolerance()) << g.file;  // symmetric: rows are columns
      ++compared;
    }
  }
  EXPECT_GE(compared, 60);
}

TEST(Denoc, ServesAMasslessLinkAtEitherPoint) {
  Case c("chain:4");
  c.robot.links[1].mass = 0;
  c.robot.links[1].inertia = Sym3<double>::zero();
  const Chain<double> arm = chain_of(c.robot);
  MatX<double> M(4, 4);
  crba(arm, posture<double>(arm, c.q), M.view());
  Denoc<double> at_origins = denoc_of<double>(arm, c.q, Points::origins);
  for (Points points : {Points::origins, Points::mass_centres}) {
    Denoc<double> d = denoc_of<double>(arm, c.q, points);
    EXPECT_LE((eigen(d.N).transpose() * eigen(d.M) * eigen(d.N) - eigen(M)).norm(), 1e-12 * eigen(M).norm());
    EXPECT_LE((eigen(d.c[1]) - eigen(at_origins.c[1])).norm(),
              0);  // its centre of mass is the frame's origin
  }
}

// In all, with the poses given where a method takes them.
TEST(Denoc, CostsLessThanCompositeBodiesAndGdahjForFourToElevenJoints) {
  for (int n = 2; n <= 14; ++n) {
    const auto total = [n](const char* method) {
      const OpCount cost = cost_of(Quantity::inertia, method, n);
      const bool poses = find_method<Counted>(Quantity::inertia, method)->poses;
      return cost.mul + cost.add - (poses ? 48 * n - 46 : 0);
    };
    const long here = total("denoc");
    EXPECT_EQ(here < total("crba"), n >= 4) << n;
    EXPECT_EQ(here < total("gdahj"), n <= 11) << n;
    EXPECT_EQ(here > total("gim_mci"), n <= 6) << n;
    EXPECT_EQ(here > total("augmented_body"), n >= 6) << n;
  }
}

TEST(Denoc, CostsWhatItsHeaderSays) {
  for (int n : {1, 2, 6, 7, 13, 30}) {
    const Case c("chain:" + std::to_string(n));
    const Chain<Counted> arm = counted(c.arm, Constants::general);
    const auto q = general(c.q);
    const Posture<Counted> x = posture<Counted>(arm, q);
    DenocWork<Counted> work(n);
    MatX<Counted> M(n, n);
    set_poses(arm, x, work.kinematics);
    const CountScope scope;
    denoc_from_poses(arm, x, work, M.view());
    const long k = n;
    EXPECT_EQ(scope.count(), (OpCount{.mul = (9 * k * k + 83 * k - 92) / 2, .add = 4 * k * k + 49 * k - 53}))
        << n;
  }
}

// --- the recursion ---------------------------------------------------------------------------------------------

TEST(DenocId, IsTheInverseDynamicsOfNewtonAndEuler) {
  for (const Case& c : cases()) {
    const int n = c.arm.dof();
    const Vec3<double> gravity = {1.1, -2.3, -9.81};
    DenocIdWork<double> work(n);
    RneaWork<double> newton_euler(n);
    std::vector<double> got(c.q.size()), want(c.q.size());
    denoc_id<double>(c.arm, c.x(), c.qd, c.qdd, gravity, work, got);
    rnea<double>(c.arm, c.x(), c.qd, c.qdd, gravity, Force<double>::zero(), newton_euler, want);
    EXPECT_LT((eigen(got) - eigen(want)).norm(), 1e-13 * n * n * (eigen(want).norm() + 1)) << c.label;
  }
}

TEST(DenocId, CostsWhatItsHeaderSays) {
  for (const int n : {3, 6, 9}) {
    const OpCount cost = cost_of_run(n, [](const auto& arm, const auto& x, const State<Counted>& s) {
      DenocIdWork<Counted> work(arm.dof());
      std::vector<Counted> tau(s.q.begin(), s.q.end());
      const CountScope scope;
      denoc_id<Counted>(arm, x, s.qd, s.qdd, s.gravity, work, tau);
      return scope.count();
    });
    EXPECT_EQ(cost.mul, 199 * n - 95);
    EXPECT_EQ(cost.add, 173 * n - 110);
  }
}

}  // namespace
}  // namespace catena::test
