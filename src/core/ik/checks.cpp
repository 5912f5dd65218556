// SPDX-License-Identifier: Apache-2.0
#include "core/ik/checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/text.hpp"
#include "core/ik/rotation_vector.hpp"
#include "core/math/rotation_deviation.hpp"
#include "core/util/finite.hpp"

namespace catena::detail {
namespace {

Error refused(const char* where, std::string problem) {
  return Error(ErrorKind::usage, where, std::move(problem));
}

void require_rotation(const char* where, const char* of, const Mat3<double>& R) {
  const double deviation = rotation_deviation(R);
  if (deviation <= kRotationDeviation) return;
  Error error = refused(where, fmt::format("the rotation of {} is not orthonormal and right-handed", of))
                    .given(fmt::format("R with R Rᵀ or its determinant off by {:.2g}", deviation))
                    .need(fmt::format("a deviation of at most {:g}", kRotationDeviation));
  if (deviation < 0.1) error.hint("write the numbers of R with all their digits");
  throw error;
}

}  // namespace

void require_joints(const char* where, const char* name, const double* x, std::ptrdiff_t size, int dof,
                    const std::string& arm) {
  if (size != dof)
    throw refused(where, fmt::format("'{}' has the wrong size", name))
        .given(text::counted(size, "element"))
        .need(fmt::format("{}, since '{}' has {}", text::counted(dof, "element"), arm,
                          text::counted(dof, "joint")));
  for (std::ptrdiff_t i = 0; i < size; ++i)
    if (!std::isfinite(x[i]))
      throw refused(where, fmt::format("'{}' is not finite", name))
          .given(fmt::format("{}[{}] = {} (counted from 0)", name, i, x[i]));
}

void require_posture(const char* where, const char* name, const double* x, std::ptrdiff_t size, int dof,
                     const std::string& arm) {
  require_joints(where, name, x, size, dof, arm);
  constexpr double kLargest =
      1e6;  // an angle of this size is rounded to 1e-10, a tenth of the default tolerance
  for (std::ptrdiff_t i = 0; i < size; ++i)
    if (std::abs(x[i]) > kLargest)
      throw refused(where, fmt::format("'{}' has a joint position that is too large to compute with", name))
          .given(fmt::format("{}[{}] = {} (counted from 0)", name, i, x[i]))
          .need(fmt::format("at most {:g} rad or m", kLargest));
}

void require_frame(const char* where, const Frame<double>& frame, int dof, const std::string& arm) {
  if (frame.link == -1)
    throw refused(where, "'frame' is fixed to the base, which does not move")
        .given("link -1")
        .need(
            fmt::format("a link from 0 to {}, since '{}' has {}", dof - 1, arm, text::counted(dof, "joint")));
  if (frame.link < 0 || frame.link >= dof)
    throw refused(where, "'frame' is fixed to a link that does not exist")
        .given(fmt::format("link {}", frame.link))
        .need(
            fmt::format("a link from 0 to {}, since '{}' has {}", dof - 1, arm, text::counted(dof, "joint")));
  const Vec3<double>& p = frame.pose.p;
  const Mat3<double>& R = frame.pose.R;
  const double numbers[] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z};
  if (!all_finite(numbers, std::size(numbers))) throw refused(where, "the pose of 'frame' is not finite");
  require_rotation(where, "'frame'", R);
}

void require_options(const Arm& arm, const IkOptions& options) {
  const char* const where = "ik";
  const auto positive = [&](const char* name, double value) {
    if (!(value > 0 && std::isfinite(value)))
      throw refused(where, fmt::format("'{}' is not a positive number", name))
          .given(fmt::format("{}", value));
  };
  positive("position_tolerance", options.position_tolerance);
  positive("orientation_tolerance", options.orientation_tolerance);
  for (const auto& [name, value] : {std::pair{"starts", options.starts},
                                    {"iterations", options.iterations},
                                    {"solutions", options.solutions}})
    if (value < 1 || value > 1'000'000)
      throw refused(where, fmt::format("'{}' is out of range", name))
          .given(fmt::format("{}", value))
          .need("a whole number from 1 to 1000000");
  if (options.solutions > options.starts)
    throw refused(where, "'solutions' is larger than 'starts'")
        .given(fmt::format("{} solutions of {} starts", options.solutions, options.starts))
        .need("at least as many starts as solutions: each start finds one at most");
  if (options.frame) require_frame(where, *options.frame, arm.dof(), arm.name());
  if (options.near)
    require_posture(where, "near", options.near->data(), options.near->size(), arm.dof(), arm.name());
  if (options.near && options.preference != IkPreference::near)
    throw refused(where, "'near' is given, but the preference is a different one")
        .hint("set preference = IkPreference::near");
  if (options.seed) {
    if (options.seed->cols() < 1)
      throw refused(where, "'seed' has no columns").need("one column for each start, or no 'seed'");
    for (Eigen::Index k = 0; k < options.seed->cols(); ++k)
      require_posture(where, "seed", options.seed->data() + k * options.seed->rows(), options.seed->rows(),
                      arm.dof(), arm.name());
    if (options.seed->cols() > options.starts)
      throw refused(where, "there are more seeds than starts")
          .given(fmt::format("{} seeds, starts = {}", options.seed->cols(), options.starts));
  }
}

Pose<double> pose_given(const char* where, const double* X) {
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      if (!std::isfinite(X[4 * j + i]))
        throw refused(where, "the pose is not finite")
            .given(fmt::format("pose({}, {}) = {} (counted from 0)", i, j, X[4 * j + i]));
  constexpr double kFarthest = 1e90;  // squares of distances stay finite
  for (int i = 0; i < 3; ++i)
    if (std::abs(X[12 + i]) > kFarthest)
      throw refused(where, "the position of the pose is too large to compute with")
          .given(fmt::format("{} m", X[12 + i]))
          .need(fmt::format("at most {:g} m", kFarthest));
  if (X[3] != 0 || X[7] != 0 || X[11] != 0 || X[15] != 1)
    throw refused(where, "the last row of the pose is not 0 0 0 1")
        .given(fmt::format("{} {} {} {}", X[3], X[7], X[11], X[15]))
        .need("a homogeneous transform: [R p; 0 0 0 1]");
  const Mat3<double> R = {X[0], X[4], X[8], X[1], X[5], X[9], X[2], X[6], X[10]};
  require_rotation(where, "the pose", R);
  return {orthonormal(R), {X[12], X[13], X[14]}};
}

}  // namespace catena::detail
