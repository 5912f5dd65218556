// SPDX-License-Identifier: Apache-2.0
// Forward dynamics through quasi-velocities with the articulated inertias of an earlier posture, as if the Riccati equation were
// not solved at every step: how wrong the accelerations become with the angle that the joints have turned since.
#include <catena/catena.hpp>
#include <catena/core/algo/quasi_velocity_fd.hpp>
#include <cstdio>

int main() {
  const catena::Arm arm = catena::Arm::load("panda");
  const catena::Chain<double>& chain = arm.chain();
  const int n = arm.dof();
  const std::vector<double> q = {0.1, -0.4, 0.2, -1.9, 0.1, 1.6, 0.6}, qd(q.size(), 0.5);
  const std::vector<double> tau = {5, -20, 5, 15, 1, 2, 0.5};
  const catena::Posture<double> x = catena::posture<double>(chain, q);
  const auto none = catena::Force<double>::zero();
  catena::QuasiWork<double> work(n);
  Eigen::VectorXd exact(n), frozen(n);
  const auto span = [](Eigen::VectorXd& v) {
    return std::span<double>(v.data(), static_cast<std::size_t>(v.size()));
  };
  catena::fd_by_xi<double>(chain, x, qd, tau, chain.gravity(), none, work, span(exact));
  for (const double angle : {1e-3, 1e-2, 1e-1}) {
    std::vector<double> before = q;
    for (double& each : before) each -= angle;
    catena::quasi_factors(chain, catena::posture<double>(chain, before),
                          work.factors);                           // P, G and D, of before
    catena::quasi_velocities_from_qd<double>(chain, x, qd, work);  // all else is of now
    catena::quasi_bias_forces(chain, x, chain.gravity(), work);
    catena::quasi_rates(chain, x, work);
    catena::xi_rate<double>(chain, x, tau, none, work, span(frozen));
    catena::qdd_from_xi_rate<double>(chain, x, work, span(frozen), span(frozen));
    std::printf("turned by %g rad: accelerations wrong by %.2g of their size\n", angle,
                (frozen - exact).norm() / exact.norm());
  }
}
