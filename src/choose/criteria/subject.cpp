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
    drawn_ = true;
  }
  return scratch_.postures;
}

const Postures& Subject::postures_with_tools() {
  postures();
  if (!placed_) place_tools(point_, static_cast<std::size_t>(dof()), scratch_.postures);
  placed_ = true;
  return scratch_.postures;
}

std::span<const double> Subject::inertias() {
  std::vector<double>& M = scratch_.inertias;
  if (!has_inertias_) {
    const Postures& some = postures();
    M.resize(some.count * dof() * dof());
    batch::inertia(arm_, batch::Layout::state_major, some.q, batch(), M);
    add_rotors(M);
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
    DefaultMotion motion = default_motion(arm_.robot());
    if (!scratch_.path || !(scratch_.motion == motion)) {
      scratch_.path = sampled(*trajectory_of(motion));
      scratch_.motion = std::move(motion);
    }
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
    add_motors(along, tau);
    has_torques_ = true;
  }
  return tau;
}

void Subject::add_rotors(std::span<double> M) const {
  if (!task_.motors) return;
  const auto n = static_cast<std::size_t>(dof());
  for (std::size_t i = 0; i < n; ++i) {
    const double rotor = arm_.chain().link(static_cast<int>(i)).rotor;
    if (rotor == 0) continue;
    for (std::size_t at = i * n + i; at < M.size(); at += n * n) M[at] += rotor;
  }
}

void Subject::add_motors(const Path& along, std::span<double> tau) const {
  if (!task_.motors) return;
  const auto n = static_cast<std::size_t>(dof());
  for (std::size_t i = 0; i < n; ++i) {
    const ChainLink<double>& joint = arm_.chain().link(static_cast<int>(i));
    if (joint.rotor == 0 && joint.viscous == 0 && joint.coulomb_plus == 0 && joint.coulomb_minus == 0)
      continue;
    for (std::size_t k = i; k < tau.size(); k += n) {
      const double qd = along.qd[k];
      const double dry = qd > 0 ? joint.coulomb_plus : qd < 0 ? joint.coulomb_minus : 0;
      tau[k] += joint.rotor * along.qdd[k] + joint.viscous * qd + dry;
    }
  }
}

}  // namespace catena::choose::detail
