// SPDX-License-Identifier: Apache-2.0
// Writes a robot as URDF: one link per row, in the frame after its joint or in the robot's frame of that name, and one for
// each other frame. What URDF cannot express is written in comments.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "catena/core/model/body.hpp"
#include "catena/core/model/screws.hpp"
#include "catena/core/model/skeleton.hpp"
#include "catena/core/text.hpp"
#include "catena/io/roll_pitch_yaw.hpp"
#include "catena/io/urdf.hpp"
#include "io/frame_rows.hpp"
#include "io/same_rotation.hpp"

namespace catena {
namespace {

using detail::Body;

// Stands for "no end stop" at a prismatic joint, which must have limits; read back as none.
constexpr double kUnlimited = 1e9;

// XML cannot hold control characters: they become blanks.
std::string escaped(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (const std::size_t control = text::control_length(text, k); control > 0) {
      out += ' ';
      k += control - 1;
      continue;
    }
    switch (text[k]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += text[k];
    }
  }
  return out;
}

// Two dashes would end a comment.
std::string comment(std::string text) {
  for (std::size_t k = 0; (k = text.find("--", k)) != std::string::npos;) text[k + 1] = ' ';
  return fmt::format("  <!-- {} -->\n", escaped(text));
}

std::string origin(const Pose<double>& X) {
  const Vec3<double> rpy = roll_pitch_yaw(X.R);
  return fmt::format("<origin xyz=\"{:.17g} {:.17g} {:.17g}\" rpy=\"{:.17g} {:.17g} {:.17g}\"/>", X.p.x,
                     X.p.y, X.p.z, rpy.x, rpy.y, rpy.z);
}

class Writer {
 public:
  explicit Writer(const Robot& robot) : robot_(robot) {
    for (const RobotFrame& frame : robot.frames) frame_names_.push_back(unique(frame.name));
    for (const RobotLink& row : robot.links)
      row_joints_.push_back(row.joint_name.empty() ? "" : unique(row.joint_name, joint_names_));
  }

  std::string write() {
    begin();
    for (std::size_t k = 0; k < robot_.links.size(); ++k) row(k);
    const std::string tip = end_of_table();
    if (robot_.payload) {
      const Body payload = {robot_.payload->mass, robot_.payload->com, robot_.payload->inertia};
      add(unique("payload"), last_, place(), payload, nullptr);
    }
    for (std::size_t k = 0; k < robot_.frames.size(); ++k) {
      if (written_.contains(k)) continue;
      const auto [link, X] = place_of(robot_.frames[k]);
      add(frame_names_[k], link, X, {}, nullptr);
    }
    text_ += fmt::format("  <catena tip=\"{}\"/>\n</robot>\n", tip);
    return text_;
  }

 private:
  void begin() {
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text_ += fmt::format("<robot name=\"{}\">\n", escaped(robot_.name.empty() ? "robot" : robot_.name));
    if (!robot_.source.empty()) text_ += comment("source: " + robot_.source);
    for (std::size_t k = 0; k < robot_.frames.size() && last_.empty(); ++k)
      if (robot_.frames[k].row < 0 && is_identity(robot_.frames[k].pose)) {
        last_ = frame_names_[k];
        written_.insert(k);
      }
    if (last_.empty()) last_ = unique("base_link");
    root_ = last_;
    const Vec3<double>& g = robot_.gravity;
    if (g.x != 0 || g.y != 0 || g.z != -9.81)
      text_ += comment(fmt::format("gravity in {}, which URDF cannot express: {:.17g} {:.17g} {:.17g} m/s2",
                                   root_, g.x, g.y, g.z));
    const std::string shapes = shapes_of(last_);
    text_ += fmt::format("  <link name=\"{}\"", last_) +
             (shapes.empty() ? "/>\n" : ">\n" + shapes + "  </link>\n");
  }

  static bool is_identity(const Pose<double>& X) {
    return X.p.x == 0 && X.p.y == 0 && X.p.z == 0 && io::detail::same_rotation(X.R, Mat3<double>::identity());
  }

  // The pose of the present frame of the table in that of the last link.
  Pose<double> place() const { return lead_ ? *lead_ * detail::pose(since_) : detail::pose(since_); }

  // A row of the table: a link, or for the rows that only place the base or the tool, a part of the next origin.
  void row(std::size_t k) {
    const RobotLink& row = robot_.links[k];
    const detail::Screw x = {detail::Axis::x, row.dh.alpha, row.dh.a},
                        z = {detail::Axis::z, row.dh.theta, row.dh.d};
    const bool standard = robot_.convention == Convention::standard, moves = row.joint != JointKind::fixed;
    Body body = {row.mass, row.com, row.inertia};

    // In the standard convention a row's x screw comes after its joint: the link's frame is before it, the next joint
    // after it.
    if (!standard) append(since_, x);
    append(since_, z);
    if (standard && !moves) append(since_, x);
    if (!moves && body.empty() && detail::is_end_row(row.name)) {
      rows_.push_back({last_, place()});
      return;
    }
    const bool x_after = standard && moves;
    const Pose<double> to_row = x_after ? detail::pose(x) : Pose<double>::identity();  // from where we are
    if (x_after) body = detail::seen_from(to_row, body);

    // The link's own frame, where the robot says.
    std::string name;
    std::optional<Pose<double>> own;
    for (std::size_t f = 0; f < robot_.frames.size() && name.empty(); ++f) {
      const RobotFrame& frame = robot_.frames[f];
      if (frame.row != static_cast<int>(k) || frame.name != row.name) continue;
      const Pose<double> X = to_row * frame.pose;
      if (moves && !lies_on_axis(X.p)) continue;  // a URDF link's frame is that of its joint
      own = X;
      name = frame_names_[f];
      written_.insert(f);
    }
    if (name.empty()) name = unique(row.name.empty() ? fmt::format("link{}", k + 1) : row.name);
    Vec3<double> axis = {0, 0, 1};
    Pose<double> X = place();
    if (own) {
      X = X * *own;
      body = detail::seen_from(inverse(*own), body);
      axis = {own->R.zx, own->R.zy, own->R.zz};
    }
    add(name, last_, X, body, &row, axis);
    last_ = name;
    since_.clear();
    lead_ = own ? std::optional(inverse(*own)) : std::nullopt;
    if (x_after) append(since_, x);
    rows_.push_back({last_, place()});
  }

  static bool lies_on_axis(const Vec3<double>& p) {
    return std::hypot(p.x, p.y) <= 1e-12 * (1 + std::abs(p.z));
  }

  // The link of the robot's last frame; one is added if no link is there.
  std::string end_of_table() {
    if (since_.empty() && !lead_) return last_;
    const Pose<double> X = place();
    if (is_identity(X)) return last_;
    for (std::size_t k = robot_.frames.size();
         k-- > 0;) {  // the last one is the tip of a chain that was read
      const auto [link, Y] = place_of(robot_.frames[k]);
      if (link == last_ && detail::same_place(X, Y)) return frame_names_[k];
    }
    const std::string name = unique("tool");
    add(name, last_, X, {}, nullptr);
    last_ = name;
    since_.clear();
    lead_.reset();
    return name;
  }

  struct Place {
    std::string link;
    Pose<double> X;
  };
  Place place_of(const RobotFrame& frame) const {
    if (frame.row < 0) return {root_, frame.pose};
    const Place& row = rows_[static_cast<std::size_t>(frame.row)];
    return {row.link, row.X * frame.pose};
  }

  // A link and the joint that carries it; `row` is null for a bare frame.
  void add(const std::string& child, const std::string& parent, const Pose<double>& X, const Body& body,
           const RobotLink* row, const Vec3<double>& axis = {0, 0, 1}) {
    const JointKind kind = row ? row->joint : JointKind::fixed;
    text_ += fmt::format("  <link name=\"{}\"", child);
    const std::string shapes = shapes_of(child);
    if (body.empty() && kind == JointKind::fixed) {
      text_ += shapes.empty() ? "/>\n" : ">\n" + shapes + "  </link>\n";
    } else {
      const Sym3<double>& I = body.inertia;
      text_ += fmt::format(
          ">\n    <inertial>\n      {}\n      <mass value=\"{:.17g}\"/>\n"
          "      <inertia ixx=\"{:.17g}\" ixy=\"{:.17g}\" ixz=\"{:.17g}\" iyy=\"{:.17g}\" iyz=\"{:.17g}\" "
          "izz=\"{:.17g}\"/>\n"
          "    </inertial>\n{}  </link>\n",
          origin({Mat3<double>::identity(), body.com}), body.mass, I.xx, I.xy, I.xz, I.yy, I.yz, I.zz,
          shapes);
    }
    const bool moves = kind != JointKind::fixed;
    text_ += fmt::format(
        "  <joint name=\"{}\" type=\"{}\">\n    {}\n    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n",
        joint_name(row), type(kind, row), origin(X), parent, child);
    if (moves)
      text_ += fmt::format("    <axis xyz=\"{:.17g} {:.17g} {:.17g}\"/>\n", axis.x, axis.y, axis.z) +
               limits(kind, *row) + dynamics(*row);
    text_ += "  </joint>\n";
  }

  // <visual> and <collision> of the link: the meshes of the frame that it was written for.
  std::string shapes_of(const std::string& link) const {
    std::string out;
    for (std::size_t k = 0; k < robot_.frames.size(); ++k) {
      if (frame_names_[k] != link) continue;
      for (const RobotMesh& mesh : robot_.meshes) {
        if (mesh.frame != robot_.frames[k].name) continue;
        const char* const kind = mesh.collision ? "collision" : "visual";
        const Vec3<double>& s = mesh.scale;
        const std::string scale = s.x == 1 && s.y == 1 && s.z == 1
                                      ? ""
                                      : fmt::format(" scale=\"{:.17g} {:.17g} {:.17g}\"", s.x, s.y, s.z);
        out += fmt::format(
            "    <{0}>\n      {1}\n      <geometry><mesh filename=\"{2}\"{3}/></geometry>\n    </{0}>\n",
            kind, origin(mesh.pose), escaped(mesh.uri), scale);
      }
    }
    return out;
  }

  std::string joint_name(const RobotLink* row) {
    if (row && !row->joint_name.empty())
      return row_joints_[static_cast<std::size_t>(row - robot_.links.data())];
    const bool moves = row && row->joint != JointKind::fixed;
    std::string name;
    do name = fmt::format("{}{}", moves ? "joint" : "fixed", moves ? ++moving_ : ++fixed_);
    while (!joint_names_.insert(name).second);
    return name;
  }

  static const char* type(JointKind kind, const RobotLink* row) {
    if (kind == JointKind::fixed) return "fixed";
    if (kind == JointKind::prismatic) return "prismatic";
    return row->limits && row->limits->position ? "revolute" : "continuous";
  }

  // 0 stands for an unknown effort or velocity.
  static std::string limits(JointKind kind, const RobotLink& row) {
    const Limits limits = row.limits.value_or(Limits{});
    if (kind == JointKind::revolute && !limits.position && !limits.effort && !limits.velocity) return "";
    std::string range;
    if (kind == JointKind::prismatic || limits.position) {
      const auto position = limits.position.value_or(std::array<double, 2>{-kUnlimited, kUnlimited});
      range = fmt::format("lower=\"{:.17g}\" upper=\"{:.17g}\" ", position[0], position[1]);
    }
    return fmt::format("    <limit {}effort=\"{:.17g}\" velocity=\"{:.17g}\"/>\n", range,
                       limits.effort.value_or(0), limits.velocity.value_or(0));
  }

  // On the joint's side of the gear.
  static std::string dynamics(const RobotLink& row) {
    if (!row.motor) return "";
    const Motor& m = *row.motor;
    std::string out;
    if (m.viscous != 0 || m.coulomb[0] != 0 || m.coulomb[1] != 0)
      out += fmt::format("    <dynamics damping=\"{:.17g}\" friction=\"{:.17g}\"/>\n",
                         m.gear * m.gear * m.viscous, std::abs(m.gear) * (m.coulomb[0] - m.coulomb[1]) / 2);
    if (m.coulomb[0] != -m.coulomb[1])
      out += "  " + comment(fmt::format("friction is the mean of {:.17g} and {:.17g} at the motor",
                                        m.coulomb[0], m.coulomb[1]));
    if (m.inertia != 0)
      out +=
          "  " + comment(fmt::format("motor inertia, which URDF cannot express: {:.17g} kg m2, gear {:.17g}",
                                     m.inertia, m.gear));
    return out;
  }

  std::string unique(const std::string& wanted) { return unique(wanted, names_); }
  static std::string unique(const std::string& wanted, std::set<std::string>& taken) {
    std::string name = escaped(wanted);
    for (int k = 2; !taken.insert(name).second; ++k) name = fmt::format("{}_{}", escaped(wanted), k);
    return name;
  }

  const Robot& robot_;
  std::string text_;
  std::string root_, last_;  // links
  detail::Word since_;       // from the last link's frame, after `lead_`
  std::optional<Pose<double>> lead_;
  std::vector<Place> rows_;               // the DH frame of each row
  std::vector<std::string> frame_names_;  // of the robot's frames, as links
  std::vector<std::string> row_joints_;   // the names of the joints of rows that have one
  std::set<std::size_t> written_;         // frames that are those of links
  std::set<std::string> names_, joint_names_;
  int moving_ = 0, fixed_ = 0;
};

// A robot whose meshes are all fixed to frames of its own: those of rows, of the base and of the tool need no frame otherwise.
Robot with_frames_of_meshes(Robot robot) {
  const auto has_frame = [&](const std::string& name) {
    return std::any_of(robot.frames.begin(), robot.frames.end(),
                       [&](const RobotFrame& frame) { return frame.name == name; });
  };
  const auto row_of = [&](const std::string& name) -> std::optional<int> {
    for (std::size_t k = 0; k < robot.links.size(); ++k)
      if ((robot.links[k].name.empty() ? fmt::format("link{}", k + 1) : robot.links[k].name) == name)
        return static_cast<int>(k);
    if (name == "base") return -1;
    if (name == "tool") return static_cast<int>(robot.links.size()) - 1;
    return std::nullopt;
  };
  for (const RobotMesh& mesh : robot.meshes)
    if (!has_frame(mesh.frame))
      if (const std::optional<int> row = row_of(mesh.frame)) robot.frames.push_back({mesh.frame, *row});
  return robot;
}

}  // namespace

std::string write_urdf(const Robot& robot) {
  io::detail::require_frame_rows(robot);
  return Writer(with_frames_of_meshes(robot)).write();
}

}  // namespace catena
