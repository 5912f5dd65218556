// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "check/identities.hpp"

namespace catena::check::detail {

double Gap::relative() const {
  double most = 0;
  for (const double d : difference)
    if (!(std::abs(d) <= most) && !std::isnan(most)) most = std::abs(d);  // keeps NaN
  return most == 0 ? 0 : most / size;
}

Gap gap(std::span<const double> x, std::span<const double> y, double scale) {
  Gap result{std::vector<double>(y.size()), scale};
  for (std::size_t i = 0; i < y.size(); ++i) {
    result.difference[i] = x[i] - y[i];
    result.size = std::max(result.size, std::abs(y[i]));
  }
  return result;
}

Gap gap_of(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double scale) {
  const auto flat = [](const Eigen::MatrixXd& A) {
    return std::span<const double>(A.data(), static_cast<std::size_t>(A.size()));
  };
  return gap(flat(x), flat(y), scale);
}

}  // namespace catena::check::detail
