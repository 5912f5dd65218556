// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/contest.hpp"

#include <fmt/format.h>

#include "bench/pool.hpp"
#include "catena/codegen/compiled.hpp"
#include "catena/codegen/program.hpp"
#include "catena/core/batch.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/select.hpp"
#include "catena/count/cost.hpp"

namespace catena::bench {
namespace {

constexpr int kMostJointsToCount = 200;   // of a quantity with n^3 numbers, counting takes seconds
constexpr int kMostJointsToGenerate = 8;  // counting generated code takes as long as generating it

using VecMap = Eigen::Map<const Eigen::VectorXd>;

// One pass over the states of the pool.
struct Contestant {
  std::string way, method;
  int threads;
  std::optional<double> operations;
  std::function<void()> pass;
};

// The plain call of a quantity on state k; nothing if Arm has none of its own.
template <class Plain>
std::function<void()> plain_pass(const Plain& arm, Quantity quantity, const Pool& pool, Workspace& work,
                                 Eigen::MatrixXd& out) {
  const auto n = static_cast<Eigen::Index>(arm.dof());
  const auto map = [n](std::span<const double> x) { return VecMap(x.data(), n); };
  const auto vector = [&out, n]() -> Eigen::Ref<Eigen::VectorXd> { return out.col(0).head(n); };
  const auto all = [&pool](auto one) {
    return [&pool, one] {
      for (std::size_t k = 0; k < pool.states(); ++k) one(k);
    };
  };
  switch (quantity) {
    case Quantity::id:
      return all([=, &arm, &pool, &work](std::size_t k) {
        arm.id(map(pool.q(k)), map(pool.qd(k)), map(pool.qdd(k)), work, vector());
      });
    case Quantity::fd:
      return all([=, &arm, &pool, &work](std::size_t k) {
        arm.fd(map(pool.q(k)), map(pool.qd(k)), map(pool.tau(k)), work, vector());
      });
    case Quantity::bias:
      return all([=, &arm, &pool, &work](std::size_t k) {
        arm.bias(map(pool.q(k)), map(pool.qd(k)), work, vector());
      });
    case Quantity::gravity:
      return all([=, &arm, &pool, &work](std::size_t k) { arm.gravity(map(pool.q(k)), work, vector()); });
    case Quantity::inertia:
      return all([=, &arm, &pool, &work, &out](std::size_t k) {
        arm.inertia(map(pool.q(k)), work, out.topLeftCorner(n, n));
      });
    case Quantity::jacobian:
      return all([=, &arm, &pool, &work, &out](std::size_t k) {
        arm.jacobian(map(pool.q(k)), work, out.topLeftCorner(6, n));
      });
    default:
      break;
  }
  if constexpr (std::is_same_v<Plain, Arm>) {
    switch (quantity) {
      case Quantity::inertia_inverse:
        return all([=, &arm, &pool, &work, &out](std::size_t k) {
          arm.inertia_inverse(map(pool.q(k)), work, out.topLeftCorner(n, n));
        });
      case Quantity::inertia_rate:
        return all([=, &arm, &pool, &work, &out](std::size_t k) {
          arm.inertia_rate(map(pool.q(k)), map(pool.qd(k)), work, out.topLeftCorner(n, n));
        });
      case Quantity::coriolis:
        return all([=, &arm, &pool, &work, &out](std::size_t k) {
          arm.coriolis(map(pool.q(k)), map(pool.qd(k)), work, out.topLeftCorner(n, n));
        });
      case Quantity::jacobian_rate:
        return all([=, &arm, &pool, &work, &out](std::size_t k) {
          arm.jacobian_rate(map(pool.q(k)), map(pool.qd(k)), work, out.topLeftCorner(6, n));
        });
      default:
        break;
    }
  }
  return {};
}

std::function<void()> batch_pass(const Arm& arm, Quantity quantity, const Pool& pool, batch::Workspace& work,
                                 std::vector<double>& out) {
  using batch::Layout;
  constexpr Layout kLayout = Layout::state_major;
  out.resize(pool.states() * size_of(quantity, arm.dof()));
  const auto with = [&](auto call) {
    return [&arm, &pool, &work, &out, call] { call(arm, pool, work, batch::Out(out)); };
  };
  using A = const Arm&;
  using S = const Pool&;
  using W = batch::Workspace&;
  using O = batch::Out;
  switch (quantity) {
    case Quantity::id:
      return with(
          [](A a, S s, W w, O o) { batch::id(a, kLayout, s.all_q(), s.all_qd(), s.all_qdd(), w, o); });
    case Quantity::fd:
      return with(
          [](A a, S s, W w, O o) { batch::fd(a, kLayout, s.all_q(), s.all_qd(), s.all_tau(), w, o); });
    case Quantity::bias:
      return with([](A a, S s, W w, O o) { batch::bias(a, kLayout, s.all_q(), s.all_qd(), w, o); });
    case Quantity::gravity:
      return with([](A a, S s, W w, O o) { batch::gravity(a, kLayout, s.all_q(), w, o); });
    case Quantity::inertia:
      return with([](A a, S s, W w, O o) { batch::inertia(a, kLayout, s.all_q(), w, o); });
    case Quantity::jacobian:
      return with([](A a, S s, W w, O o) { batch::jacobian(a, kLayout, s.all_q(), w, o); });
    case Quantity::udut:
      return with([](A a, S s, W w, O o) {
        const std::size_t d = s.all_q().size();
        batch::udut(a, kLayout, s.all_q(), w, o.first(o.size() - d), o.last(d));
      });
    default:
      return {};
  }
}

// Multiplications and additions of a sine and its cosine (scalar/lanes.hpp, sincos_near).
constexpr int kSincosOperations = 43;

double sum(const OpCount& c) { return static_cast<double>(c.mul + c.add); }

std::optional<double> operations_of(const Chain<double>& arm, Quantity quantity, std::string_view stem) {
  const Method<Counted>* m = arm.dof() <= kMostJointsToCount ? find_method<Counted>(quantity, stem) : nullptr;
  if (!m) return std::nullopt;
  const Cost c = cost(arm, *m, Constants::general);
  return sum(c.work) + sum(c.kinematics);
}

}  // namespace

std::vector<Timing> contest(const Arm& arm, Quantity quantity, const Machine& machine,
                            const ContestOptions& options, Notes& notes) {
  const Chain<double>& chain = arm.chain();
  const int n = arm.dof();
  constexpr std::size_t kMostNumbers = std::size_t{1} << 22;
  const Pool pool(
      n, Pool::states_for(std::max(static_cast<std::size_t>(n), size_of(quantity, n)), kMostNumbers));
  Workspace work(arm);
  Eigen::MatrixXd out(std::max(n, 6), std::max(n, 1));
  std::vector<double> values(size_of(quantity, n)), many;
  Posture<double> x(chain);
  std::vector<Contestant> all;

  // plain calls
  const std::string stem(Selection::current().stem(quantity, n));
  if (auto pass = plain_pass(arm, quantity, pool, work, out))
    all.push_back({"arm", stem, 1, operations_of(chain, quantity, stem), std::move(pass)});

  // generated code
  std::optional<Compiled> compiled;
  std::optional<double> program_operations;
  std::string program_stem;
  const bool generated = quantity == Quantity::id || quantity == Quantity::fd || quantity == Quantity::bias ||
                         quantity == Quantity::gravity || quantity == Quantity::inertia ||
                         quantity == Quantity::jacobian;
  if (generated && n <= Compiled::kMostJoints) {
    compiled.emplace(arm, std::vector{quantity});
    if (compiled->note()) notes.push_back(*compiled->note());
    if (compiled->native()) {
      if (n <= kMostJointsToGenerate) {
        const Program program = cheapest_program(quantity, chain);
        program_operations = sum(catena::operations(program));
        program_stem = program.stem;
      }
      all.push_back({"generated", program_stem, 1, program_operations,
                     plain_pass(*compiled, quantity, pool, work, out)});
    }
  }

  // batches
  std::vector<std::unique_ptr<batch::Workspace>> spaces;
  std::vector<int> teams = {1};
  if (const int most = options.threads > 0 ? options.threads : machine.threads; most > 1)
    teams.push_back(most);
  for (const int threads : teams) {
    const batch::Options team{.threads = threads, .level = {}};
    spaces.push_back(std::make_unique<batch::Workspace>(arm, team));
    auto pass = batch_pass(arm, quantity, pool, *spaces.back(), many);
    if (!pass) break;
    const std::string by(quantity == Quantity::inertia ? Selection::shipped().stem(quantity, n)
                                                       : find_method<double>(quantity)->stem);
    all.push_back({"batch", by, threads, operations_of(chain, quantity, by), std::move(pass)});
    if (!compiled || !compiled->native()) continue;
    spaces.push_back(std::make_unique<batch::Workspace>(*compiled, team));
    if (!spaces.back()->native()) continue;  // its note says what that of `compiled` said
    all.push_back({"batch_generated", program_stem, threads, program_operations,
                   batch_pass(arm, quantity, pool, *spaces.back(), many)});
  }

  // every formulation
  for (const Method<double>& m : methods<double>()) {
    if (m.quantity != quantity || !options.formulations) continue;
    all.push_back(
        {"method", std::string(m.stem), 1, operations_of(chain, quantity, m.stem), [&, run = m.run] {
           for (std::size_t k = 0; k < pool.states(); ++k) {
             x.set(chain, pool.q(k));
             run(chain, x,
                 {pool.q(k), pool.qd(k), pool.qdd(k), pool.tau(k), chain.gravity(), Force<double>::zero()},
                 values);
           }
         }});
  }

  std::vector<Stopwatch> watches;
  for (const Contestant& c : all) {
    if (options.go_on && !options.go_on()) return {};
    watches.emplace_back(c.pass, options.window, c.threads > 1);
  }
  for (int s = 0; s < options.samples; ++s)
    for (Stopwatch& watch : watches) {
      if (options.go_on && !options.go_on()) return {};
      watch.measure();
    }

  int turning = 0;
  for (int i = 0; i < n; ++i) turning += chain.link(i).revolute();
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<double> each = watches[i].each();
    for (double& t : each) t /= static_cast<double>(pool.states());
    Timing t{quantity, all[i].way, all[i].method, all[i].threads, spread(std::move(each)), all[i].operations,
             {},       {}};
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
