// SPDX-License-Identifier: Apache-2.0
// The same calls on the whole pool at once, state after state, on one thread; times are those of one state. Through
// CATENA_MODEL: the algorithms on packs of states for `Arm`, code generated for the arm for `Compiled`.
#include <type_traits>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "contest.hpp"

namespace catena::bench {
namespace {

using Model = CATENA_MODEL;
constexpr bool kGenerated = std::is_same_v<Model, Compiled>;
constexpr auto kLayout = batch::Layout::state_major;

struct Batched {
  explicit Batched(const Robot& robot) : arm(Arm(robot)), pool(arm.dof()), work(arm) {
    if (kGenerated && !work.native())
      throw Error(ErrorKind::io, CATENA_CONTESTANT, work.note() ? work.note()->what : "no code");
    for (const std::size_t each : {pool.n, pool.n * pool.n, 6 * pool.n})
      out.resize(std::max(out.size(), kStates * each));
  }
  std::span<double> result(std::size_t each) { return {out.data(), kStates * each}; }

  void id() { batch::id(arm, kLayout, pool.q, pool.qd, pool.qdd, work, result(pool.n)); }
  void fd() { batch::fd(arm, kLayout, pool.q, pool.qd, pool.tau, work, result(pool.n)); }
  void inertia() { batch::inertia(arm, kLayout, pool.q, work, result(pool.n * pool.n)); }
  void gravity() { batch::gravity(arm, kLayout, pool.q, work, result(pool.n)); }
  void bias() { batch::bias(arm, kLayout, pool.q, pool.qd, work, result(pool.n)); }
  void jacobian() { batch::jacobian(arm, kLayout, pool.q, work, result(6 * pool.n)); }

  Model arm;
  Pool pool;
  batch::Workspace work;
  std::vector<double> out;
};

template <auto call>
void enter_pool(const char* name, const char* spec, std::shared_ptr<std::unique_ptr<Batched>> made) {
  const std::string title = std::string(name) + "/" + spec + "/" + CATENA_CONTESTANT;
  benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
    try {
      if (!*made) *made = std::make_unique<Batched>(lean_robot(spec));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      return;
    }
    while (state.KeepRunningBatch(kStates)) {
      ((**made).*call)();
      benchmark::ClobberMemory();
    }
  });
}

const int entered = [] {
  for (const char* spec : kArms) {
    if (kGenerated && lean_robot(spec).dof() > Compiled::kMostJoints) continue;
    const auto made = std::make_shared<std::unique_ptr<Batched>>();
    enter_pool<&Batched::id>("id", spec, made);
    enter_pool<&Batched::inertia>("inertia", spec, made);
    enter_pool<&Batched::fd>("fd", spec, made);
    enter_pool<&Batched::gravity>("gravity", spec, made);
    enter_pool<&Batched::bias>("bias", spec, made);
    enter_pool<&Batched::jacobian>("jacobian", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
