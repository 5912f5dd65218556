// SPDX-License-Identifier: Apache-2.0
#include "ik_kdl.hpp"

#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

#include "support/kdl_arm.hpp"

namespace catena::bench {

struct KdlIk::Parts {
  Parts(const Robot& robot, const double* lower, const double* upper, double tolerance)
      : chain(test::kdl_chain(robot)),
        n(chain.getNrOfJoints()),
        low(n),
        high(n),
        start(n),
        found(n),
        fk(chain),
        velocity(chain),
        lma(chain,
            0.01 *
                tolerance),  // of a norm in which angles count a hundredth: the weights that it is made for
        nr_jl(chain, limits(low, lower), limits(high, upper), fk, velocity, 100, 0.5 * tolerance) {
  }  // of each component

  KDL::JntArray& limits(KDL::JntArray& out, const double* from) const {
    for (unsigned i = 0; i < n; ++i) out(i) = from[i];
    return out;
  }

  KDL::Chain chain;
  unsigned n;
  KDL::JntArray low, high, start, found;
  KDL::ChainFkSolverPos_recursive fk;
  KDL::ChainIkSolverVel_pinv velocity;
  KDL::ChainIkSolverPos_LMA lma;
  KDL::ChainIkSolverPos_NR_JL nr_jl;
  Method method = Method::lma;
};

KdlIk::KdlIk(const Robot& robot, Method method, const double* lower, const double* upper, double tolerance)
    : parts_(std::make_unique<Parts>(robot, lower, upper, tolerance)) {
  parts_->method = method;
}
KdlIk::~KdlIk() = default;

bool KdlIk::solve(const double* X, const double* start, double* q) {
  Parts& p = *parts_;
  const KDL::Frame goal(KDL::Rotation(X[0], X[4], X[8], X[1], X[5], X[9], X[2], X[6], X[10]),
                        KDL::Vector(X[12], X[13], X[14]));
  for (unsigned i = 0; i < p.n; ++i) p.start(i) = start[i];
  const int code = p.method == Method::lma ? p.lma.CartToJnt(p.start, goal, p.found)
                                           : p.nr_jl.CartToJnt(p.start, goal, p.found);
  for (unsigned i = 0; i < p.n; ++i) q[i] = p.found(i);
  return code >= 0;
}

}  // namespace catena::bench
