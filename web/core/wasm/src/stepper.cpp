// SPDX-License-Identifier: Apache-2.0
// The motion of an arm in time: torques, a push, a spring that pulls at a point, damping.
#include "catena/core/stepper.hpp"

#include <Eigen/Geometry>
#include <array>

#include "model.hpp"

namespace catena::wasm {
namespace {

// What acts on a point of a link.
struct Push {
  Frame<double> frame;  // its origin is the point
  Eigen::Vector3d force, moment;
  Eigen::Vector3d target;  // of a spring
  double stiffness = 0, damping = 0;
};

class Swing {
  // (t, q, qd, tau) for the stepper; before its use, since its type is deduced.
  auto torque() {
    return [this](double, std::span<const double> q, std::span<const double> qd, std::span<double> out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = tau_[i] - viscous_[i] * qd[i];
      if (push_) add_push(q, qd, out);
    };
  }

 public:
  Swing(const Arm& arm, const StepperOptions& options)
      : arm_(arm),
        energy_arm_(options.rotors ? arm.with_motors() : arm),
        work_(arm_),
        energy_work_(energy_arm_),
        stepper_(arm.chain(), options),
        tau_(static_cast<std::size_t>(arm.dof()), 0.0),
        viscous_(tau_),
        wrenches_(tau_.size(), Wrench::zero()) {}

  int dof() const { return arm_.dof(); }
  const Arm& arm() const { return arm_; }
  Stepper& stepper() { return stepper_; }
  void set_torque(std::span<const double> tau) { tau_.assign(tau.begin(), tau.end()); }
  void set_viscous(std::span<const double> viscous) { viscous_.assign(viscous.begin(), viscous.end()); }
  void set_push(std::optional<Push> push) { push_ = std::move(push); }

  bool step(double h, int count, Stepper::Method method) {
    for (int k = 0; k < count; ++k)
      if (!stepper_.step(h, torque(), method)) return false;
    return true;
  }
  bool advance(double to) { return stepper_.advance(to, torque()); }

  void add_state(Results& out) const {
    out.numbers.push_back(stepper_.time());
    out.add(stepper_.q());
    out.add(stepper_.qd());
  }

  std::array<double, 2> energy() {
    const auto vector = [](std::span<const double> x) {
      return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    };
    return {energy_arm_.kinetic_energy(vector(stepper_.q()), vector(stepper_.qd()), energy_work_),
            energy_arm_.potential_energy(vector(stepper_.q()), energy_work_)};
  }

 private:
  // By the torques that balance the opposite wrench of the link on its surroundings, about the origin of the base.
  void add_push(std::span<const double> q, std::span<const double> qd, std::span<double> out) {
    const Eigen::Map<const Eigen::VectorXd> at(q.data(), dof()), rate(qd.data(), dof());
    Eigen::Matrix4d X;
    arm_.pose(at, push_->frame, work_, X);
    const Eigen::Vector3d p = X.topRightCorner<3, 1>();
    Eigen::Vector3d force = push_->force;
    if (push_->stiffness > 0 || push_->damping > 0) {
      Eigen::Vector<double, 6> V;
      arm_.frame_velocity(at, rate, push_->frame, work_, V);
      force += push_->stiffness * (push_->target - p) - push_->damping * V.tail<3>();
    }
    const Eigen::Vector3d moment = p.cross(force) + push_->moment;
    if (push_->frame.link < 0) return;  // the base does not move
    wrenches_[static_cast<std::size_t>(push_->frame.link)] = {{-moment.x(), -moment.y(), -moment.z()},
                                                              {-force.x(), -force.y(), -force.z()}};
    balance_.resize(out.size());
    arm_.eval(Quantity::wrench_torques, {.q = at, .wrenches = wrenches_, .wrench_axes = Axes::base}, work_,
              Result<double>(Quantity::wrench_torques, dof(), balance_));
    wrenches_[static_cast<std::size_t>(push_->frame.link)] = Wrench::zero();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] -= balance_[i];
  }

  Arm arm_, energy_arm_;
  Workspace work_, energy_work_;
  Stepper stepper_;
  std::vector<double> tau_, viscous_, balance_;
  std::vector<Wrench> wrenches_;
  std::optional<Push> push_;
};

Objects<Swing>& swings() {
  static Objects<Swing> all("stepper");
  return all;
}

std::vector<double> finite(const Arguments& arguments, const char* name, int n) {
  const Eigen::VectorXd x = arguments.joints(name, n);
  if (!x.allFinite()) throw Error(ErrorKind::usage, name, "is not finite");
  return {x.data(), x.data() + x.size()};
}

void set_state(Swing& swing, const Arguments& arguments) {
  const int n = swing.dof();
  const std::vector<double> zero(static_cast<std::size_t>(n), 0.0);
  const double time = arguments.number_or("time", swing.stepper().time());
  swing.stepper().set(time, arguments.has("q") ? finite(arguments, "q", n) : zero,
                      arguments.has("qd") ? finite(arguments, "qd", n) : zero);
}

Eigen::Vector3d vector(const Arguments& arguments, const char* name) {
  if (!arguments.has(name)) return Eigen::Vector3d::Zero();
  const Eigen::Vector3d x = arguments.vector(name, 3);
  if (!x.allFinite()) throw Error(ErrorKind::usage, name, "is not finite");
  return x;
}

// Nothing without arguments.
std::optional<Push> push_from(const Swing& swing, const Arguments& arguments) {
  if (!arguments.has("force") && !arguments.has("moment") && !arguments.has("target")) return {};
  Push push;
  const Arm& arm = swing.arm();
  if (arguments.has("link")) {
    const int link = arguments.whole_or("link", 0);
    if (link < 0 || link >= arm.dof())
      throw Error(ErrorKind::usage, "link", "there is no such link")
          .given(std::to_string(link))
          .need("0 to " + std::to_string(arm.dof() - 1));
    push.frame = {link, Pose<double>::identity()};
  } else {
    push.frame = arguments.has("frame") ? arm.frame(arguments.text_or("frame", "")) : tool_frame(arm.robot());
  }
  const Eigen::Vector3d point = vector(arguments, "point");
  push.frame.pose.p = push.frame.pose * Vec3<double>{point.x(), point.y(), point.z()};
  push.force = vector(arguments, "force");
  push.moment = vector(arguments, "moment");
  push.target = vector(arguments, "target");
  push.stiffness = arguments.number_or("stiffness", 0);
  push.damping = arguments.number_or("damping", 0);
  if (!(push.stiffness >= 0 && push.damping >= 0))
    throw Error(ErrorKind::usage, "push", "stiffness and damping are 0 or more");
  return push;
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_stepper, [](int handle, const Arguments& arguments, Results&) {
  const Model& model = models().at(handle);
  StepperOptions options;
  options.rotors = arguments.flag_or("rotors", options.rotors);
  options.friction = arguments.flag_or("friction", options.friction);
  options.smoothing = arguments.number_or("smoothing", options.smoothing);
  options.rtol = arguments.number_or("rtol", options.rtol);
  options.atol = arguments.number_or("atol", options.atol);
  options.max_steps = arguments.whole_or("maxSteps", static_cast<int>(options.max_steps));
  auto swing = std::make_unique<Swing>(model.arm, options);
  set_state(*swing, arguments);
  arguments.require_all_read();
  return swings().add(std::move(swing));
})

CATENA_CALL(stepper_free, [](int handle, const Arguments&, Results&) {
  swings().drop(handle);
  return 0;
})

CATENA_CALL(stepper_state, [](int handle, const Arguments&, Results& out) {
  swings().at(handle).add_state(out);
  return 0;
})

CATENA_CALL(stepper_set, [](int handle, const Arguments& arguments, Results& out) {
  set_state(swings().at(handle), arguments);
  swings().at(handle).add_state(out);
  return 0;
})

CATENA_CALL(stepper_torque, [](int handle, const Arguments& arguments, Results&) {
  auto& swing = swings().at(handle);
  const std::vector<double> zero(static_cast<std::size_t>(swing.dof()), 0.0);
  swing.set_torque(arguments.has("tau") ? finite(arguments, "tau", swing.dof()) : zero);
  return 0;
})

CATENA_CALL(stepper_damping, [](int handle, const Arguments& arguments, Results&) {
  auto& swing = swings().at(handle);
  swing.set_viscous(finite(arguments, "viscous", swing.dof()));
  return 0;
})

CATENA_CALL(stepper_push, [](int handle, const Arguments& arguments, Results&) {
  auto& swing = swings().at(handle);
  swing.set_push(push_from(swing, arguments));
  arguments.require_all_read();
  return 0;
})

// 1, or 0 if the arm stays at its last good state.
CATENA_CALL(stepper_step, [](int handle, const Arguments& arguments, Results& out) {
  constexpr std::pair<std::string_view, Stepper::Method> kMethods[] = {
      {"rk4", Stepper::Method::rk4}, {"semi_implicit_euler", Stepper::Method::semi_implicit_euler}};
  auto& swing = swings().at(handle);
  const double h = arguments.number("h");
  if (!(h > 0 && h < 1e6)) throw Error(ErrorKind::usage, "h", "is not a length of time above zero");
  const int count = arguments.whole_or("count", 1);
  const Stepper::Method method = arguments.choice("method", kMethods);
  arguments.require_all_read();
  const bool ok = swing.step(h, count, method);
  swing.add_state(out);
  return ok ? 1 : 0;
})

CATENA_CALL(stepper_advance, [](int handle, const Arguments& arguments, Results& out) {
  auto& swing = swings().at(handle);
  const double to = arguments.number("to");
  if (!std::isfinite(to)) throw Error(ErrorKind::usage, "to", "is not a time");
  const bool ok = swing.advance(to);
  swing.add_state(out);
  return ok ? 1 : 0;
})

CATENA_CALL(stepper_energy, [](int handle, const Arguments&, Results& out) {
  out.add(swings().at(handle).energy());
  return 0;
})
