// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/subject.hpp"

#include "choose/criteria/reach.hpp"

namespace catena::choose::detail {

Subject::Subject(const Arm& arm, const Task& task, const JointBox& box, std::shared_ptr<const Path> path,
                 Scratch& scratch)
    : arm_(arm), task_(task), box_(box), path_(std::move(path)), scratch_(scratch), point_(arm.chain()) {}

batch::Workspace& Subject::batch() {
  if (!batch_) batch_.emplace(arm_);
  return *batch_;
}

const Postures& Subject::postures() {
  if (!drawn_) {
    std::optional<Lattice>& lattice = scratch_.lattice;
    if (!lattice || !lattice->is(dof(), task_.samples, task_.seed))
      lattice.emplace(dof(), task_.samples, task_.seed);
    draw(box_, *lattice, scratch_.postures);
    place_tools(point_, static_cast<std::size_t>(dof()), scratch_.postures);
    drawn_ = true;
  }
  return scratch_.postures;
}

std::span<const double> Subject::inertias() {
  std::vector<double>& M = scratch_.inertias;
  if (!has_inertias_) {
    const Postures& some = postures();
    M.resize(some.count * dof() * dof());
    batch::inertia(arm_, batch::Layout::state_major, some.q, batch(), M);
    has_inertias_ = true;
  }
  return M;
}

std::span<const double> Subject::jacobians() {
  std::vector<double>& J = scratch_.jacobians;
  if (!has_jacobians_) {
    const Postures& some = postures();
    J.resize(some.count * 6 * dof());
    batch::jacobian(arm_, batch::Layout::state_major, some.q, batch(), J);
    has_jacobians_ = true;
  }
  return J;
}

const Extreme& Subject::reach() {
  if (!reach_) reach_ = reach_of(*this);
  return *reach_;
}

const Path& Subject::path() {
  if (!path_) {
    if (!scratch_.path || scratch_.path->dof != dof()) scratch_.path = path_of_004(dof());
    path_ = scratch_.path;
  }
  return *path_;
}

std::span<const double> Subject::torques() {
  std::vector<double>& tau = scratch_.torques;
  if (!has_torques_) {
    const Path& along = path();
    tau.resize(along.q.size());
    batch::id(arm_, batch::Layout::state_major, along.q, along.qd, along.qdd, batch(), tau);
    has_torques_ = true;
  }
  return tau;
}

}  // namespace catena::choose::detail
