// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/quasi_velocity_control.hpp"

#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "sim/desired.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "quasi-velocity control";

std::span<const double> in(VecIn x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
std::span<double> out(Eigen::VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

// ξ_r = Uᵀ q̇_r and its rate along the arm's own motion, as ξ and ξ̇ of 003 (34) and (36), for another velocity.
void reference(const Chain<double>& arm, const Posture<double>& x, const QuasiWork<double>& work,
               const Eigen::VectorXd& qd_ref, const Eigen::VectorXd& qdd_ref, Eigen::VectorXd& xi,
               Eigen::VectorXd& xi_rate) {
  namespace quasi = catena::detail::quasi;
  const QuasiFactors<double>& f = work.factors;
  catena::Motion<double> V = catena::Motion<double>::zero(), Vd = V;
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<double>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd_ref[i]);
    Vd = to_child(x.step(i), Vd) + bias_acceleration(l, V, work.qd[i]);  // frames turn at q̇, not at q̇_r
    Vd = add_joint(l, Vd, qdd_ref[i]);
    xi[i] = dot(V, f.G[i]);                                                    // G* V
    xi_rate[i] = f.D_inv[i] * dot(quasi::less_joint(l, V, xi[i]), work.w[i]);  // Ġ* V
    xi_rate[i] += dot(Vd, f.G[i]);                                             // + G* V̇
  }
}

}  // namespace

QuasiVelocityControl::QuasiVelocityControl(const Arm& arm, std::shared_ptr<const Trajectory> desired,
                                           Eigen::VectorXd lambda, Eigen::VectorXd k, Variable variable)
    : arm_(arm),
      desired_(detail::for_arm(kWhere, arm, std::move(desired))),
      lambda_(detail::gains(kWhere, "lambda", arm, std::move(lambda))),
      k_(detail::gains(kWhere, "k", arm, std::move(k))),
      variable_(variable),
      posture_(arm_.chain()),
      work_(arm_.dof()),
      motion_(arm_.dof()),
      qd_ref_(arm_.dof()),
      qdd_ref_(arm_.dof()),
      ref_(arm_.dof()),
      ref_rate_(arm_.dof()),
      s_(arm_.dof()),
      force_(arm_.dof()) {}

void QuasiVelocityControl::set(double t, VecIn q, VecIn qd) {
  const Chain<double>& arm = arm_.chain();
  desired_->at(t, motion_);
  set_posture(arm, in(q), posture_);
  set_quasi<double>(arm, posture_, in(qd), arm.gravity(), work_);
  qd_ref_ = motion_.qd + lambda_.cwiseProduct(motion_.q - q);      // q̇_r = q̇_d + Λ e
  qdd_ref_ = motion_.qdd + lambda_.cwiseProduct(motion_.qd - qd);  // its rate
  reference(arm, posture_, work_, qd_ref_, qdd_ref_, ref_, ref_rate_);
  for (int i = 0; i < dof(); ++i) s_[i] = ref_[i] - work_.xi[i];
  if (variable_ == Variable::xi) return;

  // ν = D^½ ξ, ν̇ = D^½ ξ̇ + ½ D^-½ Ḋ ξ
  QuasiFactors<double>& f = work_.factors;
  require_positive(kWhere, arm_.name(), f.D);
  quasi_roots(f);
  for (int i = 0; i < dof(); ++i) {
    const double rate = joint_component(arm.link(i), work_.w[i]);  // Ḋ
    ref_rate_[i] = f.root[i] * ref_rate_[i] + 0.5 * rate * ref_[i] / f.root[i];
    s_[i] *= f.root[i];
  }
}

void QuasiVelocityControl::torque(double t, VecIn q, VecIn qd, VecOut tau) {
  set(t, q, qd);
  const Chain<double>& arm = arm_.chain();
  const QuasiFactors<double>& f = work_.factors;
  cxi<double>(arm, posture_, work_, out(force_));
  if (variable_ == Variable::nu) {
    cnu_from_cxi<double>(arm, work_, out(force_));
    force_ += ref_rate_ + k_.cwiseProduct(s_);               // ε = ν̇_r + K s + C(θ,ν)
    for (int i = 0; i < dof(); ++i) force_[i] *= f.root[i];  // κ = D^½ ε
  } else {
    for (int i = 0; i < dof(); ++i) force_[i] += f.D[i] * (ref_rate_[i] + k_[i] * s_[i]);  // κ
  }
  tau_from_kappa<double>(arm, posture_, f, in(force_), {tau.data(), static_cast<std::size_t>(tau.size())});
}

void QuasiVelocityControl::deviation(double t, VecIn q, VecIn qd, VecOut s) {
  set(t, q, qd);
  s = s_;
}

}  // namespace catena::sim
