// SPDX-License-Identifier: Apache-2.0
// The checks of Arm that are not on the fast path, and their messages.
#include <fmt/format.h>

#include <cmath>

#include "catena/core/arm.hpp"

namespace catena {
namespace {

std::string shape_text(Eigen::Index rows, Eigen::Index cols) {
  return cols == 1 ? fmt::format("{} elements", rows) : fmt::format("{} x {}", rows, cols);
}

bool is_finite(const Wrench& w) {
  return std::isfinite(w.ang.x + w.ang.y + w.ang.z + w.lin.x + w.lin.y + w.lin.z);
}

// How far R is from a rotation.
double rotation_error(const Mat3<double>& R) {
  const Mat3<double> E = R * transpose(R);
  return std::abs(E.xx - 1) + std::abs(E.yy - 1) + std::abs(E.zz - 1) + std::abs(E.xy) + std::abs(E.xz) +
         std::abs(E.yz) + std::abs(dot(cross(R.col_x(), R.col_y()), R.col_z()) - 1);
}

}  // namespace

[[gnu::cold]] void Arm::refuse_vector(const QuantityInfo& quantity, const char* name,
                                      std::span<const double> x) const {
  const std::string call(quantity.name);
  if (static_cast<int>(x.size()) != dof())
    throw Error(ErrorKind::usage, call, fmt::format("'{}' has the wrong size", name))
        .given(shape_text(static_cast<Eigen::Index>(x.size()), 1))
        .need(fmt::format("{}, since '{}' has {} joints", shape_text(dof(), 1), robot_.name, dof()));
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
      .need(
          fmt::format("{}, since '{}' has {} joints", shape_text(need.rows, need.cols), robot_.name, dof()));
}

void Arm::require_matrix(const QuantityInfo& quantity, const MatView<const double>& V) const {
  const std::string call(quantity.name);
  if (V.rows != dof())
    throw Error(ErrorKind::usage, call, "'V' has the wrong size")
        .given(shape_text(V.rows, V.cols))
        .need(fmt::format("{} rows, since '{}' has {} joints", dof(), robot_.name, dof()));
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
        .need(fmt::format("{}, one for each link of '{}'", shape_text(dof(), 1), robot_.name));
  for (std::size_t i = 0; i < wrenches.size(); ++i)
    if (!is_finite(wrenches[i]))  // the name is made only for a message
      require_wrench(quantity, fmt::format("wrenches[{}] (counted from 0)", i), wrenches[i]);
}

// Quantities of forces, which wrenches would change if they were taken; all others cannot depend on them.
[[gnu::cold]] void Arm::refuse_wrenches(const QuantityInfo& quantity) {
  if (!quantity.needs(Input::tip)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), "it does not take wrenches of the links")
      .hint("'tip' gives a wrench at the tool; id, fd and wrench_torques take wrenches of all links");
}

// Nothing is allocated but for a message.
void Arm::require_frame(const QuantityInfo& quantity, const Frame<double>& frame) const {
  const auto wrong = [&](const char* what) {
    return Error(ErrorKind::usage, std::string(quantity.name), what);
  };
  if (frame.link < 0 || frame.link >= dof())
    throw wrong("'frame' is fixed to a link that does not exist")
        .given(fmt::format("link {}", frame.link))
        .need(fmt::format("a link from 0 to {}, since '{}' has {} joints", dof() - 1, robot_.name, dof()));
  const Mat3<double>& R = frame.pose.R;
  const Vec3<double>& p = frame.pose.p;
  if (!std::isfinite(R.xx + R.xy + R.xz + R.yx + R.yy + R.yz + R.zx + R.zy + R.zz + p.x + p.y + p.z))
    throw wrong("the pose of 'frame' is not finite");
  if (const double error = rotation_error(R); error > 1e-6)
    throw wrong("the matrix R of 'frame' is not a rotation")
        .given(fmt::format("R with R R^T or its determinant off by {:.2g}", error))
        .need("an orthonormal, right-handed R");
}

void Arm::require_damping(const QuantityInfo& quantity, double damping) {
  if (damping >= 0 && std::isfinite(damping)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), "'damping' is negative or not finite")
      .given(fmt::format("{}", damping))
      .need("0 or more, in 1/kg and 1/(kg m²): inertias are then at most 1/damping");
}

[[gnu::cold]] void Arm::refuse_workspace(const QuantityInfo& quantity) const {
  throw Error(ErrorKind::usage, std::string(quantity.name),
              fmt::format("the workspace was not made for '{}'", robot_.name))
      .hint("make one Workspace for each Arm, from that Arm or a copy of it");
}

void Arm::require_wrench(const QuantityInfo& quantity, const std::string& name, const Wrench& w) {
  if (is_finite(w)) return;
  throw Error(ErrorKind::usage, std::string(quantity.name), fmt::format("{} is not finite", name))
      .given(fmt::format("moment [{}, {}, {}], force [{}, {}, {}]", w.ang.x, w.ang.y, w.ang.z, w.lin.x,
                         w.lin.y, w.lin.z));
}

}  // namespace catena
