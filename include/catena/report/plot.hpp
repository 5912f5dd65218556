// SPDX-License-Identifier: Apache-2.0
// Plain line plots as SVG.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace catena::report::svg {

struct Curve {
  std::string name;
  std::vector<double> x, y;                    // values that are not finite are gaps
  std::vector<double> lower = {}, upper = {};  // a band around the curve, or empty
  bool dots = true;                            // at each point
  bool dashed = false;                         // and grey: the reference
};

struct Plot {
  std::string title, x_label, y_label;
  bool log_y = false;  // all y > 0 then
  std::vector<Curve> curves;
  std::optional<std::array<double, 2>> y_range = {};  // clipped to it; default: all values and zero
  bool log_x = false;                                 // all x > 0 then

  std::string svg() const;
};

// Small plots in rows under one title; curves of one name have one colour in all of them.
struct PlotSheet {
  std::string title;
  int columns = 3;
  std::vector<Plot> plots;

  std::string svg() const;
};

}  // namespace catena::report::svg
