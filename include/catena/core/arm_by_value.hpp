// SPDX-License-Identifier: Apache-2.0
// The calls of Arm that return their results by value. They are compiled in the caller's program: what Eigen allocates must be
// freed by an Eigen that was compiled for the same instruction set. Included by arm.hpp, at its end.
#pragma once

namespace catena {

inline Eigen::VectorXd Arm::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  Eigen::VectorXd x(dof());
  once(Quantity::id, {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  Eigen::VectorXd x(dof());
  once(Quantity::fd, {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip}, out(x));
  return x;
}
inline IdDerivatives Arm::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  IdDerivatives x{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  once(Quantity::id_derivatives, {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip},
       {out(x.by_q), out(x.by_qd), out(x.by_qdd)});
  return x;
}
inline IdSecondDerivatives Arm::id_second_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip) const {
  const int n = dof();
  IdSecondDerivatives x{{n, n * n}, {n, n * n}, {n, n * n}, {n, n * n}};
  once(Quantity::id_second_derivatives, {.q = in(q), .qd = in(qd), .qdd = in(qdd), .tip = &tip},
       {out(x.by_q_q), out(x.by_qd_q), out(x.by_qd_qd), out(x.by_qdd_q)});
  return x;
}
inline FdDerivatives Arm::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip) const {
  FdDerivatives x{{dof(), dof()}, {dof(), dof()}, {dof(), dof()}};
  once(Quantity::fd_derivatives, {.q = in(q), .qd = in(qd), .tau = in(tau), .tip = &tip},
       {out(x.by_q), out(x.by_qd), out(x.by_tau)});
  return x;
}
inline IdGradients Arm::id_vjp(VecIn q, VecIn qd, VecIn qdd, VecIn v, const Wrench& tip) const {
  IdGradients x{Eigen::VectorXd(dof()), Eigen::VectorXd(dof()), Eigen::VectorXd(dof())};
  once(Quantity::id_vjp, {.q = in(q), .qd = in(qd), .qdd = in(qdd), .v = in(v), .tip = &tip},
       {out(x.by_q), out(x.by_qd), out(x.by_qdd)});
  return x;
}
inline FdGradients Arm::fd_vjp(VecIn q, VecIn qd, VecIn tau, VecIn v, const Wrench& tip) const {
  FdGradients x{Eigen::VectorXd(dof()), Eigen::VectorXd(dof()), Eigen::VectorXd(dof())};
  once(Quantity::fd_vjp, {.q = in(q), .qd = in(qd), .tau = in(tau), .v = in(v), .tip = &tip},
       {out(x.by_q), out(x.by_qd), out(x.by_tau)});
  return x;
}
inline Eigen::MatrixXd Arm::inertia(VecIn q) const {
  Eigen::MatrixXd A(dof(), dof());
  once(Quantity::inertia, {.q = in(q)}, out(A));
  return A;
}
inline Eigen::MatrixXd Arm::inertia_inverse(VecIn q) const {
  Eigen::MatrixXd A(dof(), dof());
  once(Quantity::inertia_inverse, {.q = in(q)}, out(A));
  return A;
}
inline Eigen::MatrixXd Arm::inertia_rate(VecIn q, VecIn qd) const {
  Eigen::MatrixXd A(dof(), dof());
  once(Quantity::inertia_rate, {.q = in(q), .qd = in(qd)}, out(A));
  return A;
}
inline Eigen::MatrixXd Arm::coriolis(VecIn q, VecIn qd) const {
  Eigen::MatrixXd A(dof(), dof());
  once(Quantity::coriolis, {.q = in(q), .qd = in(qd)}, out(A));
  return A;
}
inline Eigen::VectorXd Arm::coriolis_transpose(VecIn q, VecIn qd, VecIn v) const {
  Eigen::VectorXd x(dof());
  once(Quantity::coriolis_transpose, {.q = in(q), .qd = in(qd), .v = in(v)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::bias(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::bias, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::gravity(VecIn q) const {
  Eigen::VectorXd x(dof());
  once(Quantity::gravity, {.q = in(q)}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::christoffel(VecIn q) const {
  Eigen::MatrixXd A(dof(), dof() * dof());
  once(Quantity::christoffel, {.q = in(q)}, out(A));
  return A;
}
inline Udut Arm::udut(VecIn q) const {
  Udut x{Eigen::MatrixXd(dof(), dof()), Eigen::VectorXd(dof())};
  once(Quantity::udut, {.q = in(q)}, {out(x.U), out(x.d)});
  return x;
}
inline Eigen::VectorXd Arm::nu(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::nu, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::xi(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::xi, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::cnu(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::cnu, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::cxi(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::cxi, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::jacobian(VecIn q) const {
  Eigen::MatrixXd A(6, dof());
  once(Quantity::jacobian, {.q = in(q)}, out(A));
  return A;
}
inline Eigen::MatrixXd Arm::jacobian_rate(VecIn q, VecIn qd) const {
  Eigen::MatrixXd A(6, dof());
  once(Quantity::jacobian_rate, {.q = in(q), .qd = in(qd)}, out(A));
  return A;
}
inline Eigen::Matrix4d Arm::pose(VecIn q) const {
  Eigen::Matrix4d X;
  once(Quantity::pose, {.q = in(q)}, MatView<double>{X.data(), 4, 4, 4});
  return X;
}
inline Eigen::MatrixXd Arm::jacobian(VecIn q, const Frame<double>& frame) const {
  Eigen::MatrixXd A(6, dof());
  once(Quantity::jacobian, {.q = in(q), .frame = &frame}, out(A));
  return A;
}
inline Eigen::MatrixXd Arm::jacobian_rate(VecIn q, VecIn qd, const Frame<double>& frame) const {
  Eigen::MatrixXd A(6, dof());
  once(Quantity::jacobian_rate, {.q = in(q), .qd = in(qd), .frame = &frame}, out(A));
  return A;
}
inline Eigen::Matrix4d Arm::pose(VecIn q, const Frame<double>& frame) const {
  Eigen::Matrix4d X;
  once(Quantity::pose, {.q = in(q), .frame = &frame}, MatView<double>{X.data(), 4, 4, 4});
  return X;
}
inline std::vector<Eigen::Matrix4d> Arm::poses(VecIn q, std::span<const NamedFrame> frames) const {
  std::vector<Eigen::Matrix4d> X(frames.size());
  frame_poses(q, frames, X.empty() ? nullptr : X[0].data());
  return X;
}
inline Eigen::Vector<double, 6> Arm::momentum(VecIn q, VecIn qd) const {
  Eigen::Vector<double, 6> H;
  once(Quantity::momentum, {.q = in(q), .qd = in(qd)}, MatView<double>{H.data(), 6, 1, 6});
  return H;
}
inline Eigen::VectorXd Arm::nle(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::nle, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::joint_momentum(VecIn q, VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::joint_momentum, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Terms Arm::terms(VecIn q, VecIn qd) const {
  Terms x{{dof(), dof()}, {dof(), dof()}, Eigen::VectorXd(dof())};
  once(Quantity::terms, {.q = in(q), .qd = in(qd)}, {out(x.M), out(x.C), out(x.g)});
  return x;
}
inline Eigen::VectorXd Arm::slotine_li(VecIn q, VecIn qd, VecIn v, VecIn a) const {
  Eigen::VectorXd x(dof());
  once(Quantity::slotine_li, {.q = in(q), .qd = in(qd), .qdd = in(a), .v = in(v)}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::regressor(VecIn q, VecIn qd, VecIn qdd) const {
  Eigen::MatrixXd x(dof(), 10 * dof());
  once(Quantity::regressor, {.q = in(q), .qd = in(qd), .qdd = in(qdd)}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::momentum_regressor(VecIn q, VecIn qd) const {
  Eigen::MatrixXd x(dof(), 10 * dof());
  once(Quantity::momentum_regressor, {.q = in(q), .qd = in(qd)}, out(x));
  return x;
}
inline Eigen::Vector<double, 6> Arm::frame_velocity(VecIn q, VecIn qd, FrameIn frame) const {
  Eigen::Vector<double, 6> x;
  once(Quantity::frame_velocity, {.q = in(q), .qd = in(qd), .frame = in(frame)}, out(x));
  return x;
}
inline Eigen::Vector<double, 6> Arm::frame_acceleration(VecIn q, VecIn qd, VecIn qdd, FrameIn frame) const {
  Eigen::Vector<double, 6> x;
  once(Quantity::frame_acceleration, {.q = in(q), .qd = in(qd), .qdd = in(qdd), .frame = in(frame)}, out(x));
  return x;
}
inline Eigen::Vector<double, 6> Arm::frame_bias_acceleration(VecIn q, VecIn qd, FrameIn frame) const {
  Eigen::Vector<double, 6> x;
  once(Quantity::frame_bias_acceleration, {.q = in(q), .qd = in(qd), .frame = in(frame)}, out(x));
  return x;
}
inline Eigen::Matrix<double, 6, 6> Arm::operational_inertia(VecIn q, FrameIn frame, double damping) const {
  Eigen::Matrix<double, 6, 6> x;
  once(Quantity::operational_inertia, {.q = in(q), .frame = in(frame), .damping = damping}, out(x));
  return x;
}
inline Eigen::Matrix<double, 6, 6> Arm::operational_inertia_inverse(VecIn q, FrameIn frame) const {
  Eigen::Matrix<double, 6, 6> x;
  once(Quantity::operational_inertia_inverse, {.q = in(q), .frame = in(frame)}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::jacobian_inverse(VecIn q, FrameIn frame, double damping) const {
  Eigen::MatrixXd x(dof(), 6);
  once(Quantity::jacobian_inverse, {.q = in(q), .frame = in(frame), .damping = damping}, out(x));
  return x;
}
inline Eigen::MatrixXd Arm::null_space(VecIn q, FrameIn frame, double damping) const {
  Eigen::MatrixXd x(dof(), dof());
  once(Quantity::null_space, {.q = in(q), .frame = in(frame), .damping = damping}, out(x));
  return x;
}
inline double Arm::kinetic_energy(VecIn q, VecIn qd) const {
  double x = 0;
  once(Quantity::kinetic_energy, {.q = in(q), .qd = in(qd)}, MatView<double>{&x, 1, 1, 1});
  return x;
}
inline double Arm::potential_energy(VecIn q) const {
  double x = 0;
  once(Quantity::potential_energy, {.q = in(q)}, MatView<double>{&x, 1, 1, 1});
  return x;
}
inline double Arm::manipulability(VecIn q) const {
  double x = 0;
  once(Quantity::manipulability, {.q = in(q)}, MatView<double>{&x, 1, 1, 1});
  return x;
}
inline Eigen::VectorXd Arm::rotor_inertia() const {
  Eigen::VectorXd x(dof());
  once(Quantity::rotor_inertia, {}, out(x));
  return x;
}
inline Eigen::VectorXd Arm::friction(VecIn qd) const {
  Eigen::VectorXd x(dof());
  once(Quantity::friction, {.qd = in(qd)}, out(x));
  return x;
}
inline Evaluated Arm::evaluated(Quantity quantity, const At& at, std::string_view method, bool digits) const {
  const Method<double>* const chosen = method.empty() ? &this->method(quantity) : find(quantity, method);
  Evaluated x{{}, {}, 0};
  std::array<MatView<double>, kMostArrays> views = {};
  for (const ArrayInfo& array : info(quantity).results()) {
    const Size size = size_of(array.shape, dof(), at.V ? at.V->view().cols : -1);
    x.arrays.emplace_back(size.rows, size.cols);
  }
  for (std::size_t k = 0; k < x.arrays.size(); ++k) views[k] = out(x.arrays[k]);
  const Result<double> result(views[0], views[1], views[2], views[3]);
  const Given given = Arm::given(quantity, at);
  const Method<double>& used = run_once(info(quantity), *chosen, given, result, method.empty());
  x.method = used.name;
  if (digits) x.digits = this->digits(used, given, result);
  return x;
}
inline std::vector<Eigen::MatrixXd> Arm::eval(Quantity quantity, const At& at,
                                              std::string_view method) const {
  return evaluated(quantity, at, method, false).arrays;
}
inline Evaluated Arm::eval_with_digits(Quantity quantity, const At& at, std::string_view method) const {
  return evaluated(quantity, at, method, true);
}

}  // namespace catena
