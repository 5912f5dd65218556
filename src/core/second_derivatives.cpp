// SPDX-License-Identifier: Apache-2.0
#include "catena/core/second_derivatives.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>

#include "catena/core/algo/id_second_derivatives.hpp"
#include "core/kernels/kernels.hpp"
#include "core/kernels/set_posture.hpp"

namespace catena {

struct SecondDerivatives::Impl {
  explicit Impl(const Arm& original)
      : name(original.name()),
        n(original.dof()),
        arm(original.chain()),
        x(arm),
        work(n),
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

  std::string name;
  int n;
  Chain<double> arm;
  Posture<double> x;
  IdSecondDerivativesWork<double> work;
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
  const auto in = [](VecIn v) {
    return std::span<const double>(v.data(), static_cast<std::size_t>(v.size()));
  };
  const auto view = [](Eigen::MatrixXd& A) {
    return MatView<double>{A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()),
                           static_cast<int>(A.rows())};
  };
  detail::set_posture(detail::kernels(), me.arm, in(q), me.x);
  IdSecondDerivatives& d = me.out;
  id_second_derivatives<double>(me.arm, me.x, in(qd), in(qdd), me.arm.gravity(), tip, me.work,
                                {view(d.by_q_q), view(d.by_qd_q), view(d.by_qd_qd), view(d.by_qdd_q)});
  return me.out;
}

}  // namespace catena
