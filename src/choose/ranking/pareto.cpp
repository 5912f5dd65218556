// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/pareto.hpp"

#include <algorithm>

namespace catena::choose {
namespace {

bool dominates(const Decision& d, Eigen::Index arm, Eigen::Index other, bool with_errors) {
  bool better = false;
  for (Eigen::Index j = 0; j < d.criteria(); ++j) {
    if (d.weights[j] == 0) continue;
    const Standing now =
        standing(d.better[static_cast<std::size_t>(j)], d.values(arm, j), with_errors ? d.error(arm, j) : 0,
                 d.values(other, j), with_errors ? d.error(other, j) : 0);
    if (now == Standing::worse || now == Standing::unsure) return false;
    better = better || now == Standing::better;
  }
  return better;
}

}  // namespace

bool dominates(const Decision& decision, Eigen::Index arm, Eigen::Index other) {
  return dominates(decision, arm, other, true);
}

bool Pareto::on_front(int arm) const { return std::find(front.begin(), front.end(), arm) != front.end(); }
bool Pareto::on_front_by_error(int arm) const {
  return std::find(by_error.begin(), by_error.end(), arm) != by_error.end();
}

Pareto pareto(const Decision& d) {
  require_valid(d);
  Pareto out;
  for (Eigen::Index i = 0; i < d.arms(); ++i) {
    std::vector<int>& by = out.dominated_by.emplace_back();
    bool without_errors = false;
    for (Eigen::Index k = 0; k < d.arms(); ++k) {
      if (dominates(d, k, i, true)) by.push_back(static_cast<int>(k));
      without_errors = without_errors || dominates(d, k, i, false);
    }
    if (!by.empty()) continue;
    out.front.push_back(static_cast<int>(i));
    if (without_errors) out.by_error.push_back(static_cast<int>(i));
  }
  return out;
}

}  // namespace catena::choose
