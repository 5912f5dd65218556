// SPDX-License-Identifier: Apache-2.0
// The same calls on the whole pool at once, in one layout, on one thread; times are those of one state. The mass matrix also in
// batches of 64 states, whose results stay in the caches. Through CATENA_MODEL: the algorithms on packs of states for `Arm`, code
// generated for the arm for `Compiled`.
#include <type_traits>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "contest.hpp"

namespace catena::bench {
namespace {

using Model = CATENA_MODEL;
constexpr bool kGenerated = std::is_same_v<Model, Compiled>;
#ifndef CATENA_LAYOUT
#define CATENA_LAYOUT state_major
#endif
constexpr auto kLayout = batch::Layout::CATENA_LAYOUT;  // of random numbers, which mean the same in both

template <class M>
M model(const Robot& robot) {
  if constexpr (std::is_same_v<M, Compiled>)
    return M(Arm(robot), generated_quantities());
  else
    return M(robot);
}

struct Batched {
  explicit Batched(const Robot& robot) : arm(model<Model>(robot)), pool(arm.dof()), work(arm) {
    if (kGenerated && !work.native() && arm.dof() <= Compiled::kMostJoints)
      throw Error(ErrorKind::io, CATENA_CONTESTANT, work.note() ? work.note()->what : "no code");
    for (const std::size_t each : {pool.n, pool.n * pool.n, 6 * pool.n})
      out.resize(std::max(out.size(), kStates * each));
    states = {.q = pool.q, .qd = pool.qd, .qdd = pool.qdd, .tau = pool.tau, .tip = {}};
  }
  std::span<double> result(std::size_t each) { return {out.data(), kStates * each}; }

  void id() { batch::id(arm, kLayout, pool.q, pool.qd, pool.qdd, work, result(pool.n)); }
  void fd() { batch::fd(arm, kLayout, pool.q, pool.qd, pool.tau, work, result(pool.n)); }
  void inertia() { batch::inertia(arm, kLayout, pool.q, work, result(pool.n * pool.n)); }
  void inertia_of_few() {
    batch::inertia(arm, kLayout, std::span(pool.q).first(kFew * pool.n), work,
                   {out.data(), kFew * pool.n * pool.n});
  }
  void gravity() { batch::gravity(arm, kLayout, pool.q, work, result(pool.n)); }
  void bias() { batch::bias(arm, kLayout, pool.q, pool.qd, work, result(pool.n)); }
  void jacobian() { batch::jacobian(arm, kLayout, pool.q, work, result(6 * pool.n)); }
  void coriolis() { matrices(Quantity::coriolis, {square(0)}); }
  void inertia_inverse() { matrices(Quantity::inertia_inverse, {square(0)}); }
  void christoffel() {
    gamma.resize(kStates * pool.n * pool.n * pool.n);
    matrices(Quantity::christoffel, {gamma});
  }
  void id_derivatives() { matrices(Quantity::id_derivatives, {square(0), square(1), square(2)}); }
  void fd_derivatives() { matrices(Quantity::fd_derivatives, {square(0), square(1), square(2)}); }

  void matrices(Quantity quantity, std::initializer_list<batch::Out> to) {
    batch::eval(quantity, arm, kLayout, states, work, to);
  }
  // For the derivatives: made when first used.
  std::span<double> square(std::size_t k) {
    squares[k].resize(kStates * pool.n * pool.n);
    return squares[k];
  }

  bool runs_plainly() const { return kGenerated && !work.native(); }

  Model arm;
  Pool pool;
  batch::Workspace work;
  std::vector<double> out, gamma;
  std::vector<double> squares[3];
  batch::States states;
};

template <auto call, std::size_t states = kStates>
void enter_pool(const char* name, const char* spec, std::shared_ptr<std::unique_ptr<Batched>> made) {
  const std::string title = std::string(name) + "/" + spec + "/" + CATENA_CONTESTANT;
  benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
    try {
      if (!*made) *made = std::make_unique<Batched>(lean_robot(spec));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      return;
    }
    mark_plain(state, **made);
    ((**made).*call)();  // not timed: the first to touch the memory of its results
    while (state.KeepRunningBatch(states)) {
      ((**made).*call)();
      benchmark::ClobberMemory();
    }
  });
}

const int entered = [] {
  for (const std::string& name : arms()) {
    const char* const spec = name.c_str();
    const auto made = std::make_shared<std::unique_ptr<Batched>>();
    enter_pool<&Batched::id>("id", spec, made);
    enter_pool<&Batched::inertia>("inertia", spec, made);
    enter_pool<&Batched::inertia_of_few, kFew>("inertia:64", spec, made);
    enter_pool<&Batched::fd>("fd", spec, made);
    enter_pool<&Batched::gravity>("gravity", spec, made);
    enter_pool<&Batched::bias>("bias", spec, made);
    enter_pool<&Batched::jacobian>("jacobian", spec, made);
    enter_pool<&Batched::coriolis>("coriolis", spec, made);
    enter_pool<&Batched::inertia_inverse>("inertia_inverse", spec, made);
    if (lean_robot(spec).dof() > 30) continue;  // hundreds of megabytes
    enter_pool<&Batched::id_derivatives>("id_derivatives", spec, made);
    enter_pool<&Batched::fd_derivatives>("fd_derivatives", spec, made);
    if (lean_robot(spec).dof() <= 7) enter_pool<&Batched::christoffel>("christoffel", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
