// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/contest.hpp"

#include <fmt/format.h>

#include <array>

#include "bench/pool.hpp"
#include "catena/codegen/compiled.hpp"
#include "catena/codegen/program.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/threads.hpp"
#include "catena/count/cost.hpp"

namespace catena::bench {
namespace {

constexpr int kMostJointsToCount = 200;   // of a quantity with n^3 numbers, counting takes seconds
constexpr int kMostJointsToGenerate = 8;  // counting generated code takes as long as generating it

// One pass over the states of the pool.
struct Contestant {
  std::string way, method;
  int threads;
  std::optional<double> operations;
  std::function<void()> pass;
};

// A quantity at every state of the pool, one call each.
template <class Plain>
std::function<void()> plain_pass(const Plain& arm, Quantity quantity, const detail::Pool& pool,
                                 Workspace& work, std::vector<double>& out) {
  return [&arm, quantity, &pool, &work, result = Result<double>(quantity, arm.dof(), out)] {
    for (std::size_t k = 0; k < pool.states(); ++k)
      arm.eval(quantity, {.q = pool.q(k), .qd = pool.qd(k), .qdd = pool.qdd(k), .tau = pool.tau(k)}, work,
               result);
  };
}

// The same in one call; nothing if that would be the same computation, state by state.
std::function<void()> batch_pass(const Arm& arm, Quantity quantity, const detail::Pool& pool,
                                 batch::Workspace& work, std::vector<double>& out) {
  if (!batch::has_kernel(quantity) || (arm.has_motors() && motor_effect(quantity) != MotorEffect::none))
    return {};
  out.resize(pool.states() * size_of(quantity, arm.dof()));
  return [&arm, quantity, &pool, &work, &out] {
    const batch::States states = {
        .q = pool.all_q(), .qd = pool.all_qd(), .qdd = pool.all_qdd(), .tau = pool.all_tau()};
    std::array<batch::Out, kMostArrays> parts = {};
    batch::Out rest(out);
    const std::span<const ArrayInfo> arrays = info(quantity).results();
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      parts[k] = rest.first(pool.states() * size_of(arrays[k].shape, arm.dof()).count());
      rest = rest.subspan(parts[k].size());
    }
    constexpr batch::Layout layout = batch::Layout::state_major;
    if (arrays.size() == 1)
      batch::eval(quantity, arm, layout, states, work, {parts[0]});
    else if (arrays.size() == 2)
      batch::eval(quantity, arm, layout, states, work, {parts[0], parts[1]});
    else
      batch::eval(quantity, arm, layout, states, work, {parts[0], parts[1], parts[2]});
  };
}

// Multiplications and additions of a sine and its cosine (scalar/lanes.hpp, sincos_near).
constexpr int kSincosOperations = 43;

double sum(const OpCount& c) { return static_cast<double>(c.mul + c.add); }

std::optional<double> operations_of(const Chain<double>& arm, Quantity quantity, std::string_view method) {
  const Method<Counted>* m =
      arm.dof() <= kMostJointsToCount ? find_method<Counted>(quantity, method) : nullptr;
  if (!m) return std::nullopt;
  const Cost c = cost(arm, *m, Constants::general);
  return sum(c.work) + sum(c.kinematics);
}

}  // namespace

std::vector<Timing> contest(const Arm& arm, Quantity quantity, const Machine& machine,
                            const ContestOptions& options, Notes& notes, const Watch& watch) {
  const Chain<double>& chain = arm.chain();
  const int n = arm.dof();
  constexpr std::size_t kMostNumbers = std::size_t{1} << 22;
  const detail::Pool pool(
      n, detail::Pool::states_for(std::max(static_cast<std::size_t>(n), size_of(quantity, n)), kMostNumbers));
  Workspace work(arm);
  // generated code and single methods compute the links alone
  const bool motors = arm.has_motors() && motor_effect(quantity) != MotorEffect::none;
  std::vector<double> values(size_of(quantity, n)), many;
  std::vector<Contestant> all;

  // plain calls
  const std::string method(arm.method(quantity).name);
  all.push_back({"arm", method, 1, motors ? std::nullopt : operations_of(chain, quantity, method),
                 plain_pass(arm, quantity, pool, work, values)});

  // generated code
  std::optional<Compiled> compiled;
  std::optional<double> program_operations;
  std::string program_method;
  const std::span<const Quantity> compilable = Compiled::compilable();
  const bool generated = std::find(compilable.begin(), compilable.end(), quantity) != compilable.end();
  if (generated && n <= Compiled::kMostJoints && !motors) {
    compiled.emplace(arm, std::vector{quantity});
    if (compiled->note()) notes.push_back(*compiled->note());
    if (compiled->native()) {
      if (n <= kMostJointsToGenerate) {
        const Program program = cheapest_program(quantity, chain);
        program_operations = sum(catena::operations(program));
        program_method = program.method;
      }
      all.push_back({"generated", program_method, 1, program_operations,
                     plain_pass(*compiled, quantity, pool, work, values)});
    }
  }

  // batches
  std::vector<std::unique_ptr<batch::Workspace>> spaces;
  std::vector<int> teams = {1};
  if (const int most = thread_count(options.threads); most > 1) teams.push_back(most);
  for (const int threads : teams) {
    const batch::Options team{.threads = threads, .level = {}};
    spaces.push_back(std::make_unique<batch::Workspace>(arm, team));
    auto pass = batch_pass(arm, quantity, pool, *spaces.back(), many);
    if (!pass) break;
    const std::string by(batch::method(quantity, arm).name);
    all.push_back({"batch", by, threads, operations_of(chain, quantity, by), std::move(pass)});
    if (!compiled || !compiled->native()) continue;
    spaces.push_back(std::make_unique<batch::Workspace>(*compiled, team));
    if (!spaces.back()->native()) {
      if (spaces.back()->note()) notes.push_back(*spaces.back()->note());
      continue;
    }
    all.push_back({"batch_generated", program_method, threads, program_operations,
                   batch_pass(arm, quantity, pool, *spaces.back(), many)});
  }

  // every method
  std::vector<Prepared<double>> prepared;
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity && options.methods && !motors) prepared.push_back(m.prepare(chain));
  Posture<double> x(chain);
  for (Prepared<double>& each : prepared) {
    const std::string_view name = each.method().name;
    all.push_back({"method", std::string(name), 1, operations_of(chain, quantity, name), [&] {
                     for (std::size_t k = 0; k < pool.states(); ++k) {
                       set_posture(chain, pool.q(k), x);
                       each.run(x,
                                {pool.q(k), pool.qd(k), pool.qdd(k), pool.tau(k), chain.gravity(),
                                 Force<double>::zero()},
                                values);
                     }
                   }});
  }

  std::vector<system::Stopwatch> stopwatches;
  Advance measured{0, static_cast<double>(all.size()) * options.samples, 0};
  for (const Contestant& c : all) {
    if (!goes_on(watch, measured)) return {};
    stopwatches.emplace_back(c.pass, options.window, c.threads > 1);
  }
  for (int s = 0; s < options.samples; ++s)
    for (system::Stopwatch& stopwatch : stopwatches) {
      if (!goes_on(watch, measured)) return {};
      stopwatch.measure();
      measured.computed = ++measured.done;
    }

  int turning = 0;
  for (int i = 0; i < n; ++i) turning += chain.link(i).revolute();
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<double> each = stopwatches[i].each();
    for (double& t : each) t /= static_cast<double>(pool.states());
    Timing t{quantity,
             all[i].way,
             all[i].method,
             all[i].threads,
             system::spread(std::move(each)),
             all[i].operations,
             {},
             {}};
    if (t.operations) {
      const double time = t.seconds.median * t.threads;
      t.ops_per_cycle = *t.operations / time / machine.hertz;
      t.of_peak = (*t.operations + kSincosOperations * turning) / time / machine.peak(simd_level());
    }
    timings.push_back(std::move(t));
  }
  return timings;
}

}  // namespace catena::bench
