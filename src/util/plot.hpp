// SPDX-License-Identifier: Apache-2.0
// A plain line plot as SVG.
#pragma once

#include <string>
#include <vector>

namespace catena::detail {

struct Curve {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> lower = {}, upper = {};  // a band about the curve, or nothing
};

struct Plot {
  std::string title, x_label, y_label;
  bool log_y = false;  // all y > 0 then
  std::vector<Curve> curves;
  bool log_x = false;  // all x > 0 then

  std::string svg() const;
};

}  // namespace catena::detail
