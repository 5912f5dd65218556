// SPDX-License-Identifier: Apache-2.0
// Catena's algorithms as templates, with their scratch made beforehand. Sines and cosines are in every call.
#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/rnea.hpp"
#include "contest.hpp"

namespace catena::bench {
namespace {

Chain<double> chain_of(const Robot& robot) {
  Notes notes;
  return make_chain(robot, notes);
}

struct Catena {
  explicit Catena(const Robot& robot)
      : arm(chain_of(robot)),
        pool(arm.dof()),
        x(arm),
        rnea_work(arm.dof()),
        aba_work(arm.dof()),
        gravity_work(arm.dof()),
        coriolis_work(arm.dof()),
        derivatives_work(arm),
        poses(arm.dof()),
        out(pool.n),
        zeros(pool.n),
        A(arm.dof(), arm.dof()),
        B(arm.dof(), arm.dof()),
        C(arm.dof(), arm.dof()),
        J(6, arm.dof()) {}

  void place(std::size_t k) { x.set(arm, pool.at(pool.q, k)); }

  void id(std::size_t k) {
    place(k);
    rnea<double>(arm, x, pool.at(pool.qd, k), pool.at(pool.qdd, k), arm.gravity(), rnea_work, out);
  }
  void fd(std::size_t k) {
    place(k);
    aba<double>(arm, x, pool.at(pool.qd, k), pool.at(pool.tau, k), arm.gravity(), aba_work, out);
  }
  void inertia(std::size_t k) {
    place(k);
    crba<double>(arm, x, A.view());
  }
  void gravity(std::size_t k) {
    place(k);
    catena::gravity<double>(arm, x, arm.gravity(), gravity_work, out);
  }
  void bias(std::size_t k) {
    place(k);
    rnea<double>(arm, x, pool.at(pool.qd, k), zeros, Vec3<double>::zero(), rnea_work, out);
  }
  void coriolis(std::size_t k) {
    place(k);
    catena::coriolis<double>(arm, x, pool.at(pool.qd, k), coriolis_work, A.view());
  }
  void jacobian(std::size_t k) {
    place(k);
    set_poses(arm, x, poses);
    catena::jacobian(arm, poses, J.view());
  }
  void id_derivatives(std::size_t k) {
    place(k);
    rnea_derivatives<double>(arm, x, pool.at(pool.qd, k), pool.at(pool.qdd, k), arm.gravity(),
                             Force<double>::zero(), derivatives_work.id, {A.view(), B.view(), C.view()});
  }
  void fd_derivatives(std::size_t k) {
    place(k);
    catena::fd_derivatives<double>(arm, x, pool.at(pool.qd, k), pool.at(pool.tau, k), arm.gravity(),
                                   Force<double>::zero(), derivatives_work, {A.view(), B.view(), C.view()});
  }

  Chain<double> arm;
  Pool pool;
  Posture<double> x;
  RneaWork<double> rnea_work;
  AbaWork<double> aba_work;
  GravityWork<double> gravity_work;
  CoriolisWork<double> coriolis_work;
  FdDerivativesWork<double> derivatives_work;
  Kinematics<double> poses;
  std::vector<double> out, zeros;
  MatX<double> A, B, C, J;
};

const int entered = [] {
  for (const std::string& name : arms()) {
    const char* const spec = name.c_str();
    const auto made = std::make_shared<std::unique_ptr<Catena>>();
    enter<Catena, &Catena::id>("id", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::inertia>("inertia", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::fd>("fd", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::gravity>("gravity", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::bias>("bias", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::coriolis>("coriolis", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::jacobian>("jacobian", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::id_derivatives>("id_derivatives", CATENA_CONTESTANT, spec, made);
    enter<Catena, &Catena::fd_derivatives>("fd_derivatives", CATENA_CONTESTANT, spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
