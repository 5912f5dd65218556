// SPDX-License-Identifier: Apache-2.0
#include "eval_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "batch_input.hpp"
#include "batch_output.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/threads.hpp"
#include "catena/io/json_write.hpp"
#include "evaluator.hpp"
#include "interrupts.hpp"
#include "progress.hpp"

namespace catena::cli {
namespace {

using batch::Layout;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostNumbers = std::size_t{1} << 22;  // in memory at a time, roughly
constexpr std::size_t kMostStates = 8192;                   // per block: an interrupt waits for its end
constexpr std::size_t kMostSlowStates = 512;                // per block if a quantity has no vector kernel

// Rows without a result: the first few are reported with the reason, the rest are only counted.
class BadRows {
 public:
  explicit BadRows(Streams& streams) : streams_(streams) {}

  void begin(std::size_t first, std::size_t states) {
    first_ = first;
    bad_.assign(states, false);
  }
  // Row `k` of the block.
  void add(std::size_t k, const std::string& why) {
    if (bad_[k]) return;
    bad_[k] = true;
    if (++count_ <= kReported) tell(fmt::format("row {}: {}", first_ + k, why), streams_);
    worsen(streams_, static_cast<int>(ErrorKind::numerical));
  }
  std::size_t count() const { return count_; }
  void end(std::size_t states) const {
    if (count_ > 0)
      tell(fmt::format("{} of {} states have no result; their rows are NaN (row numbers start at 0)", count_,
                       states),
           streams_);
  }

 private:
  static constexpr std::size_t kReported = 10;
  Streams& streams_;
  std::size_t first_ = 0, count_ = 0;
  std::vector<bool> bad_;
};

std::span<const double> states_of(std::span<const double> block, std::size_t first, std::size_t count,
                                  std::size_t each) {
  return block.empty() ? block : block.subspan(first * each, count * each);
}

// Computes one quantity for a block of states, into its arrays; the matrices of a state are stored by columns.
class Computation {
 public:
  Computation(const Method<double>& method, bool by_kernel, std::vector<BatchPart> parts)
      : method_(method), by_kernel_(by_kernel), parts_(std::move(parts)), values_(parts_.size()) {}

  bool by_kernel() const { return by_kernel_; }
  const std::vector<BatchPart>& parts() const { return parts_; }
  std::span<const double> values(std::size_t part) const { return values_[part]; }

  void resize(std::size_t states) {
    for (std::size_t p = 0; p < parts_.size(); ++p) values_[p].resize(states * parts_[p].each);
  }

  // If states cannot be computed, the call throws and names the first one: bisection finds all.
  void by_kernel(const Arm& arm, const BatchInput& in, batch::Workspace& work, std::size_t first,
                 std::size_t count, BadRows& bad) {
    try {
      call(arm, in, work, first, count);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::numerical) throw;
      if (count == 1)
        return bad.add(first, fmt::format("'{}' has no result: the inertia matrix is singular",
                                          info(method_.quantity).name)),
               erase(first);
      by_kernel(arm, in, work, first, count / 2, bad);
      by_kernel(arm, in, work, first + count / 2, count - count / 2, bad);
    }
  }

  // Computes one state, on any thread; returns the reason if there is no result.
  std::string by_method(Evaluator& evaluator, std::vector<double>& scratch, std::size_t k, int dof) {
    scratch.resize(size_of(method_.quantity, dof));
    try {
      evaluator.compute(method_, scratch);
    } catch (const Error& error) {
      erase(k);
      return one_line(error, Advice::without);  // the hint is meant for a single call
    }
    for (std::size_t p = 0; p < parts_.size(); ++p)
      std::copy_n(scratch.begin() + static_cast<std::ptrdiff_t>(parts_[p].first), parts_[p].each,
                  values_[p].begin() + static_cast<std::ptrdiff_t>(k * parts_[p].each));
    return {};
  }

  void erase(std::size_t k) {
    for (std::size_t p = 0; p < parts_.size(); ++p)
      std::fill_n(values_[p].begin() + static_cast<std::ptrdiff_t>(k * parts_[p].each), parts_[p].each, kNaN);
  }

  // False if the numbers of the state are so large that the results overflow.
  bool finite(std::size_t k) const {
    for (std::size_t p = 0; p < parts_.size(); ++p)
      for (const double x : std::span(values_[p]).subspan(k * parts_[p].each, parts_[p].each))
        if (!std::isfinite(x)) return false;
    return true;
  }
  std::string_view name() const { return info(method_.quantity).name; }

 private:
  void call(const Arm& arm, const BatchInput& in, batch::Workspace& work, std::size_t first,
            std::size_t count) {
    const auto n = static_cast<std::size_t>(arm.dof());
    const auto of = [&](std::span<const double> block, std::size_t each) {
      return states_of(block, first, count, each);
    };
    const batch::States states = {of(in.q(), n),   of(in.qd(), n),  of(in.qdd(), n),
                                  of(in.tau(), n), of(in.tip(), 6), of(in.v(), n)};
    const auto out = [&](std::size_t p) {
      return std::span(values_[p]).subspan(first * parts_[p].each, count * parts_[p].each);
    };
    if (parts_.size() == 1)
      batch::eval(method_.quantity, arm, Layout::state_major, states, work, {out(0)});
    else if (parts_.size() == 2)
      batch::eval(method_.quantity, arm, Layout::state_major, states, work, {out(0), out(1)});
    else
      batch::eval(method_.quantity, arm, Layout::state_major, states, work, {out(0), out(1), out(2)});
  }

  const Method<double>& method_;
  bool by_kernel_;
  std::vector<BatchPart> parts_;
  std::vector<std::vector<double>> values_;  // of each part
};

class Batch {
 public:
  Batch(const Robot& robot, const Plan& plan, const BatchOptions& options, Streams& streams)
      : arm_(plan.motors ? Arm(robot).with_motors() : Arm(robot)),
        in_(robot, plan, options),
        work_(arm_, {.threads = options.threads, .level = {}}),
        threads_(work_.threads()),
        bad_(streams),
        streams_(streams) {
    for (std::size_t k = 0; k < plan.methods.size(); ++k) {
      const Method<double>& m = *plan.methods[k];
      const bool framed = options.frame.given() && info(m.quantity).needs(Input::frame);
      const bool motors = plan.motors && motor_effect(m.quantity) != MotorEffect::none;
      const bool kernel = batch::has_kernel(m.quantity) && !plan.named[k] && !framed && !motors;
      computations_.emplace_back(m, kernel, parts_of(m.quantity, arm_.dof()));
      slow_ = slow_ || !kernel;
    }
    if (options.explain) {
      const std::vector<std::string> lines = plan.explain(arm_.dof());
      for (std::size_t k = 0; k < lines.size(); ++k)
        tell(computations_[k].by_kernel()
                 ? fmt::format("{}: several states at a time by vector instructions ({})",
                               computations_[k].name(), simd_name(work_.level()))
                 : lines[k],
             streams);
    }
    if (slow_)
      for (int t = 0; t < work_.threads(); ++t) evaluators_.emplace_back(robot, plan, options.frame);
    for (const std::string& option : in_.idle())
      tell(fmt::format("{} is ignored: no wanted quantity needs it", option), streams);
    if (const std::string_view quantity = plan.needs(Input::V); !quantity.empty())
      tell(fmt::format("{}: V cannot be given as a .npy file; the identity is used, so the result is M⁻¹. "
                       "Another V can "
                       "be given in lines of JSON",
                       quantity),
           streams);

    std::vector<BatchPart> parts;
    for (const Computation& c : computations_) parts.insert(parts.end(), c.parts().begin(), c.parts().end());
    const std::vector<std::string> paths = output_paths(options.output, parts);
    std::size_t numbers = in_.numbers_of_state();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      files_.emplace_back(paths[p], parts[p].shape);
      numbers += 2 * parts[p].each;
    }
    block_ = std::clamp<std::size_t>(kMostNumbers / numbers, 1, slow_ ? kMostSlowStates : kMostStates);
  }

  void run() {
    Progress progress(streams_.err, "eval", "states");
    const std::size_t N = in_.states();
    try {
      for (std::size_t first = 0; first < N && RememberInterrupts::which() == 0; first += block_) {
        const std::size_t count = std::min(block_, N - first);
        compute(first, count);
        write(count);
        progress(first + count, N);
      }
    } catch (Error& error) {
      throw error.hint(keep_what_there_is());
    } catch (...) {
      tell(keep_what_there_is(), streams_);
      throw;
    }
    NpyWriter::close(files_);
  }

  std::size_t written() const { return files_.front().rows(); }

  void report() const {
    const std::size_t N = in_.states();
    bad_.end(written());
    if (written() < N)
      tell(fmt::format("interrupted; the files hold the first {} of {} states", written(), N), streams_);
    std::string out = fmt::format("{{\"states\": {}, \"bad\": {}, \"files\": [", written(), bad_.count());
    for (const NpyWriter& file : files_) {
      if (&file != files_.data()) out += ", ";
      append_json(out, file.path());
    }
    streams_.out << out << "]}\n" << std::flush;
  }

 private:
  void compute(std::size_t first, std::size_t count) {
    std::vector<bool> broken(count, false);
    bad_.begin(first, count);
    in_.read(first, count, [&](std::size_t k, const std::string& reason) {
      bad_.add(k, reason);
      broken[k] = true;
    });
    const auto n = static_cast<std::size_t>(arm_.dof());
    for (std::size_t k = 0; !strange_ && !in_.q().empty() && k < count; ++k) {
      if (broken[k]) continue;
      const std::optional<Note> note = strange_position(arm_.robot(), states_of(in_.q(), k, 1, n));
      strange_ = note.has_value();
      if (note) tell(fmt::format("row {}: {}", first + k, note->line()), streams_);
    }
    for (Computation& c : computations_) {
      c.resize(count);
      if (c.by_kernel()) c.by_kernel(arm_, in_, work_, 0, count, bad_);
    }
    if (slow_) by_methods(count);
    for (Computation& c : computations_)
      for (std::size_t k = 0; k < count; ++k) {
        if (!broken[k] && c.finite(k)) continue;
        bad_.add(k, fmt::format("'{}': the result is not finite; the numbers of this state are too large",
                                c.name()));
        c.erase(k);
      }
  }

  // State by state on all threads; each thread computes a contiguous share of the block.
  void by_methods(std::size_t count) {
    const std::size_t threads = evaluators_.size();
    std::vector<std::vector<std::pair<std::size_t, std::string>>> wrong(threads);
    const auto share = [&](std::size_t t) {
      const auto n = static_cast<std::size_t>(arm_.dof());
      std::vector<double> scratch;
      const Vec3<double>& g = arm_.chain().gravity();
      for (std::size_t k = t * count / threads; k < (t + 1) * count / threads; ++k) {
        const std::span<const double> tip = states_of(in_.tip(), k, 1, 6);
        State<double> state = {states_of(in_.q(), k, 1, n),
                               states_of(in_.qd(), k, 1, n),
                               states_of(in_.qdd(), k, 1, n),
                               states_of(in_.tau(), k, 1, n),
                               g,
                               tip.empty()
                                   ? Force<double>::zero()
                                   : Force<double>{{tip[0], tip[1], tip[2]}, {tip[3], tip[4], tip[5]}}};
        state.v = states_of(in_.v(), k, 1, n);
        state.frame = evaluators_[t].frame();
        evaluators_[t].set_state(state);
        for (Computation& c : computations_)
          if (!c.by_kernel())
            if (std::string reason = c.by_method(evaluators_[t], scratch, k, arm_.dof()); !reason.empty())
              wrong[t].emplace_back(k, std::move(reason));
      }
    };
    threads_.run(threads, share);
    for (const auto& list : wrong)
      for (const auto& [k, reason] : list) bad_.add(k, reason);
  }

  // Writes the block to all files, so that they always hold the same number of states.
  void write(std::size_t count) {
    std::size_t p = 0;
    for (const Computation& c : computations_)
      for (std::size_t part = 0; part < c.parts().size(); ++part) {
        rows_.resize(count * c.parts()[part].each);
        to_rows(c.parts()[part], count, c.values(part), rows_);
        files_[p++].append(rows_);
      }
  }

  // After an error: closes all files with the same number of states, and says how many. Files without any are discarded.
  std::string keep_what_there_is() {
    std::size_t least = files_.front().rows();
    for (const NpyWriter& file : files_) least = std::min(least, file.rows());
    try {
      for (NpyWriter& file : files_) file.shorten(least);
      if (least > 0) NpyWriter::close(files_);
    } catch (const Error&) {  // the first error is reported
      least = 0;
    }
    return least > 0 ? fmt::format("the files hold the first {} of {} states", least, in_.states())
                     : "no file was written";
  }

  Arm arm_;
  BatchInput in_;
  batch::Workspace work_;
  Threads threads_;
  BadRows bad_;
  Streams& streams_;
  std::vector<Computation> computations_;
  bool slow_ = false;
  bool strange_ = false;               // a position was noted
  std::vector<Evaluator> evaluators_;  // one for each thread
  std::vector<NpyWriter> files_;       // one for each part
  std::size_t block_ = 1;
  std::vector<double> rows_;
};

}  // namespace

void eval_batch(const Robot& robot, const Plan& plan, const BatchOptions& options, Streams& streams) {
  const RememberInterrupts interrupts;
  Batch batch(robot, plan, options, streams);
  batch.run();
  batch.report();
}

}  // namespace catena::cli
