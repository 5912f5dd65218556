// SPDX-License-Identifier: Apache-2.0
// A robot as a chain of the Orocos Kinematics and Dynamics Library, an oracle that shares no code with ours.
// Built from the table and the bodies as the robot states them, row by row, not from the canonical chain.
#pragma once

#include <Eigen/Core>
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <stdexcept>
#include <string>

#include "catena/core/model/robot.hpp"

namespace catena::test {

inline KDL::Vector to_kdl(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

inline KDL::RigidBodyInertia kdl_body(const RobotLink& link) {
  const Sym3<double>& I = link.inertia;
  return KDL::RigidBodyInertia(link.mass, to_kdl(link.com),
                               KDL::RotationalInertia(I.xx, I.yy, I.zz, I.xy, I.xz, I.yz));
}

// KDL turns the joint first, then goes to the tip: a standard row as it is. In a modified row the joint sits
// at the tip, so its axis and origin are given in the frame before. `rotor` is an inertia about the joint, which KDL adds to M.
inline KDL::Segment kdl_segment(const RobotLink& link, Convention convention, double rotor = 0) {
  const Dh& h = link.dh;
  const bool standard = convention == Convention::standard;
  const KDL::Frame X = standard ? KDL::Frame::DH(h.a, h.alpha, h.d, h.theta)
                                : KDL::Frame::DH_Craig1989(h.a, h.alpha, h.d, h.theta);
  const bool turns = link.joint == JointKind::revolute;
  KDL::Joint joint(KDL::Joint::Fixed);
  if (link.joint != JointKind::fixed && standard)
    joint = KDL::Joint(turns ? KDL::Joint::RotZ : KDL::Joint::TransZ, 1, 0, rotor);
  else if (link.joint != JointKind::fixed)
    joint = KDL::Joint(X.p, X.M.UnitZ(), turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis, 1, 0, rotor);
  return KDL::Segment(joint, X, kdl_body(link));
}

// `motors`: with the inertias of the rotors; KDL has no friction.
inline KDL::Chain kdl_chain(const Robot& robot, bool motors = false) {
  KDL::Chain chain;
  for (const RobotLink& link : robot.links) {
    const double rotor = motors && link.motor ? link.motor->gear * link.motor->gear * link.motor->inertia : 0;
    chain.addSegment(kdl_segment(link, robot.convention, rotor));
  }
  if (robot.payload)
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), KDL::Frame::Identity(),
                                  KDL::RigidBodyInertia(robot.payload->mass, to_kdl(robot.payload->com))));
  return chain;
}

inline KDL::Chain kdl_chain(const Robot& robot, const Pose<double>& X) {
  KDL::Chain chain = kdl_chain(robot);
  const Mat3<double>& R = X.R;
  const KDL::Rotation turn(R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz);
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), KDL::Frame(turn, to_kdl(X.p))));
  return chain;
}

class KdlArm {
 public:
  explicit KdlArm(const Robot& robot, bool motors = false)
      : KdlArm(kdl_chain(robot, motors), robot.gravity) {}
  // With a frame behind the last row.
  KdlArm(const Robot& robot, const Pose<double>& X) : KdlArm(kdl_chain(robot, X), robot.gravity) {}
  KdlArm(const KDL::Chain& chain, const Vec3<double>& gravity)
      : chain_(chain),
        n_(chain_.getNrOfJoints()),
        none_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
        params_(chain_, to_kdl(gravity)),
        id_(chain_, to_kdl(gravity)),
        fd_(chain_, to_kdl(gravity)),
        fk_(chain_),
        jacobian_(chain_) {}
  KdlArm(const KdlArm&) = delete;  // the solvers refer to the chain
  KdlArm& operator=(const KdlArm&) = delete;

  unsigned dof() const { return n_; }
  unsigned segments() const { return chain_.getNrOfSegments(); }

  Eigen::MatrixXd inertia(const Eigen::VectorXd& q) {
    KDL::JntSpaceInertiaMatrix M(n_);
    require("JntToMass", params_.JntToMass(joints(q), M));
    return M.data;
  }
  Eigen::VectorXd bias(const Eigen::VectorXd& q, const Eigen::VectorXd& qd) {
    KDL::JntArray c(n_);
    require("JntToCoriolis", params_.JntToCoriolis(joints(q), joints(qd), c));
    return c.data;
  }
  Eigen::VectorXd gravity(const Eigen::VectorXd& q) {
    KDL::JntArray g(n_);
    require("JntToGravity", params_.JntToGravity(joints(q), g));
    return g.data;
  }
  Eigen::VectorXd id(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& qdd) {
    KDL::JntArray tau(n_);
    require("inverse dynamics", id_.CartToJnt(joints(q), joints(qd), joints(qdd), none_, tau));
    return tau.data;
  }
  Eigen::VectorXd fd(const Eigen::VectorXd& q, const Eigen::VectorXd& qd, const Eigen::VectorXd& tau) {
    KDL::JntArray qdd(n_);
    require("forward dynamics", fd_.CartToJnt(joints(q), joints(qd), joints(tau), none_, qdd));
    return qdd.data;
  }
  Eigen::Matrix4d pose(const Eigen::VectorXd& q) {
    KDL::Frame tip;
    require("forward kinematics", fk_.JntToCart(joints(q), tip));
    Eigen::Matrix4d X;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) X(i, j) = tip(i, j);
    return X;
  }
  // Rows (angular; linear), as ours; KDL has the linear part first.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q) {
    KDL::Jacobian J(n_);
    require("JntToJac", jacobian_.JntToJac(joints(q), J));
    Eigen::MatrixXd out(6, n_);
    out << J.data.bottomRows<3>(), J.data.topRows<3>();
    return out;
  }

 private:
  static KDL::JntArray joints(const Eigen::VectorXd& x) {
    KDL::JntArray out(static_cast<unsigned>(x.size()));
    out.data = x;
    return out;
  }
  static void require(const std::string& call, int code) {
    if (code != KDL::SolverI::E_NOERROR)
      throw std::runtime_error("KDL: " + call + ": " + std::to_string(code));
  }

  KDL::Chain chain_;
  unsigned n_;
  KDL::Wrenches none_;
  KDL::ChainDynParam params_;
  KDL::ChainIdSolver_RNE id_;
  KDL::ChainFdSolver_RNE fd_;
  KDL::ChainFkSolverPos_recursive fk_;
  KDL::ChainJntToJacSolver jacobian_;
};

}  // namespace catena::test
