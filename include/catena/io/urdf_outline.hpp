// SPDX-License-Identifier: Apache-2.0
// The tree of a URDF as people look at it: all links and joints, and the chain that becomes the arm.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/model/urdf_options.hpp"

namespace catena {

struct UrdfOutline {
  struct Joint {
    std::string name, type;  // as in the file
    std::optional<Limits> limits;
    std::string mimics;  // the joint that it follows, or empty
  };
  struct Link {
    std::string name;
    std::optional<double> mass;  // [kg]; none without <inertial>
    int parent = -1;             // an element of `links`; -1 for the root
    Joint joint = {};            // between the parent and this link; empty for the root
    int depth = 0;               // joints between the root and this link
    bool in_chain = false;       // between base and tip, both included
    bool tip_candidate = false;  // fixed to the last link of an arm, and not a sensor
  };
  std::string name;
  std::vector<Link> links;  // depth first, children in the order of the file
  std::string base, tip;    // of the chain; without a tip, `problem` says why
  int joints = 0;           // of the chain, those that move
  std::string problem;      // in one line
};

// `where` names the text in messages. Throws Error(model) if the text is no URDF.
UrdfOutline urdf_outline(std::string_view text, const std::string& where, const UrdfOptions& options);
// The same for a file.
UrdfOutline load_urdf_outline(const std::string& path, const UrdfOptions& options);

}  // namespace catena
