// SPDX-License-Identifier: Apache-2.0
// Methods that run kernels, in the place of the templates of the same name.
#include <algorithm>
#include <array>

#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/registry.hpp"
#include "core/kernels/kernels.hpp"
#include "core/kernels/quickest.hpp"
#include "core/kernels/set_posture.hpp"

namespace catena {
namespace {

using namespace rows;
using detail::Kernels;
using T = double;

// Scratch of an algorithm, and the kernels that were in use when it was made.
template <class Work>
struct With : Work {
  explicit With(const Chain<T>& arm) requires std::is_constructible_v < Work, const Chain<T>
  & > : Work(arm) {}
  explicit With(const Chain<T>& arm) requires(!std::is_constructible_v<Work, const Chain<T>&>)
      : Work(arm.dof()) {}
  void set_bodies(const Chain<T>& arm) {
    if constexpr (requires { Work::set_bodies(arm); }) Work::set_bodies(arm);
  }
  const Kernels& kernels = detail::kernels();
};

struct Nothing {
  explicit Nothing(int) {}
};

bool is_zero(const Force<T>& w) {
  return w.ang.x == 0 && w.ang.y == 0 && w.ang.z == 0 && w.lin.x == 0 && w.lin.y == 0 && w.lin.z == 0;
}

ChainEnds<T> ends_of(const Chain<T>& arm, const Vec3<T>& gravity, const Force<T>& tip) {
  return is_zero(tip) ? ChainEnds<T>(arm, gravity) : ChainEnds<T>(arm, gravity, tip);
}

void rnea_sums_by(const Kernels& kernels, const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                  std::span<const T> qdd, const ChainEnds<T>& ends, LinkSums<T>& sums, std::span<T> tau) {
  kernels.rnea_sums({arm.dof(), &x.step(0), qd.data(), qdd.data(), &ends.lift.x, &ends.held.ang.x,
                     sums.rows(), tau.data()});
}

void inertia_by(const Kernels& kernels, const Chain<T>& arm, const Posture<T>& x, MatView<T> M) {
  if (runs_small(kernels, arm.dof()))
    return kernels.crba_small({arm.dof(), &arm.link(0), &x.step(0)}, M.data,
                              static_cast<std::size_t>(M.stride));
  crba(arm, x, M);
}

void aba_by(const Kernels& kernels, const Chain<T>& arm, const Posture<T>& x, const State<T>& s,
            AbaWork<T>& work, std::span<T> qdd) {
  const ChainEnds<T> ends = ends_of(arm, s.gravity, s.tip);
  kernels.aba({arm.dof(), &arm.link(0), &x.step(0), s.qd.data(), s.tau.data(), &ends.lift, &ends.held,
               work.V.data(), work.c.data(), work.psi.data(), work.delta_inv.data(), work.rest.data(),
               qdd.data()});
}

// Forward dynamics by the inertia matrix. C q̇ + g by the fastest kernel at this level.
struct SolvedWork {
  explicit SolvedWork(const Chain<T>& arm)
      : sums(arm), rnea(arm.dof()), solve(arm.dof()), none(detail::zeros<T>(arm.dof())), phi(none) {}
  void set_bodies(const Chain<T>& arm) { sums.set_bodies(arm); }
  LinkSums<T> sums;
  RneaWork<T> rnea;
  CrbaUduWork<T> solve;
  std::vector<T> none, phi;  // (n)
};

const std::vector<T>& solved_by(const Kernels& kernels, const Chain<T>& arm, const Posture<T>& x,
                                const State<T>& s, SolvedWork& work) {
  if (arm.dof() >= detail::id_sums_from(kernels.level))
    rnea_sums_by(kernels, arm, x, s.qd, work.none, ends_of(arm, s.gravity, s.tip), work.sums, work.phi);
  else
    rnea<T>(arm, x, s.qd, work.none, s.gravity, s.tip, work.rnea, work.phi);
  for (std::size_t i = 0; i < work.phi.size(); ++i) work.phi[i] = s.tau[i] - work.phi[i];
  if (runs_small(kernels, arm.dof()))
    kernels.crba_small_solve({arm.dof(), &arm.link(0), &x.step(0)}, work.solve.delta.data(), work.phi.data());
  else
    crba_udu_solve<T>(arm, x, work.solve, work.phi);
  return work.phi;
}

void differentiate_by(const Kernels& kernels, const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                      std::span<const T> qdd, const State<T>& s, RneaDerivativesWork<T>& work,
                      const Result<T>& out) {
  const ChainEnds<T> ends(arm, s.gravity, s.tip);
  kernels.differentiate(detail::derivatives_job<T>(arm, x, qd.data(), qdd.data(), ends, work,
                                                   {out.matrix(0), out.matrix(1), out.matrix(2)}));
}

detail::RegressorJob<T> regressor_job(const Chain<T>& arm, const Posture<T>& x, const T* qd, const T* qdd,
                                      const T* lift, RegressorWork<T>& work, const Result<T>& out) {
  const MatView<T> Y = out.matrix();
  return {arm.dof(), &arm.link(0),     &x.step(0),  qd,     qdd,
          lift,      work.axes.data(), work.stride, Y.data, Y.stride};
}

struct AllFdDerivatives {
  explicit AllFdDerivatives(const Chain<T>& arm) : derivatives(arm), solved(arm) {}
  void set_bodies(const Chain<T>& arm) {
    derivatives.set_bodies(arm);
    solved.set_bodies(arm);
  }
  FdDerivativesWork<T> derivatives;
  SolvedWork solved;
};

// M⁻¹ times the columns of a matrix, for the quantities of operational space.
struct OperationalResponse : detail::Operational<T, detail::InverseByResponse> {
  explicit OperationalResponse(int n) : Operational(n) {}
  auto solver(const Chain<T>& arm, const Posture<T>& x) {
    return [&arm, &x, this](MatView<T> X) {
      kernels.solve(detail::response_job<T>(arm, x, response, MatView<T>{}), {X.data, X.stride, X.cols});
    };
  }
  const Kernels& kernels = detail::kernels();
};

std::span<const Method<T>> kernel_methods() {
  static const std::array operational = operational_space_by<T, OperationalResponse>("aba_response", "");
  static const Method<T> rows[] = {
      operational[0],
      operational[1],
      operational[2],
      operational[3],
      row<T, With<LinkSums<T>>>(Quantity::id, "rnea_sums", "",
                                [](Links<T> arm, Pos<T> x, In<T> s, With<LinkSums<T>>& work, Out<T> out) {
                                  rnea_sums_by(work.kernels, arm, x, s.qd, s.qdd,
                                               ends_of(arm, s.gravity, s.tip), work, out.vector());
                                }),
      row<T, With<detail::RneaSumsBias<T>>>(
          Quantity::bias, "rnea_sums", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<detail::RneaSumsBias<T>>& work, Out<T> out) {
            rnea_sums_by(work.kernels, arm, x, s.qd, work.none, ChainEnds<T>(arm, Vec3<T>::zero()), work.sums,
                         out.vector());
          }),
      row<T, With<detail::RneaSumsBias<T>>>(
          Quantity::nle, "rnea_sums", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<detail::RneaSumsBias<T>>& work, Out<T> out) {
            rnea_sums_by(work.kernels, arm, x, s.qd, work.none, ChainEnds<T>(arm, s.gravity), work.sums,
                         out.vector());
          }),
      row<T, With<RegressorWork<T>>>(
          Quantity::regressor, "regressor", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RegressorWork<T>>& work, Out<T> out) {
            const ChainEnds<T> ends(arm, s.gravity);
            work.kernels.regressor(regressor_job(arm, x, s.qd.data(), s.qdd.data(), &ends.lift.x, work, out));
          }),
      row<T, With<RegressorWork<T>>>(
          Quantity::momentum_regressor, "regressor", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RegressorWork<T>>& work, Out<T> out) {
            work.kernels.momentum_regressor(regressor_job(arm, x, s.qd.data(), nullptr, nullptr, work, out));
          }),
      row<T, With<LinkSums<T>>>(Quantity::inertia, "gdahj_sums", "",
                                [](Links<T> arm, Pos<T> x, In<T>, With<LinkSums<T>>& work, Out<T> out) {
                                  const MatView<T> M = out.matrix();
                                  work.kernels.gdahj_sums({arm.dof(), &x.step(0), work.rows(), work.axes(),
                                                           work.wrenches(), work.stride(), M.data,
                                                           static_cast<std::size_t>(M.stride)});
                                }),
      row<T, With<GdahjWork<T>>>(Quantity::inertia, "gdahj", "",
                                 [](Links<T> arm, Pos<T> x, In<T>, With<GdahjWork<T>>& work, Out<T> out) {
                                   const MatView<T> M = out.matrix();
                                   set_poses(arm, x, work.kinematics);
                                   joint_axes(arm, work);
                                   joint_wrenches(arm, x, work);
                                   work.kernels.rank_six({M.cols, work.axes.data(), work.wrenches.data(),
                                                          work.stride, M.data,
                                                          static_cast<std::size_t>(M.stride)});
                                 }),
      row<T, With<Nothing>>(Quantity::inertia, "crba", "",
                            [](Links<T> arm, Pos<T> x, In<T>, With<Nothing>& work, Out<T> out) {
                              inertia_by(work.kernels, arm, x, out.matrix());
                            }),
      row<T, With<AbaWork<T>>>(Quantity::fd, "aba", "",
                               [](Links<T> arm, Pos<T> x, In<T> s, With<AbaWork<T>>& work, Out<T> out) {
                                 aba_by(work.kernels, arm, x, s, work, out.vector());
                                 return inverse_pivots(work.delta_inv);
                               }),
      row<T, With<SolvedWork>>(Quantity::fd, "crba_udu", "",
                               [](Links<T> arm, Pos<T> x, In<T> s, With<SolvedWork>& work, Out<T> out) {
                                 const std::vector<T>& qdd = solved_by(work.kernels, arm, x, s, work);
                                 std::copy(qdd.begin(), qdd.end(), out.vector().begin());
                                 return pivots(work.solve.delta);
                               }),
      row<T, With<detail::CrbaUduDelta<T>>>(
          Quantity::inertia_inverse, "crba_udu", "",
          [](Links<T> arm, Pos<T> x, In<T>, With<detail::CrbaUduDelta<T>>& work, Out<T> out) {
            inertia_by(work.kernels, arm, x, out.matrix());
            udu_factor(out.matrix());
            const Pivots<T> found = detail::diagonal_pivots(out.matrix(), work.delta);
            udu_inverse(out.matrix());
            return found;
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::id_derivatives, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            differentiate_by(work.kernels, arm, x, s.qd, s.qdd, s, work, out);
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::did_dq, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            const ChainEnds<T> ends(arm, s.gravity, s.tip);
            work.kernels.differentiate_by_q(detail::derivatives_job<T>(arm, x, s.qd.data(), s.qdd.data(),
                                                                       ends, work, {out.matrix(), {}, {}}));
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::did_dqd, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            const ChainEnds<T> ends(arm, s.gravity, s.tip);
            work.kernels.differentiate_by_qd(
                detail::derivatives_job<T>(arm, x, s.qd.data(), nullptr, ends, work, {{}, out.matrix(), {}}));
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::coriolis, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            work.kernels.coriolis(detail::coriolis_job<T>(arm, x, s.qd, work, out.matrix()));
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::inertia_rate, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            work.kernels.inertia_rate(detail::coriolis_job<T>(arm, x, s.qd, work, out.matrix()));
          }),
      row<T, With<RneaDerivativesWork<T>>>(
          Quantity::terms, "rnea_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<RneaDerivativesWork<T>>& work, Out<T> out) {
            const ChainEnds<T> ends(arm, s.gravity);
            work.kernels.terms(detail::terms_job<T>(arm, x, s.qd, ends, work, out.matrix(0), out.matrix(1)),
                               out.vector(2).data());
          }),
      row<T, With<AbaResponseWork<T>>>(
          Quantity::inertia_inverse, "aba_response", "",
          [](Links<T> arm, Pos<T> x, In<T>, With<AbaResponseWork<T>>& work, Out<T> out) {
            work.kernels.inertia_inverse(detail::response_job<T>(arm, x, work, out.matrix()));
            return inverse_pivots(work.delta_inv);
          }),
      row<T, With<detail::ResponseDerivatives<T>>>(
          Quantity::fd_derivatives, "aba_response", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<detail::ResponseDerivatives<T>>& work, Out<T> out) {
            aba_by(work.kernels, arm, x, s, work.aba, work.qdd);
            differentiate_by(work.kernels, arm, x, s.qd, work.qdd, s, work.id, out);
            const MatView<T> q = out.matrix(0), qd = out.matrix(1);
            work.kernels.respond(detail::response_job<T>(arm, x, work, out.matrix(2)),
                                 {q.data, qd.data, q.stride, qd.stride});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, With<detail::ResponseDerivatives<T>>>(
          Quantity::dfd_dq, "aba_response", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<detail::ResponseDerivatives<T>>& work, Out<T> out) {
            const MatView<T> q = out.matrix();
            aba_by(work.kernels, arm, x, s, work.aba, work.qdd);
            const ChainEnds<T> ends(arm, s.gravity, s.tip);
            work.kernels.differentiate_by_q(
                detail::derivatives_job<T>(arm, x, s.qd.data(), work.qdd.data(), ends, work.id, {q, {}, {}}));
            work.kernels.respond(detail::response_job<T>(arm, x, work, MatView<T>{}),
                                 {q.data, nullptr, q.stride, 0});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, With<detail::ResponseDerivatives<T>>>(
          Quantity::dfd_dqd, "aba_response", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<detail::ResponseDerivatives<T>>& work, Out<T> out) {
            const MatView<T> qd = out.matrix();
            const ChainEnds<T> ends(arm, s.gravity, s.tip);
            work.kernels.differentiate_by_qd(
                detail::derivatives_job<T>(arm, x, s.qd.data(), nullptr, ends, work.id, {{}, qd, {}}));
            work.kernels.solve(detail::response_job<T>(arm, x, work, MatView<T>{}),
                               {qd.data, qd.stride, qd.cols, true});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, With<AbaResponseWork<T>>>(
          Quantity::inertia_solve, "aba_response", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<AbaResponseWork<T>>& work, Out<T> out) {
            const MatView<T> X = out.matrix();
            detail::copy_columns(s.V, X);
            work.kernels.solve(detail::response_job<T>(arm, x, work, MatView<T>{}),
                               {X.data, X.stride, X.cols});
            return inverse_pivots(work.delta_inv);
          }),
      row<T, With<IdSecondDerivativesWork<T>>>(
          Quantity::id_second_derivatives, "id_second_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<IdSecondDerivativesWork<T>>& work, Out<T> out) {
            const ChainEnds<T> ends(arm, s.gravity, s.tip);
            work.kernels.second_derivatives(detail::second_derivatives_job<T>(
                arm, x, s.qd, s.qdd, ends, work,
                {out.matrix(0), out.matrix(1), out.matrix(2), out.matrix(3)}));
          }),
      row<T, With<AllFdDerivatives>>(
          Quantity::fd_derivatives, "fd_derivatives", "",
          [](Links<T> arm, Pos<T> x, In<T> s, With<AllFdDerivatives>& work, Out<T> out) {
            FdDerivativesWork<T>& own = work.derivatives;
            Pivots<T> found;
            if (detail::solves_small(work.kernels, arm.dof())) {
              const std::vector<T>& qdd = solved_by(work.kernels, arm, x, s, work.solved);
              std::copy(qdd.begin(), qdd.end(), own.qdd.begin());
              found = pivots(work.solved.solve.delta);
            } else {
              aba_by(work.kernels, arm, x, s, own.aba, own.qdd);
              found = inverse_pivots(own.aba.delta_inv);
            }
            differentiate_by(work.kernels, arm, x, s.qd, own.qdd, s, own.id, out);
            const MatView<T> q = out.matrix(0), qd = out.matrix(1), tau = out.matrix(2);
            work.kernels.solve_derivatives({arm.dof(), q.data, qd.data, tau.data, q.stride, qd.stride,
                                            tau.stride, own.inverse_start(), own.columns.data()});
            return found;
          }),
  };
  return rows;
}

}  // namespace

std::span<const Method<double>> library_methods() {
  static const std::vector<Method<double>> all = [] {
    const std::span<const Method<double>> templates = methods<double>();
    std::vector<Method<double>> list(templates.begin(), templates.end());
    for (const Method<double>& kernel : kernel_methods())
      for (Method<double>& m : list)
        if (m.quantity == kernel.quantity && m.name == kernel.name)
          m.scratch = kernel.scratch, m.execute = kernel.execute;
    return list;
  }();
  return all;
}

const Method<double>* library_method(Quantity quantity, std::string_view name) {
  for (const Method<double>& m : library_methods())
    if (m.quantity == quantity && (name.empty() || m.name == name)) return &m;
  return nullptr;
}

const Method<double>* stable_method(Quantity quantity) {
  const std::string_view name = info(quantity).stable;
  return name.empty() ? nullptr : library_method(quantity, name);
}

LeastPivot least_pivot(const Method<double>& method) {
  const Method<double>* const stable = stable_method(method.quantity);
  if (!stable || stable == &method) return LeastPivot::regular;
  const DerivativeOf& is = info(method.quantity).derivative;
  return method.quantity == Quantity::fd_derivatives || method.quantity == Quantity::fd_vjp ||
                 is.by.has(Input::q) || is.by.has(Input::qd)
             ? LeastPivot::trusted_in_one_frame
             : LeastPivot::trusted;
}

std::vector<double> least_pivots(const Chain<double>& arm, const Method<double>& method) {
  std::vector<double> least(static_cast<std::size_t>(arm.dof()));
  set_least_pivots(arm, least_pivot(method), least);
  return least;
}

void set_posture(const Chain<double>& arm, std::span<const double> q, Posture<double>& x) {
  set_posture(detail::kernels(), arm, q, x);
}

}  // namespace catena
