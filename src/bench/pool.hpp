// SPDX-License-Identifier: Apache-2.0
// The states that a benchmark cycles through: too many for the branch predictor to learn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace catena::bench::detail {

class Pool {
 public:
  static constexpr std::size_t kStates = 4096;

  // Fewer states for long chains, so that all results of `each` numbers stay below `numbers`.
  static std::size_t states_for(std::size_t each, std::size_t numbers) {
    return std::clamp<std::size_t>(numbers / each, 16, kStates);
  }

  explicit Pool(int dof, std::size_t states = kStates) : n_(static_cast<std::size_t>(dof)), states_(states) {
    std::uint64_t seed = 20261116;
    const auto uniform = [&seed](double size) {  // splitmix64
      std::uint64_t z = seed += 0x9e3779b97f4a7c15;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      return size * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1);
    };
    for (auto [values, size] : {std::pair{&q_, 3.1}, {&qd_, 2.0}, {&qdd_, 5.0}, {&tau_, 10.0}}) {
      values->resize(states_ * n_);
      for (double& x : *values) x = uniform(size);
    }
  }

  std::size_t states() const { return states_; }
  std::span<const double> q(std::size_t k) const { return row(q_, k); }
  std::span<const double> qd(std::size_t k) const { return row(qd_, k); }
  std::span<const double> qdd(std::size_t k) const { return row(qdd_, k); }
  std::span<const double> tau(std::size_t k) const { return row(tau_, k); }

  // State after state.
  const std::vector<double>& all_q() const { return q_; }
  const std::vector<double>& all_qd() const { return qd_; }
  const std::vector<double>& all_qdd() const { return qdd_; }
  const std::vector<double>& all_tau() const { return tau_; }

 private:
  std::span<const double> row(const std::vector<double>& x, std::size_t k) const {
    return {x.data() + k * n_, n_};
  }

  std::size_t n_, states_;
  std::vector<double> q_, qd_, qdd_, tau_;
};

}  // namespace catena::bench::detail
