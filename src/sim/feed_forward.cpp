// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/feed_forward.hpp"

#include "sim/desired.hpp"

namespace catena::sim {

FeedForward::FeedForward(const Arm& arm, std::shared_ptr<const Trajectory> desired)
    : arm_(arm),
      desired_(detail::for_arm("feed-forward", arm, std::move(desired))),
      work_(arm_),
      motion_(arm_.dof()) {}

void FeedForward::torque(double t, VecIn, VecIn, VecOut tau) {
  desired_->at(t, motion_);
  arm_.id(motion_.q, motion_.qd, motion_.qdd, work_, tau);
}

}  // namespace catena::sim
