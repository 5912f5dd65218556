// SPDX-License-Identifier: Apache-2.0
#include "state_option.hpp"

#include "number_list.hpp"

namespace catena::cli {
namespace {

StateLine::Numbers joints(const char* option, const std::optional<std::string>& text) {
  return text ? StateLine::Numbers{true, numbers(option, *text)} : StateLine::Numbers{};
}

}  // namespace

bool StateOptions::given() const { return q || qd || qdd || tau || gravity || wrench; }

StateLine StateOptions::state() const {
  StateLine line;
  line.q = joints("--q", q);
  line.qd = joints("--qd", qd);
  line.qdd = joints("--qdd", qdd);
  line.tau = joints("--tau", tau);
  if (gravity) {
    const std::vector<double> g = numbers("--gravity", *gravity, 3, "3 numbers, x,y,z in the base frame");
    line.gravity = Vec3<double>{g[0], g[1], g[2]};
  }
  if (wrench) {
    const std::vector<double> w =
        numbers("--wrench", *wrench, 6, "6 numbers, mx,my,mz,fx,fy,fz in the tool frame");
    line.tip = Force<double>{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
  }
  return line;
}

}  // namespace catena::cli
