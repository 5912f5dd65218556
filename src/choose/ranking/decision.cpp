// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/error.hpp"

namespace catena::choose {

std::string Decision::name(Eigen::Index criterion) const {
  if (names.empty()) return fmt::format("criterion {}", criterion + 1);
  return fmt::format("'{}'", names[static_cast<std::size_t>(criterion)]);
}

Eigen::VectorXd shares_of_one(const Eigen::Ref<const Eigen::VectorXd>& weights) {
  double largest = 0;
  for (Eigen::Index j = 0; j < weights.size(); ++j) {
    if (!std::isfinite(weights[j]) || weights[j] < 0)
      throw Error(ErrorKind::usage, "weights", "a weight is negative or not finite")
          .given(fmt::format("{} for criterion {}", weights[j], j + 1))
          .need("finite numbers, none below 0");
    largest = std::max(largest, weights[j]);
  }
  if (largest == 0)
    throw Error(ErrorKind::usage, "weights", "all weights are 0").need("at least one above 0");
  const Eigen::VectorXd scaled = weights / largest;  // whose sum cannot overflow
  return scaled / scaled.sum();
}

void require_valid(const Decision& d) {
  const auto refuse = [](const std::string& what, const std::string& given, const std::string& need) {
    throw Error(ErrorKind::usage, "decision", what).given(given).need(need);
  };
  const Eigen::Index n = d.criteria();
  if (d.arms() == 0 || n == 0)
    refuse("there is nothing to rank", fmt::format("{} arms, {} criteria", d.arms(), n),
           "at least one of each");
  if (static_cast<Eigen::Index>(d.better.size()) != n || d.weights.size() != n ||
      (!d.names.empty() && static_cast<Eigen::Index>(d.names.size()) != n))
    refuse(
        "the sizes do not match",
        fmt::format("{} directions, {} weights, {} names", d.better.size(), d.weights.size(), d.names.size()),
        fmt::format("{}, one for each criterion", n));
  if (d.errors.size() != 0 && (d.errors.rows() != d.arms() || d.errors.cols() != n))
    refuse("the sizes do not match", fmt::format("{} x {} errors", d.errors.rows(), d.errors.cols()),
           fmt::format("{} x {}, one for each value", d.arms(), n));
  for (Eigen::Index i = 0; i < d.arms(); ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      if (!std::isfinite(d.values(i, j)) || !(d.error(i, j) >= 0))
        refuse("a value is not finite, or an error is negative",
               fmt::format("{} ± {} for arm {}, {}", d.values(i, j), d.error(i, j), i + 1, d.name(j)),
               "leave out missing values");
  if (!(d.weights.minCoeff() >= 0) || !(std::abs(d.weights.sum() - 1) < 1e-9))
    refuse("the weights do not sum to 1", fmt::format("a sum of {}", d.weights.sum()),
           "the result of shares_of_one");
}

Standing standing(Better direction, double value, double error, double other, double other_error) {
  const double lead = direction == Better::more ? value - other : other - value;
  const double doubt = std::hypot(error, other_error);
  if (std::abs(lead) <= kSame * std::max(std::abs(value), std::abs(other)))
    return doubt == 0 ? Standing::same : Standing::unsure;
  if (std::abs(lead) <= doubt) return Standing::unsure;
  return lead > 0 ? Standing::better : Standing::worse;
}

}  // namespace catena::choose
