// SPDX-License-Identifier: Apache-2.0
// Templates of the algorithms on double, instantiated here as they are in the library.
#include <catena/core/algo/aba.hpp>
#include <catena/core/algo/gdahj.hpp>
#include <catena/core/algo/quasi_velocity_fd.hpp>
#include <catena/core/algo/rnea.hpp>
#include <catena/core/algo/udut.hpp>
#include <catena/core/model/chain_link.hpp>

#include "mixed.hpp"

Answers by_headers() {
  using panda::n;
  std::vector<catena::ChainLink<double>> links;
  for (const panda::Row& r : panda::kRows) {
    const auto& [xx, yy, zz, xy, xz, yz] = r.inertia;
    links.push_back(catena::chain_link(catena::JointKind::revolute, {r.a, r.alpha, r.d, 0}, r.mass,
                                       {r.com[0], r.com[1], r.com[2]}, {xx, yy, zz, xy, xz, yz}));
  }
  auto tool = catena::Pose<double>::identity();
  tool.p.z = panda::kFlange;
  const catena::Chain<double> arm(links, catena::Pose<double>::identity(), tool, {0, 0, -9.81});
  const auto x = catena::posture<double>(arm, panda::q);
  const auto no_wrench = catena::Force<double>::zero();

  catena::GdahjWork<double> gdahj_work(n);
  catena::RneaWork<double> rnea_work(n);
  catena::AbaWork<double> aba_work(n);
  catena::UdutWork<double> udut_work(n);
  catena::QuasiWork<double> quasi_work(n);
  Answers a;
  catena::gdahj<double>(arm, x, gdahj_work, {a.M, n, n, n});
  catena::rnea<double>(arm, x, panda::qd, panda::qdd, arm.gravity(), rnea_work, a.id);
  catena::aba<double>(arm, x, panda::qd, a.id, arm.gravity(), aba_work, a.fd);
  catena::udut_fd<double>(arm, x, panda::qd, a.id, arm.gravity(), no_wrench, udut_work, a.fd_by_factors);
  catena::fd_by_xi<double>(arm, x, panda::qd, a.id, arm.gravity(), no_wrench, quasi_work,
                           a.fd_by_quasi_velocities);
  return a;
}
