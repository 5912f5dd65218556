// SPDX-License-Identifier: Apache-2.0
// Companions to the regressors of an arm (Arm::regressor and the quantities ..._regressor): the parameters π that they are
// multiplied by, the names of their columns, and the regressor of the base parameters, whose columns are independent.
//
//   const catena::BaseRegressor base(arm);
//   Eigen::MatrixXd Y = base(q, qd, qdd);        // n x base.count()
//   Eigen::VectorXd tau = Y * base.parameters(); // inverse dynamics
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/base_parameters.hpp"

namespace catena {

// (10n) Of the links in the canonical chain (NOTATION.md), from the base to the tip, in the order of kInertialParameters.
std::vector<double> inertial_parameters(const Chain<double>& arm);

// (10n) "m1", "hx1", ..., "Iyz1", "m2", ...: links counted from 1.
std::vector<std::string> parameter_names(int joints);

// The regressor of the base parameters: the columns of Y that are independent of each other, and the values that make
// τ = Y π with these columns alone. For the gravity of the arm it is made for.
class BaseRegressor {
 public:
  // Throws Error(usage) for arms of more than kMostJointsForBaseParameters joints.
  explicit BaseRegressor(const Arm& arm);

  int count() const { return static_cast<int>(columns_.size()); }
  const std::vector<int>& columns() const { return columns_; }  // of Arm::regressor, counted from 0
  const std::vector<double>& values() const { return values_; }
  const std::vector<std::string>& names() const { return names_; }
  Eigen::VectorXd parameters() const {
    return Eigen::Map<const Eigen::VectorXd>(values_.data(), static_cast<Eigen::Index>(values_.size()));
  }

  // n x count()
  Eigen::MatrixXd operator()(VecIn q, VecIn qd, VecIn qdd) const {
    return select(arm_.regressor(q, qd, qdd));
  }
  // The columns of any of the regressors n x 10n, or numbers of those with one row.
  Eigen::MatrixXd select(const Eigen::Ref<const Eigen::MatrixXd>& Y) const {
    Eigen::MatrixXd base(Y.rows(), count());
    for (int k = 0; k < count(); ++k) base.col(k) = Y.col(columns_[static_cast<std::size_t>(k)]);
    return base;
  }

 private:
  Arm arm_;
  std::vector<int> columns_;
  std::vector<double> values_;
  std::vector<std::string> names_;
};

}  // namespace catena
