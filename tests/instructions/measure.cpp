// SPDX-License-Identifier: Apache-2.0
// A fixed list of calls for callgrind, which counts the instructions of each: see check.py. Only the counted part runs between
// the two requests; the call has run before, so that what is made at the first use is not counted.
#include <valgrind/callgrind.h>

#include <functional>
#include <random>
#include <string>

#include "catena/codegen/compiled.hpp"
#include "catena/core/batch.hpp"
#include "catena/io/load.hpp"

namespace catena {
namespace {

constexpr std::size_t kCounted = 8, kInBatch = 64;  // states

// Random states, one after the other.
struct States {
  States(int dof, std::size_t count) : n(static_cast<std::size_t>(dof)) {
    std::mt19937_64 bits(1);
    for (std::vector<double>* x : {&q, &qd, &qdd, &tau})
      for (std::size_t k = 0; k < count * n; ++k)
        x->push_back(static_cast<double>(bits() >> 11) * 0x1p-52 -
                     1);  // no distribution: these are the same everywhere
  }
  std::span<const double> at(const std::vector<double>& x, std::size_t k) const { return {&x[k * n], n}; }
  std::size_t n;
  std::vector<double> q, qd, qdd, tau;
};

void count(const std::string& name, const std::function<void()>& call) {
  call();
  CALLGRIND_TOGGLE_COLLECT;
  call();
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

std::string title(const std::string& way, Quantity quantity, const std::string& spec, std::size_t states) {
  return way + " " + std::string(info(quantity).name) + " " + spec + " " + std::to_string(states);
}

// One state after the other, by anything that has `eval`.
template <class Model>
void count_calls(const std::string& way, const std::string& spec, const Model& arm,
                 std::span<const Quantity> quantities, const Wrench& tip = Wrench::zero()) {
  const States s(arm.dof(), kCounted);
  Workspace work(arm);
  for (const Quantity quantity : quantities) {
    std::vector<double> out(size_of(quantity, arm.dof()));
    const Result<double> result(quantity, arm.dof(), out);
    count(title(way, quantity, spec, kCounted), [&] {
      for (std::size_t k = 0; k < kCounted; ++k)
        arm.eval(quantity,
                 {.q = s.at(s.q, k),
                  .qd = s.at(s.qd, k),
                  .qdd = s.at(s.qdd, k),
                  .tau = s.at(s.tau, k),
                  .tip = tip},
                 work, result);
    });
  }
}

void count_plain(const std::string& spec, std::span<const Quantity> quantities) {
  count_calls("plain", spec, Arm::load(spec), quantities);
}

// Number: double or float.
template <class Number>
void count_batches(const std::string& way, const std::string& spec, const Arm& arm, batch::Workspace& work,
                   batch::Layout layout, std::span<const Quantity> quantities, bool tips = false) {
  const States s(arm.dof(), kInBatch);
  const auto numbers = [](const std::vector<double>& x) { return std::vector<Number>(x.begin(), x.end()); };
  const std::vector<Number> q = numbers(s.q), qd = numbers(s.qd), qdd = numbers(s.qdd), tau = numbers(s.tau);
  const std::vector<Number> tip(tips ? 6 * kInBatch : 0, Number(1));
  for (const Quantity quantity : quantities) {
    std::vector<std::vector<Number>> out;
    for (const ArrayInfo& array : info(quantity).results())
      out.emplace_back(size_of(array.shape, arm.dof()).count() * kInBatch);
    const batch::StatesOf<Number> states = {.q = q, .qd = qd, .qdd = qdd, .tau = tau, .tip = tip};
    count(title(way, quantity, spec, kInBatch), [&] {
      if (out.size() == 1)
        batch::eval(quantity, arm, layout, states, work, {out[0]});
      else if (out.size() == 2)
        batch::eval(quantity, arm, layout, states, work, {out[0], out[1]});
      else
        batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
    });
  }
}

}  // namespace
}  // namespace catena

int main() {
  using namespace catena;
  using batch::Layout;
  using enum Quantity;
  if (simd_level() != SimdLevel::avx2) return 3;  // the counts are those of AVX2
  const Quantity everywhere[] = {id,
                                 inertia,
                                 fd,
                                 gravity,
                                 jacobian,
                                 nle,
                                 coriolis,
                                 terms,
                                 inertia_inverse,
                                 inertia_rate,
                                 inertia_solve,
                                 operational_inertia,
                                 udut,
                                 id_derivatives,
                                 did_dq,
                                 did_dqd,
                                 dfd_dq,
                                 dfd_dqd,
                                 fd_derivatives,
                                 id_vjp,
                                 fd_vjp};
  for (const char* spec : {"panda", "puma560", "chain:30", "chain:100"}) count_plain(spec, everywhere);
  const Quantity large[] = {christoffel, regressor, id_second_derivatives};
  count_plain("panda", large);

  const Wrench tip{{1, -2, 3}, {-4, 5, 6}};
  const Quantity at_tip[] = {id, fd, id_derivatives, fd_derivatives};
  const Quantity with_motors[] = {id, fd, inertia, inertia_inverse};
  count_calls("tip", "panda", Arm::load("panda"), at_tip, tip);
  count_calls("motors", "puma560", Arm::load("puma560").with_motors(), with_motors);

  const Quantity batches[] = {id,          inertia,         fd,   gravity,        jacobian,      coriolis,
                              christoffel, inertia_inverse, udut, id_derivatives, fd_derivatives};
  const Quantity long_arms[] = {inertia, jacobian, udut, terms};
  const Quantity floats[] = {id, inertia, fd, gravity, jacobian};
  const Quantity tips[] = {id, fd};
  for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
    const std::string way = layout == Layout::state_major ? "state_major" : "joint_major";
    const auto batch_of = [&](const char* spec, std::span<const Quantity> quantities) {
      const Arm arm = Arm::load(spec);
      batch::Workspace work(arm, {.threads = 1, .level = {}});
      count_batches<double>(way, spec, arm, work, layout, quantities);
    };
    batch_of("panda", batches);
    for (const char* spec : {"chain:30", "chain:100"}) batch_of(spec, long_arms);
    const Arm panda = Arm::load("panda");
    batch::Workspace work(panda, {.threads = 1, .level = {}});
    count_batches<float>(way + "_float", "panda", panda, work, layout, floats);
    count_batches<double>(way + "_tip", "panda", panda, work, layout, tips, true);
    const Arm moved = Arm::load("puma560").with_motors();
    batch::Workspace moved_work(moved, {.threads = 1, .level = {}});
    count_batches<double>(way + "_motors", "puma560", moved, moved_work, layout, with_motors);
  }

  // What the C compiler makes of generated code is counted too: check.py sets it to code for AVX2.
  const Quantity compiled[] = {id,       inertia,         fd,          gravity, bias, jacobian,
                               coriolis, inertia_inverse, christoffel, udut};
  const Quantity compiled_sets[] = {id_derivatives, fd_derivatives};
  std::vector<Quantity> wanted(std::begin(compiled), std::end(compiled));
  wanted.insert(wanted.end(), {did_dq, dfd_dq});
  const Compiled arm(Arm::load("panda"), wanted);
  if (!arm.native()) return 4;
  count_calls("generated", "panda", arm, compiled);
  count_calls("generated", "panda", arm, compiled_sets);
  batch::Workspace work(arm, {.threads = 1, .level = {}});
  if (!work.native()) return 4;
  for (const Layout layout : {Layout::state_major, Layout::joint_major}) {
    const std::string way = layout == Layout::state_major ? "state_major" : "joint_major";
    count_batches<double>(way + "_generated", "panda", arm, work, layout, compiled);
    count_batches<double>(way + "_generated", "panda", arm, work, layout, compiled_sets);
  }
}
