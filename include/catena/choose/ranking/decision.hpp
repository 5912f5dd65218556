// SPDX-License-Identifier: Apache-2.0
// The input of a ranking: a table of finite values, the better direction and the weight of each column.
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

// The weights divided by their sum. Throws Error(usage) for one that is negative or not finite, and for a sum of 0.
Eigen::VectorXd shares_of_one(const Eigen::Ref<const Eigen::VectorXd>& weights);

// Values and scores of order 1 that differ by less than this, relatively, are equal.
inline constexpr double kSame = 1e-12;

// Throws Error(usage) if the sizes do not match, a value is not finite, or the weights do not sum to 1.
void require_valid(const Decision& decision);

// How a value compares with another one of the same criterion. `unsure`: their difference is within their errors, taken as
// independent.
enum class Standing { better, same, worse, unsure };
Standing standing(Better direction, double value, double error, double other, double other_error);

}  // namespace catena::choose
