// SPDX-License-Identifier: Apache-2.0
// Golden data: robots and states computed from first principles with 50 digits (tests/golden/README.json).
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "catena/model/robot.hpp"

namespace catena::test {

struct Golden {
  std::string file;
  Robot robot;
  nlohmann::json states;

  int dof() const { return robot.dof(); }
  double tolerance() const { return dof() >= 30 ? 1e-10 : 1e-11; }
};

inline void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.file; }

inline Golden load_golden(const std::filesystem::path& path) {
  std::ifstream file(path);
  const nlohmann::json data = nlohmann::json::parse(file);
  const nlohmann::json& r = data.at("robot");
  Golden golden{path.stem().string(), {}, data.at("states")};
  Robot& robot = golden.robot;
  robot.name = r.at("name");
  robot.source = "golden data";
  robot.convention = r.at("convention") == "std" ? Convention::standard : Convention::modified;
  robot.allow_nonphysical = true;
  const auto vec = [](const nlohmann::json& v) { return Vec3<double>{v[0], v[1], v[2]}; };
  robot.gravity = vec(r.at("gravity"));
  const std::string kinds = r.at("joint_types");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    RobotLink link;
    link.joint = kinds[i] == 'R' ? JointKind::revolute : JointKind::prismatic;
    link.dh = {r["a"][i], r["alpha"][i], r["d"][i], r["theta"][i]};
    link.mass = r["mass"][i];
    link.com = vec(r["com"][i]);
    const nlohmann::json& I = r["inertia"][i];
    link.inertia = {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
    robot.links.push_back(link);
  }
  return golden;
}

inline std::vector<Golden> all_golden() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(CATENA_TEST_DATA "/golden")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rnd_") || name.starts_with("seed_")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Golden> all;
  for (const auto& path : paths) all.push_back(load_golden(path));
  return all;
}

// The numbers of an array of any depth, row by row.
inline void flatten(const nlohmann::json& value, std::vector<double>& out) {
  if (value.is_array())
    for (const auto& element : value) flatten(element, out);
  else
    out.push_back(value.get<double>());
}
inline std::vector<double> numbers(const nlohmann::json& value) {
  std::vector<double> out;
  flatten(value, out);
  return out;
}

// max|x - y| / max(max|y|, 1e-3): the error measure that the golden data come with.
template <class X, class Y>
double relative_error(const X& x, const Y& y) {
  double worst = 0, size = 1e-3;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double d = std::abs(x[i] - y[i]);
    if (std::isnan(d)) return d;
    worst = std::max(worst, d);
    size = std::max(size, std::abs(y[i]));
  }
  return worst / size;
}

}  // namespace catena::test
