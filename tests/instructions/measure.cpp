// SPDX-License-Identifier: Apache-2.0
// A fixed list of calls for callgrind, which counts the instructions of each: see check.py. Only the counted part runs between
// the two requests; the call has run before, so that what is made at the first use is not counted.
#include <valgrind/callgrind.h>

#include <functional>
#include <random>
#include <string>

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

void count_plain(const std::string& spec, std::span<const Quantity> quantities) {
  const Arm arm = Arm::load(spec);
  const States s(arm.dof(), kCounted);
  Workspace work(arm);
  for (const Quantity quantity : quantities) {
    std::vector<double> out(size_of(quantity, arm.dof()));
    const Result<double> result(quantity, arm.dof(), out);
    count("plain " + std::string(info(quantity).name) + " " + spec + " " + std::to_string(kCounted), [&] {
      for (std::size_t k = 0; k < kCounted; ++k)
        arm.eval(quantity,
                 {.q = s.at(s.q, k), .qd = s.at(s.qd, k), .qdd = s.at(s.qdd, k), .tau = s.at(s.tau, k)}, work,
                 result);
    });
  }
}

void count_batches(const std::string& spec, batch::Layout layout, std::span<const Quantity> quantities) {
  const Arm arm = Arm::load(spec);
  const States s(arm.dof(), kInBatch);
  batch::Workspace work(arm);
  for (const Quantity quantity : quantities) {
    std::vector<std::vector<double>> out;
    for (const ArrayInfo& array : info(quantity).results())
      out.emplace_back(size_of(array.shape, arm.dof()).count() * kInBatch);
    const batch::States states = {.q = s.q, .qd = s.qd, .qdd = s.qdd, .tau = s.tau, .tip = {}};
    const std::string way = layout == batch::Layout::state_major ? "state_major " : "joint_major ";
    count(way + std::string(info(quantity).name) + " " + spec + " " + std::to_string(kInBatch), [&] {
      if (out.size() == 1)
        batch::eval(quantity, arm, layout, states, work, {out[0]});
      else
        batch::eval(quantity, arm, layout, states, work, {out[0], out[1], out[2]});
    });
  }
}

}  // namespace
}  // namespace catena

int main() {
  using namespace catena;
  if (simd_level() != SimdLevel::avx2) return 3;  // the counts are those of AVX2
  const Quantity everywhere[] = {Quantity::id,       Quantity::inertia,         Quantity::fd,
                                 Quantity::gravity,  Quantity::jacobian,        Quantity::nle,
                                 Quantity::coriolis, Quantity::inertia_inverse, Quantity::inertia_rate,
                                 Quantity::terms,    Quantity::id_derivatives,  Quantity::fd_derivatives};
  for (const char* spec : {"panda", "puma560", "chain:30", "chain:100"}) count_plain(spec, everywhere);
  const Quantity large[] = {Quantity::christoffel, Quantity::regressor, Quantity::id_second_derivatives};
  count_plain("panda", large);
  const Quantity batches[] = {Quantity::id,
                              Quantity::inertia,
                              Quantity::fd,
                              Quantity::gravity,
                              Quantity::jacobian,
                              Quantity::coriolis,
                              Quantity::christoffel,
                              Quantity::inertia_inverse,
                              Quantity::id_derivatives,
                              Quantity::fd_derivatives};
  for (const batch::Layout layout : {batch::Layout::state_major, batch::Layout::joint_major})
    count_batches("panda", layout, batches);
}
