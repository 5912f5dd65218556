// SPDX-License-Identifier: Apache-2.0
#include "evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/mistakes.hpp"
#include "catena/core/model/frame_wrench.hpp"
#include "catena/core/text.hpp"
#include "catena/io/json_write.hpp"
#include "result_text.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

Chain<double> chain_of(const Robot& robot) {
  Notes reported_when_loaded;
  return make_chain(robot, reported_when_loaded);
}

void require_finite(const QuantityInfo& quantity, std::span<const double> values) {
  for (double value : values)
    if (!std::isfinite(value))
      throw Error(ErrorKind::numerical, std::string(quantity.name), "the result is not finite")
          .hint("the numbers of this state are too large");
}

}  // namespace

Evaluator::Evaluator(const Robot& robot, Plan plan, FrameChoice choice)
    : name_(robot.name),
      choice_(std::move(choice)),
      frames_(named_frames(robot)),
      tool_(tool_frame(robot)),
      limits_(robot),
      arm_(std::make_unique<const Chain<double>>(chain_of(robot))),
      plan_(std::move(plan)),
      zeros_(static_cast<std::size_t>(arm_->dof()), 0.0),
      posture_(*arm_),
      poses_(arm_->dof()) {
  if (choice_.given()) frame_ = chosen_frame(frames_, tool_, choice_, {}, name_);
  digits_.resize(plan_.methods.size());
  for (std::size_t k = 0; k < plan_.methods.size(); ++k) {
    const Method<double>& method = *plan_.methods[k];
    methods_.emplace_back(*arm_, method, plan_.motors, !plan_.named[k]);
  }
}

void Evaluator::check_line() const {
  const int n = arm_->dof();
  const auto called = [&](const char* key) {
    return options_ ? fmt::format("--{}", key) : fmt::format("'{}'", key);
  };
  require_joints(called("q"), line_.q, n, name_, plan_.needs(Input::q));
  require_joints(called("qd"), line_.qd, n, name_, plan_.needs(Input::qd));
  require_joints(called("qdd"), line_.qdd, n, name_, plan_.needs(Input::qdd));
  require_joints(called("tau"), line_.tau, n, name_, plan_.needs(Input::tau));
  require_joints(called("v"), line_.v, n, name_, {});
  require_rows("V", line_.V, n, name_);
  if (line_.wrenches_at.empty()) require_rows("wrenches", line_.wrenches, n, name_);
  if (const std::string_view quantity = plan_.requires_wrenches(); !quantity.empty() && !line_.wrenches.given)
    throw Error(ErrorKind::usage, "'wrenches'", "missing")
        .need(fmt::format("{} rows of 6 numbers, for '{}'", n, quantity));
  if (const std::string_view quantity = plan_.refuses_wrenches(); !quantity.empty() && line_.wrenches.given)
    throw Error(ErrorKind::usage, "'wrenches'", fmt::format("'{}' does not take them", quantity))
        .hint("'tip' gives a wrench at the tool; id_derivatives takes wrenches of all links");
}

void Evaluator::set_state(const State<double>& state) {
  state_ = state;
  if (watches_ && !state.q.empty()) {
    strange_ = strange_position(limits_, state.q);
    watches_ = !strange_;
  }
  set_posture(*arm_, state.q.empty() ? std::span<const double>(zeros_) : state.q, posture_);
}

void Evaluator::compute(const Method<double>& method, std::span<double> out) {
  const QuantityInfo& quantity = info(method.quantity);
  const auto at = static_cast<std::size_t>(std::find(plan_.methods.begin(), plan_.methods.end(), &method) -
                                           plan_.methods.begin());
  const Result<double> result(method.quantity, arm_->dof(), out, state_.V ? state_.V->cols : -1);
  const Method<double>& used = methods_[at].run(posture_, state_, result, name_);
  require_finite(quantity, out);
  if (watches_digits_ && !plan_.motors) watch(at, used, out);
}

void Evaluator::watch(std::size_t k, const Method<double>& used, std::span<const double> out) {
  const auto found = estimates_.find(&used);
  DigitsLeft& estimate = found != estimates_.end()
                             ? found->second
                             : estimates_.emplace(&used, DigitsLeft(*arm_, used)).first->second;
  const double left = estimate.at(state_, out);
  Digits& seen = digits_[k];
  if (seen.states == 0 || left < seen.fewest) seen.fewest = left, seen.line = line_number_;
  ++seen.states;
  seen.few += left < kFewDigits;
  seen.stable += &used != plan_.methods[k];
}

std::vector<std::string> Evaluator::report_digits() const {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < digits_.size(); ++k) {
    const Digits& seen = digits_[k];
    const std::string_view name = info(plan_.methods[k]->quantity).name;
    if (seen.states == 0) continue;
    if (seen.stable > 0)
      lines.push_back(fmt::format("{}: {} instead, in {} of {}, where M is ill-conditioned", name,
                                  stable_method(plan_.methods[k]->quantity)->name, seen.stable,
                                  text::counted(seen.states, "state")));
    std::string line =
        fmt::format("{}: about {:.0f} of 16 digits can be trusted", name, std::floor(seen.fewest));
    if (seen.states > 1) line += fmt::format(" in line {}, the worst", seen.line);
    if (seen.few > 0)
      line += fmt::format(
          "; fewer than {:.0f} in {} of {}: this result changes considerably if the data of the arm or the "
          "state change in their last digit",
          kFewDigits, seen.few, text::counted(seen.states, "state"));
    lines.push_back(line);
  }
  return lines;
}

State<double> Evaluator::state_of_line() {
  State<double> state{line_.q.given ? std::span<const double>(line_.q.values) : std::span<const double>(),
                      line_.qd.values,
                      line_.qdd.values,
                      line_.tau.values,
                      line_.gravity.value_or(arm_->gravity()),
                      line_.tip.value_or(Force<double>::zero())};
  if (line_.V.given) {
    const auto rows = line_.V.rows, cols = line_.V.cols;
    columns_.resize(rows * cols);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) columns_[j * rows + i] = line_.V.values[i * cols + j];
    V_ = {columns_.data(), static_cast<int>(rows), static_cast<int>(cols), static_cast<int>(rows)};
    state.V = &V_;
  }
  set_wrenches(state);
  state.frame = frame();
  if (line_.frame) {
    frame_of_line_ = chosen_frame(frames_, tool_, choice_, line_.frame, name_);
    state.frame = &frame_of_line_;
  }
  if (line_.v.given) state.v = line_.v.values;
  if (line_.damping > 0) state.damping = &line_.damping;
  return state;
}

// Those at named frames become wrenches in the frames of their links.
void Evaluator::set_wrenches(State<double>& state) {
  wrenches_.clear();
  for (std::size_t i = 0; i < line_.wrenches.rows; ++i) {
    const double* const w = &line_.wrenches.values[6 * i];
    wrenches_.push_back({{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
  }
  state.wrench_axes = plan_.wrench_axes;
  if (!line_.wrenches_at.empty()) {
    const std::string_view derivative = plan_.differentiates_wrenches();
    if (plan_.wrench_axes != Axes::frame && !derivative.empty())
      throw Error(ErrorKind::usage, "'wrenches'",
                  fmt::format("'{}' cannot hold wrenches at named frames fixed in base axes", derivative))
          .hint("omit --wrench-axes, or give a row for each link");
    wrenches_.assign(zeros_.size(), Force<double>::zero());
    state.wrench_axes = Axes::frame;
    if (plan_.wrench_axes != Axes::frame && line_.q.given) {
      set_posture(*arm_, state.q, posture_);
      set_poses(*arm_, posture_, poses_);
    }
  }
  for (const StateLine::AtFrame& at : line_.wrenches_at) {
    Frame<double> frame = find_frame(frames_, at.frame, name_).frame;
    if (frame.link < 0)
      throw Error(ErrorKind::usage, fmt::format("'wrenches', frame '{}'", text::printable(at.frame)),
                  "it is fixed to the base")
          .need("a frame that moves: a wrench at the base needs no joint torque");
    const auto link = static_cast<std::size_t>(frame.link);
    frame.axes = plan_.wrench_axes;
    wrenches_[link] += wrench_in_link(poses_.frame[link], frame, at.wrench);
  }
  state.wrenches = wrenches_;
}

void Evaluator::answer(std::string_view line, std::string& out) {
  try {
    parse_state_line(line, line_);
  } catch (const Error&) {
    line_.tag.clear();
    throw;
  }
  answer_line(out);
}

void Evaluator::answer(StateLine line, std::string& out) {
  line_ = std::move(line);
  options_ = true;
  answer_line(out);
}

void Evaluator::append(const Method<double>& method, int columns, std::string& out) const {
  if (writes_text_)
    append_text(out, method.quantity, arm_->dof(), values_, columns);
  else
    append_json(out, method.quantity, arm_->dof(), values_, columns);
}

void Evaluator::answer_line(std::string& out) {
  const std::size_t before = out.size();
  check_line();
  set_state(state_of_line());
  try {
    if (!writes_text_) out += '{';
    for (const Method<double>* m : plan_.methods) {
      const int columns = state_.V ? state_.V->cols : -1;
      values_.resize(size_of(m->quantity, arm_->dof(), columns));
      compute(*m, values_);
      if (m != plan_.methods.front() && !writes_text_) out += ", ";
      append(*m, columns, out);
    }
    if (writes_text_) {
      if (!line_.tag.empty()) out += fmt::format("tag: {}\n", text::printable(line_.tag, text::kWhole));
      out += '\n';
    } else {
      if (!line_.tag.empty()) (out += ", \"tag\": ") += line_.tag;
      out += '}';
    }
  } catch (...) {
    out.resize(before);
    throw;
  }
}

}  // namespace catena::cli
