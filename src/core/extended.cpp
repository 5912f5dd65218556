// SPDX-License-Identifier: Apache-2.0
#include "core/extended.hpp"

#include <limits>

#include "catena/core/registry.hpp"

namespace catena::detail {
namespace {

using Real = long double;

std::vector<Real> extended(std::span<const double> x) { return {x.begin(), x.end()}; }
Vec3<Real> extended(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Force<Real> extended(const Force<double>& f) { return {extended(f.ang), extended(f.lin)}; }

const Method<Real>* find(Quantity quantity, std::string_view stem) {
  if constexpr (std::numeric_limits<Real>::digits == std::numeric_limits<double>::digits) return nullptr;
  return find_method<Real>(quantity, stem);
}

}  // namespace

Extended::Extended(const Chain<double>& arm, Quantity quantity, std::string_view stem)
    : arm_(arm.cast<Real>()), x_(arm_), method_(find(quantity, stem)) {}

const std::vector<Real>& Extended::at(const State<double>& s) {
  const std::vector<Real> q = extended(s.q), qd = extended(s.qd), qdd = extended(s.qdd),
                          tau = extended(s.tau), v = extended(s.v);
  State<Real> state{q, qd, qdd, tau, extended(s.gravity), extended(s.tip), v};
  std::vector<Real> V;
  MatView<const Real> V_view = {};
  if (s.V) {
    for (int j = 0; j < s.V->cols; ++j)
      for (int i = 0; i < s.V->rows; ++i) V.push_back((*s.V)(i, j));
    V_view = {V.data(), s.V->rows, s.V->cols, s.V->rows};
    state.V = &V_view;
  }
  std::vector<Force<Real>> wrenches;
  for (const Force<double>& w : s.wrenches) wrenches.push_back(extended(w));
  state.wrenches = wrenches;
  state.wrench_axes = s.wrench_axes;
  Frame<Real> frame = {};
  if (s.frame) {
    const Mat3<double>& R = s.frame->pose.R;
    frame = {s.frame->link,
             {{R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}, extended(s.frame->pose.p)},
             s.frame->axes};
    state.frame = &frame;
  }
  const Real damping = s.damping ? *s.damping : 0;
  if (s.damping) state.damping = &damping;
  if (info(method_->quantity).needs(Input::q)) x_.set(arm_, q);
  out_.assign(size_of(method_->quantity, arm_.dof(), s.V ? s.V->cols : -1), 0);
  method_->run(arm_, x_, state, out_);
  return out_;
}

}  // namespace catena::detail
