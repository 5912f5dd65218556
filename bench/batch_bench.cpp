// SPDX-License-Identifier: Apache-2.0
// Many states in one call, beside `Arm` one state at a time. One iteration is the whole pool of 4096 states;
// the counter ns_per_state is what counts. Names: batch/CALL/ARM/LAYOUT/LEVEL/THREADS, then
// /float for single precision.
#include "catena/core/batch.hpp"

#include <algorithm>

#include "contest.hpp"

namespace catena::bench {
namespace {

using batch::Layout;

void per_state(benchmark::State& state) {
  state.counters["ns_per_state"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kStates * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class Number>
struct Contest {
  explicit Contest(const std::string& spec) : arm(lean_robot(spec)) {
    const Pool pool(arm.dof());
    n = pool.n;
    const auto in = [](const std::vector<double>& x) { return std::vector<Number>(x.begin(), x.end()); };
    q = in(pool.q), qd = in(pool.qd), qdd = in(pool.qdd), tau = in(pool.tau);
    out.resize(kStates * n * std::max<std::size_t>(n, 6));
  }
  Arm arm;
  std::size_t n = 0;
  std::vector<Number> q, qd, qdd, tau, out;
  std::span<Number> result(std::size_t each) { return {out.data(), kStates * each}; }
};

enum class Call { id, inertia, fd, gravity, jacobian };
constexpr std::pair<Call, const char*> kCalls[] = {{Call::id, "id"},
                                                   {Call::inertia, "inertia"},
                                                   {Call::fd, "fd"},
                                                   {Call::gravity, "gravity"},
                                                   {Call::jacobian, "jacobian"}};

template <class Number>
void run_batch(Call call, Contest<Number>& c, Layout layout, batch::Workspace& work) {
  switch (call) {
    case Call::id:
      return batch::id(c.arm, layout, c.q, c.qd, c.qdd, work, c.result(c.n));
    case Call::inertia:
      return batch::inertia(c.arm, layout, c.q, work, c.result(c.n * c.n));
    case Call::fd:
      return batch::fd(c.arm, layout, c.q, c.qd, c.tau, work, c.result(c.n));
    case Call::gravity:
      return batch::gravity(c.arm, layout, c.q, work, c.result(c.n));
    case Call::jacobian:
      return batch::jacobian(c.arm, layout, c.q, work, c.result(6 * c.n));
  }
}

// The same states through Arm, into the same array.
void run_plain(Call call, Contest<double>& c, Workspace& work) {
  const int n = c.arm.dof();
  using Vector = Eigen::Map<const Eigen::VectorXd>;
  for (std::size_t k = 0; k < kStates; ++k) {
    const Vector q(&c.q[k * c.n], n), qd(&c.qd[k * c.n], n), qdd(&c.qdd[k * c.n], n), tau(&c.tau[k * c.n], n);
    Eigen::Map<Eigen::VectorXd> v(&c.out[k * c.n], n);
    switch (call) {
      case Call::id:
        c.arm.id(q, qd, qdd, work, v);
        break;
      case Call::inertia:
        c.arm.inertia(q, work, Eigen::Map<Eigen::MatrixXd>(&c.out[k * c.n * c.n], n, n));
        break;
      case Call::fd:
        c.arm.fd(q, qd, tau, work, v);
        break;
      case Call::gravity:
        c.arm.gravity(q, work, v);
        break;
      case Call::jacobian:
        c.arm.jacobian(q, work, Eigen::Map<Eigen::MatrixXd>(&c.out[k * c.n * 6], 6, n));
        break;
    }
  }
}

template <class Number>
void enter_batch(Call call, const char* spec, Layout layout, SimdLevel level, int threads,
                 const std::string& title) {
  auto* entry = benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
    Contest<Number> c(spec);
    batch::Workspace work(c.arm, {.threads = threads, .level = level});
    for ([[maybe_unused]] auto _ : state) {
      run_batch(call, c, layout, work);
      benchmark::ClobberMemory();
    }
    per_state(state);
  });
  if (threads != 1) entry->UseRealTime();
}

const int entered = [] {
  for (const char* spec : {"panda", "puma560", "chain:7", "chain:30"})
    for (const auto& [call, name] : kCalls) {
      const std::string stem = std::string("batch/") + name + "/" + spec + "/";
      benchmark::RegisterBenchmark((stem + "plain").c_str(), [=, call = call](benchmark::State& state) {
        Contest<double> c(spec);
        Workspace work(c.arm);
        for ([[maybe_unused]] auto _ : state) {
          run_plain(call, c, work);
          benchmark::ClobberMemory();
        }
        per_state(state);
      });
      for (const SimdLevel level : kSimdLevels) {
        if (!simd_supported(level)) continue;
        for (const Layout layout : {Layout::joint_major, Layout::state_major})
          for (const int threads : {1, 0}) {
            const std::string title =
                stem + (layout == Layout::joint_major ? "joint_major/" : "state_major/") +
                std::string(simd_name(level)) + (threads ? "/one_thread" : "/all_threads");
            enter_batch<double>(call, spec, layout, level, threads, title);
            enter_batch<float>(call, spec, layout, level, threads, title + "/float");
          }
      }
    }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
