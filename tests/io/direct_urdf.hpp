// SPDX-License-Identifier: Apache-2.0
// A URDF's tree evaluated directly, as an oracle for tests: urdfdom's model, walked from base to tip, branches at
// zero.
#pragma once

#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/direct_arm.hpp"

namespace catena::test {

class DirectUrdf {
 public:
  DirectUrdf(const std::string& text, std::string base, std::string tip, bool lump = true)
      : model_(urdf::parseURDF(text)), lump_(lump) {
    for (std::string at = tip; at != base; at = model_->getLink(at)->getParent()->name)
      path_.push_back(model_->getLink(at)->parent_joint);
    std::reverse(path_.begin(), path_.end());
    for (const auto& joint : path_) dof_ += joint->type != urdf::Joint::FIXED;
  }

  int dof() const { return dof_; }

  DirectArm at(const std::vector<double>& q, const Vec3<double>& gravity) const {
    DirectArm arm(dof_, gravity);
    std::size_t k = 0;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const urdf::Joint& joint = *path_[i];
      arm.X = arm.X * pose(joint.parent_to_joint_origin_transform);
      const Eigen::Vector3d axis(joint.axis.x, joint.axis.y, joint.axis.z);
      if (joint.type != urdf::Joint::FIXED)
        arm.joint(joint.type == urdf::Joint::PRISMATIC ? JointKind::prismatic : JointKind::revolute,
                  axis.normalized(), q[k++]);
      if (k > 0) weigh(arm, joint.child_link_name, i + 1 < path_.size() ? path_[i + 1]->name : "");
    }
    return arm;
  }

 private:
  static Eigen::Isometry3d pose(const urdf::Pose& p) {
    Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
    X.translate(Eigen::Vector3d(p.position.x, p.position.y, p.position.z));
    X.rotate(Eigen::Quaterniond(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z));
    return X;
  }

  void weigh(DirectArm& arm, const std::string& name, const std::string& except) const {
    const auto link = model_->getLink(name);
    const Eigen::Isometry3d here = arm.X;
    if (link->inertial) {
      const urdf::Inertial& in = *link->inertial;
      arm.X = here * pose(in.origin);
      arm.body(in.mass, Eigen::Vector3d::Zero(),
               eigen(Sym3<double>{in.ixx, in.iyy, in.izz, in.ixy, in.ixz, in.iyz}));
    }
    for (const auto& joint : link->child_joints) {
      if (joint->name == except || !lump_) continue;
      arm.X = here * pose(joint->parent_to_joint_origin_transform);
      weigh(arm, joint->child_link_name, "");
    }
    arm.X = here;
  }

  urdf::ModelInterfaceSharedPtr model_;
  std::vector<urdf::JointSharedPtr> path_;
  bool lump_;
  int dof_ = 0;
};

}  // namespace catena::test
