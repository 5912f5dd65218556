// SPDX-License-Identifier: Apache-2.0
// The calls of Compiled with a workspace, and Compiled::eval: from a row of the table of quantities to the member that runs
// generated code for it.
#include "catena/codegen/compiled.hpp"

namespace catena {
namespace {

Eigen::Map<const Eigen::VectorXd> map(std::span<const double> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}
Eigen::Map<Eigen::VectorXd> vector(const Result<double>& out, std::size_t k = 0) {
  return {out.vector(k).data(), static_cast<Eigen::Index>(out.vector(k).size())};
}
using Columns = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
Columns matrix(const Result<double>& out, std::size_t k = 0) {
  const MatView<double> A = out.matrix(k);
  return {A.data, A.rows, A.cols, Eigen::OuterStride<>(A.stride)};
}

// The quantities for which there may be generated code, each with the member function that uses it.
struct Route {
  Quantity quantity;
  void (*call)(const Compiled& arm, const At& at, Workspace& work, const Result<double>& out);
};
constexpr Route kRoutes[] = {
    {Quantity::id,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.id(map(at.q), map(at.qd), map(at.qdd), at.tip, work, vector(out));
     }},
    {Quantity::fd,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.fd(map(at.q), map(at.qd), map(at.tau), at.tip, work, vector(out));
     }},
    {Quantity::bias, [](const Compiled& arm, const At& at, Workspace& work,
                        const Result<double>& out) { arm.bias(map(at.q), map(at.qd), work, vector(out)); }},
    {Quantity::gravity, [](const Compiled& arm, const At& at, Workspace& work,
                           const Result<double>& out) { arm.gravity(map(at.q), work, vector(out)); }},
    {Quantity::inertia, [](const Compiled& arm, const At& at, Workspace& work,
                           const Result<double>& out) { arm.inertia(map(at.q), work, matrix(out)); }},
    {Quantity::jacobian, [](const Compiled& arm, const At& at, Workspace& work,
                            const Result<double>& out) { arm.jacobian(map(at.q), work, matrix(out)); }},
    {Quantity::coriolis,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.coriolis(map(at.q), map(at.qd), work, matrix(out));
     }},
    {Quantity::inertia_inverse,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.inertia_inverse(map(at.q), work, matrix(out));
     }},
    {Quantity::christoffel, [](const Compiled& arm, const At& at, Workspace& work,
                               const Result<double>& out) { arm.christoffel(map(at.q), work, matrix(out)); }},
    {Quantity::udut,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.udut(map(at.q), work, matrix(out), vector(out, 1));
     }},
    {Quantity::id_derivatives,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.id_derivatives(map(at.q), map(at.qd), map(at.qdd), at.tip, work, matrix(out, 0), matrix(out, 1),
                          matrix(out, 2));
     }},
    {Quantity::fd_derivatives,
     [](const Compiled& arm, const At& at, Workspace& work, const Result<double>& out) {
       arm.fd_derivatives(map(at.q), map(at.qd), map(at.tau), at.tip, work, matrix(out, 0), matrix(out, 1),
                          matrix(out, 2));
     }},
};

}  // namespace

void Compiled::eval(Quantity quantity, const At& at, Workspace& work, const Result<double>& out) const {
  if (!at.frame && at.wrenches.empty())  // generated code knows the tool only, and no wrenches elsewhere
    for (const Route& route : kRoutes)
      if (route.quantity == quantity) return route.call(*this, at, work, out);
  arm_.eval(quantity, at, work, out);
}

std::span<const Quantity> Compiled::compilable() {
  static const std::vector<Quantity> all = [] {
    std::vector<Quantity> list;
    for (const Route& route : kRoutes)
      if (info(route.quantity).results().size() < 3)
        list.push_back(route.quantity);  // derivatives have three
    return list;
  }();
  return all;
}

// --- in place --------------------------------------------------------------------------------------------

void Compiled::id(VecIn q, VecIn qd, VecIn qdd, Workspace& work, VecOut tau) const {
  id(q, qd, qdd, nullptr, &work, tau);
}
void Compiled::id(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, VecOut tau) const {
  id(q, qd, qdd, &tip, &work, tau);
}
void Compiled::fd(VecIn q, VecIn qd, VecIn tau, Workspace& work, VecOut qdd) const {
  fd(q, qd, tau, nullptr, &work, qdd);
}
void Compiled::fd(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, VecOut qdd) const {
  fd(q, qd, tau, &tip, &work, qdd);
}
void Compiled::id_derivatives(VecIn q, VecIn qd, VecIn qdd, Workspace& work, MatOut by_q, MatOut by_qd,
                              MatOut by_qdd) const {
  id_derivatives(q, qd, qdd, nullptr, &work, by_q, by_qd, by_qdd);
}
void Compiled::id_derivatives(VecIn q, VecIn qd, VecIn qdd, const Wrench& tip, Workspace& work, MatOut by_q,
                              MatOut by_qd, MatOut by_qdd) const {
  id_derivatives(q, qd, qdd, &tip, &work, by_q, by_qd, by_qdd);
}
void Compiled::fd_derivatives(VecIn q, VecIn qd, VecIn tau, Workspace& work, MatOut by_q, MatOut by_qd,
                              MatOut by_tau) const {
  fd_derivatives(q, qd, tau, nullptr, &work, by_q, by_qd, by_tau);
}
void Compiled::fd_derivatives(VecIn q, VecIn qd, VecIn tau, const Wrench& tip, Workspace& work, MatOut by_q,
                              MatOut by_qd, MatOut by_tau) const {
  fd_derivatives(q, qd, tau, &tip, &work, by_q, by_qd, by_tau);
}
void Compiled::inertia(VecIn q, Workspace& work, MatOut M) const { inertia(q, &work, M); }
void Compiled::bias(VecIn q, VecIn qd, Workspace& work, VecOut c) const { bias(q, qd, &work, c); }
void Compiled::gravity(VecIn q, Workspace& work, VecOut g) const { gravity(q, &work, g); }
void Compiled::jacobian(VecIn q, Workspace& work, MatOut J) const { jacobian(q, &work, J); }
void Compiled::coriolis(VecIn q, VecIn qd, Workspace& work, MatOut C) const { coriolis(q, qd, &work, C); }
void Compiled::inertia_inverse(VecIn q, Workspace& work, MatOut M_inv) const {
  inertia_inverse(q, &work, M_inv);
}
void Compiled::christoffel(VecIn q, Workspace& work, MatOut gamma) const { christoffel(q, &work, gamma); }
void Compiled::udut(VecIn q, Workspace& work, MatOut U, VecOut d) const { udut(q, &work, U, d); }

}  // namespace catena
