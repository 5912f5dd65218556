// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/quasi_samples.hpp"

#include <cmath>

#include "catena/sim/deviation.hpp"
#include "catena/sim/torque_limit.hpp"

namespace catena::sim {

QuasiVelocityControl* quasi_velocity_control(Drive& drive) {
  Drive* inner = &drive;
  while (auto* wrapper = dynamic_cast<DriveWrapper*>(inner)) inner = &wrapper->inner();
  return dynamic_cast<QuasiVelocityControl*>(inner);
}

QuasiSamples quasi_samples(const Arm& arm, const Options& options, const Run& run, Drive& drive) {
  const Arm used = options.rotors ? arm.with_motors() : arm;
  const int n = used.dof();
  QuasiSamples out{Samples(n), Samples(n), Samples(n), Samples(0)};
  Workspace work(used);
  Eigen::VectorXd x(n), factors(n * n + n);
  const auto add = [&](Quantity quantity, const At& at, Samples& to) {
    if (!used.try_eval(quantity, at, work, MatView<double>{x.data(), n, 1, n}).ok()) x.setConstant(NAN);
    to.push_back(x.data());
  };
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    const At at = {.q = run.q[k], .qd = run.qd[k]};
    add(Quantity::xi, at, out.xi);
    add(Quantity::nu, at, out.nu);
    const Result<double> both(Quantity::udut, n, {factors.data(), static_cast<std::size_t>(factors.size())});
    if (!used.try_eval(Quantity::udut, at, work, both).ok()) factors.setConstant(NAN);
    out.d.push_back(factors.data() + n * n);
  }
  if (QuasiVelocityControl* const control = quasi_velocity_control(drive))
    out.s = quasi_velocity_deviations(run, *control);
  return out;
}

}  // namespace catena::sim
