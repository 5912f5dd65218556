// SPDX-License-Identifier: Apache-2.0
// The library beside a translation unit that instantiates the same templates, or ALONE. Prints what the library computes,
// to the last bit: the other translation unit must not change it.
#include <catena/core/arm.hpp>
#include <catena/core/library_methods.hpp>
#include <catena/core/registry.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "mixed.hpp"

namespace {

using panda::n;

catena::Robot make_panda() {
  catena::Robot robot;
  robot.name = "Panda";
  robot.convention = catena::Convention::modified;
  for (const panda::Row& r : panda::kRows) {
    catena::RobotLink& link = robot.links.emplace_back();
    link.dh = {r.a, r.alpha, r.d, 0};
    link.mass = r.mass;
    link.com = {r.com[0], r.com[1], r.com[2]};
    const auto& [xx, yy, zz, xy, xz, yz] = r.inertia;
    link.inertia = {xx, yy, zz, xy, xz, yz};
  }
  catena::RobotLink& flange = robot.links.emplace_back();
  flange.joint = catena::JointKind::fixed;
  flange.dh.d = panda::kFlange;
  return robot;
}

void require_near(const char* what, const double* x, const double* y, int count) {
  for (int i = 0; i < count; ++i)
    if (!(std::abs(x[i] - y[i]) <= 1e-11)) {
      std::printf("%s, element %d: %.17g by the library, %.17g by the headers\n", what, i, x[i], y[i]);
      std::exit(1);
    }
}

void print(const char* what, const double* x, int count) {
  std::printf("%s", what);
  for (int i = 0; i < count; ++i) std::printf(" %a", x[i]);
  std::puts("");
}

}  // namespace

int main() {
  const catena::Arm arm(make_panda());
  const Eigen::Map<const Eigen::VectorXd> q(panda::q, n), qd(panda::qd, n), qdd(panda::qdd, n);
  const Eigen::MatrixXd M = arm.inertia(q);
  const Eigen::VectorXd id = arm.id(q, qd, qdd), fd = arm.fd(q, qd, id);

  // the templates of the same names, as the library was compiled with them
  const catena::Chain<double>& chain = arm.chain();
  catena::Posture<double> x(chain);
  catena::set_posture(chain, panda::q,
                      x);  // the library's own: a template of this file would be shared with the other one
  const catena::State<double> state{panda::q,       panda::qd,       panda::qdd,
                                    {id.data(), n}, chain.gravity(), catena::Force<double>::zero()};
  for (const catena::Method<double>& method : catena::methods<double>()) {
    std::vector<double> out(catena::size_of(method.quantity, n));
    method.run(chain, x, state, out);
    print(std::string(method.name).c_str(), out.data(), static_cast<int>(out.size()));
  }
  print("M", M.data(), n * n), print("id", id.data(), n), print("fd", fd.data(), n);

#ifndef ALONE
  const Answers a = by_headers();
  require_near("M", M.data(), a.M, n * n);
  require_near("id", id.data(), a.id, n);
  require_near("fd", fd.data(), a.fd, n);
  require_near("fd by udut", fd.data(), a.fd_by_factors, n);
  require_near("fd by xi", fd.data(), a.fd_by_quasi_velocities, n);
#endif
}
