// SPDX-License-Identifier: Apache-2.0
// Golden data: robots and states computed from first principles with 50 digits (tests/golden/README.json).
#pragma once

#include <map>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"
#include "catena/core/quantity.hpp"

namespace catena::test {

// The fields of one state; arrays of any depth as one list, row by row.
class GoldenState {
 public:
  explicit GoldenState(std::map<std::string, std::vector<double>> fields) : fields_(std::move(fields)) {}
  // Some quantities do not exist for all arms: null in the file, empty here.
  bool has(const std::string& field) const { return !fields_.at(field).empty(); }
  const std::vector<double>& operator[](const std::string& field) const { return fields_.at(field); }

 private:
  std::map<std::string, std::vector<double>> fields_;
};

struct Golden {
  std::string file;
  Robot robot;
  std::vector<GoldenState> states;

  int dof() const { return robot.dof(); }
  double tolerance() const { return dof() >= 30 ? 1e-10 : 1e-11; }
};

// The stems of tests/golden, sorted: parameters of tests, which read only what they need.
std::vector<std::string> golden_stems();
Golden load_golden(const std::string& stem);
std::vector<Golden> all_golden();

// max|x - y| / max(max|y|, 1e-3): the error measure that the golden data come with.
double relative_error(std::span<const double> x, std::span<const double> y);
double relative_error(std::span<const float> x, std::span<const double> y);
// For a result of a quantity: if its terms have the magnitude one, the error is relative to one at least. A null-space projector
// of six joints, 1 - J̄ J, is zero but for rounding.
double relative_error(Quantity quantity, std::span<const double> x, std::span<const double> y);

}  // namespace catena::test
