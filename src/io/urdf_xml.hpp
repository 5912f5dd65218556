// SPDX-License-Identifier: Apache-2.0
// The XML of a URDF, checked and reduced to what dynamics needs, before urdfdom reads it: urdfdom silently
// ignores invalid inertias, rejects undefined colours and reports no line numbers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/model/robot.hpp"

namespace catena::io::detail {

// Which attributes of <limit> are in the file.
struct LimitGiven {
  bool position = false, effort = false, velocity = false;
};

struct UrdfXml {
  std::string where;                     // the file, for messages
  std::string text;                      // links, joints and inertias only; numbers in plain decimal notation
  std::vector<std::string> links;        // names in document order
  std::vector<std::string> joints;       // likewise
  std::map<std::string, int> link_line;  // from 1
  std::map<std::string, int> joint_line;
  std::map<std::string, LimitGiven> limits;              // by joint
  std::map<std::string, std::vector<RobotMesh>> meshes;  // by link, files not yet looked for
  std::string tip;  // of <catena tip="..."/>, which `write_urdf` adds; or empty

  // Errors at an element: "arm.urdf:12: joint 'elbow': WHAT".
  Error at_link(const std::string& name, const std::string& what) const;
  Error at_joint(const std::string& name, const std::string& what) const;
};

// Throws Error(model) unless the text is XML with one tree of links. Adds notes about what was filled in.
UrdfXml checked_urdf(std::string_view text, const std::string& where, Notes& notes);

// The same text as UTF-8. Throws Error(model) if its size, nesting or tags exceed what the recursive parser can handle.
std::string safe_xml_text(std::string_view text, const std::string& where);

}  // namespace catena::io::detail
