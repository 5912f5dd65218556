// SPDX-License-Identifier: Apache-2.0
// A user's program with the headers of the algorithms alone, as for firmware: no library, no Eigen, no exceptions. M, inverse
// and forward dynamics of a Panda, checked against sums over its links that share no code with Catena.
#include <catena/core/algo/aba.hpp>
#include <catena/core/algo/gdahj.hpp>
#include <catena/core/algo/rnea.hpp>
#include <catena/core/model/chain_link.hpp>
#include <cmath>
#include <cstdio>

#include "panda.hpp"

namespace {

using panda::n;
constexpr double kGravity = 9.81;

catena::Chain<double> make_panda() {
  std::vector<catena::ChainLink<double>> links;
  for (const panda::Row& r : panda::kRows) {
    const auto& [xx, yy, zz, xy, xz, yz] = r.inertia;
    links.push_back(catena::chain_link(catena::JointKind::revolute, {r.a, r.alpha, r.d, 0}, r.mass,
                                       {r.com[0], r.com[1], r.com[2]}, {xx, yy, zz, xy, xz, yz}));
  }
  auto tool = catena::Pose<double>::identity();
  tool.p.z = panda::kFlange;
  return {links, catena::Pose<double>::identity(), tool, {0, 0, -kGravity}};
}

// --- the same arm by the definitions: M = Σ m Jᵀ J + Jωᵀ I Jω, V = Σ m g z -----------------------------------

struct Sums {
  double M[n][n] = {};
  double V = 0;
};

Sums sums_over_links(const double* q) {
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, p[3] = {0, 0, 0}, axis[n][3], origin[n][3];
  Sums out;
  for (int i = 0; i < n; ++i) {
    const panda::Row& r = panda::kRows[i];
    const double ca = std::cos(r.alpha), sa = std::sin(r.alpha), c = std::cos(q[i]), s = std::sin(q[i]);
    const double step[3][3] = {{c, -s, 0}, {ca * s, ca * c, -sa}, {sa * s, sa * c, ca}};
    const double along[3] = {r.a, -sa * r.d, ca * r.d};
    double next[3][3], com[3], I[3][3];
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l)
        next[k][l] = R[k][0] * step[0][l] + R[k][1] * step[1][l] + R[k][2] * step[2][l];
      p[k] += R[k][0] * along[0] + R[k][1] * along[1] + R[k][2] * along[2];
    }
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l) R[k][l] = next[k][l];
      axis[i][k] = R[k][2], origin[i][k] = p[k];
      com[k] = p[k] + R[k][0] * r.com[0] + R[k][1] * r.com[1] + R[k][2] * r.com[2];
    }
    const auto& [xx, yy, zz, xy, xz, yz] = r.inertia;
    const double body[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        I[k][l] = 0;
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) I[k][l] += R[k][a] * body[a][b] * R[l][b];
      }
    double J[n][3];
    for (int j = 0; j <= i; ++j) {
      const double* z = axis[j];
      const double d[3] = {com[0] - origin[j][0], com[1] - origin[j][1], com[2] - origin[j][2]};
      J[j][0] = z[1] * d[2] - z[2] * d[1], J[j][1] = z[2] * d[0] - z[0] * d[2],
      J[j][2] = z[0] * d[1] - z[1] * d[0];
    }
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= i; ++k)
        for (int a = 0; a < 3; ++a) {
          out.M[j][k] += r.mass * J[j][a] * J[k][a];
          for (int b = 0; b < 3; ++b) out.M[j][k] += axis[j][a] * I[a][b] * axis[k][b];
        }
    out.V += r.mass * kGravity * com[2];
  }
  return out;
}

bool near(double x, double y, double tolerance) { return std::abs(x - y) <= tolerance; }

}  // namespace

int main() {
  const catena::Chain<double> arm = make_panda();
  const auto x = catena::posture<double>(arm, panda::q);
  const Sums sums = sums_over_links(panda::q);

  // M
  catena::GdahjWork<double> gdahj_work(n);
  double M[n * n];
  catena::gdahj<double>(arm, x, gdahj_work, {M, n, n, n});
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (!near(M[j * n + i], sums.M[i][j], 1e-12)) return 1;

  // inverse dynamics: Lagrange's equations, the derivatives of M and V by central differences
  catena::RneaWork<double> rnea_work(n);
  double tau[n], expected[n] = {};
  catena::rnea<double>(arm, x, panda::qd, panda::qdd, arm.gravity(), rnea_work, tau);
  for (int k = 0; k < n; ++k) {
    constexpr double h = 1e-5;
    double ahead[n], back[n];
    for (int i = 0; i < n; ++i)
      ahead[i] = panda::q[i] + (i == k ? h : 0), back[i] = panda::q[i] - (i == k ? h : 0);
    const Sums plus = sums_over_links(ahead), minus = sums_over_links(back);
    expected[k] += (plus.V - minus.V) / (2 * h);
    for (int i = 0; i < n; ++i) {
      expected[k] += sums.M[k][i] * panda::qdd[i];
      for (int j = 0; j < n; ++j) {
        const double dM = (plus.M[i][j] - minus.M[i][j]) / (2 * h);  // ∂M_ij/∂q_k
        expected[i] += dM * panda::qd[k] * panda::qd[j];
        expected[k] -= dM * panda::qd[i] * panda::qd[j] / 2;
      }
    }
  }
  for (int i = 0; i < n; ++i)
    if (!near(tau[i], expected[i], 1e-7)) return 2;

  // forward dynamics: the inverse of that
  catena::AbaWork<double> aba_work(n);
  double qdd[n];
  catena::aba<double>(arm, x, panda::qd, tau, arm.gravity(), aba_work, qdd);
  for (int i = 0; i < n; ++i)
    if (!near(qdd[i], panda::qdd[i], 1e-11)) return 3;
  std::puts("M, inverse and forward dynamics of a Panda without the library");
}
