// SPDX-License-Identifier: Apache-2.0
// Compiled: an Arm that runs code generated for it, compiled by the system's compiler and cached on disk.
//
//   const catena::Compiled arm(catena::Arm::load("panda"));   // a few seconds the first time, then less than one
//   Eigen::VectorXd tau = arm.id(q, qd, qdd);                 // as with Arm
//   catena::Workspace work(arm);                              // or in place: nothing allocates
//   arm.id(q, qd, qdd, work, tau);
//   catena::batch::Workspace many(arm);                       // code for many states at once: batch/batch.hpp
//   if (!arm.native()) warn(arm.note()->what);                // no compiler: the library computes the same results
//
// The compiler is CC, else cc. Libraries are cached in CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena.
// Results agree with those of Arm to rounding. Like an Arm it never changes: share it between threads.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/quantity.hpp"

namespace catena {

class Compiled {
 public:
  static constexpr int kMostJoints = 16;  // code without loops for longer arms takes too long to compile

  // Generates code for these quantities: some of id, fd, bias, gravity, inertia, jacobian, coriolis, inertia_inverse,
  // christoffel, udut; did_dq or did_dqd for id_derivatives, dfd_dq or dfd_dqd for fd_derivatives. The others, and all if there is no compiler, are computed
  // by the library, as by `Arm`. Derivatives take as long to compile as all else together, so they must be requested.
  // The library computes them if there is a wrench at the tip or gravity differs from the arm's, and for arms with so
  // few right angles that generated code would be slower (`note` says so). Throws Error(usage) for any other quantity.
  explicit Compiled(Arm arm, const std::vector<Quantity>& wanted = {Quantity::id, Quantity::fd,
                                                                    Quantity::bias, Quantity::gravity,
                                                                    Quantity::inertia, Quantity::jacobian});

  const Arm& arm() const { return arm_; }
  operator const Arm&() const { return arm_; }  // for a Workspace and what is not compiled
  const std::vector<Quantity>& quantities() const { return quantities_; }  // requested, without duplicates
  const std::string& name() const { return arm_.name(); }
  int dof() const { return arm_.dof(); }

  bool native() const { return code_ != nullptr; }  // whether generated code runs
  // Why generated code does not run, or only in part, or was not cached.
  const std::optional<Note>& note() const { return note_; }

  Eigen::Vector3d gravity_acceleration() const { return arm_.gravity_acceleration(); }
  Compiled with_gravity(const Eigen::Vector3d& acceleration) const;  // by the same library

  // Any quantity, by generated code where it was requested and is faster, else as Arm::eval.
  void eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const;
  static std::span<const Quantity> compilable();  // the quantities that may be requested, except derivatives

  // --- by value: see Arm ---------------------------------------------------------------------------------
  Eigen::VectorXd id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip = Wrench::zero()) const;
  Eigen::VectorXd fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;
  IdDerivatives id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip = Wrench::zero()) const;
  FdDerivatives fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;
  Eigen::MatrixXd inertia(VecIn q) const;
  Eigen::VectorXd bias(VecIn q, VecIn qd) const;
  Eigen::VectorXd gravity(VecIn q) const;
  Eigen::MatrixXd jacobian(VecIn q) const;
  Eigen::MatrixXd coriolis(VecIn q, VecIn qd) const;
  Eigen::MatrixXd inertia_inverse(VecIn q) const;
  Eigen::MatrixXd christoffel(VecIn q) const;
  Udut udut(VecIn q) const;

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
  void bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const;
  void gravity(VecIn q, Workspace& work, VecOut g) const;
  void jacobian(VecIn q, Workspace& work, MatOut J) const;
  void coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const;
  void inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const;
  void christoffel(VecIn q, Workspace& work, MatOut gamma) const;
  void udut(VecIn q, Workspace& work, MatOut U, VecOut d) const;

 private:
  struct Code;   // the library and its functions
  struct Turns;  // sines and cosines of all joints

  // Library calls create a workspace if there is none; generated code needs none. Results are passed by reference:
  // copying an Eigen::Ref that was just constructed stalls.
  void id(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace* work, VecOut& tau) const;
  void fd(VecIn q, VecIn qd, VecIn tau, const Wrench* tip, Workspace* work, VecOut& qdd) const;
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace* work, MatOut& by_q,
                      MatOut& by_qd, MatOut& by_qdd) const;
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench* tip, Workspace* work, MatOut& by_q,
                      MatOut& by_qd, MatOut& by_tau) const;
  void inertia(VecIn q, Workspace* work, MatOut& M) const;
  void bias(VecIn q, VecIn qd, Workspace* work, VecOut& c) const;
  void gravity(VecIn q, Workspace* work, VecOut& g) const;
  void jacobian(VecIn q, Workspace* work, MatOut& J) const;
  void coriolis(VecIn q, VecIn qd, Workspace* work, MatOut& C) const;
  void inertia_inverse(VecIn q, Workspace* work, MatOut& M_inv) const;
  void christoffel(VecIn q, Workspace* work, MatOut& gamma) const;
  void udut(VecIn q, Workspace* work, MatOut& U, VecOut& d) const;
  // Whether generated code can take these arguments.
  bool differentiates(VecIn q, VecIn qd, VecIn u, const Wrench* tip, const Workspace* work,
                      const MatOut& by_q, const MatOut& by_qd, const MatOut& by_u) const;
  // Adds a term of the motors to the diagonal of a matrix, if the arm has its motors.
  void add_motors(double ChainLink<double>::*term, double* A) const;
  bool built_in(const Wrench* tip) const;    // gravity and this wrench
  bool is_own(const Workspace* work) const;  // or there is none

  Arm arm_;
  std::vector<Quantity> quantities_;
  std::shared_ptr<const Code> code_;
  std::optional<Note> note_;
  bool other_gravity_ = false;  // than that of the code
};

// Compiled in the caller's program, as for Arm.
inline Eigen::VectorXd Compiled::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  Eigen::VectorXd tau(dof());
  VecOut to = tau;
  id(q, qd, qdd, &tip, nullptr, to);
  return tau;
}
inline Eigen::VectorXd Compiled::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  Eigen::VectorXd qdd(dof());
  VecOut to = qdd;
  fd(q, qd, tau, &tip, nullptr, to);
  return qdd;
}
inline IdDerivatives Compiled::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  IdDerivatives out{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  MatOut by_q = out.by_q, by_qd = out.by_qd, by_qdd = out.by_qdd;
  id_derivatives(q, qd, qdd, &tip, nullptr, by_q, by_qd, by_qdd);
  return out;
}
inline FdDerivatives Compiled::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  FdDerivatives out{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  MatOut by_q = out.by_q, by_qd = out.by_qd, by_tau = out.by_tau;
  fd_derivatives(q, qd, tau, &tip, nullptr, by_q, by_qd, by_tau);
  return out;
}
inline Eigen::MatrixXd Compiled::inertia(VecIn q) const {
  Eigen::MatrixXd M(dof(), dof());
  MatOut to = M;
  inertia(q, nullptr, to);
  return M;
}
inline Eigen::VectorXd Compiled::bias(VecIn q, VecIn qd) const {
  Eigen::VectorXd c(dof());
  VecOut to = c;
  bias(q, qd, nullptr, to);
  return c;
}
inline Eigen::VectorXd Compiled::gravity(VecIn q) const {
  Eigen::VectorXd g(dof());
  VecOut to = g;
  gravity(q, nullptr, to);
  return g;
}
inline Eigen::MatrixXd Compiled::jacobian(VecIn q) const {
  Eigen::MatrixXd J(6, dof());
  MatOut to = J;
  jacobian(q, nullptr, to);
  return J;
}

inline Eigen::MatrixXd Compiled::coriolis(VecIn q, VecIn qd) const {
  Eigen::MatrixXd C(dof(), dof());
  MatOut to = C;
  coriolis(q, qd, nullptr, to);
  return C;
}
inline Eigen::MatrixXd Compiled::inertia_inverse(VecIn q) const {
  Eigen::MatrixXd M_inv(dof(), dof());
  MatOut to = M_inv;
  inertia_inverse(q, nullptr, to);
  return M_inv;
}
inline Eigen::MatrixXd Compiled::christoffel(VecIn q) const {
  Eigen::MatrixXd gamma(dof(), dof() * dof());
  MatOut to = gamma;
  christoffel(q, nullptr, to);
  return gamma;
}
inline Udut Compiled::udut(VecIn q) const {
  Udut x{Eigen::MatrixXd(dof(), dof()), Eigen::VectorXd(dof())};
  MatOut U = x.U;
  VecOut d = x.d;
  udut(q, nullptr, U, d);
  return x;
}

}  // namespace catena
