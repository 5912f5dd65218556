// SPDX-License-Identifier: Apache-2.0
#include "sim/formulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim {

std::span<const std::string_view> simulation_methods() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const Method<double>& m : library_methods())
      if (m.quantity == Quantity::fd) list.push_back(m.name);
    list.insert(list.end(), {"normalized", "unnormalized"});
    for (const Method<double>& m : library_methods())
      if (m.quantity == Quantity::inertia && std::find(list.begin(), list.end(), m.name) == list.end())
        list.push_back(m.name);
    return list;
  }();
  return names;
}

}  // namespace catena::sim

namespace catena::sim::detail {
namespace {

using Links = const Chain<double>&;
using Place = const Posture<double>&;
using In = std::span<const double>;
using Out = std::span<double>;

void copy(In from, Out to) { std::copy(from.begin(), from.end(), to.begin()); }

// Formulations that integrate q̇.
class Plain : public Formulation {
 public:
  Plain(Links arm, const Force<double>& tip) : arm_(arm), tip_(tip) {}
  bool integrates_qd() const override { return true; }
  void qd_from(Place, In v, Out qd) override { copy(v, qd); }
  void from_qd(Place, In qd, Out v) override { copy(qd, v); }
  void by_velocities(In, In by_qd, Out by_v) override { copy(by_qd, by_v); }
  void qdd_from(Place, In vd, Out qdd) override { copy(vd, qdd); }

 protected:
  Links arm_;
  Force<double> tip_;
};

// A method of forward dynamics.
class ByMethod : public Plain {
 public:
  ByMethod(Links arm, const Force<double>& tip, const Method<double>& method)
      : Plain(arm, tip), prepared_(method.prepare(arm)) {}
  bool takes_roots() const override { return prepared_.method().roots; }
  void rate(Place x, In qd, In tau, Out vd) override {
    prepared_.run(x, {{}, qd, {}, tau, arm_.gravity(), tip_}, vd);
  }

 private:
  Prepared<double> prepared_;
};

// The articulated-body algorithm with rotor inertia and without friction, which the simulation adds by itself.
class ByRotors : public Plain {
 public:
  ByRotors(Links arm, const Force<double>& tip) : Plain(arm, tip), work_(arm.dof()) {}
  void rate(Place x, In qd, In tau, Out vd) override {
    aba_rotors<double>(arm_, x, qd, tau, arm_.gravity(), tip_, work_, vd);
  }

 private:
  AbaRotorsWork<double> work_;
};

// (M + R) q̈ = τ - C q̇ - g by factorising the matrix that a method computes.
class Factorised : public Plain {
 public:
  Factorised(Links arm, const Force<double>& tip, bool rotors, const Method<double>& inertia)
      : Plain(arm, tip),
        rotors_(rotors),
        inertia_(inertia.prepare(arm)),
        M_(arm.dof(), arm.dof()),
        rest_(static_cast<std::size_t>(arm.dof()), 0.0),
        rnea_(arm.dof()) {}
  void rate(Place x, In qd, In tau, Out vd) override {
    rnea<double>(arm_, x, qd, rest_, arm_.gravity(), tip_, rnea_, vd);
    for (std::size_t i = 0; i < vd.size(); ++i) vd[i] = tau[i] - vd[i];
    inertia_.run(x, {{}, {}, {}, {}, Vec3<double>::zero(), Force<double>::zero()}, Result<double>(M_.view()));
    for (int i = 0; rotors_ && i < arm_.dof(); ++i) M_(i, i) += arm_.link(i).rotor;
    udu_factor(M_.view());
    udu_solve(M_.view(), vd);
  }

 private:
  bool rotors_;
  Prepared<double> inertia_;
  MatX<double> M_;
  std::vector<double> rest_;
  RneaWork<double> rnea_;
};

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
  void by_velocities(In v, In, Out by_v) override {  // T = ½ Σ D ξ²
    for (std::size_t i = 0; i < v.size(); ++i) by_v[i] = work_.factors.D[i] * v[i];
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
  bool takes_roots() const override { return true; }
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
  void by_velocities(In v, In, Out by_v) override { copy(v, by_v); }  // T = ½ Σ ν²
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

}  // namespace

std::unique_ptr<Formulation> make_formulation(const std::string& method, const Chain<double>& arm,
                                              const Force<double>& tip, bool rotors) {
  const std::span<const std::string_view> known = simulation_methods();
  if (std::find(known.begin(), known.end(), method) == known.end())
    throw Error(ErrorKind::usage, "simulate", fmt::format("there is no method '{}'", method))
        .need(fmt::format("one of {}", fmt::join(known, ", ")))
        .hint(text::did_you_mean(method, known));

  if (method == "normalized" && !rotors) return std::make_unique<Normalized>(arm, tip);
  if (method == "unnormalized" && !rotors) return std::make_unique<Unnormalized>(arm, tip);
  // with the inertia matrix: rotor inertias add to its diagonal
  const Method<double>* const inertia =
      library_method(Quantity::inertia, method == "crba_udu" ? "crba" : method.c_str());
  if (inertia) return std::make_unique<Factorised>(arm, tip, rotors, *inertia);
  if (!rotors) return std::make_unique<ByMethod>(arm, tip, *library_method(Quantity::fd, method));
  if (method == "aba") return std::make_unique<ByRotors>(arm, tip);
  throw Error(ErrorKind::usage, "simulate",
              fmt::format("the method '{}' does not support rotor inertia", method))
      .hint("use aba, or crba or another method that factorises the inertia matrix; or leave the rotors out");
}

}  // namespace catena::sim::detail
