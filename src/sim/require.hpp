// SPDX-License-Identifier: Apache-2.0
// Checks of the numbers given to drives and trajectories.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace catena::sim::detail {

// All throw Error(usage) that names `where` and `name`.
void require_size(const std::string& where, const char* name, const Eigen::VectorXd& x, Eigen::Index size);
void require_finite(const std::string& where, const char* name, const Eigen::VectorXd& x);
void require_above_zero(const std::string& where, const char* name, double x);
void require_above_zero(const std::string& where, const char* name, const Eigen::VectorXd& x);
void require_not_negative(const std::string& where, const char* name, const Eigen::VectorXd& x);

// Sample times: the first is 0, the others increase.
void require_times(const std::string& where, const std::vector<double>& times);

}  // namespace catena::sim::detail
