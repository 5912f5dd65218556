// SPDX-License-Identifier: Apache-2.0
#include "core/path/require.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::path::detail {

void require_finite(const std::string& where, const char* name, const Eigen::Ref<const Eigen::MatrixXd>& x) {
  for (Eigen::Index k = 0; k < x.cols(); ++k)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      if (!std::isfinite(x(i, k)))
        throw Error(ErrorKind::usage, where, fmt::format("'{}' is not finite", name))
            .given(x.cols() == 1
                       ? fmt::format("{} in row {} (counted from 1)", x(i, k), i + 1)
                       : fmt::format("{} in row {}, column {} (counted from 1)", x(i, k), i + 1, k + 1))
            .need("finite numbers");
}

void require_above_zero(const std::string& where, const char* name, double x) {
  if (std::isfinite(x) && x > 0) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' must be above 0", name))
      .given(fmt::format("{}", x))
      .need("a finite number above 0");
}

void require_not_negative(const std::string& where, const char* name, double x) {
  if (std::isfinite(x) && x >= 0) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' must not be negative", name))
      .given(fmt::format("{}", x))
      .need("a finite number, 0 or more");
}

void require_size(const std::string& where, const char* name, Eigen::Index given, Eigen::Index need) {
  if (given == need) return;
  throw Error(ErrorKind::usage, where, fmt::format("'{}' has the wrong length", name))
      .given(text::counted(given, "number"))
      .need(fmt::format("{}, one for each joint", need));
}

}  // namespace catena::path::detail
