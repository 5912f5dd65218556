// SPDX-License-Identifier: Apache-2.0
#include "support/derivatives.hpp"

#include <span>

#include "catena/core/algo/aba.hpp"
#include "catena/core/scalar/dual.hpp"

namespace catena::test {
namespace {

// id or fd of a case on any scalar; `third` is qdd or tau.
template <class T>
std::vector<T> id_at(const Chain<T>& arm, std::span<const T> q, std::span<const T> qd, std::span<const T> qdd,
                     const Force<T>& tip) {
  RneaWork<T> work(arm.dof());
  std::vector<T> tau(q.size(), T(0));
  rnea<T>(arm, posture<T>(arm, q), qd, qdd, arm.gravity(), tip, work, tau);
  return tau;
}
template <class T>
std::vector<T> fd_at(const Chain<T>& arm, std::span<const T> q, std::span<const T> qd, std::span<const T> tau,
                     const Force<T>& tip) {
  AbaWork<T> work(arm.dof());
  std::vector<T> qdd(q.size(), T(0));
  aba<T>(arm, posture<T>(arm, q), qd, tau, arm.gravity(), tip, work, qdd);
  return qdd;
}

}  // namespace

MatrixXd by_dual(bool forward, const Case& c, By by, const Force<double>& tip) {
  using D = Dual<1>;
  const Chain<D> arm = c.arm.cast<D>();
  const auto lift = [](const std::vector<double>& v) { return std::vector<D>(v.begin(), v.end()); };
  auto q = lift(c.q), qd = lift(c.qd), third = lift(forward ? c.tau : c.qdd);
  const auto vec = [](const Vec3<double>& v) { return Vec3<D>{D(v.x), D(v.y), D(v.z)}; };
  const Force<D> wrench{vec(tip.ang), vec(tip.lin)};
  std::vector<D>& moved = by == By::q ? q : by == By::qd ? qd : third;
  const int n = arm.dof();
  MatrixXd A(n, n);
  for (int j = 0; j < n; ++j) {
    moved[j].d[0] = 1;
    const std::vector<D> y =
        forward ? fd_at<D>(arm, q, qd, third, wrench) : id_at<D>(arm, q, qd, third, wrench);
    moved[j].d[0] = 0;
    for (int i = 0; i < n; ++i) A(i, j) = y[i].d[0];
  }
  return A;
}

MatrixXd by_difference(bool forward, const Case& c, By by, const Force<double>& tip, double h) {
  auto q = c.q, qd = c.qd, third = forward ? c.tau : c.qdd;
  std::vector<double>& moved = by == By::q ? q : by == By::qd ? qd : third;
  const auto at = [&] {
    return eigen(forward ? fd_at<double>(c.arm, q, qd, third, tip) : id_at<double>(c.arm, q, qd, third, tip));
  };
  const int n = c.arm.dof();
  MatrixXd A(n, n);
  for (int j = 0; j < n; ++j) {
    const double before = moved[j];
    moved[j] = before + h;
    const VectorXd ahead = at();
    moved[j] = before - h;
    const VectorXd behind = at();
    moved[j] = before;
    A.col(j) = (ahead - behind) / (2 * h);
  }
  return A;
}

MatView<double> view(MatrixXd& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
          static_cast<int>(A.outerStride())};
}

}  // namespace catena::test
