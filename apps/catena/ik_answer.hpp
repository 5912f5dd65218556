// SPDX-License-Identifier: Apache-2.0
// Answers of `catena ik`: one goal, solved numerically or in closed form, as a line of JSON.
#pragma once

#include <optional>
#include <string>

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

  // Appends a JSON object; returns why the goal was not reached, or nothing.
  std::string answer(const PoseLine& goal, std::string& out);

 private:
  Eigen::VectorXd joints(const char* option, const std::string& text) const;
  std::string every_solution(const PoseLine& goal, const Eigen::Matrix4d& X, std::string& out);
  static void end(const PoseLine& goal, std::string& out);

  Arm arm_;
  IkRequest request_;
  std::optional<Ik> pose_, position_;  // made when the first goal of their kind arrives
  std::optional<IkAll> all_;
  std::optional<Frame<double>> frame_;
};

}  // namespace catena::cli
