// SPDX-License-Identifier: Apache-2.0
// A robot's table as a skeleton, and a skeleton settled on proximal frames.
#include "catena/core/model/skeleton.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string_view>

namespace catena::detail {
namespace {

constexpr double kParallel = 1e-12;  // [rad] angles up to this count as parallel
constexpr double kNearlyParallel =
    5e-6;  // [rad] below this, neglecting the angle costs less accuracy than a distant frame
constexpr double kFar = 1000;  // times the arm's size

double norm(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

double size(const Skeleton& s) {
  double sum = norm(s.tool.X.p);
  for (std::size_t i = 1; i < s.joints.size(); ++i) sum += norm(s.joints[i].before.X.p);
  return sum;
}

// What is left of R when the z axes are made parallel: R = (Rz Rx Rz) E.
Mat3<double> leftover(const Zxz& n, const Mat3<double>& R) {
  const Mat3<double> made = (pose(n.first) * pose(n.middle) * pose(n.last)).R;
  return transpose(made) * R;
}

std::string numbered(std::size_t k, const std::string& name) {
  return name.empty() ? fmt::format("link {}", k + 1) : fmt::format("link {} '{}'", k + 1, name);
}

}  // namespace

Skeleton skeleton(const Robot& robot, PayloadIs payload) {
  Skeleton out;
  using From = SkeletonFrame::From;
  struct Row {
    int joint;
    Pose<double> X;
  };
  std::vector<Row> rows;  // where the DH frame of each row is
  std::set<std::string_view> given;
  for (const RobotFrame& frame : robot.frames) given.insert(frame.name);
  Placement since;  // from the last joint's frame to the current row of the table
  const auto weld = [&](const Body& body) {
    if (!out.joints.empty())
      out.joints.back().body = welded(out.joints.back().body, body, out.joints.back().label);
  };

  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const RobotLink& link = robot.links[k];
    const Screw x = {Axis::x, link.dh.alpha, link.dh.a}, z = {Axis::z, link.dh.theta, link.dh.d};
    const Body body = {link.mass, link.com, link.inertia};
    const bool standard = robot.convention == Convention::standard;
    if (!standard) since.then(x);
    since.then(z);
    if (link.joint != JointKind::fixed) {
      out.joints.push_back({numbered(k, link.name), link.joint, since, {}, static_cast<int>(k)});
      since = {};
    }
    if (standard) since.then(x);
    weld(since.word && since.word->empty() ? body : seen_from(since.X, body));
    rows.push_back({static_cast<int>(out.joints.size()) - 1, since.X});
    const std::string name = link.name.empty() ? fmt::format("link{}", k + 1) : link.name;
    if (given.contains(name)) continue;
    if (link.name.empty())
      out.frames.push_back({name, rows.back().joint, since.X, From::row_number});
    else if (link.joint != JointKind::fixed || !is_end_row(link.name))
      out.frames.push_back({name, rows.back().joint, since.X, From::row});
  }
  for (const RobotFrame& frame : robot.frames) {
    if (frame.row < -1 || frame.row >= static_cast<int>(rows.size()))
      throw Error(ErrorKind::model, robot.name,
                  fmt::format("frame '{}' is fixed to a link that does not exist", frame.name))
          .given(fmt::format("row {}", frame.row))
          .need(fmt::format("a row from 0 to {}, or -1 for the base", rows.size() - 1));
    if (frame.row < 0)
      out.frames.push_back({frame.name, -1, frame.pose});
    else
      out.frames.push_back({frame.name, rows[static_cast<std::size_t>(frame.row)].joint,
                            rows[static_cast<std::size_t>(frame.row)].X * frame.pose});
  }
  if (payload == PayloadIs::welded_on && robot.payload)
    weld(seen_from(since.X, {robot.payload->mass, robot.payload->com, robot.payload->inertia}));
  out.tool = since;
  return out;
}

Settled settled(const Skeleton& skeleton, Notes& notes) {
  Settled out;
  const std::size_t n = skeleton.joints.size();
  if (n == 0) {
    out.trail = skeleton.tool;
    return out;
  }
  const double far = kFar * size(skeleton);

  // A slide and turn about axis 1 belongs to row 1, the rest in front of it to the base.
  out.lead = skeleton.joints[0].before;
  out.rows.push_back({});
  out.bodies.push_back(skeleton.joints[0].body);
  out.joint_frames.push_back(Pose<double>::identity());
  if (out.lead.word && !out.lead.word->empty() && out.lead.word->back().axis == Axis::z) {
    out.rows[0].theta = out.lead.word->back().angle;
    out.rows[0].d = out.lead.word->back().shift;
    out.lead.word->pop_back();
    out.lead.X = pose(*out.lead.word);
  }

  Mat3<double> carried = Mat3<
      double>::identity();  // rotation by which the axis of joint i was changed, passed on to what follows
  bool carries = false;
  const auto behind = [&](const Placement& p) {
    return carries ? Placement::of(Pose<double>{carried, Vec3<double>::zero()} * p.X) : p;
  };

  for (std::size_t i = 1; i < n; ++i) {
    const SkeletonJoint& joint = skeleton.joints[i];
    const Placement before = behind(joint.before);
    Body body = joint.body;
    carries = false;

    Zxz normal;
    if (const auto word = before.word ? spelled(*before.word) : std::nullopt) {
      normal = *word;
    } else {
      normal = common_normal(before.X, kParallel);
      const bool is_far = normal.reach > far;
      if (is_far && normal.tilt < kNearlyParallel) {
        normal = common_normal(before.X, kNearlyParallel);
        notes.push_back({joint.label, "axis is nearly parallel to the previous axis; treated as parallel",
                         NoteKind::remark, fmt::format("{:.3g} rad between them", normal.tilt)});
      } else if (is_far) {
        notes.push_back({joint.label,
                         "axis is nearly parallel to the previous axis; their common normal is so far away "
                         "that digits are "
                         "lost",
                         NoteKind::remark,
                         fmt::format("{:.3g} rad between them, {:.3g} m away", normal.tilt, normal.reach)});
      }
      if (normal.parallel && normal.tilt > 1e-15) {
        carried = leftover(normal, before.X.R);
        carries = true;
        body = seen_from({carried, Vec3<double>::zero()}, body);
      }
    }

    // The first Z is a screw about axis i-1: it moves frame i-1 along its own axis and does not change q.
    const Screw& first = normal.first;
    if (first.angle != 0 || first.shift != 0) {
      if (first.angle != 0) out.rows[i - 1].theta = wrapped(out.rows[i - 1].theta + first.angle);
      out.rows[i - 1].d += first.shift;
      out.bodies[i - 1] = seen_from(inverse(pose(first)), out.bodies[i - 1]);
      out.joint_frames[i - 1] = inverse(pose(first)) * out.joint_frames[i - 1];
    }
    out.rows.push_back({normal.middle.shift, normal.middle.angle, normal.last.shift, normal.last.angle});
    out.bodies.push_back(body);
    out.joint_frames.push_back(carries ? Pose<double>{carried, Vec3<double>::zero()}
                                       : Pose<double>::identity());
  }
  out.trail = behind(skeleton.tool);
  return out;
}

}  // namespace catena::detail
