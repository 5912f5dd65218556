// SPDX-License-Identifier: Apache-2.0
// The same calls by code generated for the arm: through `Compiled`, in place, with its checks of sizes and values.
#include "catena/compiled.hpp"
#include "contest.hpp"

namespace catena::bench {
namespace {

using Vector = Eigen::Map<const Eigen::VectorXd>;

struct Generated {
  explicit Generated(const Robot& robot)
      : arm(Arm(robot)),
        pool(arm.dof()),
        work(arm),
        out(arm.dof()),
        A(arm.dof(), arm.dof()),
        J(6, arm.dof()) {
    if (!arm.native()) throw Error(ErrorKind::io, "generated_bench", arm.note()->what);
  }

  Vector at(const std::vector<double>& x, std::size_t k) const { return {&x[k * pool.n], arm.dof()}; }

  void id(std::size_t k) { arm.id(at(pool.q, k), at(pool.qd, k), at(pool.qdd, k), work, out); }
  void fd(std::size_t k) { arm.fd(at(pool.q, k), at(pool.qd, k), at(pool.tau, k), work, out); }
  void inertia(std::size_t k) { arm.inertia(at(pool.q, k), work, A); }
  void gravity(std::size_t k) { arm.gravity(at(pool.q, k), work, out); }
  void bias(std::size_t k) { arm.bias(at(pool.q, k), at(pool.qd, k), work, out); }
  void jacobian(std::size_t k) { arm.jacobian(at(pool.q, k), work, J); }

  Compiled arm;
  Pool pool;
  Workspace work;
  Eigen::VectorXd out;
  Eigen::MatrixXd A, J;
};

const int entered = [] {
  for (const char* spec : {"panda", "puma560", "ur5", "chain:7"}) {
    const auto made = std::make_shared<std::unique_ptr<Generated>>();
    enter<Generated, &Generated::id>("id", "generated", spec, made);
    enter<Generated, &Generated::inertia>("inertia", "generated", spec, made);
    enter<Generated, &Generated::fd>("fd", "generated", spec, made);
    enter<Generated, &Generated::gravity>("gravity", "generated", spec, made);
    enter<Generated, &Generated::bias>("bias", "generated", spec, made);
    enter<Generated, &Generated::jacobian>("jacobian", "generated", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
