// SPDX-License-Identifier: Apache-2.0
// What a drive and a trajectory ask of their numbers.
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

// Times of samples: the first one 0, then ascending.
void require_times(const std::string& where, const std::vector<double>& times);

}  // namespace catena::sim::detail
