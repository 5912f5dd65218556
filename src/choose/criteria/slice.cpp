// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criteria/slice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "choose/criteria/manipulability.hpp"
#include "choose/criteria/subject.hpp"
#include "choose/workspace/joint_box.hpp"

namespace catena::choose {
namespace {

using V = Vec3<double>;

V unit(const V& v) { return (1 / std::sqrt(dot(v, v))) * v; }

// Two coordinates of a place.
class View {
 public:
  View(const Arm& arm, detail::ToolPoint& point) : plane_(point.plane()) {
    if (plane_) {
      const V x{1, 0, 0}, y{0, 1, 0};
      across_ = std::abs(dot(*plane_, x)) < 0.9 ? x : y;
      across_ = unit(across_ - dot(across_, *plane_) * *plane_);
      along_ = cross(*plane_, across_);
      const V up = -1.0 * arm.chain().gravity();
      if (dot(along_, up) < 0 || (dot(along_, up) == 0 && dot(along_, y) < 0)) along_ = -1.0 * along_;
      return;
    }
    const std::vector<double> zero(static_cast<std::size_t>(arm.dof()), 0.0);
    point.set(zero.data());
    for (int i = 0; i < point.joints(); ++i)
      if (point.revolute(i)) {
        along_ = point.axis(i);
        origin_ = point.origin(i);
        break;
      }
    if (dot(along_, arm.chain().gravity()) > 0) along_ = -1.0 * along_;
    origin_ -= dot(origin_, along_) * along_;  // heights are measured from the base
  }

  bool flat() const { return plane_.has_value(); }
  std::array<double, 2> operator()(const V& place) const {
    const V r = place - origin_;
    const double height = dot(r, along_);
    if (plane_) return {dot(r, across_), height};
    const V away = r - height * along_;
    return {std::sqrt(dot(away, away)), height};
  }

 private:
  std::optional<V> plane_;
  V origin_{0, 0, 0}, along_{0, 0, 1}, across_{1, 0, 0};
};

}  // namespace

ReachableSlice reachable_slice(const Arm& arm, int samples, std::uint64_t seed, int cells) {
  detail::require_samples(samples);
  const detail::JointBox box = detail::joint_box(arm.robot());
  ReachableSlice out;
  if (!box.why.empty()) {
    out.why = box.why;
    return out;
  }
  const Task task{.samples = samples, .seed = seed};
  detail::Scratch scratch;
  detail::Subject subject(arm, task, box, nullptr, scratch);
  const detail::Postures& some = subject.postures_with_tools();
  const std::span<const double> J = subject.jacobians();
  const std::size_t each = 6 * static_cast<std::size_t>(arm.dof());
  const View view(arm, subject.point());
  out.flat = view.flat();
  out.unit = detail::manipulability_unit(subject);
  if (out.unit.empty()) out.unit = "m^3";  // the unit of the criterion

  std::vector<std::array<double, 2>> places;
  for (const V& tool : some.tools) places.push_back(view(tool));
  std::array<double, 2> low = places.front(), high = low;
  for (const std::array<double, 2>& place : places)
    for (std::size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], place[k]);
      high[k] = std::max(high[k], place[k]);
    }
  if (!out.flat) low[0] = 0;
  const double longest = std::max(high[0] - low[0], high[1] - low[1]);
  out.cell = longest > 0 ? longest / cells : 1.0 / cells;  // of an arm that does not move its tool
  out.left = low[0];
  out.bottom = low[1];
  const auto count = [&](std::size_t k) {
    return static_cast<std::size_t>(std::floor((high[k] - low[k]) / out.cell * (1 - 1e-12))) + 1;
  };
  out.columns = count(0);
  out.rows = count(1);
  out.values.assign(out.columns * out.rows, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto index = [&](std::size_t axis, std::size_t most) {
      return std::min(static_cast<std::size_t>((places[k][axis] - low[axis]) / out.cell), most - 1);
    };
    double& value = out.values[index(1, out.rows) * out.columns + index(0, out.columns)];
    value = std::fmax(value, detail::manipulability_of(J.subspan(k * each, each), subject.point().plane()));
  }
  return out;
}

}  // namespace catena::choose
