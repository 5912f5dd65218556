// SPDX-License-Identifier: Apache-2.0
#include "reproduce/flatness.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/scalar/dual.hpp"
#include "core/math/linear.hpp"
#include "reproduce/worse.hpp"

namespace catena::reproduce::detail {
namespace {

using D1 = Dual<1>;

// Posture and arm on dual numbers that follow joint k.
std::vector<D1> along_joint_k(const std::vector<double>& q, int k) {
  std::vector<D1> out;
  for (std::size_t i = 0; i < q.size(); ++i)
    out.push_back(static_cast<int>(i) == k ? D1::variable(q[i], 0) : D1(q[i]));
  return out;
}
Chain<D1> dual_arm(const Chain<double>& arm) {
  return arm.cast<D1>([](double v) { return D1(v); });
}

}  // namespace

double curvature(const Chain<double>& plain, const std::vector<double>& q) {
  const int n = plain.dof();
  const Chain<D1> arm = dual_arm(plain);
  const auto cube = static_cast<std::size_t>(n * n * n);
  std::vector<std::vector<double>> dG;  // by joint k: the derivatives of all symbols
  std::vector<double> G(cube);
  Eigen::MatrixXd M(n, n);
  for (int k = 0; k < n; ++k) {
    AugmentedWork<D1> work(n);
    MatX<D1> I(n, n);
    std::vector<D1> gamma(cube, D1(0.0));
    augmented_body(arm, posture<D1>(arm, along_joint_k(q, k)), work, I.view(),
                   CubeView<D1>{gamma.data(), n, n});
    std::vector<double> d(cube);
    for (std::size_t e = 0; e < cube; ++e) d[e] = gamma[e].d[0], G[e] = gamma[e].value;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) M(i, j) = I(i, j).value;
    dG.push_back(std::move(d));
  }
  const auto at = [n](int i, int j, int k) { return static_cast<std::size_t>((k * n + j) * n + i); };
  Eigen::MatrixXd inverse(n, n);
  for (int j = 0; j < n; ++j) inverse.col(j) = catena::detail::solve(M, Eigen::VectorXd::Unit(n, j));
  double most = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l) {
          double R =
              dG[static_cast<std::size_t>(k)][at(i, j, l)] - dG[static_cast<std::size_t>(l)][at(i, j, k)];
          for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
              R += inverse(a, b) * (G[at(a, i, l)] * G[at(b, j, k)] - G[at(a, i, k)] * G[at(b, j, l)]);
          most = worse(most, std::abs(R) / std::sqrt(M(i, i) * M(j, j)));
        }
  return most;
}

double quasi_velocity_curl(const Chain<double>& plain, const std::vector<double>& q) {
  using std::sqrt;
  const int n = plain.dof();
  const Chain<D1> arm = dual_arm(plain);
  std::vector<Eigen::MatrixXd> dW;  // by joint k: the derivative of W = D^1/2 U^T, nu = W qd
  for (int k = 0; k < n; ++k) {
    UdutWork<D1> work(n);
    const Posture<D1> x = posture<D1>(arm, along_joint_k(q, k));
    udut_factor(arm, x, work);
    MatX<D1> U(n, n);
    udut_factors(arm, x, work, U.view());
    Eigen::MatrixXd d(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) d(i, j) = (sqrt(work.m_hat[static_cast<std::size_t>(i)]) * U(j, i)).d[0];
    dW.push_back(d);
  }
  double curl = 0, scale = 1e-12;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double a = dW[static_cast<std::size_t>(k)](i, j), b = dW[static_cast<std::size_t>(j)](i, k);
        curl = worse(curl, std::abs(a - b)), scale = worse(scale, std::abs(a));
      }
  return curl / scale;
}

}  // namespace catena::reproduce::detail
