// SPDX-License-Identifier: Apache-2.0
// KDL on the same arms and states. Joints about an axis of their own are its faster case: it keeps their
// pose.
#include <kdl/config.h>

#include "agreement.hpp"
#include "support/kdl_arm.hpp"

namespace catena::bench {
namespace {

struct Kdl {
  explicit Kdl(const Robot& robot)
      : chain(test::kdl_chain(robot)),
        n(chain.getNrOfJoints()),
        id_solver(chain, test::to_kdl(robot.gravity)),
        fd_solver(chain, test::to_kdl(robot.gravity)),
        params(chain, test::to_kdl(robot.gravity)),
        jacobian_solver(chain),
        none(chain.getNrOfSegments(), KDL::Wrench::Zero()),
        out(n),
        M(n),
        J(n) {
    const Pool pool(robot.dof());
    const auto joints = [&](const std::vector<double>& x, std::vector<KDL::JntArray>& to) {
      to.assign(kStates, KDL::JntArray(n));
      for (std::size_t k = 0; k < kStates; ++k)
        to[k].data = Eigen::Map<const Eigen::VectorXd>(&x[k * pool.n], static_cast<Eigen::Index>(pool.n));
    };
    joints(pool.q, q), joints(pool.qd, qd), joints(pool.qdd, qdd), joints(pool.tau, tau);
    require_agreement(*this, robot, pool);
  }

  void id(std::size_t k) { id_solver.CartToJnt(q[k], qd[k], qdd[k], none, out); }
  void fd(std::size_t k) { fd_solver.CartToJnt(q[k], qd[k], tau[k], none, out); }
  void inertia(std::size_t k) { params.JntToMass(q[k], M); }
  void gravity(std::size_t k) { params.JntToGravity(q[k], out); }
  void bias(std::size_t k) { params.JntToCoriolis(q[k], qd[k], out); }
  void jacobian(std::size_t k) { jacobian_solver.JntToJac(q[k], J); }
  const Eigen::VectorXd& vector() const { return out.data; }
  const Eigen::MatrixXd& matrix() const { return M.data; }

  KDL::Chain chain;
  unsigned n;
  KDL::ChainIdSolver_RNE id_solver;
  KDL::ChainFdSolver_RNE fd_solver;
  KDL::ChainDynParam params;
  KDL::ChainJntToJacSolver jacobian_solver;
  KDL::Wrenches none;
  KDL::JntArray out;
  KDL::JntSpaceInertiaMatrix M;
  KDL::Jacobian J;
  std::vector<KDL::JntArray> q, qd, qdd, tau;
};

const int entered = [] {
  name_library("KDL " KDL_VERSION_STRING);
  for (const std::string& name : arms()) {
    const char* const spec = name.c_str();
    const auto made = std::make_shared<std::unique_ptr<Kdl>>();
    enter<Kdl, &Kdl::id>("id", "kdl", spec, made);
    enter<Kdl, &Kdl::inertia>("inertia", "kdl", spec, made);
    enter<Kdl, &Kdl::fd>("fd", "kdl", spec, made);
    enter<Kdl, &Kdl::gravity>("gravity", "kdl", spec, made);
    enter<Kdl, &Kdl::bias>("bias", "kdl", spec, made);
    enter<Kdl, &Kdl::jacobian>("jacobian", "kdl", spec, made);
  }
  return 0;
}();

}  // namespace
}  // namespace catena::bench
