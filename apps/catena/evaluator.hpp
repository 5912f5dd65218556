// SPDX-License-Identifier: Apache-2.0
// One line of `catena eval`: a state in, the wanted quantities out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/io/state_line.hpp"
#include "catena/model/chain.hpp"
#include "catena/model/posture.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

class Evaluator {
 public:
  Evaluator(const Robot& robot, Plan plan);

  // Appends {"inertia": .., ..} without an end of line. Throws Error, and `out` is then as it was.
  void answer(std::string_view line, std::string& out);

  // The tag of the line last read, as JSON; empty if there was none or the line could not be read.
  const std::string& tag() const { return state_.tag; }

 private:
  void check_state() const;
  void require_definite(std::string_view quantity);
  void require_positive(std::string_view quantity) const;

  std::string name_;
  Chain<double> arm_;
  Plan plan_;
  std::vector<double> scale_;  // (n) of δ, for singular M
  std::vector<double> zeros_;  // (n)
  Posture<double> posture_;
  AbaWork<double> aba_;
  StateLine state_;
  std::vector<double> values_;
};

}  // namespace catena::cli
