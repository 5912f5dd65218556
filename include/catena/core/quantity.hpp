// SPDX-License-Identifier: Apache-2.0
// The table of quantities: what can be computed for an arm. Each row gives its name in every front end, what it depends on,
// the shape and unit of the result. To add a quantity, add its row here and the methods that compute it in rows/.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "catena/core/shape.hpp"

namespace catena {

enum class Quantity {
  inertia,
  inertia_rate,
  coriolis,
  christoffel,
  bias,
  gravity,
  id,
  fd,
  udut,
  inertia_inverse,
  coriolis_transpose,
  kinetic_energy,
  potential_energy,
  jacobian,
  jacobian_rate,
  pose,
  manipulability,
  rotor_inertia,
  friction,
  nu,
  xi,
  cnu,
  cxi,
  mci,
  did_dq,
  did_dqd,
  dfd_dq,
  dfd_dqd,
  id_derivatives,
  fd_derivatives,
  inertia_solve,
  wrench_torques,
  momentum,
  nle,
  joint_momentum,
  regressor,
  momentum_regressor,
  kinetic_energy_regressor,
  potential_energy_regressor,
  frame_velocity,
  frame_acceleration,
  frame_bias_acceleration,
  operational_inertia,
  operational_inertia_inverse,
  jacobian_inverse,
  null_space,
  slotine_li,
  terms,
  id_second_derivatives,
  id_vjp,
  fd_vjp,
  kic,
  inertia_power,
  augmented_inertia_power,
  augmented_bodies,
  momentum_rate,
  kappa,
  eps,
  xi_rate,
  nu_rate,
  articulated_inertias,
  spatial_operators,
  articulated_operators,
  denoc,
  injected_accelerations,
  injected_moments,
  injected_torques,
  torque_terms,
};

// What a quantity may depend on: a set of these.
enum class Input : unsigned {
  q = 1,
  qd = 2,
  qdd = 4,
  tau = 8,
  gravity = 16,
  tip = 32,
  v = 64,
  V = 128,
  wrenches = 256,
  frame = 512,
  damping = 1024
};

// The inputs with the names that they have in every front end.
struct InputInfo {
  Input input;
  std::string_view name;
};
inline constexpr std::array kInputs = {
    InputInfo{Input::q, "q"},
    InputInfo{Input::qd, "qd"},
    InputInfo{Input::qdd, "qdd"},
    InputInfo{Input::tau, "tau"},
    InputInfo{Input::gravity, "gravity"},
    InputInfo{Input::tip, "tip"},
    InputInfo{Input::v, "v"},
    InputInfo{Input::V, "V"},
    InputInfo{Input::wrenches, "wrenches"},
    InputInfo{Input::frame, "frame"},
    InputInfo{Input::damping, "damping"},
};

class Inputs {
 public:
  constexpr Inputs() = default;
  constexpr Inputs(Input one) : bits_(static_cast<unsigned>(one)) {}
  constexpr bool has(Input one) const { return (bits_ & static_cast<unsigned>(one)) != 0; }
  friend constexpr Inputs operator|(Inputs a, Inputs b) { return Inputs(a.bits_ | b.bits_); }

 private:
  constexpr explicit Inputs(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};
constexpr Inputs operator|(Input a, Input b) { return Inputs(a) | b; }

// One array of a result. If a quantity has only one, it has no name.
struct ArrayInfo {
  std::string_view name;
  Shape shape = Shape::none;
};

inline constexpr std::size_t kMostArrays = 4;  // of a quantity

// Which masses and moments of inertia a quantity depends on.
enum class Masses {
  none,             // it follows from the geometry or the motors
  base_parameters,  // only on combinations of them: it stays the same when they are regrouped (model/regroup.hpp)
  bodies,           // those of the single bodies
};

// What rotor inertia and friction do to a quantity of an arm with motors (motors.hpp).
enum class MotorEffect {
  none,     // it is the same with motors
  added,    // any method, and terms are added to its result
  inside,   // a method that includes them: rows/motors.hpp
  refused,  // there is no result for arms with motors
};

// The magnitude of the terms from which a quantity is computed: rounding errors are relative to this where the result
// itself is smaller (src/check/identities.cpp).
enum class Magnitude {
  one,
  inertia,                // of M
  inverse_inertia,        // of M^-1
  coriolis,               // of C
  bias,                   // of C qd
  weight,                 // of gravity torques
  torque,                 // of all terms of inverse dynamics
  acceleration,           // of forward dynamics
  acceleration_by_speed,  // its derivative with respect to qd
  length,                 // the reach
  velocity,               // of the tool
  volume,                 // reach^3; the root of a determinant
  momentum,               // mass times velocity
  momentum_rate,          // mass times acceleration
  speed,                  // of the joints
  quasi_velocity,         // M^1/2 qd
  quasi_force,            // M^-1/2 tau
  frame_acceleration,     // of the tool
  mobility,               // J M^-1 J^T
  frame_inertia,          // its inverse
  per_length,             // of the inverse of J
  torque_product,         // v.d(torques), with v = qd
  acceleration_product,   // v.d(forward dynamics), likewise
  unit_torque,            // torques of bodies with unit parameters
  unit_momentum,          // their momenta
  unit_kinetic_energy,
  unit_potential_energy,
};

// What a quantity is computed for, and so why it has no code for several states or for one arm if it has none: which quantities have it
// is up to the tables of batches and of `Compiled` (catena/codegen/ways.hpp).
enum class Use {
  seldom,        // whatever is not one of the others
  of_papers,     // compared with one another, in operations and digits
  wide,          // one state fills the vector registers
  one_of_three,  // all derivatives together have kernels
  by_matrix,     // depends on a matrix or on wrenches that batches do not take
  no_posture,    // does not depend on the posture
};

// Which derivative a quantity is; if it is none: the quantity itself, with respect to nothing.
struct DerivativeOf {
  Quantity of;
  Inputs by;
};

struct QuantityInfo {
  Quantity quantity;
  std::string_view name;
  std::string_view what;
  std::array<ArrayInfo, kMostArrays> arrays;  // the first is always there
  Inputs inputs;
  std::string_view symbol;   // its usual symbol; empty: it has none
  std::string_view unit;     // of the numbers, by joint kind where they differ; empty: none, or several
  std::string_view aliases;  // other accepted names, separated by blanks
  // The method that takes over where M is ill-conditioned, for a quantity that divides by M and has no result where M is
  // singular; empty for the others.
  std::string_view stable;
  MotorEffect motors;
  Masses masses;
  Magnitude magnitude;
  DerivativeOf derivative;
  Use use = Use::seldom;

  constexpr bool needs(Input input) const { return inputs.has(input); }
  constexpr bool divides() const { return !stable.empty(); }  // by M
  // Whether wrenches of the links must be given; those of id, fd and their derivatives are zero if they are not.
  constexpr bool requires_wrenches() const { return needs(Input::wrenches) && !needs(Input::tip); }
  constexpr std::span<const ArrayInfo> results() const {  // the arrays that it has
    std::size_t count = 1;
    while (count < arrays.size() && arrays[count].shape != Shape::none) ++count;
    return {arrays.data(), count};
  }
  constexpr bool several() const { return results().size() > 1; }  // arrays
  constexpr Shape shape() const { return arrays[0].shape; }
};

// clang-format off
inline constexpr std::array kQuantities = [] {
  using enum Input;
  using enum Shape;
  using Q = Quantity;
  return std::array{
      QuantityInfo{Q::inertia, "inertia", "inertia matrix M(q)",
                   {{{"", square}}}, q, "M", "kg m² (revolute), kg (prismatic)", "M mass mass_matrix crba H", "", MotorEffect::added, Masses::base_parameters, Magnitude::inertia, {Q::id, qdd}},
      QuantityInfo{Q::inertia_rate, "inertia_rate", "rate of the inertia matrix, dM/dt",
                   {{{"", square}}}, q | qd, "", "kg m²/s", "Mdot mass_matrix_rate", "", MotorEffect::none, Masses::base_parameters, Magnitude::coriolis, {Q::inertia_rate, {}}, Use::wide},
      QuantityInfo{Q::coriolis, "coriolis", "Coriolis matrix C(q, qd), Christoffel",
                   {{{"", square}}}, q | qd, "C", "N m s", "C coriolis_matrix", "", MotorEffect::none, Masses::base_parameters, Magnitude::coriolis, {Q::coriolis, {}}},
      QuantityInfo{Q::christoffel, "christoffel", "Christoffel symbols [i][j][k], C_ij = sum_k . qd_k",
                   {{{"", cube}}}, q, "", "kg m²", "christoffel_symbols", "", MotorEffect::none, Masses::base_parameters, Magnitude::inertia, {Q::christoffel, {}}},
      QuantityInfo{Q::bias, "bias", "C qd, no gravity",
                   {{{"", joints}}}, q | qd, "c", "N m, N", "c", "", MotorEffect::none, Masses::base_parameters, Magnitude::bias, {Q::bias, {}}},
      QuantityInfo{Q::gravity, "gravity", "gravity torques",
                   {{{"", joints}}}, q | gravity, "g", "N m, N", "g gravity_torques gravload", "", MotorEffect::none, Masses::base_parameters, Magnitude::weight, {Q::gravity, {}}},
      QuantityInfo{Q::id, "id", "inverse dynamics, tau",
                   {{{"", joints}}}, q | qd | qdd | gravity | tip | wrenches, "tau", "N m, N", "tau torque torques rnea rne inverse_dynamics", "", MotorEffect::added, Masses::base_parameters, Magnitude::torque, {Q::id, {}}},
      QuantityInfo{Q::fd, "fd", "forward dynamics, qdd",
                   {{{"", joints}}}, q | qd | tau | gravity | tip | wrenches, "qdd", "rad/s², m/s²", "qdd acceleration aba forward_dynamics accel", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration, {Q::fd, {}}},
      QuantityInfo{Q::udut, "udut", "M = U D Uᵀ: U and d",
                   {{{"U", square}, {"d", joints}}}, q, "", "", "UDUt", "udut", MotorEffect::inside, Masses::base_parameters, Magnitude::one, {Q::udut, {}}},
      QuantityInfo{Q::inertia_inverse, "inertia_inverse", "inverse of M",
                   {{{"", square}}}, q, "", "1/(kg m²)", "Minv mass_matrix_inverse", "aba_columns", MotorEffect::inside, Masses::base_parameters, Magnitude::inverse_inertia, {Q::fd, tau}},
      QuantityInfo{Q::coriolis_transpose, "coriolis_transpose", "Cᵀ qd",
                   {{{"", joints}}}, q | qd | v, "", "N m, N", "Ct", "", MotorEffect::none, Masses::base_parameters, Magnitude::bias, {Q::coriolis_transpose, {}}},
      QuantityInfo{Q::kinetic_energy, "kinetic_energy", "qdᵀ M qd / 2",
                   {{{"", scalar}}}, q | qd, "", "J", "T KE", "", MotorEffect::added, Masses::base_parameters, Magnitude::bias, {Q::kinetic_energy, {}}},
      QuantityInfo{Q::potential_energy, "potential_energy", "-sum of m g.c",
                   {{{"", scalar}}}, q | gravity, "", "J", "V U PE", "", MotorEffect::none, Masses::bodies, Magnitude::weight, {Q::potential_energy, {}}},
      QuantityInfo{Q::jacobian, "jacobian", "Jacobian of the tool or of a frame, 6 x n, (angular; linear)",
                   {{{"", six_by_n}}}, q | frame, "J", "", "J jacob0", "", MotorEffect::none, Masses::none, Magnitude::length, {Q::jacobian, {}}},
      QuantityInfo{Q::jacobian_rate, "jacobian_rate", "rate of the Jacobian, dJ/dt",
                   {{{"", six_by_n}}}, q | qd | frame, "", "1/s", "Jdot", "", MotorEffect::none, Masses::none, Magnitude::velocity, {Q::jacobian_rate, {}}},
      QuantityInfo{Q::pose, "pose", "pose of the tool or of a frame, 4 x 4",
                   {{{"", Shape::pose}}}, q | frame, "", "m", "fk fkine forward_kinematics", "", MotorEffect::none, Masses::none, Magnitude::length, {Q::pose, {}}},
      QuantityInfo{Q::manipulability, "manipulability", "Yoshikawa's measure; linear rows of J if n < 6",
                   {{{"", scalar}}}, q, "", "", "w", "", MotorEffect::none, Masses::none, Magnitude::volume, {Q::manipulability, {}}},
      QuantityInfo{Q::rotor_inertia, "rotor_inertia", "reflected motor inertia, a diagonal",
                   {{{"", joints}}}, {}, "", "kg m²", "armature", "", MotorEffect::none, Masses::none, Magnitude::inertia, {Q::rotor_inertia, {}}, Use::no_posture},
      QuantityInfo{Q::friction, "friction", "joint friction torques",
                   {{{"", joints}}}, qd, "", "N m, N", "", "", MotorEffect::none, Masses::none, Magnitude::torque, {Q::friction, {}}, Use::no_posture},
      QuantityInfo{Q::nu, "nu", "quasi-velocities D^1/2 Uᵀ qd, M = U D Uᵀ",
                   {{{"", joints}}}, q | qd, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::quasi_velocity, {Q::nu, {}}, Use::of_papers},
      QuantityInfo{Q::xi, "xi", "quasi-velocities Uᵀ qd, unnormalized",
                   {{{"", joints}}}, q | qd, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::speed, {Q::xi, {}}, Use::of_papers},
      QuantityInfo{Q::cnu, "cnu", "C(q, nu) of d(nu)/dt + C = D^-1/2 U⁻¹ tau, with gravity",
                   {{{"", joints}}}, q | qd | gravity, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::quasi_force, {Q::cnu, {}}, Use::of_papers},
      QuantityInfo{Q::cxi, "cxi", "C(q, xi) of D d(xi)/dt + C = U⁻¹ tau, with gravity",
                   {{{"", joints}}}, q | qd | gravity, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::torque, {Q::cxi, {}}, Use::of_papers},
      QuantityInfo{Q::mci, "mci", "matrix of convective inertia (MCI), not built from Christoffel symbols",
                   {{{"", square}}}, q | qd, "", "N m s", "", "", MotorEffect::none, Masses::bodies, Magnitude::coriolis, {Q::mci, {}}, Use::of_papers},
      QuantityInfo{Q::did_dq, "did_dq", "derivative of id with respect to q; with respect to qdd it is inertia",
                   {{{"", square}}}, q | qd | qdd | gravity | tip | wrenches, "", "N m/rad", "", "", MotorEffect::none, Masses::base_parameters, Magnitude::torque, {Q::id, q}, Use::one_of_three},
      QuantityInfo{Q::did_dqd, "did_dqd", "derivative of id with respect to qd",
                   {{{"", square}}}, q | qd, "", "N m s/rad", "", "", MotorEffect::added, Masses::base_parameters, Magnitude::coriolis, {Q::id, qd}, Use::one_of_three},
      QuantityInfo{Q::dfd_dq, "dfd_dq", "derivative of fd with respect to q; with respect to tau it is inertia_inverse",
                   {{{"", square}}}, q | qd | tau | gravity | tip | wrenches, "", "1/s²", "", "aba_derivatives", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration, {Q::fd, q}, Use::one_of_three},
      QuantityInfo{Q::dfd_dqd, "dfd_dqd", "derivative of fd with respect to qd",
                   {{{"", square}}}, q | qd, "", "1/s", "", "aba_derivatives", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration_by_speed, {Q::fd, qd}, Use::one_of_three},
      QuantityInfo{Q::id_derivatives, "id_derivatives", "all derivatives of id: with respect to q, qd and qdd",
                   {{{"did_dq", square}, {"did_dqd", square}, {"did_dqdd", square}}}, q | qd | qdd | gravity | tip | wrenches, "", "", "", "", MotorEffect::added, Masses::base_parameters, Magnitude::torque, {Q::id_derivatives, {}}},
      QuantityInfo{Q::fd_derivatives, "fd_derivatives", "all derivatives of fd: with respect to q, qd and tau",
                   {{{"dfd_dq", square}, {"dfd_dqd", square}, {"dfd_dtau", square}}}, q | qd | tau | gravity | tip | wrenches, "", "", "", "aba_derivatives", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration, {Q::fd_derivatives, {}}},
      QuantityInfo{Q::inertia_solve, "inertia_solve", "M⁻¹ V for a matrix V of n rows",
                   {{{"", columns}}}, q | V, "", "", "Minv_times solve", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::inverse_inertia, {Q::inertia_solve, {}}, Use::by_matrix},
      QuantityInfo{Q::wrench_torques, "wrench_torques", "torques that balance a wrench of each link: the sum of Jᵀ w",
                   {{{"", joints}}}, q | wrenches, "", "N m, N", "", "", MotorEffect::none, Masses::none, Magnitude::torque, {Q::wrench_torques, {}}, Use::by_matrix},
      QuantityInfo{Q::momentum, "momentum", "momentum of the arm about the base, (angular; linear)",
                   {{{"", six}}}, q | qd, "", "N m s, N s", "total_momentum", "", MotorEffect::none, Masses::base_parameters, Magnitude::momentum, {Q::momentum, {}}},
      QuantityInfo{Q::nle, "nle", "nonlinear effects, C qd + g",
                   {{{"", joints}}}, q | qd | gravity, "", "N m, N", "nonlinear_effects nonlinearEffects bias_and_gravity", "", MotorEffect::added, Masses::base_parameters, Magnitude::torque, {Q::nle, {}}, Use::wide},
      QuantityInfo{Q::joint_momentum, "joint_momentum", "joint momenta, p = M qd",
                   {{{"", joints}}}, q | qd, "p", "N m s, N s", "generalized_momentum", "", MotorEffect::added, Masses::base_parameters, Magnitude::coriolis, {Q::joint_momentum, {}}},
      QuantityInfo{Q::regressor, "regressor", "matrix of tau = Y pi, with ten inertial parameters pi for each link",
                   {{{"", by_parameters}}}, q | qd | qdd | gravity, "Y", "", "Y joint_torque_regressor", "", MotorEffect::refused, Masses::none, Magnitude::unit_torque, {Q::regressor, {}}, Use::wide},
      QuantityInfo{Q::momentum_regressor, "momentum_regressor", "regressor Y of the joint momenta: M qd = Y pi",
                   {{{"", by_parameters}}}, q | qd, "", "", "joint_momentum_regressor", "", MotorEffect::refused, Masses::none, Magnitude::unit_momentum, {Q::momentum_regressor, {}}, Use::wide},
      QuantityInfo{Q::kinetic_energy_regressor, "kinetic_energy_regressor", "regressor y of the kinetic energy: qdᵀ M qd / 2 = y.pi",
                   {{{"", parameters}}}, q | qd, "", "", "", "", MotorEffect::refused, Masses::none, Magnitude::unit_kinetic_energy, {Q::kinetic_energy_regressor, {}}},
      QuantityInfo{Q::potential_energy_regressor, "potential_energy_regressor", "regressor y of the potential energy, which is y.pi",
                   {{{"", parameters}}}, q | gravity, "", "", "", "", MotorEffect::none, Masses::none, Magnitude::unit_potential_energy, {Q::potential_energy_regressor, {}}},
      QuantityInfo{Q::frame_velocity, "frame_velocity", "twist of the tool or of a frame, J qd, (angular; linear)",
                   {{{"", six}}}, q | qd | frame, "", "rad/s, m/s", "velocity twist", "", MotorEffect::none, Masses::none, Magnitude::velocity, {Q::frame_velocity, {}}},
      QuantityInfo{Q::frame_acceleration, "frame_acceleration", "rate of the twist, J qdd + dJ/dt qd",
                   {{{"", six}}}, q | qd | qdd | frame, "", "rad/s², m/s²", "", "", MotorEffect::none, Masses::none, Magnitude::frame_acceleration, {Q::frame_acceleration, {}}},
      QuantityInfo{Q::frame_bias_acceleration, "frame_bias_acceleration", "rate of the twist at qdd = 0, dJ/dt qd",
                   {{{"", six}}}, q | qd | frame, "", "rad/s², m/s²", "bias_acceleration Jdot_qd", "", MotorEffect::none, Masses::none, Magnitude::frame_acceleration, {Q::frame_bias_acceleration, {}}},
      QuantityInfo{Q::operational_inertia, "operational_inertia", "inertia at the tool or at a frame, (J M⁻¹ Jᵀ)⁻¹, 6 x 6",
                   {{{"", six_square}}}, q | frame | damping, "", "kg m², kg", "Lambda task_inertia", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::frame_inertia, {Q::operational_inertia, {}}},
      QuantityInfo{Q::operational_inertia_inverse, "operational_inertia_inverse", "J M⁻¹ Jᵀ, 6 x 6",
                   {{{"", six_square}}}, q | frame, "", "1/(kg m²), 1/kg", "Lambda_inverse mobility", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::mobility, {Q::operational_inertia_inverse, {}}},
      QuantityInfo{Q::jacobian_inverse, "jacobian_inverse", "dynamically consistent inverse of J, n x 6",
                   {{{"", n_by_six}}}, q | frame | damping, "", "", "Jbar dynamically_consistent_inverse", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::per_length, {Q::jacobian_inverse, {}}},
      QuantityInfo{Q::null_space, "null_space", "null-space projector of J, 1 - jacobian_inverse J",
                   {{{"", square}}}, q | frame | damping, "N", "", "null_space_projector", "aba", MotorEffect::inside, Masses::base_parameters, Magnitude::one, {Q::null_space, {}}},
      QuantityInfo{Q::slotine_li, "slotine_li", "torques of passivity-based control, M qdd + C(q, qd) v + g",
                   {{{"", joints}}}, q | qd | qdd | v | gravity, "", "N m, N", "passivity_id", "", MotorEffect::added, Masses::base_parameters, Magnitude::torque, {Q::slotine_li, {}}},
      QuantityInfo{Q::terms, "terms", "all terms of the equation of motion: M, C and g",
                   {{{"M", square}, {"C", square}, {"g", joints}}}, q | qd | gravity, "", "", "all_terms computeAllTerms", "", MotorEffect::added, Masses::base_parameters, Magnitude::one, {Q::terms, {}}, Use::wide},
      QuantityInfo{Q::id_second_derivatives, "id_second_derivatives", "second derivatives [i][j][k] of id with respect to q, q; qd, q; qd, qd; qdd, q",
                   {{{"d2id_dq_dq", cube}, {"d2id_dqd_dq", cube}, {"d2id_dqd_dqd", cube}, {"d2id_dqdd_dq", cube}}}, q | qd | qdd | gravity | tip, "", "", "", "", MotorEffect::none, Masses::base_parameters, Magnitude::torque, {Q::id_second_derivatives, {}}, Use::wide},
      QuantityInfo{Q::id_vjp, "id_vjp", "gradients of v.id for a constant v with respect to q, qd and qdd",
                   {{{"id_vjp_q", joints}, {"id_vjp_qd", joints}, {"id_vjp_qdd", joints}}}, q | qd | qdd | v | gravity | tip | wrenches, "", "", "id_vector_jacobian_product", "", MotorEffect::added, Masses::base_parameters, Magnitude::torque_product, {Q::id_vjp, {}}},
      QuantityInfo{Q::fd_vjp, "fd_vjp", "gradients of v.fd for a constant v with respect to q, qd and tau",
                   {{{"fd_vjp_q", joints}, {"fd_vjp_qd", joints}, {"fd_vjp_tau", joints}}}, q | qd | tau | v | gravity | tip | wrenches, "", "", "fd_vector_jacobian_product", "fd_vjp", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration_product, {Q::fd_vjp, {}}},
      QuantityInfo{Q::kic, "kic", "kinematic influence coefficients of the tool or of a frame: G is J, H[.][j][k] the derivative of column k of G with respect to q_j",
                   {{{"G", six_by_n}, {"H", six_by_n_by_n}}}, q | frame, "", "", "kinematic_influence_coefficients jacobian_gradient", "", MotorEffect::none, Masses::none, Magnitude::length, {Q::kic, {}}, Use::of_papers},
      QuantityInfo{Q::inertia_power, "inertia_power", "inertia power array P* = P1 + P2 + P3 [i][j][k], link by link; sum of P* qd_j qd_k is the bias",
                   {{{"P1", cube}, {"P2", cube}, {"P3", cube}, {"P_star", cube}}}, q, "", "kg m²", "", "", MotorEffect::none, Masses::bodies, Magnitude::inertia, {Q::inertia_power, {}}, Use::of_papers},
      QuantityInfo{Q::augmented_inertia_power, "augmented_inertia_power", "inertia power array of augmented bodies, P* = P1 + P2 + P3 [i][j][k]",
                   {{{"P1_augmented", cube}, {"P2_augmented", cube}, {"P3_augmented", cube}, {"P_augmented", cube}}}, q, "", "kg m²", "", "", MotorEffect::none, Masses::bodies, Magnitude::inertia, {Q::augmented_inertia_power, {}}, Use::of_papers},
      QuantityInfo{Q::augmented_bodies, "augmented_bodies", "links k..n as one rigid body: mass, centre of mass and inertia about it, in base axes",
                   {{{"augmented_mass", joints}, {"augmented_centre", three_by_n}, {"augmented_inertia", three_square_by_n}}}, q, "", "", "", "", MotorEffect::none, Masses::bodies, Magnitude::one, {Q::augmented_bodies, {}}, Use::of_papers},
      QuantityInfo{Q::momentum_rate, "momentum_rate", "rate of the momentum of the arm, d(momentum)/dt",
                   {{{"", six}}}, q | qd | qdd, "", "N m, N", "total_momentum_rate", "", MotorEffect::none, Masses::base_parameters, Magnitude::momentum_rate, {Q::momentum_rate, {}}, Use::of_papers},
      QuantityInfo{Q::kappa, "kappa", "quasi-forces U⁻¹ tau, conjugate to xi",
                   {{{"", joints}}}, q | tau, "", "N m, N", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::torque, {Q::kappa, {}}, Use::of_papers},
      QuantityInfo{Q::eps, "eps", "quasi-forces D^-1/2 U⁻¹ tau, conjugate to nu",
                   {{{"", joints}}}, q | tau, "", "", "epsilon", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::quasi_force, {Q::eps, {}}, Use::of_papers},
      QuantityInfo{Q::xi_rate, "xi_rate", "rate of xi: D d(xi)/dt = kappa - cxi",
                   {{{"", joints}}}, q | qd | tau | gravity | tip | wrenches, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::acceleration, {Q::xi_rate, {}}, Use::of_papers},
      QuantityInfo{Q::nu_rate, "nu_rate", "rate of nu: d(nu)/dt = eps - cnu",
                   {{{"", joints}}}, q | qd | tau | gravity | tip | wrenches, "", "", "", "quasi_velocity", MotorEffect::inside, Masses::base_parameters, Magnitude::quasi_force, {Q::nu_rate, {}}, Use::of_papers},
      QuantityInfo{Q::articulated_inertias, "articulated_inertias", "articulated-body inertias, psi_i = P_i S_i / delta_i and delta_i = S_i.P_i S_i, in link frames",
                   {{{"articulated_inertia", six_square_by_n}, {"psi", six_by_n}, {"delta", joints}}}, q, "", "", "", "spatial_operators", MotorEffect::inside, Masses::bodies, Magnitude::one, {Q::articulated_inertias, {}}, Use::of_papers},
      QuantityInfo{Q::spatial_operators, "spatial_operators", "stacked operators of rigid links: M = H Phi M_links Phiᵀ Hᵀ, in link frames, base to tip",
                   {{{"Phi", stacked_square}, {"H_axes", n_by_stacked}, {"M_links", six_square_by_n}}}, q, "", "", "", "", MotorEffect::none, Masses::bodies, Magnitude::one, {Q::spatial_operators, {}}, Use::of_papers},
      QuantityInfo{Q::articulated_operators, "articulated_operators", "stacked operators of articulated bodies: U = 1 + H Phi K, U⁻¹ = 1 - H Psi K, in link frames, base to tip",
                   {{{"Psi", stacked_square}, {"K", stacked_by_n}}}, q, "", "", "", "spatial_operators", MotorEffect::inside, Masses::base_parameters, Magnitude::one, {Q::articulated_operators, {}}, Use::of_papers},
      QuantityInfo{Q::denoc, "denoc", "decoupled natural orthogonal complement at the centres of mass: twists = N_l N_d qd, in base axes",
                   {{{"N_l", stacked_square}, {"N_d", stacked_by_n}, {"M_at_centres", six_square_by_n}, {"centres", three_by_n}}}, q, "", "", "", "", MotorEffect::none, Masses::bodies, Magnitude::one, {Q::denoc, {}}, Use::of_papers},
      QuantityInfo{Q::injected_accelerations, "injected_accelerations", "accelerations of the centre of mass of link i that joint j alone adds, [.][i][j], in base axes",
                   {{{"tangential_acceleration", three_by_n_by_n}, {"normal_acceleration", three_by_n_by_n}, {"coriolis_acceleration", three_by_n_by_n}}}, q | qd | qdd, "", "m/s²", "", "", MotorEffect::none, Masses::bodies, Magnitude::frame_acceleration, {Q::injected_accelerations, {}}, Use::of_papers},
      QuantityInfo{Q::injected_moments, "injected_moments", "moments about the centre of mass of link i that joint j alone requires, [.][i][j], in base axes",
                   {{{"tangential_moment", three_by_n_by_n}, {"normal_moment", three_by_n_by_n}, {"coriolis_moment", three_by_n_by_n}}}, q | qd | qdd, "", "N m", "", "", MotorEffect::none, Masses::bodies, Magnitude::torque, {Q::injected_moments, {}}, Use::of_papers},
      QuantityInfo{Q::injected_torques, "injected_torques", "torques of joint i that joint j alone causes, [i][j], without gravity",
                   {{{"tangential_torque", square}, {"normal_torque", square}, {"coriolis_torque", square}}}, q | qd | qdd, "", "N m, N", "torque_by_joint", "", MotorEffect::none, Masses::bodies, Magnitude::torque, {Q::injected_torques, {}}, Use::of_papers},
      QuantityInfo{Q::torque_terms, "torque_terms", "torques of joint i by terms, [i][j]: of qdd_j, of the bias acceleration and of the bias force of link j; all add up to id",
                   {{{"inertia_term", square}, {"bias_acceleration_term", square}, {"bias_force_term", square}}}, q | qd | qdd | gravity, "", "N m, N", "", "", MotorEffect::none, Masses::bodies, Magnitude::torque, {Q::torque_terms, {}}, Use::of_papers},
  };
}();
// clang-format on

static_assert(
    [] {
      for (std::size_t k = 0; k < kQuantities.size(); ++k)
        if (kQuantities[k].quantity != static_cast<Quantity>(k)) return false;
      return true;
    }(),
    "the rows of kQuantities must stand in the order of the enumeration Quantity");

constexpr const QuantityInfo& info(Quantity quantity) {
  return kQuantities[static_cast<std::size_t>(quantity)];
}

// The quantity of that name or alias, or null.
constexpr const QuantityInfo* find_quantity(std::string_view name) {
  for (const QuantityInfo& quantity : kQuantities)
    if (quantity.name == name) return &quantity;
  for (const QuantityInfo& quantity : kQuantities)
    for (std::string_view rest = quantity.aliases; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      if (rest.substr(0, end) == name) return &quantity;
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  return nullptr;
}

// How many numbers a result has for an arm of n joints: all its arrays.
constexpr std::size_t size_of(Quantity quantity, int n, int columns = -1) {
  std::size_t count = 0;
  for (const ArrayInfo& array : info(quantity).arrays) count += size_of(array.shape, n, columns).count();
  return count;
}

}  // namespace catena
