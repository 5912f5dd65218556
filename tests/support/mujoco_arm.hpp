// SPDX-License-Identifier: Apache-2.0
// A robot as a MuJoCo model, an oracle that shares no code with ours. Built from the table and the bodies as
// the robot states them, row by row, not from the canonical chain.
#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <memory>
#include <string>
#include <utility>

#include "catena/core/model/robot.hpp"

namespace catena::test {

using MujocoModel = std::unique_ptr<mjModel, decltype(&mj_deleteModel)>;
using MujocoData = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

// MJCF or URDF text through MuJoCo's parser and compiler.
MujocoModel compile_mujoco(const std::string& text);

MujocoModel mujoco_model(const Robot& robot);

void set_gravity(mjModel& m, const Vec3<double>& gravity);

class MujocoArm {
 public:
  explicit MujocoArm(const Robot& robot) : MujocoArm(mujoco_model(robot)) {}
  explicit MujocoArm(MujocoModel model)
      : model_(std::move(model)), data_(mj_makeData(model_.get()), &mj_deleteData) {
    model_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_PASSIVE;  // no contacts, stops, springs, dampers
  }

  int dof() const { return model_->nv; }
  mjModel& model() { return *model_; }
  mjData& data() { return *data_; }

  Eigen::MatrixXd inertia(const Eigen::VectorXd& q) {
    place(q);
    mj_crb(model_.get(), data_.get());
    Eigen::MatrixXd M(dof(), dof());
    mj_fullM(model_.get(), M.data(), data_->qM);
    return M;
  }
  Eigen::VectorXd id(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd) {
    place(q);
    joints(data_->qvel) = qd;
    joints(data_->qacc) = qdd;
    mj_comVel(model_.get(), data_.get());
    Eigen::VectorXd tau(dof());
    mj_rne(model_.get(), data_.get(), 1, tau.data());
    return tau;
  }
  // MuJoCo's own pipeline, with the torques as applied forces.
  Eigen::VectorXd fd(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& tau) {
    joints(data_->qpos) = q;
    joints(data_->qvel) = qd;
    joints(data_->qfrc_applied) = tau;
    mj_forward(model_.get(), data_.get());
    return joints(data_->qacc);
  }
  // The last body in the base frame.
  Eigen::Matrix4d pose(const Eigen::VectorXd& q) {
    place(q);
    Eigen::Matrix4d X = Eigen::Matrix4d::Identity();
    using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    X.topLeftCorner<3, 3>() = Eigen::Map<Rows>(data_->xmat + 9 * last());
    X.topRightCorner<3, 1>() = Eigen::Map<Eigen::Vector3d>(data_->xpos + 3 * last());
    return X;
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q) {
    place(q);
    Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor> J(6, dof());
    mj_jacBody(model_.get(), data_.get(), J.row(3).data(), J.row(0).data(), last());
    return J;
  }

 private:
  int last() const { return model_->nbody - 1; }
  Eigen::Map<Eigen::VectorXd> joints(mjtNum* x) { return {x, dof()}; }
  void place(const Eigen::VectorXd& q) {
    joints(data_->qpos) = q;
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
  }

  MujocoModel model_;
  MujocoData data_;
};

}  // namespace catena::test
