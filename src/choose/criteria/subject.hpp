// SPDX-License-Identifier: Apache-2.0
// One arm under one task: data that several criteria need is computed once, on first use.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "catena/choose/criteria/criterion.hpp"
#include "catena/core/batch.hpp"
#include "choose/criteria/path.hpp"
#include "choose/workspace/climbs.hpp"
#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/postures.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

// Scratch memory of a thread, reused from arm to arm.
struct Scratch {
  std::optional<Lattice> lattice;
  DefaultMotion motion;              // of the last arm
  std::shared_ptr<const Path> path;  // along it
  Postures postures;
  std::vector<double> inertias;    // (states x n x n)
  std::vector<double> jacobians;   // (states x 6 n)
  std::vector<double> torques;     // (path x n)
  std::vector<double> values;      // (states) values that a criterion averages
  std::vector<double> a, b, c, d;  // small
};

class Subject {
 public:
  // `path`: of the task, or none.
  Subject(const Arm& arm, const Task& task, const JointBox& box, std::shared_ptr<const Path> path,
          Scratch& scratch);

  const Arm& arm() const { return arm_; }
  const Task& task() const { return task_; }
  int dof() const { return arm_.dof(); }
  const JointBox& box() const { return box_; }
  ToolPoint& point() { return point_; }
  Scratch& scratch() { return scratch_; }

  const Postures& postures();             // needs a box; without the positions of the tool
  const Postures& postures_with_tools();  // which take as long as M of all postures
  std::span<const double> inertias();     // M of all postures, with the rotors
  std::span<const double> jacobians();    // J of all postures
  const Extreme& reach();                 // [m]
  double length() { return task_.length > 0 ? task_.length : reach().value; }  // [m]
  const Path& path();
  std::span<const double> torques();  // inverse dynamics along the path, with rotors and friction

  // Adds the rotor inertias to n x n matrices, unless the task leaves the motors out.
  void add_rotors(std::span<double> M) const;

  batch::Workspace& batch();

 private:
  void add_motors(const Path& along, std::span<double> tau) const;

  const Arm& arm_;
  const Task& task_;
  const JointBox& box_;
  std::shared_ptr<const Path> path_;
  Scratch& scratch_;
  ToolPoint point_;
  std::optional<batch::Workspace> batch_;
  std::optional<Extreme> reach_;
  bool drawn_ = false, placed_ = false, has_inertias_ = false, has_jacobians_ = false, has_torques_ = false;
};

}  // namespace catena::choose::detail
