// SPDX-License-Identifier: Apache-2.0
#include "reproduce/power_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "catena/core/algo/kic.hpp"

namespace catena::reproduce::detail {

LinkSumsOfPower link_sums_of(const Specimen& s) {
  const int n = s.n();
  const auto size = static_cast<std::size_t>(n);
  LinkSumsOfPower out{n, Eigen::MatrixXd::Zero(n, n), Cube(size * size * size), Cube(size * size * size),
                      Cube(size * size * size)};
  Kinematics<double> k(n);
  set_poses(s.arm, s.x, k);
  MatX<double> G(6, n);
  std::vector<double> H(6 * size * size);
  const CubeView<double> Hv{H.data(), 6, n};
  for (int l = 0; l < n; ++l) {
    const RigidInertia<double>& b = s.arm.link(l).body;
    const Vec3<double> c = mass_centre(b.m, b.h);
    const Sym3<double> II = rotated(k.frame[static_cast<std::size_t>(l)].R, central_inertia(b.I, b.h, c));
    first_order_kic(s.arm, k, l, c, G.view());
    second_order_kic(s.arm, k, l, c, Hv);
    const auto ang = [&](int j) { return Vec3<double>{G(0, j), G(1, j), G(2, j)}; };
    const auto lin = [&](int j) { return Vec3<double>{G(3, j), G(4, j), G(5, j)}; };
    for (int kk = 0; kk < n; ++kk)
      for (int j = 0; j < n; ++j) {
        const Vec3<double> h = {Hv(3, j, kk), Hv(4, j, kk), Hv(5, j, kk)},
                           r = {Hv(0, j, kk), Hv(1, j, kk), Hv(2, j, kk)};
        for (int i = 0; i < n; ++i) {
          const auto e = static_cast<std::size_t>((kk * n + j) * n + i);
          out.P1[e] += b.m * dot(lin(i), h);
          out.P2[e] += dot(ang(i), II * r);
          out.P3[e] += dot(cross(ang(i), ang(j)), II * ang(kk));
        }
        if (kk == 0)
          for (int i = 0; i < n; ++i) out.I(i, j) += b.m * dot(lin(i), lin(j)) + dot(ang(i), II * ang(j));
      }
  }
  return out;
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

}  // namespace catena::reproduce::detail
