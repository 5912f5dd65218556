// SPDX-License-Identifier: Apache-2.0
#include "codegen/schedule.hpp"

#include <algorithm>
#include <tuple>

namespace catena::codegen::detail {
namespace {

// Measured on the Panda with gcc 12 (Zen 3); they matter little.
constexpr int kRegisters = 8;
constexpr double kOperationsPerCycle = 1.4;

class Scheduler {
 public:
  explicit Scheduler(const std::vector<Statement>& statements)
      : statements_(statements),
        height_(statements.size(), 0),
        uses_(statements.size(), 0),
        missing_(statements.size(), 0),
        users_(statements.size()),
        known_(statements.size(), 0) {
    for (std::size_t k = 0; k < statements.size(); ++k) {
      missing_[k] = statements[k].needs.size();
      for (const std::size_t operand : statements[k].needs) users_[operand].push_back(k);
    }
    for (std::size_t k = statements.size(); k-- > 0;) {  // users come later
      uses_[k] = users_[k].size();
      for (const std::size_t user : users_[k]) height_[k] = std::max(height_[k], height_[user]);
      height_[k] += statements[k].latency;
      if (missing_[k] == 0) ready_.push_back(k);
    }
  }

  std::vector<std::size_t> order() {
    std::vector<std::size_t> all;
    while (!ready_.empty()) {
      const auto best = std::min_element(ready_.begin(), ready_.end(),
                                         [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
      all.push_back(*best);
      const std::size_t taken = *best;
      ready_.erase(best);
      take(taken);
    }
    return all;
  }

 private:
  // How many more values are live after it.
  int growth(std::size_t k) const {
    int more = users_[k].empty() ? 0 : 1;
    for (const std::size_t operand : statements_[k].needs) more -= uses_[operand] == 1;
    return more;
  }

  // The statement with the smallest rank comes next; ties keep their order.
  std::tuple<double, double, std::size_t> rank(std::size_t k) const {
    double start = 0;
    for (const std::size_t operand : statements_[k].needs) start = std::max(start, known_[operand]);
    const double urgency = height_[k] - std::max(0.0, start - now_);
    return {alive_ < kRegisters ? 0.0 : growth(k), -urgency, k};
  }

  void take(std::size_t k) {
    double start = now_;
    for (const std::size_t operand : statements_[k].needs) start = std::max(start, known_[operand]);
    known_[k] = start + statements_[k].latency;
    now_ += statements_[k].operations / kOperationsPerCycle;
    alive_ += growth(k);
    for (const std::size_t operand : statements_[k].needs) --uses_[operand];
    for (const std::size_t user : users_[k])
      if (--missing_[user] == 0) ready_.push_back(user);
  }

  const std::vector<Statement>& statements_;
  std::vector<double> height_;        // cycles on the longest path from it to the end
  std::vector<std::size_t> uses_;     // by statements that are still to come
  std::vector<std::size_t> missing_;  // operands that are still to come
  std::vector<std::vector<std::size_t>> users_;
  std::vector<double> known_;  // the cycle in which its value is available
  std::vector<std::size_t> ready_;
  double now_ = 0;
  int alive_ = 0;
};

}  // namespace

std::vector<std::size_t> scheduled(const std::vector<Statement>& statements) {
  return Scheduler(statements).order();
}

}  // namespace catena::codegen::detail
