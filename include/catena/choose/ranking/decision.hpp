// SPDX-License-Identifier: Apache-2.0
// What is to be ranked: a table of finite numbers, what is better in each column, and how much a column weighs.
//
//   const choose::Decision d{{{Better::more}, {Better::less}}, choose::shares_of_one({2, 1}), values, errors};
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose {

struct Decision {
  std::vector<Better> better;           // (criteria)
  Eigen::VectorXd weights;              // (criteria) none negative, their sum is 1
  Eigen::MatrixXd values;               // arms x criteria
  Eigen::MatrixXd errors = {};          // arms x criteria, none negative; empty: all exact
  std::vector<std::string> names = {};  // (criteria) for messages; empty: numbers

  Eigen::Index arms() const { return values.rows(); }
  Eigen::Index criteria() const { return values.cols(); }
  double error(Eigen::Index arm, Eigen::Index criterion) const {
    return errors.size() == 0 ? 0.0 : errors(arm, criterion);
  }
  std::string name(Eigen::Index criterion) const;  // "'reach'" or "criterion 1"
};

// Weights of any sum, each divided by it. Throws Error(usage) for one that is negative or not finite, and for a sum of 0.
Eigen::VectorXd shares_of_one(const Eigen::Ref<const Eigen::VectorXd>& weights);

// Values, and scores of the size of 1, that differ by less than this, relatively, are the same.
inline constexpr double kSame = 1e-12;

// Throws Error(usage) if sizes do not fit, a value is not finite, or the weights are not shares of one.
void require_valid(const Decision& decision);

// How one value stands to another of the same criterion. `unsure`: nearer than their errors, taken as independent, allow
// to tell.
enum class Standing { better, same, worse, unsure };
Standing standing(Better direction, double value, double error, double other, double other_error);

}  // namespace catena::choose
