// SPDX-License-Identifier: Apache-2.0
// The numbers of a Panda, as a program may bring them along; robots/panda.toml names their source.
#pragma once

namespace panda {

constexpr double kQuarter = 1.5707963267948966;
constexpr int n = 7;

// A row of a proximal (modified, Craig) DH table, all joints revolute, and the body of its link.
struct Row {
  double a, alpha, d;
  double mass, com[3];  // [kg], [m] in the frame of the link
  double inertia[6];    // [kg m²] about the centre of mass: xx, yy, zz, xy, xz, yz
};

constexpr Row kRows[n] = {
    {0,
     0,
     0.333,
     4.970684,
     {0.003875, 0.002081, -0.04762},
     {0.70337, 0.70661, 0.009117, -0.000139, 0.006772, 0.019169}},
    {0,
     -kQuarter,
     0,
     0.646926,
     {-0.003141, -0.02872, 0.003495},
     {0.007962, 0.02811, 0.025995, -0.003925, 0.010254, 0.000704}},
    {0,
     kQuarter,
     0.316,
     3.228604,
     {0.027518, 0.039252, -0.066502},
     {0.037242, 0.036155, 0.01083, -0.004761, -0.011396, -0.012805}},
    {0.0825,
     kQuarter,
     0,
     3.587895,
     {-0.05317, 0.104419, 0.027454},
     {0.025853, 0.019552, 0.028323, 0.007796, -0.001332, 0.008641}},
    {-0.0825,
     -kQuarter,
     0.384,
     1.225946,
     {-0.011953, 0.041065, -0.038437},
     {0.035549, 0.029474, 0.008627, -0.002117, -0.004037, 0.000229}},
    {0,
     kQuarter,
     0,
     1.666555,
     {0.060149, -0.014117, -0.010517},
     {0.001964, 0.004354, 0.005433, 0.000109, -0.001158, 0.000341}},
    {0.088,
     kQuarter,
     0,
     0.735522,
     {0.010517, -0.004252, 0.061597},
     {0.012516, 0.010027, 0.004815, -0.000428, -0.001196, -0.000741}},
};
constexpr double kFlange = 0.107;  // along z of the last frame

constexpr double q[n] = {0.1, -0.4, 0.3, -1.9, 0.2, 1.6, -0.7};
constexpr double qd[n] = {0.5, -0.3, 0.8, 0.2, -0.6, 0.4, 0.9};
constexpr double qdd[n] = {-1.0, 0.7, 0.3, -0.5, 1.1, 0.2, -0.8};

}  // namespace panda
