// SPDX-License-Identifier: Apache-2.0
// The checks of Arm that are not on the fast path, and their messages.
#include <fmt/format.h>

#include <cmath>

#include <utility>

#include "catena/core/arm.hpp"
#include "catena/core/checked_run.hpp"
#include "catena/core/text.hpp"
#include "core/math/rotation_deviation.hpp"

namespace catena {
namespace {

std::string shape_text(Eigen::Index rows, Eigen::Index cols) {
  return cols == 1 ? text::counted(rows, "element") : fmt::format("{} x {}", rows, cols);
}

const char* name_of(Input input) {
  for (const InputInfo& known : kInputs)
    if (known.input == input) return known.name.data();
  return "";
}

bool is_finite(const Wrench& w) {
  return std::isfinite(w.ang.x + w.ang.y + w.ang.z + w.lin.x + w.lin.y + w.lin.z);
}

}  // namespace

void detail::throw_not_contiguous() {
  throw Error(ErrorKind::usage, "vector", "the vector is not contiguous in memory")
      .hint("pass a copy, such as x.eval()");
}

[[gnu::cold]] void Arm::refuse_vector(const QuantityInfo& quantity, const char* name,
                                      std::span<const double> x) const {
  const std::string call(quantity.name);
  if (static_cast<int>(x.size()) != dof())
    throw Error(ErrorKind::usage, call, fmt::format("'{}' has the wrong size", name))
        .given(shape_text(static_cast<Eigen::Index>(x.size()), 1))
        .need(fmt::format("{}, since '{}' has {}", shape_text(dof(), 1), this->name(),
                          text::counted(dof(), "joint")));
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw Error(ErrorKind::usage, call, fmt::format("'{}' is not finite", name))
          .given(fmt::format("{}[{}] = {} (counted from 0)", name, i, x[i]));
}

[[gnu::cold]] void Arm::refuse_result(const QuantityInfo& quantity, std::size_t k, const Size& need,
                                      const MatView<double>& given) const {
  const std::string_view name = quantity.several() ? quantity.arrays[k].name : quantity.symbol;
  throw Error(ErrorKind::usage, std::string(quantity.name),
              name.empty() ? "the result has the wrong size" : fmt::format("'{}' has the wrong size", name))
      .given(shape_text(given.rows, given.cols))
      .need(fmt::format("{}, since '{}' has {}", shape_text(need.rows, need.cols), this->name(),
                        text::counted(dof(), "joint")));
}

void Arm::require_matrix(const QuantityInfo& quantity, const MatView<const double>& V) const {
  const std::string call(quantity.name);
  if (V.rows != dof())
    throw Error(ErrorKind::usage, call, "'V' has the wrong size")
        .given(shape_text(V.rows, V.cols))
        .need(fmt::format("{} rows, since '{}' has {}", dof(), this->name(), text::counted(dof(), "joint")));
  for (int j = 0; j < V.cols; ++j)
    for (int i = 0; i < V.rows; ++i)
      if (!std::isfinite(V(i, j)))
        throw Error(ErrorKind::usage, call, "'V' is not finite")
            .given(fmt::format("V({}, {}) = {} (counted from 0)", i, j, V(i, j)));
}

void Arm::require_wrenches(const QuantityInfo& quantity, std::span<const Wrench> wrenches) const {
  if (static_cast<int>(wrenches.size()) != dof())
    throw Error(ErrorKind::usage, std::string(quantity.name), "'wrenches' has the wrong size")
        .given(shape_text(static_cast<Eigen::Index>(wrenches.size()), 1))
        .need(fmt::format("{}, one for each link of '{}'", shape_text(dof(), 1), this->name()));
  for (std::size_t i = 0; i < wrenches.size(); ++i)
    if (!is_finite(wrenches[i]))  // the name is made only for a message
      require_wrench(quantity, fmt::format("wrenches[{}] (counted from 0)", i), wrenches[i]);
}

// Quantities of forces, which wrenches would change if they were taken; all others cannot depend on them.
[[gnu::cold]] void Arm::refuse_wrenches(const QuantityInfo& quantity) {
  if (!quantity.needs(Input::tip)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), "it does not take wrenches of the links")
      .hint("'tip' gives a wrench at the tool; id_derivatives takes wrenches of all links");
}

void Arm::require_frame(const QuantityInfo& quantity, const Frame<double>& frame) const {
  const auto call = [&] { return std::string(quantity.name); };  // made only for an error: it may allocate
  if (frame.link < -1 || frame.link >= dof())
    throw Error(ErrorKind::usage, call(), "'frame' is fixed to a link that does not exist")
        .given(fmt::format("link {}", frame.link))
        .need(fmt::format("a link from 0 to {}, since '{}' has {}, or -1 for the base", dof() - 1,
                          this->name(), text::counted(dof(), "joint")));
  const Mat3<double>& R = frame.pose.R;
  const Vec3<double>& p = frame.pose.p;
  if (!std::isfinite(R.xx + R.xy + R.xz + R.yx + R.yy + R.yz + R.zx + R.zy + R.zz + p.x + p.y + p.z))
    throw Error(ErrorKind::usage, call(), "the pose of 'frame' is not finite");
  if (const double error = detail::rotation_deviation(R); error > detail::kRotationDeviation)
    throw Error(ErrorKind::usage, call(), "the matrix R of 'frame' is not a rotation")
        .given(fmt::format("R with R Rᵀ or its determinant off by {:.2g}", error))
        .need("an orthonormal, right-handed R");
}

void Arm::require_damping(const QuantityInfo& quantity, double damping) {
  if (damping >= 0 && std::isfinite(damping)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), "'damping' is negative or not finite")
      .given(fmt::format("{}", damping))
      .need("0 or more, in 1/kg and 1/(kg m²): inertias are then at most 1/damping");
}

Status Arm::check_matrix(const MatView<const double>& V) const noexcept {
  if (V.rows != dof()) return {StatusCode::wrong_size, "V"};
  for (int j = 0; j < V.cols; ++j)
    for (int i = 0; i < V.rows; ++i)
      if (!std::isfinite(V(i, j))) return {StatusCode::not_finite, "V"};
  return {};
}

Status Arm::check_wrenches(std::span<const Wrench> wrenches) const noexcept {
  if (static_cast<int>(wrenches.size()) != dof()) return {StatusCode::wrong_size, "wrenches"};
  for (const Wrench& w : wrenches)
    if (!is_finite(w)) return {StatusCode::not_finite, "wrenches"};
  return {};
}

Status Arm::check_frame(const Frame<double>& frame) const noexcept {
  if (frame.link < -1 || frame.link >= dof()) return {StatusCode::not_a_frame, "frame"};
  const Mat3<double>& R = frame.pose.R;
  const Vec3<double>& p = frame.pose.p;
  if (!std::isfinite(R.xx + R.xy + R.xz + R.yx + R.yy + R.yz + R.zx + R.zy + R.zz + p.x + p.y + p.z))
    return {StatusCode::not_finite, "frame"};
  if (detail::rotation_deviation(R) > detail::kRotationDeviation) return {StatusCode::not_a_frame, "frame"};
  return {};
}

[[gnu::cold]] void Arm::refuse(const QuantityInfo& quantity, const Given& given, const Result<double>& out,
                               const Workspace* work, const Status& status) const {
  const std::string call(quantity.name);
  if (status.code == StatusCode::wrong_workspace)
    throw Error(ErrorKind::usage, call, fmt::format("the workspace was not made for '{}'", this->name()))
        .hint("make one Workspace for each Arm, from that Arm or a copy of it");
  if (!given.wrenches.empty() && !quantity.needs(Input::wrenches)) refuse_wrenches(quantity);
  if (status.code == StatusCode::bad_damping) require_damping(quantity, given.damping);
  if (status.code == StatusCode::rank_deficient || status.code == StatusCode::singular ||
      status.code == StatusCode::not_positive)
    detail::throw_bad_pivot(status, call, this->name(), work->bad);
  if (status.code == StatusCode::not_supported)
    throw Error(ErrorKind::usage, call, "this quantity is not available for an arm with motors")
        .hint("compute it for the arm without motors");
  // what the check found, in words
  for (const auto& [input, x] : {std::pair{Input::q, given.q},
                                 {Input::qd, given.qd},
                                 {Input::qdd, given.qdd},
                                 {Input::tau, given.tau},
                                 {Input::v, given.v}})
    if (quantity.needs(input)) refuse_vector(quantity, name_of(input), x);
  if (quantity.needs(Input::tip) && given.tip) require_wrench(quantity, "'tip'", *given.tip);
  if (quantity.needs(Input::V) && given.V) require_matrix(quantity, *given.V);
  if (quantity.needs(Input::wrenches) && (quantity.requires_wrenches() || !given.wrenches.empty()))
    require_wrenches(quantity, given.wrenches);
  if (quantity.needs(Input::frame) && given.frame) require_frame(quantity, *given.frame);
  for (std::size_t k = 0; k < quantity.arrays.size(); ++k) {
    const Size need = size_of(quantity.arrays[k].shape, dof(), given.columns());
    const MatView<double>& array = out.matrix(k);
    if (array.rows != need.rows || array.cols != need.cols) refuse_result(quantity, k, need, array);
  }
  throw Error(ErrorKind::bug, call, status.message());
}

void Arm::require_wrench(const QuantityInfo& quantity, const std::string& name, const Wrench& w) {
  if (is_finite(w)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), fmt::format("{} is not finite", name))
      .given(fmt::format("moment [{}, {}, {}], force [{}, {}, {}]", w.ang.x, w.ang.y, w.ang.z, w.lin.x,
                         w.lin.y, w.lin.z));
}

}  // namespace catena
