// SPDX-License-Identifier: Apache-2.0
// A settled arm as a DH table of either convention; base and tool take two fixed rows each at most.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/core/model/skeleton.hpp"

namespace catena::detail {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;
constexpr std::size_t kMostFixedRows = 2;

// A row is X Z in the modified convention and Z X in the standard one; either half may be missing.
std::vector<Dh> packed(const Word& word, Convention convention) {
  const Axis opens = convention == Convention::modified ? Axis::x : Axis::z;
  std::vector<Dh> rows;
  for (std::size_t k = 0; k < word.size(); ++k) {
    if (k == 0 || word[k].axis == opens) rows.push_back({});
    Dh& dh = rows.back();
    if (word[k].axis == Axis::x) {
      dh.alpha = word[k].angle, dh.a = word[k].shift;
    } else {
      dh.theta = word[k].angle, dh.d = word[k].shift;
    }
  }
  return rows;
}

// Any pose as a word that fits into two rows. Where the z axes are nearly parallel a quarter turn is put in,
// so that no common normal runs far away.
Word fitted(const Pose<double>& X, Convention convention) {
  const Pose<double> turn = pose({Axis::x, -kQuarter, 0});
  Zxz normal = common_normal(X, 1e-15);
  const double near = 10 * (std::abs(X.p.x) + std::abs(X.p.y) + std::abs(X.p.z));
  const bool turned = !normal.parallel && (normal.reach > near || normal.tilt < 1e-3);
  if (turned) normal = common_normal(convention == Convention::modified ? turn * X : X * inverse(turn), 0);

  Word word;
  if (turned && convention == Convention::modified) append(word, {Axis::x, kQuarter, 0});
  append(word, normal.first);
  append(word, normal.middle);
  append(word, normal.last);
  if (turned && convention == Convention::standard) append(word, {Axis::x, -kQuarter, 0});
  return word;
}

struct Ends {
  Word base;               // in front of row 1, without what the moving rows take
  Screw first_x, first_z;  // handed to row 1
  Screw last_x;            // handed to row n
  Word tool;
};

Ends ends(const Settled& arm, Convention convention) {
  Ends out = {{}, {Axis::x, 0, 0}, {Axis::z, 0, 0}, {Axis::x, 0, 0}, {}};
  const auto take = [](Word& word, bool front, Axis axis, Screw& into) {
    if (word.empty() || (front ? word.front() : word.back()).axis != axis) return;
    into = front ? word.front() : word.back();
    word.erase(front ? word.begin() : word.end() - 1);
  };
  const bool moves = !arm.rows.empty();

  const auto split_base = [&](const Word& word) {
    out.base = word;
    take(out.base, false, Axis::z, out.first_z);
    if (convention == Convention::modified) take(out.base, false, Axis::x, out.first_x);
  };
  split_base(arm.lead.word ? *arm.lead.word : fitted(arm.lead.X, convention));
  if (packed(out.base, convention).size() > kMostFixedRows) {
    out.first_x = {Axis::x, 0, 0};
    split_base(fitted(arm.lead.X, convention));
  }

  const auto split_tool = [&](const Word& word) {
    out.tool = word;
    if (moves && convention == Convention::standard) take(out.tool, true, Axis::x, out.last_x);
  };
  split_tool(arm.trail.word ? *arm.trail.word : fitted(arm.trail.X, convention));
  if (packed(out.tool, convention).size() > kMostFixedRows) {
    out.last_x = {Axis::x, 0, 0};
    split_tool(fitted(arm.trail.X, convention));
  }
  return out;
}

void append_fixed(std::vector<RobotLink>& links, const std::vector<Dh>& rows, const std::string& name,
                  const std::vector<RobotLink>& origin) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    RobotLink link;
    link.name = rows.size() == 1 ? name : name + (k == 0 ? "_1" : "_2");
    for (const RobotLink& other : origin)
      if (other.joint != JointKind::fixed && other.name == link.name) link.name.clear();
    link.joint = JointKind::fixed;
    link.dh = rows[k];
    links.push_back(link);
  }
}

}  // namespace

bool same_place(const Pose<double>& a, const Pose<double>& b) {
  const Pose<double> d = inverse(a) * b;
  const double size = 1 + std::abs(a.p.x) + std::abs(a.p.y) + std::abs(a.p.z);
  return std::abs(d.p.x) + std::abs(d.p.y) + std::abs(d.p.z) < 1e-13 * size &&
         std::abs(d.R.xy) + std::abs(d.R.xz) + std::abs(d.R.yz) < 1e-13 && d.R.xx > 0 && d.R.yy > 0;
}

bool is_end_row(const std::string& name) {
  for (const char* const end : {"base", "base_1", "base_2", "tool", "tool_1", "tool_2"})
    if (name == end) return true;
  return false;
}

Table table(const Settled& arm, const Skeleton& skeleton, const std::vector<RobotLink>& origin,
            Convention convention) {
  const Ends e = ends(arm, convention);
  const std::size_t n = arm.rows.size();
  Table out;
  std::vector<RobotLink>& links = out.links;
  std::vector<Pose<double>> row_frames;  // (n) the DH frame of the new row in the frame after the settled row
  append_fixed(links, packed(e.base, convention), "base", origin);

  const int first = static_cast<int>(links.size());
  for (std::size_t i = 0; i < n; ++i) {
    RobotLink link = origin[static_cast<std::size_t>(skeleton.joints[i].source)];
    Dh dh = arm.rows[i];
    Body body = arm.bodies[i];
    row_frames.push_back(Pose<double>::identity());
    if (i == 0 && e.first_z.angle != 0) dh.theta = wrapped(dh.theta + e.first_z.angle);
    if (i == 0) dh.d += e.first_z.shift;
    if (convention == Convention::modified) {
      if (i == 0) dh.alpha = e.first_x.angle, dh.a = e.first_x.shift;
    } else {
      // The link's frame comes after the row's own X, which is the next row's in proximal order.
      const Screw x = i + 1 < n ? Screw{Axis::x, arm.rows[i + 1].alpha, arm.rows[i + 1].a} : e.last_x;
      dh.alpha = x.angle, dh.a = x.shift;
      if (x.angle != 0 || x.shift != 0) body = seen_from(inverse(pose(x)), body);
      row_frames.back() = pose(x);
    }
    link.dh = dh;
    link.mass = body.mass, link.com = body.com, link.inertia = body.inertia;
    links.push_back(link);
  }
  append_fixed(links, packed(e.tool, convention), "tool", origin);

  for (const SkeletonFrame& frame : skeleton.frames) {
    if (frame.from == SkeletonFrame::From::row_number) continue;
    const Pose<double> X = arm.place(frame);
    if (frame.joint < 0) {
      out.frames.push_back({frame.name, -1, X});
      continue;
    }
    const auto i = static_cast<std::size_t>(frame.joint);
    const int row = first + frame.joint;
    if (frame.from == SkeletonFrame::From::row && links[static_cast<std::size_t>(row)].name == frame.name &&
        same_place(row_frames[i], X))
      continue;
    out.frames.push_back({frame.name, row, inverse(row_frames[i]) * X});
  }
  return out;
}

}  // namespace catena::detail
