// SPDX-License-Identifier: Apache-2.0
// A robot defined in a program, with a payload and with its motors.
#include <cstdio>

#include "catena/core/arm.hpp"
#include "catena/core/robot_builder.hpp"

using namespace catena;

int main() {
  const Arm arm(RobotBuilder("two links", Convention::standard, AngleUnit::deg)
                    .gravity({0, -9.81, 0})
                    .revolute({.a = 0.5}, "upper arm")
                    .mass(2)
                    .com({-0.25, 0, 0})
                    .inertia_about_com({.yy = 0.04, .zz = 0.04})
                    .motor({.inertia = 2e-5, .gear = 100, .viscous = 1e-4, .coulomb = {0.1, -0.1}})
                    .revolute({.a = 0.5}, "forearm")
                    .mass(1)
                    .com({-0.25, 0, 0})
                    .inertia_about_com({.yy = 0.02, .zz = 0.02})
                    .build());
  Workspace work(arm);
  Eigen::Vector2d q(0, 0), g;
  arm.gravity(q, work, g);
  std::printf("gravity torques            %.4f %.4f N m\n", g[0], g[1]);

  const Arm loaded = arm.with_payload({.mass = 1, .com = {0, 0, 0}});  // at the tool; the workspace fits
  loaded.gravity(q, work, g);
  std::printf("with 1 kg at the tool      %.4f %.4f N m\n", g[0], g[1]);

  std::printf("M(1, 1) without, with motors %.4f %.4f kg m^2\n", arm.inertia(q)(0, 0),
              arm.with_motors().inertia(q)(0, 0));

  q[0] = 0.0 / 0.0;  // a broken sensor
  const Status status = loaded.try_gravity(q, work, g);
  std::printf("%s: %s\n", status.argument, status.message());

  try {
    const Arm wrong(RobotBuilder("wrong", AngleUnit::rad)
                        .revolute({.xyz = {0, 0, 1}}, "base")
                        .mass(-1)
                        .com({0, 0, 0})
                        .inertia_about_com({})
                        .build());
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
}
