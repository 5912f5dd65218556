// SPDX-License-Identifier: Apache-2.0
// Arm: the dynamics of one robot arm, with Eigen. Start here.
//
//   const catena::Arm arm = catena::Arm::load("puma560");
//   Eigen::MatrixXd M = arm.inertia(q);                    // by value
//   catena::Workspace work(arm);                           // or in place: nothing allocates
//   arm.inertia(q, work, M);
//
// Arguments come in the order q, qd, then qdd or tau, in radians, metres, newtons. Share a const Arm between threads, and
// give each thread a Workspace. Wrong sizes and values that are not finite throw `Error`; the calls try_... return a Status
// instead (docs/real_time.md). Robots made in code: robot_builder.hpp.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/core/arm_results.hpp"
#include "catena/core/at.hpp"
#include "catena/core/error.hpp"
#include "catena/core/method.hpp"
#include "catena/core/model/body.hpp"
#include "catena/core/model/named_frame.hpp"
#include "catena/core/model/robot.hpp"
#include "catena/core/model/urdf_options.hpp"
#include "catena/core/status.hpp"
#include "catena/core/workspace.hpp"

namespace catena {

struct IkOptions;  // catena/core/ik.hpp
struct IkResult;

class Arm {
 public:
  // Checks the robot by the rules of robot files (check_robot.hpp). Throws Error(model).
  explicit Arm(Robot robot);

  // By name from the catalogue ("puma560"), by path ("arm.toml", "arm.urdf") or generated ("chain:30"). Defined in the
  // library catena::io, which reads files; a program that links catena::core alone builds its arms from a `Robot`.
  static Arm load(const std::string& spec, const UrdfOptions& urdf = {});
  // From the text of a URDF in memory, or from the path of a URDF file. Defined in catena::io too.
  static Arm from_urdf(const std::string& text_or_path, const UrdfOptions& options = {});

  const std::string& name() const& { return shared_->robot.name; }
  std::string name() && { return shared_->robot.name; }
  int dof() const { return chain_.dof(); }
  // As it was given: the gravity of with_gravity and the payload of with_payload are not in it.
  const Robot& robot() const& { return shared_->robot; }
  Robot robot() && {
    return shared_->robot;
  }  // a copy, since this arm ends first: for (... : Arm(r).notes())
  const Chain<double>& chain() const { return chain_; }
  const Notes& notes() const& { return shared_->notes; }  // what was assumed, and what may be a mistake
  Notes notes() && { return shared_->notes; }

  // --- names ---------------------------------------------------------------------------------------------
  // Frames by the names of the URDF or the robot file; "base" and "tool" always exist (model/named_frame.hpp). They are
  // looked up at each call: keep the frame, not its name. `frame` throws Error(usage) if there is no such frame.
  Frame<double> frame(const std::string& name, Axes axes = Axes::base_at_frame) const;
  std::vector<NamedFrame> frames() const;
  std::vector<std::string> joint_names() const;

  Eigen::Vector3d gravity_acceleration() const;                 // in the base frame
  Arm with_gravity(const Eigen::Vector3d& acceleration) const;  // the same arm under another gravity

  // The same arm with a body fixed to its tool, given in the tool frame, which is the frame of the robot's last link. It
  // comes in addition to the payload of the robot, and replaces that of an earlier call; a mass of 0 removes it. A
  // workspace of this arm fits. Throws Error(model) if no body can have this mass and inertia.
  Arm with_payload(const Payload& payload) const;
  // Both in place: nothing allocates. Not while another thread uses this object.
  void set_payload(const Payload& payload);
  void set_gravity(const Eigen::Vector3d& acceleration);
  const Payload& payload() const { return payload_; }  // of with_payload
  Robot changed_robot() const;                         // a copy of robot() with this gravity and payload

  // The same arm with its motors: M includes the reflected inertias of the rotors, id and fd also joint friction
  // (motors.hpp says what that means for each quantity). It needs a workspace of its own.
  Arm with_motors() const;
  bool has_motors() const { return motors_; }

  // The method that computes a quantity of this arm when none is requested.
  const Method<double>& method(Quantity quantity) const {
    return *methods_[static_cast<std::size_t>(quantity)];
  }

  // Whether a workspace was made for this arm or for a copy of it, under any gravity and with any payload.
  bool fits(const Workspace& work) const { return work.geometry == geometry_; }

  // --- any quantity, by its row in the table -------------------------------------------------------------
  // The arrays of the answer, in the order of the table; a method by name, or what the arm chooses.
  std::vector<Eigen::MatrixXd> eval(Quantity quantity, const At& at, std::string_view method = {}) const;
  void eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const;
  // The same, with an estimate of the number of correct digits. It runs the method nine times; for tests and for looking at
  // an arm, not for control loops.
  Evaluated eval_with_digits(Quantity quantity, const At& at, std::string_view method = {}) const;

  // --- by value ------------------------------------------------------------------------------------------
  // `tip` is the wrench that the arm exerts on its surroundings at the tool, in tool axes.
  Eigen::VectorXd id(VecIn q, VecIn qd, VecIn qdd,
                     const Wrench& tip = Wrench::zero()) const;  // M q̈ + C q̇ + g
  Eigen::VectorXd fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;  // q̈
  IdDerivatives id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip = Wrench::zero()) const;
  IdSecondDerivatives id_second_derivatives(VecIn q, VecIn qd, VecIn qdd,
                                            const Wrench& tip = Wrench::zero()) const;
  FdDerivatives fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip = Wrench::zero()) const;
  // Gradients of vᵀ id and of vᵀ fd for a constant v in O(n), without the matrices above (algo/id_vjp.hpp).
  IdGradients id_vjp(VecIn q, VecIn qd, VecIn qdd, VecIn v, const Wrench& tip = Wrench::zero()) const;
  FdGradients fd_vjp(VecIn q, VecIn qd, VecIn tau, VecIn v, const Wrench& tip = Wrench::zero()) const;
  // M, n x n, full. From nine joints on (twelve without AVX2) by gdahj_sums, whose error of an element at the tip is a
  // rounding of m p², p the distance from the base; eval with the method "crba" keeps all digits (docs/accuracy.md).
  Eigen::MatrixXd inertia(VecIn q) const;
  Eigen::MatrixXd inertia_inverse(VecIn q) const;                        // M⁻¹
  Eigen::MatrixXd inertia_rate(VecIn q, VecIn qd) const;                 // Ṁ
  Eigen::MatrixXd coriolis(VecIn q, VecIn qd) const;                     // C, Christoffel: Ṁ - 2C is skew
  Eigen::VectorXd coriolis_transpose(VecIn q, VecIn qd, VecIn v) const;  // Cᵀ v
  Eigen::VectorXd bias(VecIn q, VecIn qd) const;                         // C q̇
  Eigen::VectorXd gravity(VecIn q) const;                                // g
  Eigen::MatrixXd christoffel(VecIn q) const;              // n x n², matrix k beside matrix k - 1
  Udut udut(VecIn q) const;                                // M = U D Uᵀ
  Eigen::VectorXd nu(VecIn q, VecIn qd) const;             // D^½ Uᵀ q̇
  Eigen::VectorXd xi(VecIn q, VecIn qd) const;             // Uᵀ q̇
  Eigen::VectorXd cnu(VecIn q, VecIn qd) const;            // C(θ, ν), with gravity
  Eigen::VectorXd cxi(VecIn q, VecIn qd) const;            // C(θ, ξ), with gravity
  Eigen::MatrixXd jacobian(VecIn q) const;                 // 6 x n, (angular; linear), base axes, tool
  Eigen::MatrixXd jacobian_rate(VecIn q, VecIn qd) const;  // its time derivative
  Eigen::Matrix4d pose(VecIn q) const;                     // the tool in the base frame
  // The same for any frame, in its axes: arm.jacobian(q, arm.frame("wrist_1_link")).
  Eigen::MatrixXd jacobian(VecIn q, const Frame<double>& frame) const;
  Eigen::MatrixXd jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame) const;
  Eigen::Matrix4d pose(VecIn q, const Frame<double>& frame) const;
  // The poses of many frames in one sweep, in their order: arm.poses(q, arm.frames()).
  std::vector<Eigen::Matrix4d> poses(VecIn q, std::span<const NamedFrame> frames) const;
  Eigen::Vector<double, 6> momentum(VecIn q, VecIn qd) const;  // (angular; linear), base axes, about the base
  Eigen::VectorXd nle(VecIn q, VecIn qd) const;                // nonlinear effects, C q̇ + g
  Eigen::VectorXd joint_momentum(VecIn q, VecIn qd) const;     // p = M q̇
  Terms terms(VecIn q, VecIn qd) const;                        // M, C and g in one sweep
  Eigen::VectorXd slotine_li(VecIn q, VecIn qd, VecIn v, VecIn a) const;  // M a + C(q, q̇) v + g
  // Regressors, with ten parameters for each link (core/regressors.hpp): τ = Y π, M q̇ = Y π.
  Eigen::MatrixXd regressor(VecIn q, VecIn qd, VecIn qdd) const;  // n x 10n
  Eigen::MatrixXd momentum_regressor(VecIn q, VecIn qd) const;    // n x 10n
  // The motion of a frame (by default the tool), in its axes. The acceleration is the rate of the twist, J q̈ + J̇ q̇.
  Eigen::Vector<double, 6> frame_velocity(VecIn q, VecIn qd, FrameIn frame = {}) const;
  Eigen::Vector<double, 6> frame_acceleration(VecIn q, VecIn qd, VecIn qdd, FrameIn frame = {}) const;
  Eigen::Vector<double, 6> frame_bias_acceleration(VecIn q, VecIn qd, FrameIn frame = {}) const;  // J̇ q̇
  // The dynamics at a frame: Λ = (J M⁻¹ Jᵀ + damping 1)⁻¹, J̄ = M⁻¹ Jᵀ Λ and N = 1 - J̄ J (algo/operational_space.hpp).
  Eigen::Matrix<double, 6, 6> operational_inertia(VecIn q, FrameIn frame = {}, double damping = 0) const;
  Eigen::Matrix<double, 6, 6> operational_inertia_inverse(VecIn q, FrameIn frame = {}) const;  // J M⁻¹ Jᵀ
  Eigen::MatrixXd jacobian_inverse(VecIn q, FrameIn frame = {}, double damping = 0) const;     // J̄, n x 6
  Eigen::MatrixXd null_space(VecIn q, FrameIn frame = {}, double damping = 0) const;           // N, n x n
  double kinetic_energy(VecIn q, VecIn qd) const;
  double potential_energy(VecIn q) const;
  double manipulability(VecIn q) const;
  Eigen::VectorXd rotor_inertia() const;     // gear² x motor inertia
  Eigen::VectorXd friction(VecIn qd) const;  // viscous and Coulomb
  // Inverse kinematics: q at which the tool, or another frame, has a pose. Include catena/core/ik.hpp.
  IkResult ik(const Eigen::Matrix4d& pose) const;
  IkResult ik(const Eigen::Matrix4d& pose, const IkOptions& options) const;

  // --- in place: nothing allocates -----------------------------------------------------------------------
  void id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const;
  void id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const;
  void fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const;
  void fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const;
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                      MatOut by_qdd) const;
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                      MatOut by_qd, MatOut by_qdd) const;
  void id_second_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q_q,
                             MatOut by_qd_q, MatOut by_qd_qd, MatOut by_qdd_q) const;
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                      MatOut by_tau) const;
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                      MatOut by_qd, MatOut by_tau) const;
  void id_vjp(VecIn q, VecIn qd, VecIn qdd, VecIn v, const Wrench& tip, Workspace& work, VecOut by_q,
              VecOut by_qd, VecOut by_qdd) const;
  void fd_vjp(VecIn q, VecIn qd, VecIn tau, VecIn v, const Wrench& tip, Workspace& work, VecOut by_q,
              VecOut by_qd, VecOut by_tau) const;
  void inertia(VecIn q, Workspace& work, MatOut M) const;
  void inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const;
  void inertia_rate(VecIn q, VecIn qd, Workspace& work, MatOut Md) const;
  void coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const;
  void coriolis_transpose(VecIn q, VecIn qd, VecIn v, Workspace& work, VecOut out) const;
  void bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const;
  void gravity(VecIn q, Workspace& work, VecOut g) const;
  void christoffel(VecIn q, Workspace& work, MatOut gamma) const;
  void udut(VecIn q, Workspace& work, MatOut U, VecOut d) const;
  void nu(VecIn q, VecIn qd, Workspace& work, VecOut nu) const;
  void xi(VecIn q, VecIn qd, Workspace& work, VecOut xi) const;
  void cnu(VecIn q, VecIn qd, Workspace& work, VecOut c) const;
  void cxi(VecIn q, VecIn qd, Workspace& work, VecOut c) const;
  void jacobian(VecIn q, Workspace& work, MatOut J) const;
  void jacobian_rate(VecIn q, VecIn qd, Workspace& work, MatOut Jd) const;
  void pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const;
  void jacobian(VecIn q, const Frame<double>& frame, Workspace& work, MatOut J) const;
  void jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame, Workspace& work, MatOut Jd) const;
  void pose(VecIn q, const Frame<double>& frame, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const;
  void poses(VecIn q, std::span<const NamedFrame> frames, Workspace& work,
             std::span<Eigen::Matrix4d> X) const;
  void momentum(VecIn q, VecIn qd, Workspace& work, Eigen::Ref<Eigen::Vector<double, 6>> H) const;
  void nle(VecIn q, VecIn qd, Workspace& work, VecOut h) const;
  void joint_momentum(VecIn q, VecIn qd, Workspace& work, VecOut p) const;
  void terms(VecIn q, VecIn qd, Workspace& work, MatOut M, MatOut C, VecOut g) const;
  void slotine_li(VecIn q, VecIn qd, VecIn v, VecIn a, Workspace& work, VecOut tau) const;
  void regressor(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut Y) const;
  void momentum_regressor(VecIn q, VecIn qd, Workspace& work, MatOut Y) const;
  void frame_velocity(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut V) const;
  void frame_acceleration(VecIn q, VecIn qd, VecIn qdd, FrameIn frame, Workspace& work, SixOut A) const;
  void frame_bias_acceleration(VecIn q, VecIn qd, FrameIn frame, Workspace& work, SixOut A) const;
  void operational_inertia(VecIn q, FrameIn frame, double damping, Workspace& work, SixSquareOut L) const;
  void operational_inertia_inverse(VecIn q, FrameIn frame, Workspace& work, SixSquareOut A) const;
  void jacobian_inverse(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut J_inv) const;
  void null_space(VecIn q, FrameIn frame, double damping, Workspace& work, MatOut N) const;
  double kinetic_energy(VecIn q, VecIn qd, Workspace& work) const;
  double potential_energy(VecIn q, Workspace& work) const;
  double manipulability(VecIn q, Workspace& work) const;
  void rotor_inertia(VecOut out) const;
  void friction(VecIn qd, VecOut out) const;

  // --- in place, into row-major matrices: nothing allocates (row_major.hpp) --------------------------------
  template <RowMajor A>
  void inertia(VecIn q, Workspace& work, A&& M) const;
  template <RowMajor A>
  void inertia_inverse(VecIn q, Workspace& work, A&& M_inv) const;
  template <RowMajor A>
  void inertia_rate(VecIn q, VecIn qd, Workspace& work, A&& Md) const;
  template <RowMajor A>
  void coriolis(VecIn q, VecIn qd, Workspace& work, A&& C) const;
  template <class A, class B, class C>
  requires SomeRowMajor<A, B, C>
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, A&& by_q, B&& by_qd, C&& by_qdd) const;
  template <class A, class B, class C>
  requires SomeRowMajor<A, B, C>
  void id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, A&& by_q, B&& by_qd,
                      C&& by_qdd) const;
  template <class A, class B, class C>
  requires SomeRowMajor<A, B, C>
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, A&& by_q, B&& by_qd, C&& by_tau) const;
  template <class A, class B, class C>
  requires SomeRowMajor<A, B, C>
  void fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, A&& by_q, B&& by_qd,
                      C&& by_tau) const;
  template <RowMajor A>
  void christoffel(VecIn q, Workspace& work, A&& gamma) const;
  template <RowMajor A>
  void udut(VecIn q, Workspace& work, A&& U, VecOut d) const;
  template <RowMajor A>
  void jacobian(VecIn q, Workspace& work, A&& J) const;
  template <RowMajor A>
  void jacobian_rate(VecIn q, VecIn qd, Workspace& work, A&& Jd) const;
  template <RowMajor A>
  void pose(VecIn q, Workspace& work, A&& X) const;
  template <RowMajor A>
  void jacobian(VecIn q, const Frame<double>& frame, Workspace& work, A&& J) const;
  template <RowMajor A>
  void jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame, Workspace& work, A&& Jd) const;
  template <RowMajor A>
  void pose(VecIn q, const Frame<double>& frame, Workspace& work, A&& X) const;
  template <class A, class B>
  requires SomeRowMajor<A, B>
  void terms(VecIn q, VecIn qd, Workspace& work, A&& M, B&& C, VecOut g) const;
  template <RowMajor A>
  void regressor(VecIn q, VecIn qd, VecIn qdd, Workspace& work, A&& Y) const;
  template <RowMajor A>
  void momentum_regressor(VecIn q, VecIn qd, Workspace& work, A&& Y) const;
  template <RowMajor A>
  void operational_inertia(VecIn q, FrameIn frame, double damping, Workspace& work, A&& L) const;
  template <RowMajor A>
  void operational_inertia_inverse(VecIn q, FrameIn frame, Workspace& work, A&& L_inv) const;
  template <RowMajor A>
  void jacobian_inverse(VecIn q, FrameIn frame, double damping, Workspace& work, A&& J_inv) const;
  template <RowMajor A>
  void null_space(VecIn q, FrameIn frame, double damping, Workspace& work, A&& N) const;

  // --- for control loops: in place, never throws, never allocates ------------------------------------------
  // If the status is not ok, the result is unchanged; after `singular` and `rank_deficient` it is meaningless.
  Status try_eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const noexcept;
  Status try_id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const noexcept;
  Status try_id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const noexcept;
  Status try_fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const noexcept;
  Status try_fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const noexcept;
  Status try_inertia(VecIn q, Workspace& work, MatOut M) const noexcept;
  Status try_gravity(VecIn q, Workspace& work, VecOut g) const noexcept;
  Status try_bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const noexcept;
  Status try_jacobian(VecIn q, Workspace& work, MatOut J) const noexcept;
  Status try_pose(VecIn q, Workspace& work, Eigen::Ref<Eigen::Matrix4d> X) const noexcept;

 private:
  friend class Workspace;
  friend class Compiled;             // checks that a workspace is its own
  enum class Checks { all, taken };  // `taken` when the robot was read, with these notes
  Arm(Robot robot, Notes notes, Checks checks);

  // What a call was given, sizes as they came.
  struct Given {
    std::span<const double> q = {}, qd = {}, qdd = {}, tau = {}, v = {};
    const Wrench* tip = nullptr;
    const MatView<const double>* V = nullptr;
    std::span<const Wrench> wrenches = {};
    const Frame<double>* frame = nullptr;
    double damping = 0;
    Axes wrench_axes = Axes::frame;

    int columns() const { return V ? V->cols : -1; }
  };
  inline Status check(const QuantityInfo& quantity, const Given& given,
                      const Result<double>& out) const noexcept;
  inline State<double> state(const Given& given) const;
  struct Steps;
  inline Status try_run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                        const Result<double>& out) const noexcept;
  // The same, but throws the error that the status stands for.
  inline void run(const QuantityInfo& quantity, const Given& given, Workspace& work,
                  const Result<double>& out) const;
  // If pivots are below the bounds of a slot: computes the result again by its stable method, if it has one.
  Status run_stable(const Workspace::Slot& slot, const State<double>& state, Pivots<double> pivots,
                    Workspace& work, const Result<double>& out) const noexcept;
  Pivots<double> run_for_pivots(Workspace& work) const noexcept;
  // With its own scratch memory, for this call alone; `chosen` by the arm, which may then take the stable method.
  // Returns the method that computed the result.
  const Method<double>& run_once(const QuantityInfo& quantity, const Method<double>& method,
                                 const Given& given, const Result<double>& out, bool chosen) const;
  double digits(const Method<double>& method, const Given& given, const Result<double>& result) const;
  const Method<double>* find(Quantity quantity, std::string_view method) const;  // throws Error(usage)
  Evaluated evaluated(Quantity quantity, const At& at, std::string_view method, bool digits) const;
  static Given given(Quantity quantity, const At& at);
  void run_motors(const QuantityInfo& quantity, const Given& given, const Result<double>& out) const;
  void once(Quantity quantity, const Given& given, const Result<double>& out) const;
  inline bool is_vector(std::span<const double> x) const;
  // The checks of arguments that few quantities have.
  Status check_matrix(const MatView<const double>& V) const noexcept;
  Status check_wrenches(std::span<const Wrench> wrenches) const noexcept;
  Status check_frame(const Frame<double>& frame) const noexcept;
  // Throws the error that a status stands for.
  [[noreturn]] void refuse(const QuantityInfo& quantity, const Given& given, const Result<double>& out,
                           const Workspace* work, const Status& status) const;
  void refuse_vector(const QuantityInfo& quantity, const char* name, std::span<const double> x) const;
  void refuse_result(const QuantityInfo& quantity, std::size_t k, const Size& need,
                     const MatView<double>& given) const;
  static void require_wrench(const QuantityInfo& quantity, const std::string& name, const Wrench& w);
  void require_matrix(const QuantityInfo& quantity, const MatView<const double>& V) const;
  void require_wrenches(const QuantityInfo& quantity, std::span<const Wrench> wrenches) const;
  static void refuse_wrenches(const QuantityInfo& quantity);
  void require_frame(const QuantityInfo& quantity, const Frame<double>& frame) const;
  // The poses one after the other, 16 numbers each.
  void set_frame_poses(std::span<const double> q, std::span<const NamedFrame> frames,
                       Posture<double>& posture, Kinematics<double>& kinematics, double* X) const;
  void frame_poses(VecIn q, std::span<const NamedFrame> frames, double* X) const;
  static void require_damping(const QuantityInfo& quantity, double damping);

  static const Frame<double>* in(FrameIn frame) { return frame ? &*frame : nullptr; }
  static std::span<const double> in(VecIn x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
  static MatView<double> out(Eigen::VectorXd& x) {
    return {x.data(), static_cast<int>(x.size()), 1, static_cast<int>(x.size())};
  }
  static MatView<double> out(Eigen::Vector<double, 6>& x) { return {x.data(), 6, 1, 6}; }
  static MatView<double> out(Eigen::Matrix<double, 6, 6>& A) { return {A.data(), 6, 6, 6}; }
  static MatView<double> out(Eigen::MatrixXd& A) {
    return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()), static_cast<int>(A.rows())};
  }

  template <class A, class Call>
  static void by_rows(Workspace& work, A& result, const Call& call);
  template <class A>
  static MatView<double> view_of(A& to);
  template <class A, class Call>
  static void cube_by_rows(A& result, const Call& call);

  // What all copies have in common.
  struct Shared {
    Robot robot;
    Notes notes;
    detail::Body last_body;  // of the last link in its frame, without the payload of with_payload
  };
  std::shared_ptr<const Shared> shared_;
  Chain<double> chain_;
  Payload payload_;         // of with_payload
  bool motors_ = false;     // of with_motors
  std::uint64_t geometry_;  // the same for copies, for other gravities and payloads; different otherwise
  std::uint64_t masses_;    // the same for copies and for other gravities
  std::array<const Method<double>*, kQuantities.size()> methods_;  // by quantity (catena/core/select.hpp)
  Posture<double> no_posture_;  // of an arm without joints, for what depends on the motors alone
};

}  // namespace catena

#include "catena/core/arm_by_value.hpp"  // IWYU pragma: export
#include "catena/core/row_major.hpp"     // IWYU pragma: export
