// SPDX-License-Identifier: Apache-2.0
#include "ik_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "catena/core/mistakes.hpp"
#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "number_list.hpp"
#include "table.hpp"

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

// The frame of that name, which must be one that moves; `where` is the option or the key.
Frame<double> moving_frame(const Arm& arm, const std::string& name, const std::string& where, bool all) {
  const Frame<double> frame = arm.frame(name);
  if (frame.link < 0)
    throw Error(ErrorKind::usage, where, "this frame is fixed to the base, and no joint moves it")
        .need("a frame on a link that moves: " + frames_from(arm, 0));
  if (all && arm.dof() == 6 && frame.link != 5)
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

// A joint position in a table: what is far below the tolerance of the solver is rounding error.
std::string position(double x) { return shown(std::abs(x) < 1e-12 ? 0 : x); }

// A list of the command line as a vector.
VectorXd vector(const std::string& option, const std::string& list, int count, const std::string& need,
                const Degrees& degrees = {}) {
  const std::vector<double> values = numbers(option, list, count, need, degrees);
  return Eigen::Map<const VectorXd>(values.data(), count);
}

}  // namespace

// With a preference, the best of so many solutions: six joints have up to 16, and each may be the nearest.
constexpr int kCompared = 16;

IkAnswers::IkAnswers(const Robot& robot, const IkRequest& request) : arm_(robot), request_(request) {
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
  if (request.frame)
    frames_[{}] = moving_frame(arm_, *request.frame, quoted("--frame", *request.frame), request.all);
  goal();
}

VectorXd IkAnswers::joints(const char* option, const std::string& text) const {
  return vector(option, text, arm_.dof(),
                arm_.dof() == 1
                    ? "1 number, for the joint"
                    : fmt::format("{} numbers separated by commas, one for each joint", arm_.dof()),
                joint_degrees(arm_.robot(), "deg"));
}

// The key "q" of a line, which is the seed, as a vector.
VectorXd IkAnswers::joints_of_line(const std::vector<double>& q) {
  if (static_cast<int>(q.size()) != arm_.dof())
    throw Error(ErrorKind::usage, "'q'", "wrong length")
        .given(text::counted(q.size(), "number"))
        .need(fmt::format("{}, since '{}' has {}", arm_.dof(), text::printable(arm_.name()),
                          text::counted(arm_.dof(), "joint")));
  constexpr double kLargest = 1e6;  // as the solver
  for (std::size_t i = 0; i < q.size(); ++i)
    if (std::abs(q[i]) > kLargest)
      throw Error(ErrorKind::usage, "'q'", "a joint position is too large to compute with")
          .given(fmt::format("{} for joint {}", q[i], i + 1))
          .need(fmt::format("at most {:g} rad or m", kLargest));
  if (!told_) strange_ = strange_position(arm_.robot(), q);
  told_ = told_ || strange_;
  return Eigen::Map<const VectorXd>(q.data(), arm_.dof());
}

const std::optional<Frame<double>>& IkAnswers::frame_of(const PoseLine& goal) {
  const auto [at, is_new] = frames_.try_emplace(goal.frame);
  if (is_new && goal.frame) try {
      at->second = moving_frame(arm_, *goal.frame, fmt::format("'frame', '{}'", text::printable(*goal.frame)),
                                request_.all);
    } catch (...) {
      frames_.erase(at);
      throw;
    }
  return at->second;
}

VectorXd IkAnswers::numbers_of_pose() const {
  return vector("--pose", *request_.pose, 6, "x,y,z,roll,pitch,yaw in metres and radians",
                {"deg", {false, false, false, true}, "metres, without a unit"});
}

std::optional<PoseLine> IkAnswers::goal() const {
  constexpr const char* kThree = "x,y,z in metres";
  PoseLine out;
  if (request_.pose) {
    const Matrix4d X = from_angles(numbers_of_pose());
    std::copy_n(X.data(), 16, out.pose.emplace().data());
    return out;
  }
  if (!request_.position) return std::nullopt;
  const VectorXd p = vector("--position", *request_.position, 3, kThree);
  out.position = {p[0], p[1], p[2]};
  if (!request_.axis) return out;
  const VectorXd axis = vector("--axis", *request_.axis, 3, "x,y,z of a direction");
  if (!(axis.cwiseAbs().maxCoeff() > 0))
    throw Error(ErrorKind::usage, quoted("--axis", *request_.axis), "the direction is zero");
  out.axis = {axis[0], axis[1], axis[2]};
  return out;
}

std::vector<std::string> IkAnswers::notes() const {
  std::vector<std::string> out;
  for (const auto& [option, list] : {std::pair{"--seed", &request_.seed}, {"--near", &request_.near}})
    if (*list)
      if (const std::optional<Note> strange = strange_position(arm_.robot(), span(joints(option, **list))))
        out.push_back(fmt::format("{}: {}", option, strange->line()));
  const std::optional<PoseLine> wanted = goal();
  if (wanted) {
    Vec3<double> p;
    if (wanted->pose)
      p = {(*wanted->pose)[12], (*wanted->pose)[13], (*wanted->pose)[14]};
    else
      p = {(*wanted->position)[0], (*wanted->position)[1], (*wanted->position)[2]};
    double size = 0;  // of the arm
    for (int i = 0; i < arm_.dof(); ++i)
      size += std::abs(arm_.chain().link(i).a) + std::abs(arm_.chain().link(i).d);
    if (const double far = std::sqrt(dot(p, p)); far > 50 * std::max(size, 0.1))
      out.push_back(fmt::format(
          "{}: {:.4g} m is far away from an arm whose links add up to {:.3g} m; is it in millimetres?",
          request_.pose ? "--pose" : "--position", far, size));
  }
  if (!request_.pose) return out;
  const VectorXd numbers = numbers_of_pose();
  constexpr const char* kAngles[] = {"roll", "pitch", "yaw"};
  for (int k = 0; k < 3; ++k)
    if (const double angle = numbers[3 + k]; std::abs(angle) > 2 * std::numbers::pi + 0.01) {
      out.push_back(fmt::format("--pose: {} {:.6g} rad is {:.3g} turns; if it is in degrees, write {:.6g}deg",
                                kAngles[k], angle, std::abs(angle) / (2 * std::numbers::pi), angle));
      break;
    }
  return out;
}

std::string IkAnswers::answer(const PoseLine& goal, std::string& out) {
  Matrix4d X = Matrix4d::Identity();
  if (goal.pose) std::copy_n(goal.pose->data(), 16, X.data());
  if (goal.position)
    for (int i = 0; i < 3; ++i) X(i, 3) = (*goal.position)[static_cast<std::size_t>(i)];
  if (goal.axis) X = along(X.col(3).head(3), Eigen::Map<const VectorXd>(goal.axis->data(), 3));
  if (request_.all) return every_solution(goal, X, out);

  const IkGoal kind = goal.pose ? IkGoal::pose : goal.axis ? IkGoal::position_and_axis : IkGoal::position;
  const VectorXd seed = goal.q ? joints_of_line(*goal.q) : VectorXd();
  auto at = solvers_.find({goal.frame, kind});
  if (at == solvers_.end()) {
    IkOptions options{.frame = frame_of(goal),
                      .goal = kind,
                      .starts = request_.starts,
                      .keep_limits = !request_.no_limits,
                      .preference = request_.near ? IkPreference::near : request_.preference};
    if (options.preference != IkPreference::none) options.solutions = kCompared;
    if (request_.seed) options.seed = joints("--seed", *request_.seed);
    if (request_.near) options.near = joints("--near", *request_.near);
    at = solvers_.emplace(std::pair(goal.frame, kind), Ik(arm_, options)).first;
  }
  const IkResult& found = goal.q ? at->second.solve(X, seed) : at->second.solve(X);
  const std::string reason = found.ok() ? "" : found.explanation() + too_few_joints(goal, kind);
  if (text_) {
    append_posture(found, reason, out);
    return reason;
  }
  out += found.ok() ? "{\"q\": " : "{\"closest\": ";
  append_json(out, span(found.q));
  out += fmt::format(", \"status\": \"{}\", \"position_error\": ", name_of(found.status));
  append_json(out, found.position_error);
  if (kind != IkGoal::position) {
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
    append_json(out, reason);
  }
  end(goal, out);
  return reason;
}

std::string IkAnswers::too_few_joints(const PoseLine& goal, IkGoal kind) {
  const std::optional<Frame<double>>& frame = frame_of(goal);
  const int joints = frame ? frame->link + 1 : arm_.dof();
  if (kind == IkGoal::position || joints >= (kind == IkGoal::pose ? 6 : 5)) return {};
  return fmt::format(" With {}, only some poses can be reached; --position asks for the position alone.",
                     text::counted(joints, "joint"));
}

void IkAnswers::append_posture(const IkResult& found, const std::string& reason, std::string& out) const {
  out += found.ok() ? found.explanation() + '\n' : reason + " That posture:\n";
  Table table({"#", "<joint", "q", "in degrees"});
  const std::vector<std::string> names = arm_.joint_names();
  int i = 0;
  for (const RobotLink& link : arm_.robot().links) {
    if (link.joint == JointKind::fixed) continue;
    const bool turns = link.joint == JointKind::revolute;
    table.add({std::to_string(i + 1), shortened(names[static_cast<std::size_t>(i)], 40),
               position(found.q[i]) + (turns ? " rad" : " m"),
               turns ? position(found.q[i] * 180 / std::numbers::pi) : "-"});
    ++i;
  }
  out += table.str();
}

std::string IkAnswers::every_solution(const PoseLine& goal, const Matrix4d& X, std::string& out) {
  if (!goal.pose)
    throw Error(ErrorKind::usage, "'position'", "--all requires a complete pose").need("'pose'");
  IkAllOptions options{.frame = frame_of(goal), .keep_limits = !request_.no_limits};
  std::optional<IkAll> for_this_line;  // with its own `near`
  if (goal.q) {
    options.near = joints_of_line(*goal.q);
    for_this_line.emplace(arm_, options);
  } else if (request_.near) {
    options.near = joints("--near", *request_.near);
  }
  IkAll& all = goal.q ? *for_this_line : all_.try_emplace(goal.frame, arm_, options).first->second;
  if (request_.redundancy && all.redundancy().empty())
    throw Error(ErrorKind::usage, "--redundancy", "the arm has six joints, and no redundancy parameter")
        .hint("leave it out");
  const int count = request_.redundancy ? all.solve(X, *request_.redundancy) : all.solve(X);
  IkStatus status = IkStatus::solved;
  const std::string reason = count > 0 ? "" : why_none(options, X, all, status);
  if (text_) {
    append_list(all, reason, out);
    return reason;
  }
  out += "{\"solutions\": [";
  for (int k = 0; k < count; ++k) {
    if (k > 0) out += ", ";
    append_json(out, std::span<const double>(all.q(k).data(), static_cast<std::size_t>(arm_.dof())));
  }
  out += fmt::format("], \"status\": \"{}\", \"method\": ", name_of(status));
  append_json(out, all.method());
  if (!all.redundancy().empty()) {
    out += ", \"redundancy\": ";
    append_json(out, all.redundancy());
    out += ", \"parameters\": [";
    for (int k = 0; k < count; ++k) {
      if (k > 0) out += ", ";
      append_json(out, all.parameter_of(all.q(k)));
    }
    out += "]";
  }
  if (count == 0) {
    out += ", \"explanation\": ";
    append_json(out, reason);
  }
  end(goal, out);
  return reason;
}

// The closed form finds every posture, so that none without limits means out of reach. Of seven joints it finds those at the values
// of the redundancy parameter that were tried.
std::string IkAnswers::why_none(const IkAllOptions& options, const Matrix4d& X, const IkAll& all,
                                IkStatus& status) const {
  status = IkStatus::unreachable;
  if (!request_.no_limits) {
    IkAllOptions free = options;
    free.keep_limits = false;
    IkAll without(arm_, free);
    if (const int count = request_.redundancy ? without.solve(X, *request_.redundancy) : without.solve(X);
        count > 0) {
      status = IkStatus::limits;
      return fmt::format("Reached only if the joint limits are ignored: --no-limits lists {}.",
                         text::counted(count, "solution"));
    }
  }
  if (request_.redundancy)
    return fmt::format("Out of reach at this value of the redundancy parameter ({}).", all.redundancy());
  if (!all.redundancy().empty())
    return fmt::format("Out of reach at the {} values of the redundancy parameter ({}) that were tried.",
                       options.samples, all.redundancy());
  return "Out of reach: no posture of the arm has this pose.";
}

void IkAnswers::append_list(const IkAll& all, const std::string& reason, std::string& out) const {
  if (all.count() == 0) {
    out += reason + '\n';
    return;
  }
  out += fmt::format("{}: {}\n", text::counted(all.count(), "solution"), all.method());
  std::vector<std::string> headings = {"#"};
  const std::string parameter = all.redundancy();
  const bool arm_angle = !parameter.empty() && !parameter.starts_with("joint");
  if (arm_angle) headings.push_back(parameter + " [rad]");
  for (const RobotLink& link : arm_.robot().links)
    if (link.joint != JointKind::fixed)
      headings.push_back(fmt::format("q{} [{}]", headings.size() - (arm_angle ? 1 : 0),
                                     link.joint == JointKind::revolute ? "rad" : "m"));
  Table table(headings);
  for (int k = 0; k < all.count(); ++k) {
    std::vector<std::string> row = {std::to_string(k + 1)};
    if (arm_angle) row.push_back(position(all.parameter_of(all.q(k))));
    for (const double x : all.q(k)) row.push_back(position(x));
    table.add(std::move(row));
  }
  out += table.str();
}

void IkAnswers::end(const PoseLine& goal, std::string& out) {
  if (!goal.tag.empty()) (out += ", \"tag\": ") += goal.tag;
  out += "}\n";
}

}  // namespace catena::cli
