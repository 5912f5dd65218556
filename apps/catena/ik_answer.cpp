// SPDX-License-Identifier: Apache-2.0
#include "ik_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "number_list.hpp"

namespace catena::cli {
namespace {

using Eigen::Matrix4d;
using Eigen::VectorXd;

std::string quoted(const std::string& option, const std::string& text) {
  return fmt::format("{} '{}'", option, text::printable(text));
}

// Turns about x, y and z of the base, in this order, as in a URDF.
Matrix4d from_angles(const VectorXd& v) {
  const double cr = std::cos(v[3]), sr = std::sin(v[3]), cp = std::cos(v[4]), sp = std::sin(v[4]),
               cy = std::cos(v[5]), sy = std::sin(v[5]);
  Matrix4d X;
  X << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, v[0],  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, v[1],   //
      -sp, cp * sr, cp * cr, v[2],                                     //
      0, 0, 0, 1;
  return X;
}

// A pose at p whose z axis points along `axis`.
Matrix4d along(const VectorXd& p, const VectorXd& axis) {
  const Eigen::Vector3d z = (axis / axis.cwiseAbs().maxCoeff()).normalized();  // of any finite length
  const Eigen::Vector3d other = std::abs(z.x()) < 0.6 ? Eigen::Vector3d(1, 0, 0) : Eigen::Vector3d(0, 1, 0);
  const Eigen::Vector3d beside = other - other.dot(z) * z, x = beside / beside.norm();
  Matrix4d X = Matrix4d::Identity();
  X.col(0).head(3) = x;
  X.col(1).head(3) = Eigen::Vector3d(z.y() * x.z() - z.z() * x.y(), z.z() * x.x() - z.x() * x.z(),
                                     z.x() * x.y() - z.y() * x.x());
  X.col(2).head(3) = z;
  X.col(3).head(3) = p;
  return X;
}

// "'shoulder', 'camera'": the frames on links from `first` on.
std::string frames_from(const Arm& arm, int first) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> names;
  for (const NamedFrame& frame : arm.frames())
    if (frame.frame.link >= first) names.push_back("'" + text::printable(frame.name) + "'");
  const std::size_t count = names.size();
  names.resize(std::min(count, kShown));
  return fmt::format("{}{}", fmt::join(names, ", "),
                     count > kShown ? fmt::format(" and {} more", count - kShown) : "");
}

std::optional<Frame<double>> frame_of(const Arm& arm, const IkRequest& request) {
  if (!request.frame) return std::nullopt;
  const Frame<double> frame = arm.frame(*request.frame);
  const std::string where = quoted("--frame", *request.frame);
  if (frame.link < 0)
    throw Error(ErrorKind::usage, where, "this frame is fixed to the base, and no joint moves it")
        .need("a frame on a link that moves: " + frames_from(arm, 0));
  if (request.all && arm.dof() == 6 && frame.link != 5)
    throw Error(ErrorKind::usage, where,
                "this frame is not on the last link, and fewer than six joints move it")
        .need("for --all, a frame on the last link: " + frames_from(arm, 5));
  return frame;
}

const char* name_of(IkStatus status) {
  switch (status) {
    case IkStatus::solved:
      return "solved";
    case IkStatus::limits:
      return "limits";
    case IkStatus::unreachable:
      return "unreachable";
    case IkStatus::singular:
      return "singular";
    case IkStatus::not_converged:
      break;
  }
  return "not_converged";
}

std::span<const double> span(const VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

// A list of the command line as a vector.
VectorXd vector(const std::string& option, const std::string& list, int count, const std::string& need,
                const Degrees& degrees = {}) {
  const std::vector<double> values = numbers(option, list, count, need, degrees);
  return Eigen::Map<const VectorXd>(values.data(), count);
}

}  // namespace

IkAnswers::IkAnswers(const Robot& robot, const IkRequest& request)
    : arm_(robot), request_(request), frame_(frame_of(arm_, request)) {
  const auto refuse = [](const char* problem, const char* need) {
    throw Error(ErrorKind::usage, "ik", problem).need(need);
  };
  if (request.pose && request.position) refuse("--pose and --position are both given", "one of them");
  if (request.axis && !request.position) refuse("--axis is given without --position", "both of them");
  if (request.near && request.preference != IkPreference::none)
    refuse("--near and --prefer are both given", "one of them");
  if (request.all && (request.position || request.preference != IkPreference::none || request.seed))
    refuse("--all requires a complete pose", "--pose or poses as JSON lines, without --prefer and --seed");
  if (request.redundancy && !request.all) refuse("--redundancy is given without --all", "both of them");
  if (request.seed) joints("--seed", *request.seed);
  if (request.near) joints("--near", *request.near);
  goal();
}

VectorXd IkAnswers::joints(const char* option, const std::string& text) const {
  return vector(option, text, arm_.dof(),
                fmt::format("{} numbers separated by commas, one for each joint", arm_.dof()),
                joint_degrees(arm_.robot(), "deg"));
}

std::optional<PoseLine> IkAnswers::goal() const {
  constexpr const char* kThree = "x,y,z in metres";
  PoseLine out;
  if (request_.pose) {
    const Matrix4d X =
        from_angles(vector("--pose", *request_.pose, 6, "x,y,z,roll,pitch,yaw in metres and radians",
                           {"deg", {false, false, false, true}, "metres, without a unit"}));
    std::copy_n(X.data(), 16, out.pose.emplace().data());
    return out;
  }
  if (!request_.position) return std::nullopt;
  const VectorXd p = vector("--position", *request_.position, 3, kThree);
  if (!request_.axis) {
    out.position = {p[0], p[1], p[2]};
    return out;
  }
  const VectorXd axis = vector("--axis", *request_.axis, 3, "x,y,z of a direction");
  if (!(axis.cwiseAbs().maxCoeff() > 0))
    throw Error(ErrorKind::usage, quoted("--axis", *request_.axis), "the direction is zero");
  const Matrix4d X = along(p, axis);
  std::copy_n(X.data(), 16, out.pose.emplace().data());
  return out;
}

std::string IkAnswers::answer(const PoseLine& goal, std::string& out) {
  Matrix4d X = Matrix4d::Identity();
  if (goal.pose) std::copy_n(goal.pose->data(), 16, X.data());
  if (goal.position)
    for (int i = 0; i < 3; ++i) X(i, 3) = (*goal.position)[static_cast<std::size_t>(i)];
  if (request_.all) return every_solution(goal, X, out);

  std::optional<Ik>& solver = goal.pose ? pose_ : position_;
  if (!solver) {
    IkOptions options{.frame = frame_,
                      .goal = !goal.pose      ? IkGoal::position
                              : request_.axis ? IkGoal::position_and_axis
                                              : IkGoal::pose,
                      .starts = request_.starts,
                      .keep_limits = !request_.no_limits,
                      .preference = request_.near ? IkPreference::near : request_.preference};
    if (request_.seed) options.seed = joints("--seed", *request_.seed);
    if (request_.near) options.near = joints("--near", *request_.near);
    solver.emplace(arm_, options);
  }
  const VectorXd seed =
      goal.q ? VectorXd(Eigen::Map<const VectorXd>(goal.q->data(), static_cast<int>(goal.q->size())))
             : VectorXd();
  const IkResult& found = goal.q ? solver->solve(X, seed) : solver->solve(X);
  out += found.ok() ? "{\"q\": " : "{\"closest\": ";
  append_json(out, span(found.q));
  out += fmt::format(", \"status\": \"{}\", \"position_error\": ", name_of(found.status));
  append_json(out, found.position_error);
  if (goal.pose) {
    out += ", \"orientation_error\": ";
    append_json(out, found.orientation_error);
  }
  out += fmt::format(", \"iterations\": {}, \"starts\": {}", found.iterations, found.starts);
  if (!found.ok()) {
    out += ", \"limits\": [";
    const char* comma = "";
    for (std::size_t i = 0; i < found.limits.size(); ++i)
      if (found.limits[i] != 0) {
        out += fmt::format("{}{{\"joint\": {}, \"side\": \"{}\"}}", comma, i + 1,
                           found.limits[i] < 0 ? "lower" : "upper");
        comma = ", ";
      }
    out += "], \"explanation\": ";
    append_json(out, found.explanation());
  }
  end(goal, out);
  return found.ok() ? "" : found.explanation();
}

std::string IkAnswers::every_solution(const PoseLine& goal, const Matrix4d& X, std::string& out) {
  if (!goal.pose)
    throw Error(ErrorKind::usage, "'position'", "--all requires a complete pose").need("'pose'");
  if (!all_ || goal.q) {
    IkAllOptions options{.frame = frame_, .keep_limits = !request_.no_limits};
    if (goal.q)
      options.near = Eigen::Map<const VectorXd>(goal.q->data(), static_cast<int>(goal.q->size()));
    else if (request_.near)
      options.near = joints("--near", *request_.near);
    all_.emplace(arm_, options);
  }
  if (request_.redundancy && all_->redundancy().empty())
    throw Error(ErrorKind::usage, "--redundancy", "the arm has six joints, and no redundancy parameter")
        .hint("leave it out");
  const int count = request_.redundancy ? all_->solve(X, *request_.redundancy) : all_->solve(X);
  out += "{\"solutions\": [";
  for (int k = 0; k < count; ++k) {
    if (k > 0) out += ", ";
    append_json(out, std::span<const double>(all_->q(k).data(), static_cast<std::size_t>(arm_.dof())));
  }
  out += "], \"method\": ";
  append_json(out, all_->method());
  if (!all_->redundancy().empty()) {
    out += ", \"redundancy\": ";
    append_json(out, all_->redundancy());
    out += ", \"parameters\": [";
    for (int k = 0; k < count; ++k) {
      if (k > 0) out += ", ";
      append_json(out, all_->parameter_of(all_->q(k)));
    }
    out += "]";
  }
  end(goal, out);
  if (goal.q) all_.reset();
  return count > 0 ? "" : request_.no_limits ? "No solution." : "No solution within the joint limits.";
}

void IkAnswers::end(const PoseLine& goal, std::string& out) {
  if (!goal.tag.empty()) (out += ", \"tag\": ") += goal.tag;
  out += "}\n";
}

}  // namespace catena::cli
