// SPDX-License-Identifier: Apache-2.0
// An arm that carries more than its controllers know follows a path by three laws with the same nominal poles:
//   computed torque    tau = M (qdd_d + (l + k) ed + l k e) + C qd + g
//   quasi-velocities   each deviation s_i of nu decays on its own, C(q, nu) is cancelled
//   passivity          tau = M qdd_r + C qd_r + g + k M (qd_r - qd): with s = D^1/2 U^T (qd_r - qd), half of s.s loses 2 k of itself
//                      per second because nu.C = 0, and C is not cancelled but used
#include <catena/sim/computed_torque.hpp>
#include <catena/sim/cycloid.hpp>
#include <catena/sim/deviation.hpp>
#include <catena/sim/quasi_velocity_control.hpp>
#include <catena/sim/simulation.hpp>
#include <cstdio>

namespace sim = catena::sim;
using Eigen::VectorXd;

class Passivity : public sim::Drive {
 public:
  Passivity(const catena::Arm& arm, std::shared_ptr<const sim::Trajectory> path, double lambda, double k)
      : arm_(arm),
        work_(arm),
        path_(std::move(path)),
        want_(arm.dof()),
        lambda_(lambda),
        k_(k),
        M_(arm.dof(), arm.dof()) {}
  int dof() const override { return arm_.dof(); }
  void torque(double t, catena::VecIn q, catena::VecIn qd, catena::VecOut tau) override {
    path_->at(t, want_);
    reference_ = want_.qd + lambda_ * (want_.q - q);
    acceleration_ = want_.qdd + lambda_ * (want_.qd - qd);
    arm_.slotine_li(q, qd, reference_, acceleration_, work_, tau);
    arm_.inertia(q, work_, M_);
    tau += k_ * (M_ * (reference_ - qd));
  }

 private:
  catena::Arm arm_;
  catena::Workspace work_;
  std::shared_ptr<const sim::Trajectory> path_;
  sim::JointMotion want_;
  double lambda_, k_;
  Eigen::MatrixXd M_;
  VectorXd reference_, acceleration_;
};

int main() {
  const catena::Arm known = catena::Arm::load("panda");
  VectorXd from(7), to(7);
  from << 0, -0.8, 0, -2.4, 0, 1.6, 0;
  to << 1.5, 0.3, 0.4, -1.2, 0.3, 2.2, 0.8;
  const auto path = std::make_shared<sim::Cycloid>(from, to, 1.5);
  const double lambda = 10, k = 10;
  const VectorXd one = VectorXd::Ones(7);
  sim::Options options;
  options.duration = 3;
  options.rtol = options.atol = 1e-8;
  for (const double mass : {0.0, 1.0, 3.0}) {
    const catena::Arm loaded = known.with_payload({mass, {0, 0, 0.1}, {}});
    sim::ComputedTorque computed(known, path, lambda * k * one, (lambda + k) * one);
    sim::QuasiVelocityControl quasi(known, path, lambda * one, k * one,
                                    sim::QuasiVelocityControl::Variable::nu);
    Passivity passive(known, path, lambda, k);
    const std::pair<const char*, sim::Drive*> drives[] = {
        {"computed torque", &computed}, {"quasi-velocities", &quasi}, {"passivity", &passive}};
    std::printf("%g kg:", mass);
    for (const auto& [name, drive] : drives) {
      const sim::Run run = sim::simulate(loaded, {from, VectorXd::Zero(7)}, *drive, options);
      std::printf(" %s %.4f rad%s", name, sim::largest_deviation(run, *path).largest,
                  run.end == sim::End::complete ? ";" : " (not to its end);");
    }
    std::printf("\n");
  }
}
