// SPDX-License-Identifier: Apache-2.0
// One state of `catena eval`: the wanted quantities, or an Error that says why there are none.
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

  // The state that `compute` takes; its spans are kept. Empty spans where the plan needs nothing.
  void set_state(const State<double>& state);
  // One quantity of the state. Throws Error(numerical) where M is singular or the result is not finite.
  void compute(const Method<double>& method, std::span<double> out);

  // A line of JSON. Appends {"inertia": .., ..} without an end of line. Throws Error, and `out` is then as it was.
  void answer(std::string_view line, std::string& out);

  // The tag of the line last read, as JSON; empty if there was none or the line could not be read.
  const std::string& tag() const { return line_.tag; }

 private:
  void check_line() const;
  std::string name_;
  std::unique_ptr<const Chain<double>> arm_;  // which the prepared methods refer to
  Plan plan_;
  std::vector<double> scale_;  // (n) of δ, for singular M
  std::vector<double> zeros_;  // (n)
  Posture<double> posture_;
  std::vector<Prepared<double>> prepared_;  // by method of the plan
  Prepared<double> pivots_;                 // for methods that divide by M and do not tell D
  State<double> state_ = {};
  StateLine line_;
  std::vector<double> values_, accelerations_;
};

}  // namespace catena::cli
