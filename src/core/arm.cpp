// SPDX-License-Identifier: Apache-2.0
// Arms, with other gravities, payloads and motors, and their workspaces.
#include "catena/core/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "catena/core/check_robot.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/model/canonical.hpp"
#include "catena/core/model/chain_link.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/motors.hpp"
#include "catena/core/select.hpp"
#include "core/kernels/kernels.hpp"

namespace catena {
namespace {

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> count{0};
  return ++count;
}

// The methods of an arm: by the selection for its number of joints.
std::array<const Method<double>*, kQuantities.size()> methods_for(int joints) {
  std::array<const Method<double>*, kQuantities.size()> found;
  const Selection& selection = Selection::current();
  for (const QuantityInfo& quantity : kQuantities)
    found[static_cast<std::size_t>(quantity.quantity)] = &selection.method(quantity.quantity, joints);
  return found;
}

}  // namespace

Workspace::Workspace(const Arm& arm)
    : kernels(detail::kernels()),
      posture(arm.chain()),
      zeros(static_cast<std::size_t>(arm.dof()), 0.0),
      unused(zeros),
      bounds(3 * zeros.size()),
      saved(4 * zeros.size()),
      rows(6 * zeros.size()),
      kinematics(arm.dof()),
      wrenches(arm.dof()),
      geometry(arm.geometry_),
      masses(arm.masses_) {
  for (const QuantityInfo& quantity : kQuantities) {
    const Method<double>& method = arm.method(quantity.quantity);
    Slot& slot = slots[static_cast<std::size_t>(quantity.quantity)];
    slot = {method.execute, scratch_of(method, arm.chain()), nullptr, nullptr, nullptr, method.roots};
    if (!quantity.divides()) continue;
    if (arm.has_motors()) {  // its method is the stable one
      slot.least = bounds_of(LeastPivot::regular);
      continue;
    }
    slot.least = bounds_of(least_pivot(method));
    const Method<double>* const stable = stable_method(quantity.quantity);
    if (!stable || stable == &method) continue;
    slot.stable = stable->execute;
    slot.stable_scratch = scratch_of(*stable, arm.chain());
    slot.stable_roots = stable->roots;
  }
  const Method<double>& aba =
      arm.has_motors() ? *motor_method(Quantity::fd) : *library_method(Quantity::fd, "aba");
  pivots = {aba.execute, scratch_of(aba, arm.chain()), nullptr, nullptr, nullptr};
  set_bodies(arm);
}

void* Workspace::scratch_of(const Method<double>& method, const Chain<double>& chain) {
  auto at = std::find(kinds.begin(), kinds.end(), method.scratch);
  if (at == kinds.end()) {
    owned.emplace_back(method.scratch->make(chain), method.scratch->drop);
    at = kinds.insert(kinds.end(), method.scratch);
  }
  return owned[static_cast<std::size_t>(at - kinds.begin())].get();
}

[[gnu::cold]] void Workspace::set_bodies(const Arm& arm) {
  for (const LeastPivot which : {LeastPivot::regular, LeastPivot::trusted, LeastPivot::trusted_in_one_frame})
    set_least_pivots(arm.chain(), which, {bounds_of(which), zeros.size()}, arm.has_motors());
  if (masses == arm.masses_) return;  // it is new
  for (std::size_t k = 0; k < owned.size(); ++k)
    if (kinds[k]->set_bodies) kinds[k]->set_bodies(owned[k].get(), arm.chain());
  masses = arm.masses_;
}

// --- arms ------------------------------------------------------------------------------------------------

Arm::Arm(Robot robot) : Arm(std::move(robot), Notes{}, Checks::all) {}

Arm::Arm(Robot robot, Notes notes, Checks checks)
    : chain_({}, Pose<double>::identity(), Pose<double>::identity(), Vec3<double>::zero()),
      geometry_(next_number()),
      masses_(next_number()),
      no_posture_(chain_) {
  Notes found;
  check_robot(robot, found);
  if (checks == Checks::all) {
    note_mistakes(robot, found);
    notes.insert(notes.end(), found.begin(), found.end());
  }
  const Canonical links = canonical(robot, notes);
  chain_ = make_chain(robot, links);
  methods_ = methods_for(chain_.dof());
  if (const std::string& problem = Selection::current().problem(); !problem.empty())
    notes.push_back({"", problem});
  const CanonicalLink& last = links.links.back();
  shared_ = std::make_shared<const Shared>(
      Shared{std::move(robot), std::move(notes), {last.mass, last.com, last.inertia}});
}

Eigen::Vector3d Arm::gravity_acceleration() const {
  return {chain_.gravity().x, chain_.gravity().y, chain_.gravity().z};
}

Arm Arm::with_gravity(const Eigen::Vector3d& acceleration) const {
  Arm other = *this;
  other.set_gravity(acceleration);
  return other;
}

void Arm::set_gravity(const Eigen::Vector3d& acceleration) {
  if (!acceleration.allFinite())
    throw Error(ErrorKind::usage, "with_gravity", "the acceleration of gravity is not finite")
        .given(fmt::format("[{}, {}, {}]", acceleration.x(), acceleration.y(), acceleration.z()));
  chain_.set_gravity({acceleration.x(), acceleration.y(), acceleration.z()});
}

Arm Arm::with_payload(const Payload& payload) const {
  Arm other = *this;
  other.set_payload(payload);
  return other;
}

void Arm::set_payload(const Payload& payload) {
  if (const auto broken = broken_rule(payload.mass, payload.com, payload.inertia))
    throw Error(ErrorKind::model, "with_payload", broken->problem).given(broken->given).need(broken->need);
  const detail::Body body = detail::welded(
      shared_->last_body, detail::seen_from(chain_.tool(), {payload.mass, payload.com, payload.inertia}),
      "payload");
  const LinkBody link = link_body(body.mass, body.com, body.inertia);
  chain_.set_body(dof() - 1, link.body, link.spread);
  payload_ = payload;
  masses_ = next_number();
}

Robot Arm::changed_robot() const {
  Robot other = robot();
  other.gravity = chain_.gravity();
  const Payload own = other.payload.value_or(Payload{});
  const detail::Body both = detail::welded({own.mass, own.com, own.inertia},
                                           {payload_.mass, payload_.com, payload_.inertia}, "payload");
  if (!both.empty()) other.payload = Payload{both.mass, both.com, both.inertia};
  return other;
}

Arm Arm::with_motors() const {
  Arm other = *this;
  if (motors_) return other;
  other.motors_ = true;
  other.geometry_ = next_number();
  other.masses_ = next_number();
  for (const QuantityInfo& quantity : kQuantities)
    if (motor_effect(quantity.quantity) == MotorEffect::inside)
      other.methods_[static_cast<std::size_t>(quantity.quantity)] = motor_method(quantity.quantity);
  return other;
}

// --- methods ---------------------------------------------------------------------------------------------

const Method<double>* Arm::find(Quantity quantity, std::string_view method) const {
  const bool inside = motors_ && motor_effect(quantity) == MotorEffect::inside;
  std::vector<std::string_view> known;
  if (inside) {
    const Method<double>* const only = motor_method(quantity);
    if (only->name == method) return only;
    known.push_back(only->name);
  } else {
    if (const Method<double>* const found = library_method(quantity, method)) return found;
    for (const Method<double>& m : library_methods())
      if (m.quantity == quantity) known.push_back(m.name);
  }
  const bool links_only = inside && library_method(quantity, method);
  throw Error(ErrorKind::usage, std::string(info(quantity).name),
              links_only ? fmt::format("the method '{}' does not include motors", method)
                         : fmt::format("there is no method '{}' for it", method))
      .need(fmt::format("{}{}", known.size() == 1 ? "" : "one of ", fmt::join(known, ", ")))
      .hint(links_only ? "" : text::did_you_mean(std::string(method), known));
}

}  // namespace catena
