// SPDX-License-Identifier: Apache-2.0
// Specimen: one arm in one state, with what the identities compare against, how large its terms are, and the condition of
// its inertia matrix.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "catena/core/library_methods.hpp"
#include "catena/core/scalar/dual.hpp"

namespace catena::check::detail {

using Rate = Dual<1>;  // a value and its derivative along the motion

// The arm, prepared once for all states.
struct Subject {
  explicit Subject(const Robot& robot);

  const Robot& robot;
  Notes notes;  // what was rounded when the chains were built
  Chain<double> arm;
  Chain<double> converted;  // the same arm, converted to the other DH convention
  Chain<Rate> rates;
  double total_mass;  // of absolute values
};

struct Specimen {
  Specimen(const Subject& subject, std::vector<double> q, std::vector<double> qd, std::vector<double> qdd,
           std::vector<double> direction, const Force<double>& tip);
  Specimen(const Specimen&) = delete;

  State<double> state() const;                       // without wrenches
  State<double> state_for(Quantity quantity) const;  // with wrenches of the links where they must be given

  // Derivatives by dual numbers through rnea and aba, computed when they are first asked for.
  const Eigen::MatrixXd& did_dq() const;
  const Eigen::MatrixXd& did_dqd() const;
  const Eigen::MatrixXd& dfd_dq() const;
  const Eigen::MatrixXd& dfd_dqd() const;

  const Subject& subject;
  const Chain<double>& arm;
  std::vector<double> q, qd, qdd, tau;  // tau by rnea
  std::vector<double> direction;        // of a derivative with respect to q; absolute values add up to 1
  Force<double> tip;
  std::vector<Force<double>> wrenches;  // (n)
  Posture<double> x;

  Eigen::MatrixXd M;         // by crba
  Eigen::MatrixXd Md;        // dM/dt by Dual
  Eigen::MatrixXd J, Jd;     // Jacobian, and its rate by Dual
  Eigen::VectorXd bias;      // by rnea
  Eigen::VectorXd dV;        // dV/dq by Dual
  Eigen::VectorXd velocity;  // (6) of the tool, from its pose by Dual
  Eigen::VectorXd momentum;  // (6) of the arm, from the poses of its links by Dual
  Eigen::VectorXd dtau;      // derivative of id along `direction`, by Dual
  double power;              // dT/dt + dV/dt by Dual

  // magnitudes: residuals are relative to these where the result itself is smaller
  double size_M, size_C, size_bias, size_tau, size_qdd, weight, reach;

  double min_eigenvalue, max_eigenvalue;  // of M
  double condition;                       // of M
  bool definite;         // M is positive definite: all articulated-body inertias are positive
  Eigen::VectorXd unit;  // (n) 1 / sqrt(M_ii)
  int singular = -1;     // outermost joint with zero articulated-body inertia; -1: none
  double rank =
      0;  // least pivot of J M⁻¹ Jᵀ, or of JᵀJ if n < 6, relative to the diagonal; 0 if M is singular

 private:
  mutable Eigen::MatrixXd by_dual_[4];  // did_dq, did_dqd, dfd_dq, dfd_dqd; empty: not computed yet
  void differentiate();
  void measure();
};

// A⁻¹ B for a symmetric A, by its factors U D Uᵀ.
Eigen::MatrixXd solved(Eigen::MatrixXd A, Eigen::MatrixXd B);

// (n) The articulated-body inertias delta_i about the joint axes: D of M = U D Uᵀ.
std::vector<double> articulated_inertias(const Chain<double>& arm, const Posture<double>& x);

// Outermost joint whose articulated-body inertia delta_i is zero within rounding, or -1.
int singular_joint(const Chain<double>& arm, const Posture<double>& x);

}  // namespace catena::check::detail
