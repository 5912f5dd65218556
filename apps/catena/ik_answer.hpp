// SPDX-License-Identifier: Apache-2.0
// Answers of `catena ik`: one goal, solved numerically or in closed form, as a line of JSON or as a table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/ik.hpp"
#include "catena/core/ik_all.hpp"
#include "catena/io/pose_line.hpp"

namespace catena::cli {

struct IkRequest {
  std::optional<std::string> pose, position, axis;  // as on the command line
  std::optional<std::string> seed, near, frame;
  std::optional<double> redundancy;
  IkPreference preference = IkPreference::none;
  int starts = 100;
  bool no_limits = false, all = false;
};

class IkAnswers {
 public:
  IkAnswers(const Robot& robot, const IkRequest& request);

  // The goal on the command line, if there is one.
  std::optional<PoseLine> goal() const;

  // What may be a mistake in the options: angles that look like degrees, a seed outside the limits.
  std::vector<std::string> notes() const;

  // The answers are tables instead of JSON.
  void write_text() { text_ = true; }
  bool text() const { return text_; }

  // Appends an answer; returns why the goal was not reached, or nothing.
  std::string answer(const PoseLine& goal, std::string& out);

  // The same for "q" of the lines so far, once (catena/core/mistakes.hpp).
  std::optional<Note> take_strange_position() { return std::exchange(strange_, std::nullopt); }

 private:
  Eigen::VectorXd joints(const char* option, const std::string& text) const;
  Eigen::VectorXd joints_of_line(const std::vector<double>& q);
  const std::optional<Frame<double>>& frame_of(const PoseLine& goal);
  std::string every_solution(const PoseLine& goal, const Eigen::Matrix4d& X, std::string& out);
  std::string why_none(const IkAllOptions& options, const Eigen::Matrix4d& X, const IkAll& all,
                       IkStatus& status) const;
  Eigen::VectorXd numbers_of_pose() const;
  // " With 4 joints, only some poses can be reached; ...", or nothing.
  std::string too_few_joints(const PoseLine& goal, IkGoal kind);
  void append_posture(const IkResult& found, const std::string& reason, std::string& out) const;
  void append_list(const IkAll& all, const std::string& reason, std::string& out) const;
  static void end(const PoseLine& goal, std::string& out);

  Arm arm_;
  IkRequest request_;
  // By the name of the frame, where a line gives one; made when they are first needed.
  std::map<std::optional<std::string>, std::optional<Frame<double>>> frames_;
  std::map<std::pair<std::optional<std::string>, IkGoal>, Ik> solvers_;
  std::map<std::optional<std::string>, IkAll> all_;
  bool text_ = false;
  bool told_ = false;  // of a strange position
  std::optional<Note> strange_;
};

}  // namespace catena::cli
