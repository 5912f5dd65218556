// SPDX-License-Identifier: Apache-2.0
#include "sim/formulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/kalman.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/udut.hpp"
#include "catena/core/algo/walker_orin_4.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/registry.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim {
namespace {

using Links = const Chain<double>&;
using Place = const Posture<double>&;
using In = std::span<const double>;
using Out = std::span<double>;

void copy(In from, Out to) { std::copy(from.begin(), from.end(), to.begin()); }

// What integrates q̇.
class Plain : public Formulation {
 public:
  Plain(Links arm, const Force<double>& tip) : arm_(arm), tip_(tip) {}
  void qd_from(Place, In v, Out qd) override { copy(v, qd); }
  void from_qd(Place, In qd, Out v) override { copy(qd, v); }
  void qdd_from(Place, In vd, Out qdd) override { copy(vd, qdd); }

 protected:
  Links arm_;
  Force<double> tip_;
};

// An algorithm of forward dynamics in its own workspace: nothing allocates.
template <class Work, auto run>
class Direct : public Plain {
 public:
  Direct(Links arm, const Force<double>& tip) : Plain(arm, tip), work_(arm.dof()) {}
  void rate(Place x, In qd, In tau, Out vd) override {
    run(arm_, x, qd, tau, arm_.gravity(), tip_, work_, vd);
  }

 private:
  Work work_;
};

// A row of the registry, which makes its workspace anew each time.
class Row : public Plain {
 public:
  Row(Links arm, const Force<double>& tip, const Method<double>& method) : Plain(arm, tip), method_(method) {}
  void rate(Place x, In qd, In tau, Out vd) override {
    const catena::State<double> s = {{}, qd, {}, tau, arm_.gravity(), tip_};
    method_.run(arm_, x, s, vd);
  }

 private:
  const Method<double>& method_;
};

// (M + R) q̈ = τ - C q̇ - g by factorising the matrix that `fill` writes.
template <class Fill>
class Factorised : public Plain {
 public:
  Factorised(Links arm, const Force<double>& tip, bool rotors, Fill fill)
      : Plain(arm, tip),
        rotors_(rotors),
        fill_(std::move(fill)),
        M_(arm.dof(), arm.dof()),
        rest_(static_cast<std::size_t>(arm.dof()), 0.0),
        rnea_(arm.dof()) {}
  void rate(Place x, In qd, In tau, Out vd) override {
    rnea<double>(arm_, x, qd, rest_, arm_.gravity(), tip_, rnea_, vd);
    for (std::size_t i = 0; i < vd.size(); ++i) vd[i] = tau[i] - vd[i];
    fill_(arm_, x, M_.view());
    for (int i = 0; rotors_ && i < arm_.dof(); ++i) M_(i, i) += arm_.link(i).rotor;
    udu_factor(M_.view());
    udu_solve(M_.view(), vd);
  }

 private:
  bool rotors_;
  Fill fill_;
  MatX<double> M_;
  std::vector<double> rest_;
  RneaWork<double> rnea_;
};

template <class Fill>
std::unique_ptr<Formulation> factorised(Links arm, const Force<double>& tip, bool rotors, Fill fill) {
  return std::make_unique<Factorised<Fill>>(arm, tip, rotors, std::move(fill));
}

// D ξ̇ + C(θ,ξ) = κ
class Unnormalized : public Formulation {
 public:
  Unnormalized(Links arm, const Force<double>& tip) : arm_(arm), tip_(tip), work_(arm.dof()) {}
  void qd_from(Place x, In v, Out qd) override {
    quasi_factors(arm_, x, work_.factors);
    quasi_velocities_from_xi(arm_, x, v, work_);
    copy(work_.qd, qd);
  }
  void from_qd(Place x, In qd, Out v) override {
    quasi_factors(arm_, x, work_.factors);
    xi_from_qd(arm_, x, work_.factors, qd, v);
  }
  void rate(Place x, In, In tau, Out vd) override {
    quasi_bias_forces(arm_, x, arm_.gravity(), work_);
    quasi_rates(arm_, x, work_);
    xi_rate(arm_, x, tau, tip_, work_, vd);
  }
  void qdd_from(Place x, In vd, Out qdd) override { qdd_from_xi_rate(arm_, x, work_, vd, qdd); }

 private:
  Links arm_;
  Force<double> tip_;
  QuasiWork<double> work_;
};

// ν̇ + C(θ,ν) = ε
class Normalized : public Formulation {
 public:
  Normalized(Links arm, const Force<double>& tip) : arm_(arm), tip_(tip), work_(arm.dof()) {}
  void qd_from(Place x, In v, Out qd) override {
    quasi_factors(arm_, x, work_.factors);
    quasi_roots(work_.factors);
    quasi_velocities_from_nu(arm_, x, v, work_);
    copy(work_.qd, qd);
  }
  void from_qd(Place x, In qd, Out v) override {
    quasi_factors(arm_, x, work_.factors);
    quasi_roots(work_.factors);
    nu_from_qd(arm_, x, work_.factors, qd, v);
  }
  void rate(Place x, In, In tau, Out vd) override {
    quasi_bias_forces(arm_, x, arm_.gravity(), work_);
    quasi_rates(arm_, x, work_);
    nu_rate(arm_, x, tau, tip_, work_, vd);
  }
  void qdd_from(Place x, In vd, Out qdd) override {
    xi_rate_from_nu_rate(arm_, work_, vd, qdd);
    qdd_from_xi_rate<double>(arm_, x, work_, qdd, qdd);
  }

 private:
  Links arm_;
  Force<double> tip_;
  QuasiWork<double> work_;
};

// φ = τ - bias by rnea, then conjugate directions.
struct DirectionsWork {
  explicit DirectionsWork(int n)
      : rnea(n), directions(n), rest(static_cast<std::size_t>(n), 0.0), phi(rest) {}
  RneaWork<double> rnea;
  WalkerOrin4Work<double> directions;
  std::vector<double> rest, phi;
};
void by_directions(Links arm, Place x, In qd, In tau, const Vec3<double>& g, const Force<double>& tip,
                   DirectionsWork& work, Out qdd) {
  rnea<double>(arm, x, qd, work.rest, g, tip, work.rnea, work.phi);
  for (std::size_t i = 0; i < qdd.size(); ++i) work.phi[i] = tau[i] - work.phi[i];
  walker_orin_4<double>(arm, x, work.phi, work.directions, qdd);
}

void by_aba(Links arm, Place x, In qd, In tau, const Vec3<double>& g, const Force<double>& tip,
            AbaWork<double>& work, Out qdd) {
  aba(arm, x, qd, tau, g, tip, work, qdd);
}

void fill_crba(Links arm, Place x, MatView<double> M) { crba(arm, x, M); }

template <class Work, auto run>
std::unique_ptr<Formulation> direct(Links arm, const Force<double>& tip) {
  return std::make_unique<Direct<Work, run>>(arm, tip);
}

// Forward dynamics without rotors; null if they have to come from the registry.
std::unique_ptr<Formulation> in_workspace(std::string_view method, Links arm, const Force<double>& tip) {
  if (method == "normalized") return std::make_unique<Normalized>(arm, tip);
  if (method == "unnormalized") return std::make_unique<Unnormalized>(arm, tip);
  if (method == "aba" || method == "brandl_johanni_otter") return direct<AbaWork<double>, by_aba>(arm, tip);
  if (method == "udut") return direct<UdutWork<double>, udut_fd<double>>(arm, tip);
  if (method == "kalman") return direct<KalmanWork<double>, kalman_fd<double>>(arm, tip);
  if (method == "quasi_velocity_nu") return direct<QuasiWork<double>, fd_by_nu<double>>(arm, tip);
  if (method == "quasi_velocity_xi") return direct<QuasiWork<double>, fd_by_xi<double>>(arm, tip);
  if (method == "walker_orin_4") return direct<DirectionsWork, by_directions>(arm, tip);
  return nullptr;
}

}  // namespace

std::span<const std::string_view> simulation_methods() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const Method<double>& m : methods<double>())
      if (m.quantity == Quantity::fd) list.push_back(m.stem);
    list.insert(list.end(), {"normalized", "unnormalized"});
    for (const Method<double>& m : methods<double>())
      if (m.quantity == Quantity::inertia && std::find(list.begin(), list.end(), m.stem) == list.end())
        list.push_back(m.stem);
    return list;
  }();
  return names;
}

std::unique_ptr<Formulation> make_formulation(const std::string& method, const Chain<double>& arm,
                                              const Force<double>& tip, bool rotors) {
  const std::span<const std::string_view> known = simulation_methods();
  if (std::find(known.begin(), known.end(), method) == known.end())
    throw Error(ErrorKind::usage, "simulate", fmt::format("there is no method '{}'", method))
        .need(fmt::format("one of {}", fmt::join(known, ", ")))
        .hint(text::did_you_mean(method, known));

  // by the inertia matrix: the rotors are a diagonal of it
  if (method == "crba" || method == "crba_udu") return factorised(arm, tip, rotors, fill_crba);
  if (const Method<double>* row = find_method<double>(Quantity::inertia, method))
    return factorised(arm, tip, rotors, [row](Links links, Place x, MatView<double> M) {
      const catena::State<double> none = {{}, {}, {}, {}, Vec3<double>::zero(), Force<double>::zero()};
      row->run(links, x, none, {M.data, static_cast<std::size_t>(M.rows) * static_cast<std::size_t>(M.cols)});
    });

  if (rotors) {
    if (method == "aba") return direct<AbaWork<double>, aba_rotors<double>>(arm, tip);
    throw Error(ErrorKind::usage, "simulate",
                fmt::format("the method '{}' does not know the inertia of the rotors", method))
        .hint("take aba, or crba or another that goes by the inertia matrix; or leave the rotors out");
  }
  if (std::unique_ptr<Formulation> f = in_workspace(method, arm, tip)) return f;
  return std::make_unique<Row>(arm, tip, *find_method<double>(Quantity::fd, method));
}

}  // namespace catena::sim
