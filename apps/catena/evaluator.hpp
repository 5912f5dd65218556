// SPDX-License-Identifier: Apache-2.0
// Evaluates one state for `catena eval`: the wanted quantities, or an Error with the reason.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/core/checked_run.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/model/chain.hpp"
#include "catena/core/model/poses.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/io/state_line.hpp"
#include "eval_plan.hpp"
#include "frame_choice.hpp"

namespace catena::cli {

class Evaluator {
 public:
  Evaluator(const Robot& robot, Plan plan, FrameChoice choice = {});

  // Sets the state for `compute`, which keeps its spans. Spans that the plan does not need may be empty.
  void set_state(const State<double>& state);
  // The chosen frame, for State::frame; null: the tool.
  const Frame<double>* frame() const { return frame_ ? &*frame_ : nullptr; }
  // Computes one quantity. Throws Error(numerical) if M is singular or the result is not finite.
  void compute(const Method<double>& method, std::span<double> out);

  // Evaluates a line of JSON and appends {"inertia": .., ..} without a newline, or lines of text. If it throws
  // Error, `out` is unchanged.
  void answer(std::string_view line, std::string& out);
  // The same for a state that was read from options.
  void answer(StateLine line, std::string& out);

  int joints() const { return arm_->dof(); }

  // From now on, answers are text for a person instead of JSON (result_text.hpp).
  void write_text() { writes_text_ = true; }
  bool text() const { return writes_text_; }

  // From now on, estimates the number of correct digits of each result (catena/core/digits.hpp): for --explain.
  void watch_digits() { watches_digits_ = true; }
  void set_line(std::size_t number) { line_number_ = number; }  // for the report
  // "fd: about 12 of 16 digits can be trusted"; one or two lines for each quantity that was computed.
  std::vector<std::string> report_digits() const;

  // What was strange about the position of the first state where something was (catena/core/mistakes.hpp), once: it is
  // empty until then and afterwards.
  std::optional<Note> take_strange_position() { return std::exchange(strange_, std::nullopt); }

  // The tag of the last line as JSON; empty if there was none or the line could not be read.
  const std::string& tag() const { return line_.tag; }

 private:
  void check_line() const;
  void answer_line(std::string& out);
  void append(const Method<double>& method, int columns, std::string& out) const;
  State<double> state_of_line();
  void set_wrenches(State<double>& state);
  std::string name_;
  FrameChoice choice_;
  std::vector<NamedFrame> frames_;      // of the robot
  Frame<double> tool_;                  // its last one
  std::optional<Frame<double>> frame_;  // chosen by options
  Frame<double> frame_of_line_ = {};
  Robot limits_;         // for the limits of its joints
  bool watches_ = true;  // for a strange position
  std::optional<Note> strange_;
  std::unique_ptr<const Chain<double>> arm_;  // the prepared methods refer to it
  Plan plan_;
  std::vector<double> zeros_;  // (n)
  Posture<double> posture_;
  std::vector<CheckedMethod> methods_;  // those of the plan

  // The digits of a quantity over the states so far.
  struct Digits {
    double fewest = kMostDigits;
    std::size_t states = 0, few = 0, stable = 0;  // all; those with few digits; those by the stable method
    std::size_t line = 0;                         // of the fewest
  };
  void watch(std::size_t k, const Method<double>& used, std::span<const double> out);
  bool watches_digits_ = false, writes_text_ = false;
  std::size_t line_number_ = 0;
  std::vector<Digits> digits_;                             // one for each method of the plan
  std::map<const Method<double>*, DigitsLeft> estimates_;  // of the methods that were used
  State<double> state_ = {};
  StateLine line_;
  bool options_ = false;  // the state was read from options
  std::vector<double> values_;
  std::vector<double> columns_;  // V of the line, column by column
  MatView<const double> V_ = {};
  std::vector<Force<double>> wrenches_;  // of the line
  Kinematics<double> poses_;             // for wrenches in base axes
};

}  // namespace catena::cli
