// SPDX-License-Identifier: Apache-2.0
#include "reproduce/inertia_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/core/arm.hpp"
#include "reproduce/canvas.hpp"

namespace catena::reproduce::detail {

Diagram inertia_map() {
  constexpr int kCells = 25;
  constexpr double kCell = 12, kLeft = 70, kTop = 50;
  const Arm arm = Arm::load("puma560");
  double D[kCells][kCells], least = INFINITY, most = 0, least_share = INFINITY, most_share = 0;
  const auto angle = [](int k) { return std::numbers::pi * (2.0 * k / (kCells - 1) - 1); };
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      Eigen::VectorXd q = Eigen::VectorXd::Zero(6);
      q[1] = angle(i), q[2] = angle(j);
      q[4] = 0.5;  // away from the singular wrist
      const double d = D[i][j] = arm.udut(q).d[0], share = d / arm.inertia(q)(0, 0);
      least = std::min(least, d), most = std::max(most, d);
      least_share = std::min(least_share, share), most_share = std::max(most_share, share);
    }
  Canvas page(470, 420);
  page.text(235, 24, "D of joint 1 of a PUMA 560 [kg m²]");
  for (int i = 0; i < kCells; ++i)
    for (int j = 0; j < kCells; ++j) {
      const int shade = static_cast<int>(std::lround(255 - 215 * (D[i][j] - least) / (most - least)));
      page.box(kLeft + kCell * i, kTop + kCell * (kCells - 1 - j), kCell, kCell,
               fmt::format("rgb({0},{0},255)", shade));
    }
  page.text(kLeft + kCell * kCells / 2, kTop + kCell * kCells + 34, "joint 2, -180 to 180 degrees");
  page.text(kLeft, kTop + kCell * kCells + 16, "-180", 11);
  page.text(kLeft + kCell * kCells, kTop + kCell * kCells + 16, "180", 11);
  page.text(kLeft - 8, kTop + kCell * kCells, "-180", 11, "end");
  page.text(kLeft - 8, kTop + 8, "180", 11, "end");
  page.text(kLeft - 8, kTop + kCell * kCells / 2, "joint 3", 12, "end");
  page.text(395, 70, fmt::format("light {:.2f}", least), 12, "start");
  page.text(395, 90, fmt::format("dark {:.2f}", most), 12, "start");
  return {
      "003_inertia_map", "Section 7 of 003: what D(k) is, over the workspace",
      fmt::format(
          "The paper leaves the identification of D(k), the diagonal of D in eq 23, to later work. Drawn is "
          "D_1 of a PUMA 560 (`puma560`), the links counted from the base: the inertia that joint 1 feels "
          "with all "
          "other joints free. Over the "
          "angles of shoulder and elbow, joints 2 and 3, it changes from {:.2f} to {:.2f} kg m², by a "
          "factor of {:.1f}: a gain that suits one "
          "posture does not suit another. It is {:.0f} to {:.0f} % of M_11, what joint 1 feels with the "
          "others locked.",
          least, most, most / least, 100 * least_share, 100 * most_share),
      page.svg()};
}

}  // namespace catena::reproduce::detail
