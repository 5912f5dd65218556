// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "without_gil.hpp"

namespace catena::python {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kMost = 1 << 14;      // states of a part
constexpr std::size_t kGathered = 1 << 11;  // where copies are needed: these fit in the cache
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The error of the first state that has no result.
struct FirstError {
  std::size_t state = kNone;
  std::optional<Error> error;
  void add(std::size_t k, const Error& e) {
    if (k < state) state = k, error = e;
  }
};

bool all_finite(std::span<const double> x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

void erase(const Task& task, std::size_t k) {
  for (const Strided& out : task.outputs) {
    const std::vector<double> none(out.each, kNaN);
    out.scatter(k, none.data());
  }
}

// "state 5" of leading axes (N), "state (1, 5)" of others.
std::string state_name(const Lengths& lead, std::size_t k) {
  if (lead.size() <= 1) return fmt::format("state {}", k);
  Lengths at(lead.size());
  for (std::size_t i = lead.size(); i-- > 0;) {
    at[i] = static_cast<Py_ssize_t>(k % static_cast<std::size_t>(lead[i]));
    k /= static_cast<std::size_t>(lead[i]);
  }
  return "state " + shape_text(at);
}

[[noreturn]] void throw_first(const Task& task, const FirstError& first) {
  const Error& e = *first.error;
  throw Error(e.kind(), std::string(task.quantity->name), e.problem())
      .given(
          fmt::format("{}{}{}", state_name(task.lead, first.state), e.given().empty() ? "" : ": ", e.given()))
      .need(e.need())
      .hint("all states with a result have been computed; nan='propagate' returns NaN for the others");
}

// --- by kernels ----------------------------------------------------------------------------------------------------

// The number in "state 12, joint 3: nan" as the batch calls of the library name it, and what follows it.
std::pair<std::size_t, std::string> state_of(const Error& error) {
  constexpr std::string_view word = "state ";
  const std::string& given = error.given();
  std::size_t state = 0;
  if (!given.starts_with(word)) return {kNone, given};
  const auto [stop, problem] =
      std::from_chars(given.data() + word.size(), given.data() + given.size(), state);
  if (problem != std::errc{}) return {kNone, given};
  std::string rest(stop, given.data() + given.size());
  for (const std::string_view lead : {" (counted from 0), ", " (counted from 0): ", ", "})
    if (rest.starts_with(lead)) return {state, rest.substr(lead.size())};
  return {state, rest};
}

// A part of the states for the kernels; arrays that do not lie as they take them are copied.
class KernelPart {
 public:
  KernelPart(const Task& task, batch::Workspace& work)
      : task_(task), work_(work), copies_(task.inputs.size()), results_(task.outputs.size()) {
    for (const StateArgument& in : task.inputs) copied_ = copied_ || copies(in);
    for (const Strided& out : task.outputs) copied_ = copied_ || !out.direct();
  }
  std::size_t fewest() const { return copied_ ? kGathered : kMost / 2; }
  std::size_t most() const { return copied_ ? kGathered : kMost; }

  void compute(std::size_t first, std::size_t count, FirstError& bad) {
    std::vector<bool> broken;
    for (std::size_t i = 0; i < task_.inputs.size(); ++i)
      if (copies(task_.inputs[i])) gather(i, first, count, broken);
    for (std::size_t i = 0; i < task_.outputs.size(); ++i)
      if (!task_.outputs[i].direct()) results_[i].resize(count * task_.outputs[i].each);
    run(first, 0, count, bad, broken);
    for (std::size_t i = 0; i < task_.outputs.size(); ++i)
      for (std::size_t k = 0; !task_.outputs[i].direct() && k < count; ++k)
        task_.outputs[i].scatter(first + k, &results_[i][k * task_.outputs[i].each]);
    for (std::size_t k = 0; k < broken.size(); ++k)
      if (broken[k]) erase(task_, first + k);
  }

 private:
  // To propagate NaN, states with such numbers are replaced in a copy.
  bool copies(const StateArgument& in) const { return task_.nan == NanPolicy::propagate || !in.direct(); }

  void gather(std::size_t i, std::size_t first, std::size_t count, std::vector<bool>& broken) {
    const StateArgument& in = task_.inputs[i];
    copies_[i].resize(count * in.each);
    broken.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      double* const to = &copies_[i][k * in.each];
      in.gather(first + k, to);
      if (task_.nan == NanPolicy::raise || all_finite({to, in.each})) continue;
      broken[k] = true;
      std::fill_n(to, in.each, 0.0);
    }
  }

  // States `from` to `from + count` of the part that begins at state `first`. The library names the first state without
  // a result; where NaN is to be propagated, halving finds all of them.
  void run(std::size_t first, std::size_t from, std::size_t count, FirstError& bad,
           std::vector<bool>& broken) {
    try {
      call(first, from, count);
    } catch (const Error& error) {
      const auto [state, rest] = state_of(error);
      if (state == kNone) throw;
      if (task_.nan == NanPolicy::raise) {
        Error of_state(error.kind(), error.where(), error.problem());
        bad.add(first + from + state, of_state.given(rest).need(error.need()));
      } else if (count == 1) {
        broken[from] = true;
      } else {
        run(first, from, count / 2, bad, broken);
        run(first, from + count / 2, count - count / 2, bad, broken);
      }
    }
  }

  void call(std::size_t first, std::size_t from, std::size_t count) {
    const auto in = [&](Parameter p) {
      const StateArgument* const a = task_.find(p);
      if (!a) return std::span<const double>();
      const std::vector<double>& copy = copies_[static_cast<std::size_t>(a - task_.inputs.data())];
      const double* const at = copies(*a) ? &copy[from * a->each] : a->doubles(first + from);
      return std::span(at, count * a->each);
    };
    const auto out = [&](std::size_t i) {
      const Strided& a = task_.outputs[i];
      return std::span(a.direct() ? a.doubles(first + from) : &results_[i][from * a.each], count * a.each);
    };
    const batch::States states = {in(Parameter::q), in(Parameter::qd), in(Parameter::qdd), in(Parameter::tau),
                                  in(Parameter::tip)};
    constexpr batch::Layout layout = batch::Layout::state_major;
    const Quantity quantity = task_.quantity->quantity;
    if (task_.outputs.size() == 1)
      batch::eval(quantity, *task_.arm, layout, states, work_, {out(0)});
    else if (task_.outputs.size() == 2)
      batch::eval(quantity, *task_.arm, layout, states, work_, {out(0), out(1)});
    else
      batch::eval(quantity, *task_.arm, layout, states, work_, {out(0), out(1), out(2)});
  }

  const Task& task_;
  batch::Workspace& work_;
  std::vector<std::vector<double>> copies_, results_;
  bool copied_ = false;
};

// --- state by state -------------------------------------------------------------------------------------------------

class StatePart {
 public:
  StatePart(const Task& task, Crew& crew) : task_(task), threads_(crew.threads), found_(crew.each.size()) {
    for (Workspace& work : crew.each) workers_.push_back({&work});
  }
  std::size_t fewest() const { return 64; }
  std::size_t most() const { return kMost; }

  void compute(std::size_t first, std::size_t count, FirstError& bad) {
    const std::size_t shares = workers_.size();
    threads_.run(shares, [&](std::size_t t) {
      for (std::size_t k = first + t * count / shares; k < first + (t + 1) * count / shares; ++k) try {
          compute_state(task_, k, workers_[t]);
        } catch (const CallError&) {
          throw;
        } catch (const Error& error) {
          found_[t].add(k, error);
        }
    });
    if (task_.nan == NanPolicy::propagate) return;
    for (const FirstError& found : found_)
      if (found.error) bad.add(found.state, *found.error);
  }

 private:
  const Task& task_;
  Threads& threads_;
  std::vector<Worker> workers_;
  std::vector<FirstError> found_;  // by each thread
};

template <class Part>
void compute_parts(const Task& task, Part part) {
  FirstError bad;
  for_parts(task.states(), part.fewest(), part.most(),
            [&](std::size_t first, std::size_t count) { part.compute(first, count, bad); });
  if (bad.error) throw_first(task, bad);
}

}  // namespace

std::size_t Task::states() const {
  std::size_t count = 1;
  for (const Py_ssize_t length : lead) count *= static_cast<std::size_t>(length);
  return count;
}

const StateArgument* Task::find(Parameter p) const {
  for (const StateArgument& in : inputs)
    if (in.parameter == p) return &in;
  return nullptr;
}

void compute_state(const Task& task, std::size_t k, Worker& worker) {
  std::size_t numbers = 0;
  for (const StateArgument& in : task.inputs) numbers += in.each;
  worker.in.resize(numbers);
  const int n = task.arm->dof();
  worker.out.assign(size_of(task.quantity->quantity, n, task.columns), kNaN);
  At at = {.frame = task.frame, .damping = task.damping};
  double* to = worker.in.data();
  for (const StateArgument& in : task.inputs) {
    in.gather(k, to);
    const std::span<const double> values(to, in.each);
    to += in.each;
    switch (in.parameter) {
      case Parameter::q:
        at.q = values;
        break;
      case Parameter::qd:
        at.qd = values;
        break;
      case Parameter::qdd:
        at.qdd = values;
        break;
      case Parameter::tau:
        at.tau = values;
        break;
      case Parameter::v:
        at.v = values;
        break;
      case Parameter::V:
        at.V = Eigen::Map<const Eigen::MatrixXd>(values.data(), n, task.columns);
        break;
      case Parameter::tip:
        at.tip = {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
        break;
      default:
        worker.wrenches.clear();
        for (std::size_t i = 0; i < values.size(); i += 6)
          worker.wrenches.push_back(
              {{values[i], values[i + 1], values[i + 2]}, {values[i + 3], values[i + 4], values[i + 5]}});
        at.wrenches = worker.wrenches;
    }
  }
  const Quantity quantity = task.quantity->quantity;
  std::optional<Error> error;
  try {
    if (!task.method.empty()) {
      double* next = worker.out.data();
      for (const Eigen::MatrixXd& array : task.arm->eval(quantity, at, task.method))
        next = std::copy_n(array.data(), array.size(), next);
    } else {
      const Result<double> out(quantity, n, worker.out, task.columns);
      if (task.compiled)
        task.compiled->eval(quantity, at, *worker.work, out);
      else
        task.arm->eval(quantity, at, *worker.work, out);
    }
  } catch (const Error& e) {
    error = e;
    std::fill(worker.out.begin(), worker.out.end(), kNaN);
  }
  const double* from = worker.out.data();
  for (const Strided& out : task.outputs) {
    out.scatter(k, from);
    from += out.each;
  }
  if (error && error->kind() != ErrorKind::numerical && all_finite(worker.in)) throw CallError(*error);
  if (error) throw *error;
}

void compute_states(const Task& task, const Model& model, Crew& crew, bool by_kernel) {
  if (by_kernel) {
    model.prepare_kernels(crew);
    return compute_parts(task, KernelPart(task, *crew.kernels));
  }
  while (crew.each.size() < static_cast<std::size_t>(crew.count)) crew.each.emplace_back(*task.arm);
  compute_parts(task, StatePart(task, crew));
}

}  // namespace catena::python
