// SPDX-License-Identifier: Apache-2.0
// One state of an arm as a line of JSON: {"q":[..],"qd":[..],"qdd":[..],"tau":[..]}, each key optional, and
// "gravity":[x,y,z], "tip":[mx,my,mz,fx,fy,fz], "v":[..], "V":[[..],..] by rows, "wrenches":[[mx,my,mz,fx,fy,fz],..] by links
// or {"FRAME":[mx,my,mz,fx,fy,fz],..} by frames, "damping": a number, "frame": "NAME", "tag": anything.
// The reader is strict: there is one spelling for each value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/math/spatial.hpp"

namespace catena {

struct StateLine {
  // An absent key differs from an empty array.
  struct Numbers {
    bool given = false;
    std::vector<double> values;
  };
  struct Matrix {
    bool given = false;
    std::size_t rows = 0, cols = 0;
    std::vector<double> values;  // row by row
  };
  Numbers q, qd, qdd, tau, v;
  Matrix V;         // what M⁻¹ is multiplied with
  Matrix wrenches;  // a row of six for each link: its wrench on its surroundings, in its axes
  struct AtFrame {
    std::string frame;
    Force<double> wrench;
  };
  std::vector<AtFrame> wrenches_at;     // the same by the names of frames; `wrenches.given` then has no rows
  std::optional<Vec3<double>> gravity;  // in the base frame
  std::optional<Force<double>> tip;     // what the arm exerts on its surroundings at the tool, tool axes
  std::optional<std::string> frame;     // the name of the frame of pose and Jacobian
  double damping = 0;                   // of operational-space inertias
  std::string tag;                      // JSON text as it was given; empty if there was none
};

// Overwrites `state` and reuses its memory. All numbers are finite afterwards. Throws Error(usage) whose
// `where` is the column (bytes, counted from 1) or the key.
void parse_state_line(std::string_view line, StateLine& state);

// Throws Error(usage) unless the numbers were given and are `dof`, or were not given and nothing needs them. `where` is the
// key or the option as messages show it; `needed_by` names the quantity that needs them, or is empty.
void require_joints(const std::string& where, const StateLine::Numbers& numbers, int dof,
                    const std::string& robot, std::string_view needed_by);
// The same for a matrix with a row for each joint.
void require_rows(const char* key, const StateLine::Matrix& matrix, int dof, const std::string& robot);

}  // namespace catena
