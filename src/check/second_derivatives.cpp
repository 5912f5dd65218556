// SPDX-License-Identifier: Apache-2.0
#include "check/second_derivatives.hpp"

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/link_derivatives.hpp"

namespace catena::check::detail {
namespace {

// The sum over k of w_k times matrix k of array `which`.
Eigen::MatrixXd last_index_with(std::span<const double> out, std::size_t which, std::span<const double> w) {
  const std::size_t n = w.size();
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t k = 0; k < n; ++k)
    sum += w[k] * Eigen::Map<const Eigen::MatrixXd>(out.data() + (which * n + k) * n * n, size, size);
  return sum;
}

}  // namespace

Gap second_along(const Specimen& s, std::span<const double> out, std::size_t k) {
  const int n = s.arm.dof();
  const Chain<Rate>& arm = s.subject.rates;
  std::vector<Rate> q(s.q.begin(), s.q.end());
  for (std::size_t i = 0; i < q.size(); ++i) q[i].d[0] = s.direction[i];
  const std::vector<Rate> qd(s.qd.begin(), s.qd.end()), qdd(s.qdd.begin(), s.qdd.end());
  const Posture<Rate> x = posture<Rate>(arm, q);
  MatX<Rate> first(n, n);
  double scale = s.size_tau, factor = 1;
  if (k == 0) {
    LinkDerivativesWork<Rate> work(n);
    link_derivatives<Rate>(arm, x, qd, qdd, arm.gravity(), Force<Rate>::zero(), work, first.view());
  } else if (k == 1) {  // 2 C
    CoriolisWork<Rate> work(n);
    coriolis<Rate>(arm, x, qd, work, first.view());
    scale = s.size_C, factor = 2;
  } else {
    crba(arm, x, first.view());
    scale = s.size_M;
  }
  Eigen::MatrixXd expected(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) expected(i, j) = factor * first(i, j).d[0];
  return gap_of(last_index_with(out, k, s.direction), expected, scale);
}

Gap second_by_qd(const Specimen& s, const Method<double>&, std::span<const double> out) {
  const int n = s.arm.dof();
  Eigen::MatrixXd C(n, n);
  CoriolisWork<double> work(n);
  coriolis<double>(s.arm, s.x, s.qd, work, {C.data(), n, n, n});
  return gap_of(last_index_with(out, 2, s.qd), 2 * C, s.size_C);
}

}  // namespace catena::check::detail
