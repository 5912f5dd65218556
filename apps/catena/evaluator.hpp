// SPDX-License-Identifier: Apache-2.0
// Evaluates one state for `catena eval`: the wanted quantities, or an Error with the reason.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/io/state_line.hpp"
#include "eval_plan.hpp"

namespace catena::cli {

class Evaluator {
 public:
  Evaluator(const Robot& robot, Plan plan);

  // Sets the state for `compute`, which keeps its spans. Spans that the plan does not need may be empty.
  void set_state(const State<double>& state);
  // Computes one quantity. Throws Error(numerical) if M is singular or the result is not finite.
  void compute(const Method<double>& method, std::span<double> out);

  // Evaluates a line of JSON and appends {"inertia": .., ..} without a newline. If it throws Error, `out` is
  // unchanged.
  void answer(std::string_view line, std::string& out);

  // The tag of the last line as JSON; empty if there was none or the line could not be read.
  const std::string& tag() const { return line_.tag; }

 private:
  void check_line() const;
  State<double> state_of_line();
  std::string name_;
  std::unique_ptr<const Chain<double>> arm_;  // the prepared methods refer to it
  Plan plan_;
  std::vector<double> scale_;  // (n) magnitude of the pivots δ, to detect a singular M
  std::vector<double> zeros_;  // (n)
  Posture<double> posture_;
  std::vector<Prepared<double>> prepared_;  // one for each method of the plan
  Prepared<double> pivots_;                 // provides D for methods that divide by M without computing D
  State<double> state_ = {};
  StateLine line_;
  std::vector<double> values_, accelerations_;
  std::vector<double> columns_;  // V of the line, column by column
  MatView<const double> V_ = {};
  std::vector<Force<double>> wrenches_;  // of the line
};

}  // namespace catena::cli
