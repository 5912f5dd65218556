// SPDX-License-Identifier: Apache-2.0
#include "catena/core/second_derivatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "catena/core/algo/rnea_derivatives.hpp"
#include "catena/core/scalar/dual.hpp"

namespace catena {
namespace {

constexpr int kDirections = 8;
using D = Dual<kDirections>;

}  // namespace

struct SecondDerivatives::Impl {
  explicit Impl(const Arm& original)
      : name(original.name()),
        n(original.dof()),
        arm(original.chain().cast<D>()),
        x(arm),
        work(arm),
        q(static_cast<std::size_t>(n), D(0)),
        qd(q),
        qdd(q),
        by_q(n, n),
        by_qd(n, n),
        by_qdd(n, n),
        out{Eigen::MatrixXd(n, n * n), Eigen::MatrixXd(n, n * n), Eigen::MatrixXd(n, n * n),
            Eigen::MatrixXd(n, n * n)} {}

  void require(const char* what, VecIn v) const {
    if (v.size() != n)
      throw Error(ErrorKind::usage, "SecondDerivatives", fmt::format("'{}' has the wrong size", what))
          .given(fmt::format("{} elements", v.size()))
          .need(fmt::format("{} elements, since '{}' has {} joints", n, name, n));
    for (Eigen::Index i = 0; i < v.size(); ++i)
      if (!std::isfinite(v[i]))
        throw Error(ErrorKind::usage, "SecondDerivatives", fmt::format("'{}' is not finite", what))
            .given(fmt::format("{}[{}] = {} (counted from 0)", what, i, v[i]));
  }

  // Matrices `first` ... of the results, by the joints from `first` on.
  void run(int first, const Force<D>& tip) {
    const int count = std::min(kDirections, n - first);
    for (int k = 0; k < count; ++k) q[first + k].d[k] = 1;
    x.set(arm, q);
    for (int k = 0; k < count; ++k) q[first + k].d[k] = 0;
    rnea_derivatives<D>(arm, x, qd, qdd, arm.gravity(), tip, work,
                        {by_q.view(), by_qd.view(), by_qdd.view()});
    for (int k = 0; k < count; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const int column = (first + k) * n + j;
          out.by_q_q(i, column) = by_q(i, j).d[k];
          out.by_qd_q(i, column) = by_qd(i, j).d[k];
          out.by_qdd_q(i, column) = by_qdd(i, j).d[k];
        }
  }

  // From the derivatives of M, and symmetric to the last bit, as is what depends on q twice.
  void complete() {
    const auto M = [&](int i, int j, int k) { return out.by_qdd_q(i, k * n + j); };
    for (int k = 0; k < n; ++k)
      for (int j = 0; j <= k; ++j)
        for (int i = 0; i < n; ++i) {
          out.by_qd_qd(i, k * n + j) = out.by_qd_qd(i, j * n + k) = M(i, j, k) + M(i, k, j) - M(j, k, i);
          double& one = out.by_q_q(i, k * n + j);
          double& other = out.by_q_q(i, j * n + k);
          one = other = 0.5 * (one + other);
        }
  }

  std::string name;
  int n;
  Chain<D> arm;
  Posture<D> x;
  RneaDerivativesWork<D> work;
  std::vector<D> q, qd, qdd;
  MatX<D> by_q, by_qd, by_qdd;
  IdSecondDerivatives out;
};

SecondDerivatives::SecondDerivatives(const Arm& arm) : impl_(std::make_unique<Impl>(arm)) {}
SecondDerivatives::~SecondDerivatives() = default;
SecondDerivatives::SecondDerivatives(SecondDerivatives&&) noexcept = default;

const IdSecondDerivatives& SecondDerivatives::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) {
  Impl& me = *impl_;
  me.require("q", q), me.require("qd", qd), me.require("qdd", qdd);
  const Vec3<double>&m = tip.ang, &f = tip.lin;
  if (!std::isfinite(m.x + m.y + m.z + f.x + f.y + f.z))
    throw Error(ErrorKind::usage, "SecondDerivatives", "'tip' is not finite");
  for (int i = 0; i < me.n; ++i) me.q[i] = D(q[i]), me.qd[i] = D(qd[i]), me.qdd[i] = D(qdd[i]);
  const Force<D> wrench = {{D(m.x), D(m.y), D(m.z)}, {D(f.x), D(f.y), D(f.z)}};
  for (int first = 0; first < me.n; first += kDirections) me.run(first, wrench);
  me.complete();
  return me.out;
}

}  // namespace catena
