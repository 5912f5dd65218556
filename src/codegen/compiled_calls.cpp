// SPDX-License-Identifier: Apache-2.0
// Calls of generated code; what it does not have, or cannot be trusted with, the library computes.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "catena/core/motors.hpp"
#include "codegen/compiled_code.hpp"
#include "codegen/compiled_source.hpp"

namespace catena {
namespace {

constexpr auto kMost = static_cast<std::size_t>(Compiled::kMostJoints);

bool overlap(const double* a, std::size_t n, const double* b, std::size_t m) {
  return std::less<>()(a, b + m) && std::less<>()(b, a + n);
}

// Where generated code may write: the result itself, unless it overlaps an argument.
class VectorTarget {
 public:
  template <class... In>
  explicit VectorTarget(VecOut& out, const In&... in) : out_(out) {
    const auto n = static_cast<std::size_t>(out.size());
    apart_ = (overlap(out.data(), n, in.data(), n) || ...);
  }
  double* data() { return apart_ ? room_ : out_.data(); }
  void finish() {
    if (apart_) std::copy_n(room_, out_.size(), out_.data());
  }

 private:
  VecOut& out_;
  bool apart_;
  double room_[kMost];
};

// The same for a matrix of up to `most` numbers, whose columns may lie apart.
template <std::size_t most>
class TargetOf {
 public:
  template <class... In>
  explicit TargetOf(MatOut& out, const In&... in) : out_(out) {
    const auto span = static_cast<std::size_t>(out.outerStride() * (out.cols() - 1) + out.rows());
    apart_ = out.outerStride() != out.rows() ||
             (overlap(out.data(), span, in.data(), static_cast<std::size_t>(in.size())) || ...);
  }
  double* data() { return apart_ ? room_ : out_.data(); }
  void finish() {
    if (!apart_) return;
    for (Eigen::Index j = 0; j < out_.cols(); ++j)
      std::copy_n(room_ + j * out_.rows(), out_.rows(), out_.data() + j * out_.outerStride());
  }

 private:
  MatOut& out_;
  bool apart_;
  double room_[most];
};
using MatrixTarget = TargetOf<kMost * std::max<std::size_t>(kMost, 6)>;
using CubeTarget = TargetOf<kMost * kMost * kMost>;

// A call of the library with the caller's workspace or a temporary one.
template <class Call>
void plainly(const Arm& arm, Workspace* work, const Call& call) {
  if (work) return call(*work);
  Workspace own(arm);
  call(own);
}

bool is_zero(const Wrench& w) {
  return w.ang.x == 0 && w.ang.y == 0 && w.ang.z == 0 && w.lin.x == 0 && w.lin.y == 0 && w.lin.z == 0;
}

// Gravity and wrench as the general functions take them.
struct Surroundings {
  double gravity[3], tip[6];

  Surroundings(const Chain<double>& arm, const Wrench* w) {
    const Vec3<double>& g = arm.gravity();
    const Wrench f = w ? *w : Wrench::zero();
    gravity[0] = g.x, gravity[1] = g.y, gravity[2] = g.z;
    tip[0] = f.ang.x, tip[1] = f.ang.y, tip[2] = f.ang.z;
    tip[3] = f.lin.x, tip[4] = f.lin.y, tip[5] = f.lin.z;
  }
};

}  // namespace

// A matrix, column by column.
void Compiled::add_motors(double ChainLink<double>::*term, double* A) const {
  for (int i = 0; arm_.has_motors() && i < dof(); ++i) A[i * (dof() + 1)] += arm_.chain().link(i).*term;
}

bool Compiled::built_in(const Wrench* tip) const { return !other_gravity_ && (!tip || is_zero(*tip)); }

bool Compiled::is_own(const Workspace* work) const { return !work || work->geometry == arm_.geometry_; }

// Arguments of the wrong size, values that are not finite and singular states go to the library, which reports them.

void Compiled::id(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace* work, VecOut& tau) const {
  const Eigen::Index n = dof();
  const bool fit = code_ && code_->id && q.size() == n && qd.size() == n && qdd.size() == n &&
                   tau.size() == n && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    VectorTarget out(tau, q, qd, qdd);
    int failed = 0;
    if (built_in(tip)) {
      failed = code_->id(q.data(), qd.data(), qdd.data(), x.s, x.c, out.data());
    } else {
      const Surroundings around(arm_.chain(), tip);
      failed = code_->id_general(q.data(), qd.data(), qdd.data(), around.gravity, around.tip, x.s, x.c,
                                 out.data());
    }
    if (!failed) [[likely]] {
      if (arm_.has_motors()) {
        double terms[kMost];
        const auto n_terms = static_cast<std::size_t>(n);
        const State<double> state{.q = {},
                                  .qd = {qd.data(), n_terms},
                                  .qdd = {qdd.data(), n_terms},
                                  .tau = {},
                                  .gravity = {},
                                  .tip = {}};
        motor_terms<double>(Quantity::id, arm_.chain(), state, {terms, n_terms});
        for (std::size_t i = 0; i < n_terms; ++i) out.data()[i] += terms[i];
      }
      return out.finish();
    }
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.id(q, qd, qdd, tip ? *tip : Wrench::zero(), w, tau); });
}

void Compiled::fd(VecIn q, VecIn qd, VecIn tau, const Wrench* tip, Workspace* work, VecOut& qdd) const {
  const Eigen::Index n = dof();
  const bool fit = code_ && code_->fd && q.size() == n && qd.size() == n && tau.size() == n &&
                   qdd.size() == n && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    VectorTarget out(qdd, q, qd, tau);
    double d[kMost];
    int failed = 0;
    if (built_in(tip)) {
      failed = code_->fd(q.data(), qd.data(), tau.data(), x.s, x.c, out.data(), d);
    } else {
      const Surroundings around(arm_.chain(), tip);
      failed = code_->fd_general(q.data(), qd.data(), tau.data(), around.gravity, around.tip, x.s, x.c,
                                 out.data(), d);
    }
    if (!failed && Code::trusted(d, code_->least_pivot)) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.fd(q, qd, tau, tip ? *tip : Wrench::zero(), w, qdd); });
}

bool Compiled::differentiates(VecIn q, VecIn qd, VecIn u, const Wrench* tip, const Workspace* work,
                              const MatOut& by_q, const MatOut& by_qd, const MatOut& by_u) const {
  const Eigen::Index n = dof();
  const auto square = [n](const MatOut& A) { return A.rows() == n && A.cols() == n; };
  return code_ && q.size() == n && qd.size() == n && u.size() == n && square(by_q) && square(by_qd) &&
         square(by_u) && is_own(work) && built_in(tip);
}

void Compiled::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench* tip, Workspace* work, MatOut& by_q,
                              MatOut& by_qd, MatOut& by_qdd) const {
  if (differentiates(q, qd, qdd, tip, work, by_q, by_qd, by_qdd) && code_->id_derivatives) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    MatrixTarget A(by_q, q, qd, qdd), B(by_qd, q, qd, qdd), M(by_qdd, q, qd, qdd);
    if (!code_->id_derivatives(q.data(), qd.data(), qdd.data(), x.s, x.c, A.data(), B.data(), M.data()))
        [[likely]] {
      add_motors(&ChainLink<double>::viscous, B.data());
      add_motors(&ChainLink<double>::rotor, M.data());
      return A.finish(), B.finish(), M.finish();
    }
  }
  plainly(arm_, work, [&](Workspace& w) {
    arm_.id_derivatives(q, qd, qdd, tip ? *tip : Wrench::zero(), w, by_q, by_qd, by_qdd);
  });
}

// As algo/fd_derivatives.hpp: q̈ by generated code, the derivatives of id there, and -M⁻¹ times them.
void Compiled::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench* tip, Workspace* work, MatOut& by_q,
                              MatOut& by_qd, MatOut& by_tau) const {
  if (differentiates(q, qd, tau, tip, work, by_q, by_qd, by_tau) && code_->fd &&
      (code_->id_derivatives || dof() <= codegen::detail::kMostMixed)) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    MatrixTarget A(by_q, q, qd, tau), B(by_qd, q, qd, tau), M(by_tau, q, qd, tau);
    double qdd[kMost], d[kMost], columns[4 * kMost];
    alignas(64) double inverse[kMost * kMost];  // as FdDerivativesWork::inverse_start
    if (!code_->fd(q.data(), qd.data(), tau.data(), x.s, x.c, qdd, d) &&
        Code::trusted(d, code_->least_for_derivatives)) [[likely]] {
      const int n = dof();
      bool done = true;
      if (code_->id_derivatives)
        done = !code_->id_derivatives(q.data(), qd.data(), qdd, x.s, x.c, A.data(), B.data(), M.data());
      else
        plainly(arm_, work, [&](Workspace& w) {
          const auto square = [n](MatrixTarget& X) { return Eigen::Map<Eigen::MatrixXd>(X.data(), n, n); };
          arm_.id_derivatives(q, qd, Eigen::Map<const Eigen::VectorXd>(qdd, n), w, square(A), square(B),
                              square(M));
        });
      if (done) [[likely]] {
        detail::kernels().solve_derivatives({n, A.data(), B.data(), M.data(), n, n, n, inverse, columns});
        return A.finish(), B.finish(), M.finish();
      }
    }
  }
  plainly(arm_, work, [&](Workspace& w) {
    arm_.fd_derivatives(q, qd, tau, tip ? *tip : Wrench::zero(), w, by_q, by_qd, by_tau);
  });
}

void Compiled::gravity(VecIn q, Workspace* work, VecOut& g) const {
  const bool fit = code_ && code_->gravity && q.size() == dof() && g.size() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    VectorTarget out(g, q);
    int failed = 0;
    if (!other_gravity_) {
      failed = code_->gravity(q.data(), x.s, x.c, out.data());
    } else {
      const Surroundings around(arm_.chain(), nullptr);
      failed = code_->gravity_general(q.data(), around.gravity, x.s, x.c, out.data());
    }
    if (!failed) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.gravity(q, w, g); });
}

void Compiled::bias(VecIn q, VecIn qd, Workspace* work, VecOut& c) const {
  const bool fit =
      code_ && code_->bias && q.size() == dof() && qd.size() == dof() && c.size() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    VectorTarget out(c, q, qd);
    if (!code_->bias(q.data(), qd.data(), x.s, x.c, out.data())) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.bias(q, qd, w, c); });
}

void Compiled::inertia(VecIn q, Workspace* work, MatOut& M) const {
  const bool fit =
      code_ && code_->inertia && q.size() == dof() && M.rows() == dof() && M.cols() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    MatrixTarget out(M, q);
    if (!code_->inertia(q.data(), x.s, x.c, out.data())) [[likely]] {
      add_motors(&ChainLink<double>::rotor, out.data());
      return out.finish();
    }
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.inertia(q, w, M); });
}

void Compiled::jacobian(VecIn q, Workspace* work, MatOut& J) const {
  const bool fit =
      code_ && code_->jacobian && q.size() == dof() && J.rows() == 6 && J.cols() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    MatrixTarget out(J, q);
    if (!code_->jacobian(q.data(), x.s, x.c, out.data())) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.jacobian(q, w, J); });
}

void Compiled::coriolis(VecIn q, VecIn qd, Workspace* work, MatOut& C) const {
  const bool fit = code_ && code_->coriolis && q.size() == dof() && qd.size() == dof() && C.rows() == dof() &&
                   C.cols() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::base);
    MatrixTarget out(C, q, qd);
    if (!code_->coriolis(q.data(), qd.data(), x.s, x.c, out.data())) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.coriolis(q, qd, w, C); });
}

void Compiled::inertia_inverse(VecIn q, Workspace* work, MatOut& M_inv) const {
  const bool fit = code_ && code_->inertia_inverse && q.size() == dof() && M_inv.rows() == dof() &&
                   M_inv.cols() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    MatrixTarget out(M_inv, q);
    double d[kMost];
    if (!code_->inertia_inverse(q.data(), x.s, x.c, out.data(), d) && Code::trusted(d, code_->least_pivot))
        [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.inertia_inverse(q, w, M_inv); });
}

void Compiled::christoffel(VecIn q, Workspace* work, MatOut& gamma) const {
  const bool fit = code_ && code_->christoffel && q.size() == dof() && gamma.rows() == dof() &&
                   gamma.cols() == dof() * dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    CubeTarget out(gamma, q);
    if (!code_->christoffel(q.data(), x.s, x.c, out.data())) [[likely]]
      return out.finish();
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.christoffel(q, w, gamma); });
}

void Compiled::udut(VecIn q, Workspace* work, MatOut& U, VecOut& d) const {
  const bool fit = code_ && code_->udut && q.size() == dof() && U.rows() == dof() && U.cols() == dof() &&
                   d.size() == dof() && is_own(work);
  if (fit) [[likely]] {
    const Turns x(*code_, q, Turns::Start::tip);
    const auto n = static_cast<std::size_t>(dof());
    double both[kMost * (kMost + 1)];
    if (!code_->udut(q.data(), x.s, x.c, both) && Code::trusted(both + n * n, code_->least_pivot))
        [[likely]] {
      for (std::size_t j = 0; j < n; ++j) std::copy_n(both + j * n, n, &U(0, static_cast<Eigen::Index>(j)));
      std::copy_n(both + n * n, n, d.data());
      return;
    }
  }
  plainly(arm_, work, [&](Workspace& w) { arm_.udut(q, w, U, d); });
}

}  // namespace catena
