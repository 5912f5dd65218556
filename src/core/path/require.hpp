// SPDX-License-Identifier: Apache-2.0
// Checks of the numbers that describe paths and their limits. All throw Error(usage).
#pragma once

#include <Eigen/Core>
#include <string>

namespace catena::path::detail {

void require_finite(const std::string& where, const char* name, const Eigen::Ref<const Eigen::MatrixXd>& x);
void require_above_zero(const std::string& where, const char* name, double x);
void require_not_negative(const std::string& where, const char* name, double x);
void require_size(const std::string& where, const char* name, Eigen::Index given, Eigen::Index need);

}  // namespace catena::path::detail
