// SPDX-License-Identifier: Apache-2.0
#include "reproduce/power_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "catena/core/algo/kic.hpp"

namespace catena::reproduce::detail {

namespace {

// Equations 9 and 10 link by link, in base axes, for the joints that move the link; no property is used.
template <class T>
void add_link_sums(const Chain<T>& arm, const Posture<T>& x, KicWork<T>& work, MatView<T> I, CubeView<T> P1,
                   CubeView<T> P2, CubeView<T> P3) {
  const int n = arm.dof();
  set_poses(arm, x, work.kinematics);
  const CubeView<T> H{work.H.data(), 6, n};
  const auto ang = [&](int j) { return Vec3<T>{work.G(0, j), work.G(1, j), work.G(2, j)}; };
  const auto lin = [&](int j) { return Vec3<T>{work.G(3, j), work.G(4, j), work.G(5, j)}; };
  for (int l = 0; l < n; ++l) {
    const RigidInertia<T>& b = arm.link(l).body;
    const Vec3<T> c = mass_centre(b.m, b.h);
    const Sym3<T> II =
        rotated(work.kinematics.frame[static_cast<std::size_t>(l)].R, central_inertia(b.I, b.h, c));
    first_order_kic(arm, work.kinematics, l, c, work.G.view());
    second_order_kic(arm, work.kinematics, l, c, H);
    for (int k = 0; k <= l; ++k) {
      const Vec3<T> g = b.m * lin(k), n_k = II * ang(k);
      for (int i = 0; i <= l; ++i) I(i, k) = I(i, k) + (dot(lin(i), g) + dot(ang(i), n_k));  // 001 (9)
      for (int j = 0; j <= l; ++j) {
        const Vec3<T> h = b.m * Vec3<T>{H(3, j, k), H(4, j, k), H(5, j, k)},
                      r = II * Vec3<T>{H(0, j, k), H(1, j, k), H(2, j, k)};
        for (int i = 0; i <= l; ++i) {  // 001 (10)
          P1(i, j, k) = P1(i, j, k) + dot(lin(i), h);
          P2(i, j, k) = P2(i, j, k) + dot(ang(i), r);
          P3(i, j, k) = P3(i, j, k) + dot(cross(ang(i), ang(j)), n_k);
        }
      }
    }
  }
}

}  // namespace

LinkSumsOfPower link_sums_of(const Specimen& s) {
  const int n = s.n();
  const auto size = static_cast<std::size_t>(n);
  LinkSumsOfPower out{n, Eigen::MatrixXd::Zero(n, n), Cube(size * size * size), Cube(size * size * size),
                      Cube(size * size * size)};
  KicWork<double> work(n);
  const auto cube = [n](Cube& array) { return CubeView<double>{array.data(), n, n}; };
  add_link_sums<double>(s.arm, s.x, work, {out.I.data(), n, n, n}, cube(out.P1), cube(out.P2), cube(out.P3));
  return out;
}

OpCount link_sums_without_properties(const Chain<double>& plain) {
  const CountedArm a(plain);
  const auto size = static_cast<std::size_t>(a.n);
  KicWork<Counted> work(a.n);
  MatX<Counted> I(a.n, a.n);
  std::vector<Counted> P1(size * size * size, Counted(0.0)), P2 = P1, P3 = P1, sum = P1;
  const auto cube = [n = a.n](std::vector<Counted>& array) { return CubeView<Counted>{array.data(), n, n}; };
  return operations([&] {
    add_link_sums<Counted>(a.arm, a.x, work, I.view(), cube(P1), cube(P2), cube(P3));
    for (std::size_t e = 0; e < sum.size(); ++e) sum[e] = P1[e] + P2[e] + P3[e];
  });
}

std::vector<int> element_classes(int n, const std::function<Cube(const Specimen&)>& array) {
  std::vector<Cube> postures;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    postures.push_back(array(Specimen(fmt::format("chain:{}", n), seed)));
  std::map<std::vector<long>, int> found;
  std::vector<int> classes;
  for (std::size_t e = 0; e < postures[0].size(); ++e) {
    double most = 0;
    for (const Cube& p : postures) most = std::max(most, std::abs(p[e]));
    std::vector<long> key;
    for (const Cube& p : postures) key.push_back(std::lround((postures[0][e] < 0 ? -1e7 : 1e7) * p[e]));
    classes.push_back(most < 1e-9 ? 0
                                  : found.try_emplace(key, static_cast<int>(found.size()) + 1).first->second);
  }
  return classes;
}

// 001 (Section3)
std::size_t independent_elements(int n, const std::function<Cube(const Specimen&)>& array) {
  const std::vector<int> classes = element_classes(n, array);
  return static_cast<std::size_t>(*std::max_element(classes.begin(), classes.end()));
}

std::size_t zeros_in_planes(int n, const std::function<Cube(const Specimen&)>& array) {
  const std::vector<int> classes = element_classes(n, array);
  const LinkSumsOfPower index{n, {}, {}, {}, {}};
  std::size_t zeros = 0;
  for (int k = 1; k <= n; ++k)
    for (int j = 1; j <= k; ++j)
      for (int i = 1; i <= k; ++i) zeros += classes[index.place(i, j, k)] == 0;
  return zeros;
}

}  // namespace catena::reproduce::detail
