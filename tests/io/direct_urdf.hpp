// SPDX-License-Identifier: Apache-2.0
// A URDF's tree evaluated directly, as an oracle for tests: urdfdom's model, walked from base to tip, branches at
// zero.
#pragma once

#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/direct_arm.hpp"

namespace catena::test {

class DirectUrdf {
 public:
  DirectUrdf(const std::string& text, std::string base, std::string tip, bool lump = true)
      : model_(urdf::parseURDF(text)), base_(base), lump_(lump) {
    for (std::string at = tip; at != base; at = model_->getLink(at)->getParent()->name)
      path_.push_back(model_->getLink(at)->parent_joint);
    std::reverse(path_.begin(), path_.end());
    for (const auto& joint : path_) dof_ += joint->type != urdf::Joint::FIXED;
  }

  int dof() const { return dof_; }

  // Where every link from the base on is; joints off the chain at zero.
  std::map<std::string, Eigen::Isometry3d> places(const std::vector<double>& q) const {
    std::map<std::string, double> moved;
    std::size_t k = 0;
    for (const auto& joint : path_)
      if (joint->type != urdf::Joint::FIXED) moved[joint->name] = q[k++];
    std::map<std::string, Eigen::Isometry3d> out = {{base_, Eigen::Isometry3d::Identity()}};
    for (std::vector<std::string> todo = {base_}; !todo.empty();) {
      const std::string parent = todo.back();
      todo.pop_back();
      for (const auto& joint : model_->getLink(parent)->child_joints) {
        Eigen::Isometry3d X = out.at(parent) * pose(joint->parent_to_joint_origin_transform);
        const Eigen::Vector3d axis(joint->axis.x, joint->axis.y, joint->axis.z);
        const double by = moved.contains(joint->name) ? moved.at(joint->name) : 0;
        if (joint->type == urdf::Joint::PRISMATIC)
          X.translate(by * axis.normalized());
        else if (by != 0)
          X.rotate(Eigen::AngleAxisd(by, axis.normalized()));
        out[joint->child_link_name] = X;
        todo.push_back(joint->child_link_name);
      }
    }
    return out;
  }

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
  std::string base_;
  std::vector<urdf::JointSharedPtr> path_;
  bool lump_;
  int dof_ = 0;
};

}  // namespace catena::test
