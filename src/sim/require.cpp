// SPDX-License-Identifier: Apache-2.0
#include "sim/require.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::sim::detail {
namespace {

template <class Holds>
void require_each(const std::string& where, const char* name, const Eigen::VectorXd& x, Holds holds,
                  const char* wrong, const char* need) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!holds(x[i]))
      throw Error(ErrorKind::usage, where, fmt::format("'{}' {}", name, wrong))
          .given(fmt::format("{} for joint {} (counted from 1)", x[i], i + 1))
          .need(need);
}

}  // namespace

void require_size(const std::string& where, const char* name, const Eigen::VectorXd& x, Eigen::Index size) {
  if (x.size() == size) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' has the wrong length", name))
      .given(text::counted(x.size(), "number"))
      .need(fmt::format("{}, one for each joint", size));
}

void require_finite(const std::string& where, const char* name, const Eigen::VectorXd& x) {
  require_each(
      where, name, x, [](double v) { return std::isfinite(v); }, "is not finite", "finite numbers");
}

void require_above_zero(const std::string& where, const char* name, double x) {
  if (std::isfinite(x) && x > 0) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' must be above 0", name))
      .given(fmt::format("{}", x))
      .need("a finite number above 0");
}

void require_above_zero(const std::string& where, const char* name, const Eigen::VectorXd& x) {
  require_each(
      where, name, x, [](double v) { return std::isfinite(v) && v > 0; }, "must be above 0",
      "finite numbers above 0");
}

void require_not_negative(const std::string& where, const char* name, const Eigen::VectorXd& x) {
  require_each(
      where, name, x, [](double v) { return std::isfinite(v) && v >= 0; }, "is negative",
      "finite numbers, 0 or more");
}

void require_times(const std::string& where, const std::vector<double>& times) {
  const auto refuse = [&](const char* what, std::size_t row, const char* need) {
    throw Error(ErrorKind::usage, where, what)
        .given(fmt::format("t = {} in row {} (counted from 1)", times[row], row + 1))
        .need(need);
  };
  if (times.size() < 2)
    throw Error(ErrorKind::usage, where, "too few times")
        .given(fmt::format("{}", times.size()))
        .need("two or more, the first of them 0");
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!std::isfinite(times[k])) refuse("a time is not finite", k, "finite times in seconds");
  if (times.front() != 0) refuse("the times do not begin at 0", 0, "t = 0 in the first row");
  for (std::size_t k = 1; k < times.size(); ++k)
    if (times[k] <= times[k - 1]) refuse("the times do not increase", k, "increasing times");
}

}  // namespace catena::sim::detail
