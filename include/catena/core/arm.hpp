// SPDX-License-Identifier: Apache-2.0
// Arm: the dynamics of one robot arm, with Eigen. Start here.
//
//   const catena::Arm arm = catena::Arm::load("puma560");
//   Eigen::MatrixXd M = arm.inertia(q);                    // by value
//   catena::Workspace work(arm);                           // or in place: nothing allocates
//   arm.inertia(q, work, M);
//
// Arguments come in the order q, qd, then qdd or tau, in radians, metres, newtons. An Arm never changes:
// share it between threads, and give each thread a Workspace. Wrong sizes and values that are not finite
// throw `Error`.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gdahj_sums.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/rnea_sums.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/chain.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/model/urdf_options.hpp"

namespace catena {

using VecIn = const Eigen::Ref<const Eigen::VectorXd>&;
using VecOut = Eigen::Ref<Eigen::VectorXd>;
using MatOut = Eigen::Ref<Eigen::MatrixXd>;
using Wrench = Force<double>;  // (moment; force)

// Derivatives of inverse dynamics, n x n each.
struct IdDerivatives {
  Eigen::MatrixXd by_q, by_qd, by_qdd;  // column j: by joint j; by_qdd is M
};
// Derivatives of forward dynamics, n x n each.
struct FdDerivatives {
  Eigen::MatrixXd by_q, by_qd, by_tau;  // by_tau is M⁻¹
};

class Arm;

// The scratch memory of the in-place calls, for one arm and one thread.
class Workspace {
 public:
  explicit Workspace(const Arm& arm);

 private:
  friend class Arm;
  friend class Compiled;
  Posture<double> posture;
  Kinematics<double> kinematics;
  RneaWork<double> rnea;
  LinkSums<double> sums;
  AbaWork<double> aba;
  CoriolisWork<double> coriolis;
  GravityWork<double> gravity;
  GdahjWork<double> gdahj;
  FdDerivativesWork<double> derivatives;
  UdutWork<double> udut;
  CrbaUduWork<double> crba_udu;  // of no joints if forward dynamics does not go that way
  std::vector<double> zeros;     // (n)
  std::vector<double> bias;      // (n) C q̇ + g
  std::uint64_t geometry;        // of the arm it was made for
};

class Arm {
 public:
  explicit Arm(Robot robot);

  // By name from the catalogue ("puma560"), by path ("arm.toml", "arm.urdf") or generated ("chain:30"). Defined in the
  // library catena::io, which reads files; a program that links catena::core alone builds its arms from a `Robot`.
  static Arm load(const std::string& spec, const UrdfOptions& urdf = {});

  const std::string& name() const { return robot_.name; }
  int dof() const { return chain_.dof(); }
  const Robot& robot() const { return robot_; }
  const Chain<double>& chain() const { return chain_; }
  const Notes& notes() const { return notes_; }  // what was assumed while it was read

  Eigen::Vector3d gravity_acceleration() const;                 // in the base frame
  Arm with_gravity(const Eigen::Vector3d& acceleration) const;  // the same arm under another gravity

  // --- by value ------------------------------------------------------------------------------------------
  // `tip` is the wrench that the arm exerts on its surroundings at the tool, in tool axes.
  Eigen::VectorXd id(VecIn q, VecIn qd, VecIn qdd,
                     const Wrench& tip = Wrench::zero()) const;  // M q̈ + C q̇ + g
  Eigen::VectorXd fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;  // q̈
  IdDerivatives id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip = Wrench::zero()) const;
  FdDerivatives fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;
  Eigen::MatrixXd inertia(VecIn q) const;                                // M, n x n, full
  Eigen::MatrixXd inertia_inverse(VecIn q) const;                        // M⁻¹
  Eigen::MatrixXd inertia_rate(VecIn q, VecIn qd) const;                 // Ṁ
  Eigen::MatrixXd coriolis(VecIn q, VecIn qd) const;                     // C, Christoffel: Ṁ - 2C is skew
  Eigen::VectorXd coriolis_transpose(VecIn q, VecIn qd, VecIn v) const;  // Cᵀ v
  Eigen::VectorXd bias(VecIn q, VecIn qd) const;                         // C q̇
  Eigen::VectorXd gravity(VecIn q) const;                                // g
  Eigen::MatrixXd jacobian(VecIn q) const;                 // 6 x n, (angular; linear), base axes, tool
  Eigen::MatrixXd jacobian_rate(VecIn q, VecIn qd) const;  // its time derivative
  Eigen::Matrix4d pose(VecIn q) const;                     // the tool in the base frame
  double kinetic_energy(VecIn q, VecIn qd) const;
  double potential_energy(VecIn q) const;
  double manipulability(VecIn q) const;
  Eigen::VectorXd rotor_inertia() const;     // gear² x motor inertia
  Eigen::VectorXd friction(VecIn qd) const;  // viscous and Coulomb

  // --- in place: nothing allocates -----------------------------------------------------------------------
  void id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const;
  void id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const;
  void fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const;
  void fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const;
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                      MatOut by_qdd) const;
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                      MatOut by_qd, MatOut by_qdd) const;
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                      MatOut by_tau) const;
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                      MatOut by_qd, MatOut by_tau) const;
  void inertia(VecIn q, Workspace& work, MatOut M) const;
  void inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const;
  void inertia_rate(VecIn q, VecIn qd, Workspace& work, MatOut Md) const;
  void coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const;
  void coriolis_transpose(VecIn q, VecIn qd, VecIn v, Workspace& work, VecOut out) const;
  void bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const;
  void gravity(VecIn q, Workspace& work, VecOut g) const;
  void jacobian(VecIn q, Workspace& work, MatOut J) const;
  void jacobian_rate(VecIn q, VecIn qd, Workspace& work, MatOut Jd) const;
  void pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const;
  double kinetic_energy(VecIn q, VecIn qd, Workspace& work) const;
  double potential_energy(VecIn q, Workspace& work) const;
  double manipulability(VecIn q, Workspace& work) const;
  void rotor_inertia(VecOut out) const;
  void friction(VecIn qd, VecOut out) const;

 private:
  friend class Workspace;
  friend class Compiled;  // knows its workspaces
  Arm(Robot robot, Notes notes);

  inline void set_posture(const char* call, VecIn q, Workspace& work) const;
  // `tip` may be none. Results by reference: to copy an Eigen::Ref that was just made stalls.
  void inverse(std::span<const double> qd, std::span<const double> qdd, const Vec3<double>& gravity,
               const Wrench* tip, Workspace& work, std::span<double> tau) const;
  inline void inverse(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace& work, VecOut& tau) const;
  inline void forward(const char* call, std::span<const double> qd, std::span<const double> tau,
                      const Wrench* tip, Workspace& work, std::span<double> qdd) const;
  inline void require_vector(const char* call, const char* name, VecIn x) const;
  void refuse_vector(const char* call, const char* name, VecIn x) const;
  void require_size(const char* call, const char* name, Eigen::Index rows, Eigen::Index cols,
                    Eigen::Index want_rows, Eigen::Index want_cols) const;
  void require_definite(const char* call, int joint, double delta) const;
  void require_definite(const char* call, const double* delta) const;  // (n)
  void require_definite_inverse(const char* call, const double* delta_inv) const;

  enum class InertiaBy { crba, gdahj, gdahj_sums };
  enum class FdBy { aba, crba_udu, udut };

  Robot robot_;
  Chain<double> chain_;
  Notes notes_;
  std::vector<double> inertia_scale_;  // (n) bounds of M_ii: δ_i below their rounding means a singular M
  std::uint64_t geometry_;             // the same for copies and for other gravities, different otherwise
  bool id_by_sums_;                    // else link by link (catena/core/select.hpp)
  InertiaBy inertia_by_;               // (catena/core/select.hpp)
  FdBy fd_by_;                         // (catena/core/select.hpp)
};

// The by-value calls are compiled in the caller's program: what Eigen allocates must be freed by an Eigen that was
// compiled for the same instruction set.
inline Eigen::VectorXd Arm::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  Workspace work(*this);
  Eigen::VectorXd tau(dof());
  id(q, qd, qdd, tip, work, tau);
  return tau;
}
inline Eigen::VectorXd Arm::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  Workspace work(*this);
  Eigen::VectorXd qdd(dof());
  fd(q, qd, tau, tip, work, qdd);
  return qdd;
}
inline IdDerivatives Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  Workspace work(*this);
  IdDerivatives out{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  id_derivatives(q, qd, qdd, tip, work, out.by_q, out.by_qd, out.by_qdd);
  return out;
}
inline FdDerivatives Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  Workspace work(*this);
  FdDerivatives out{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  fd_derivatives(q, qd, tau, tip, work, out.by_q, out.by_qd, out.by_tau);
  return out;
}
inline Eigen::MatrixXd Arm::inertia(VecIn q) const {
  Workspace work(*this);
  Eigen::MatrixXd M(dof(), dof());
  inertia(q, work, M);
  return M;
}
inline Eigen::MatrixXd Arm::inertia_inverse(VecIn q) const {
  Workspace work(*this);
  Eigen::MatrixXd M_inv(dof(), dof());
  inertia_inverse(q, work, M_inv);
  return M_inv;
}
inline Eigen::MatrixXd Arm::inertia_rate(VecIn q, VecIn qd) const {
  Workspace work(*this);
  Eigen::MatrixXd Md(dof(), dof());
  inertia_rate(q, qd, work, Md);
  return Md;
}
inline Eigen::MatrixXd Arm::coriolis(VecIn q, VecIn qd) const {
  Workspace work(*this);
  Eigen::MatrixXd C(dof(), dof());
  coriolis(q, qd, work, C);
  return C;
}
inline Eigen::VectorXd Arm::coriolis_transpose(VecIn q, VecIn qd, VecIn v) const {
  Workspace work(*this);
  Eigen::VectorXd out(dof());
  coriolis_transpose(q, qd, v, work, out);
  return out;
}
inline Eigen::VectorXd Arm::bias(VecIn q, VecIn qd) const {
  Workspace work(*this);
  Eigen::VectorXd c(dof());
  bias(q, qd, work, c);
  return c;
}
inline Eigen::VectorXd Arm::gravity(VecIn q) const {
  Workspace work(*this);
  Eigen::VectorXd g(dof());
  gravity(q, work, g);
  return g;
}
inline Eigen::MatrixXd Arm::jacobian(VecIn q) const {
  Workspace work(*this);
  Eigen::MatrixXd J(6, dof());
  jacobian(q, work, J);
  return J;
}
inline Eigen::MatrixXd Arm::jacobian_rate(VecIn q, VecIn qd) const {
  Workspace work(*this);
  Eigen::MatrixXd Jd(6, dof());
  jacobian_rate(q, qd, work, Jd);
  return Jd;
}
inline Eigen::Matrix4d Arm::pose(VecIn q) const {
  Workspace work(*this);
  Eigen::Matrix4d X;
  pose(q, work, X);
  return X;
}
inline double Arm::kinetic_energy(VecIn q, VecIn qd) const {
  Workspace work(*this);
  return kinetic_energy(q, qd, work);
}
inline double Arm::potential_energy(VecIn q) const {
  Workspace work(*this);
  return potential_energy(q, work);
}
inline double Arm::manipulability(VecIn q) const {
  Workspace work(*this);
  return manipulability(q, work);
}
inline Eigen::VectorXd Arm::rotor_inertia() const {
  Eigen::VectorXd out(dof());
  rotor_inertia(out);
  return out;
}
inline Eigen::VectorXd Arm::friction(VecIn qd) const {
  Eigen::VectorXd out(dof());
  friction(qd, out);
  return out;
}

}  // namespace catena
