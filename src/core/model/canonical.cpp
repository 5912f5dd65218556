// SPDX-License-Identifier: Apache-2.0
// Any robot as one chain of proximal frames, and as a table of the other convention.
#include "catena/core/model/canonical.hpp"

#include "catena/core/model/skeleton.hpp"

namespace catena {

Canonical canonical(const Robot& robot, Notes& notes) {
  const detail::Skeleton skeleton = detail::skeleton(robot, detail::PayloadIs::welded_on);
  detail::Settled arm = detail::settled(skeleton, notes);
  Canonical out;
  out.tool = arm.trail.X;

  // A single screw about x becomes a and alpha of row 1; anything longer becomes the base.
  if (arm.lead.word && arm.lead.word->size() == 1 && arm.lead.word->front().axis == detail::Axis::x) {
    arm.rows[0].a = arm.lead.word->front().shift;
    arm.rows[0].alpha = arm.lead.word->front().angle;
  } else {
    out.base = arm.lead.X;
  }
  for (std::size_t i = 0; i < arm.rows.size(); ++i) {
    const detail::SkeletonJoint& joint = skeleton.joints[i];
    const detail::Body& body = arm.bodies[i];
    out.links.push_back({robot.links[static_cast<std::size_t>(joint.source)].name, joint.kind, arm.rows[i],
                         body.mass, body.com, body.inertia, joint.source});
  }
  return out;
}

Robot to_convention(const Robot& robot, Convention convention, Notes& notes) {
  if (robot.convention == convention) return robot;
  const detail::Skeleton skeleton = detail::skeleton(robot, detail::PayloadIs::left_out);
  Robot out = robot;
  out.convention = convention;
  detail::Table table = detail::table(detail::settled(skeleton, notes), skeleton, robot.links, convention);
  out.links = std::move(table.links);
  out.frames = std::move(table.frames);
  return out;  // the last frame is the same one, so the payload stays where it is
}

}  // namespace catena
