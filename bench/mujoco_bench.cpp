// SPDX-License-Identifier: Apache-2.0
// MuJoCo on the same arms and states: only the stages of its pipeline that a call needs, no constraints.
#include "agreement.hpp"
#include "support/mujoco_arm.hpp"

namespace catena::bench {
namespace {

struct Mujoco {
  explicit Mujoco(const Robot& robot)
      : arm(robot), m(&arm.model()), d(&arm.data()), n(m->nv), pool(n), out(n), M(n, n), J(6, n) {
    require_agreement(*this, robot, pool);
  }

  void put(const std::vector<double>& x, std::size_t k, mjtNum* to) const { mju_copy(to, &x[k * pool.n], n); }
  void place(std::size_t k) {
    put(pool.q, k, d->qpos);
    mj_kinematics(m, d);
    mj_comPos(m, d);
  }
  void id(std::size_t k) {
    place(k);
    put(pool.qd, k, d->qvel);
    put(pool.qdd, k, d->qacc);
    mj_comVel(m, d);
    mj_rne(m, d, 1, out.data());
  }
  void inertia(std::size_t k) {
    place(k);
    mj_crb(m, d);
    mj_fullM(m, M.data(), d->qM);
  }
  void fd(std::size_t k) {
    place(k);
    put(pool.qd, k, d->qvel);
    mj_crb(m, d);
    mj_factorM(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 0, d->qfrc_bias);
    mju_sub(d->qfrc_smooth, &pool.tau[k * pool.n], d->qfrc_bias, n);
    mj_solveM(m, d, out.data(), d->qfrc_smooth, 1);
  }
  void inertia_inverse(std::size_t k) {
    place(k);
    mj_crb(m, d);
    mj_factorM(m, d);
    mju_zero(M.data(), n * n);
    for (int i = 0; i < n; ++i) M(i, i) = 1;
    mj_solveM(m, d, M.data(), M.data(), n);
  }
  void jacobian(std::size_t k) {
    place(k);
    mj_jacBody(m, d, J.row(3).data(), J.row(0).data(), m->nbody - 1);
  }
  const Eigen::VectorXd& vector() const { return out; }
  const Eigen::MatrixXd& matrix() const { return M; }

  test::MujocoArm arm;
  mjModel* m;
  mjData* d;
  int n;
  Pool pool;
  Eigen::VectorXd out;
  Eigen::MatrixXd M;
  Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor> J;
};

const int entered = [] {
  name_library(std::string("MuJoCo ") + mj_versionString());
  for (const std::string& name : arms()) {
    const char* const spec = name.c_str();
    const auto made = std::make_shared<std::unique_ptr<Mujoco>>();
    enter<Mujoco, &Mujoco::id>("id", "mujoco", spec, made);
    enter<Mujoco, &Mujoco::inertia>("inertia", "mujoco", spec, made);
    enter<Mujoco, &Mujoco::fd>("fd", "mujoco", spec, made);
    enter<Mujoco, &Mujoco::inertia_inverse>("inertia_inverse", "mujoco", spec, made);
    enter<Mujoco, &Mujoco::jacobian>("jacobian", "mujoco", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
