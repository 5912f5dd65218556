// SPDX-License-Identifier: Apache-2.0
// Joint velocities for a velocity of a frame, and joint accelerations for its acceleration.
//
//   catena::IkRates rates(arm);                                 // nothing allocates after construction
//   qd = rates.velocity(q, twist).rates;                        // J q̇ = V
//   qdd = rates.acceleration(q, qd, acceleration).rates;        // J q̈ = V̇ - J̇ q̇
//   const Eigen::VectorXd once = catena::ik_velocity(arm, q, twist).rates;
//
// Twists    (angular; linear), in the axes of the frame (Axes), base axes unless stated otherwise. V̇ is the derivative of the
//           components of V, so that J̇ is that of `jacobian_rate`; J̇ q̇ = q̇ᵀ H q̇ with the second-order influence coefficients.
// Solution  the one of smallest norm, with lengths divided by a length proportional to the arm; for arms with too few joints the
//           one with the smallest error, likewise scaled. `secondary` joint rates are projected into the null space of J and
//           added, so that they do not move the frame.
// Singular  where a singular value σ of the scaled J is below `singular_below` = ε, its inverse 1/σ is replaced by σ/ε², which is
//           damping by ε² - σ²: the rates stay bounded and continuous, and the frame moves less than it should in that direction,
//           as IkRate reports.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "catena/core/arm.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

struct IkRateOptions {
  std::optional<Frame<double>> frame = {};  // otherwise the tool, in base axes
  bool position_only = false;               // the angular rows of the twist are ignored
  double singular_below = 0.01;             // ε, dimensionless
};

struct IkRate {
  Eigen::VectorXd rates;      // q̇ or q̈
  double damping = 0;         // √(ε² - σ²) of the smallest singular value, 0 if none is below ε
  double singular_value = 0;  // the smallest one
  double angular_error = 0;   // [rad/s] or [rad/s²] by which the frame misses the goal
  double linear_error = 0;    // [m/s] or [m/s²]
};

namespace detail {

class RatesSolver;
struct RatesSolverDelete {
  void operator()(RatesSolver* solver) const;
};
struct RatesOutcome {
  double damping, singular_value, angular_error, linear_error;
};
struct Numbers {  // a vector of the caller; null: none
  const double* data;
  std::ptrdiff_t size;
};
std::unique_ptr<RatesSolver, RatesSolverDelete> make_rates_solver(const Arm& arm,
                                                                  const IkRateOptions& options);
// `qd` is null for velocities.
RatesOutcome solve_rates(RatesSolver& solver, Numbers q, Numbers qd, const double* twist, Numbers secondary,
                         double* rates);

}  // namespace detail

// For one arm. It keeps no reference to the arm. One thread at a time; results are valid until the next call.
class IkRates {
 public:
  using Twist = Eigen::Vector<double, 6>;

  explicit IkRates(const Arm& arm, const IkRateOptions& options = {})
      : solver_(detail::make_rates_solver(arm, options)) {
    result_.rates = Eigen::VectorXd::Zero(arm.dof());
  }

  const IkRate& velocity(VecIn q, const Twist& twist) { return run(q, {}, twist, {}); }
  const IkRate& velocity(VecIn q, const Twist& twist, VecIn secondary) {
    return run(q, {}, twist, numbers(secondary));
  }
  const IkRate& acceleration(VecIn q, VecIn qd, const Twist& rate) { return run(q, numbers(qd), rate, {}); }
  const IkRate& acceleration(VecIn q, VecIn qd, const Twist& rate, VecIn secondary) {
    return run(q, numbers(qd), rate, numbers(secondary));
  }

 private:
  static detail::Numbers numbers(VecIn x) { return {x.data(), x.size()}; }
  const IkRate& run(VecIn q, detail::Numbers qd, const Twist& twist, detail::Numbers secondary) {
    const detail::RatesOutcome out =
        detail::solve_rates(*solver_, numbers(q), qd, twist.data(), secondary, result_.rates.data());
    result_.damping = out.damping;
    result_.singular_value = out.singular_value;
    result_.angular_error = out.angular_error;
    result_.linear_error = out.linear_error;
    return result_;
  }

  std::unique_ptr<detail::RatesSolver, detail::RatesSolverDelete> solver_;
  IkRate result_;
};

inline IkRate ik_velocity(const Arm& arm, VecIn q, const IkRates::Twist& twist,
                          const IkRateOptions& options = {}) {
  return IkRates(arm, options).velocity(q, twist);
}
inline IkRate ik_acceleration(const Arm& arm, VecIn q, VecIn qd, const IkRates::Twist& rate,
                              const IkRateOptions& options = {}) {
  return IkRates(arm, options).acceleration(q, qd, rate);
}

}  // namespace catena
