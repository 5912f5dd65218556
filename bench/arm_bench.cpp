// SPDX-License-Identifier: Apache-2.0
// The same calls through `Arm`, in place: with its checks of sizes and values.
#include "catena/arm.hpp"

#include "contest.hpp"

namespace catena::bench {
namespace {

using Vector = Eigen::Map<const Eigen::VectorXd>;

struct Facade {
  explicit Facade(const Robot& robot)
      : arm(robot),
        pool(arm.dof()),
        work(arm),
        out(arm.dof()),
        A(arm.dof(), arm.dof()),
        B(A),
        C(A),
        J(6, arm.dof()) {}

  Vector at(const std::vector<double>& x, std::size_t k) const { return {&x[k * pool.n], arm.dof()}; }

  void id(std::size_t k) { arm.id(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, out); }
  void fd(std::size_t k) { arm.fd(at(pool.q, k), at(pool.qd, k), at(pool.tau, k), work, out); }
  void inertia(std::size_t k) { arm.inertia(at(pool.q, k), work, A); }
  void gravity(std::size_t k) { arm.gravity(at(pool.q, k), work, out); }
  void bias(std::size_t k) { arm.bias(at(pool.q, k), at(pool.qd, k), work, out); }
  void coriolis(std::size_t k) { arm.coriolis(at(pool.q, k), at(pool.qd, k), work, A); }
  void jacobian(std::size_t k) { arm.jacobian(at(pool.q, k), work, J); }
  void id_derivatives(std::size_t k) {
    arm.id_derivatives(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, A, B, C);
  }
  void fd_derivatives(std::size_t k) {
    arm.fd_derivatives(at(pool.q, k), at(pool.qd, k), at(pool.tau, k), work, A, B, C);
  }

  Arm arm;
  Pool pool;
  Workspace work;
  Eigen::VectorXd out;
  Eigen::MatrixXd A, B, C, J;
};

const int entered = [] {
  for (const char* spec : kArms) {
    const auto made = std::make_shared<std::unique_ptr<Facade>>();
    enter<Facade, &Facade::id>("id", "arm", spec, made);
    enter<Facade, &Facade::inertia>("inertia", "arm", spec, made);
    enter<Facade, &Facade::fd>("fd", "arm", spec, made);
    enter<Facade, &Facade::gravity>("gravity", "arm", spec, made);
    enter<Facade, &Facade::bias>("bias", "arm", spec, made);
    enter<Facade, &Facade::coriolis>("coriolis", "arm", spec, made);
    enter<Facade, &Facade::jacobian>("jacobian", "arm", spec, made);
    enter<Facade, &Facade::id_derivatives>("id_derivatives", "arm", spec, made);
    enter<Facade, &Facade::fd_derivatives>("fd_derivatives", "arm", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
