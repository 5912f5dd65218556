// SPDX-License-Identifier: Apache-2.0
#include "support/golden.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/json.hpp"

namespace catena::test {
namespace {

Vec3<double> vec(const Json& v) {
  const std::vector<double> x = v.numbers();
  return {x.at(0), x.at(1), x.at(2)};
}

Robot robot_of(const Json& r) {
  Robot robot;
  robot.name = r["name"].text();
  robot.source = "golden data";
  robot.convention = r["convention"] == "std" ? Convention::standard : Convention::modified;
  robot.allow_nonphysical = true;
  robot.gravity = vec(r["gravity"]);
  const std::string kinds = r["joint_types"].text();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    RobotLink link;
    link.joint = kinds[i] == 'R' ? JointKind::revolute : JointKind::prismatic;
    link.dh = {r["a"][i].number(), r["alpha"][i].number(), r["d"][i].number(), r["theta"][i].number()};
    link.mass = r["mass"][i].number();
    link.com = vec(r["com"][i]);
    const std::vector<double> I = r["inertia"][i].numbers();
    link.inertia = {I.at(0), I.at(4), I.at(8), I.at(1), I.at(2), I.at(5)};
    robot.links.push_back(link);
  }
  return robot;
}

GoldenState state_of(const Json& s) {
  std::map<std::string, std::vector<double>> fields;
  for (const std::string& name : s.keys())
    fields[name] = s[name].is_null() ? std::vector<double>{} : s[name].numbers();
  return GoldenState(std::move(fields));
}

template <class X>
double error(std::span<const X> x, std::span<const double> y) {
  double worst = 0, size = 1e-3;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double d = std::abs(static_cast<double>(x[i]) - y[i]);
    if (std::isnan(d)) return d;
    worst = std::max(worst, d);
    size = std::max(size, std::abs(y[i]));
  }
  return worst / size;
}

}  // namespace

std::vector<std::string> golden_stems() {
  std::vector<std::string> stems;
  for (const auto& entry : std::filesystem::directory_iterator(CATENA_TEST_DATA "/golden")) {
    const std::string stem = entry.path().stem().string();
    if (stem.starts_with("rnd_") || stem.starts_with("seed_")) stems.push_back(stem);
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

Golden load_golden(const std::string& stem) {
  std::ifstream file(CATENA_TEST_DATA "/golden/" + stem + ".json");
  const Json data = Json::parse({std::istreambuf_iterator<char>(file), {}});
  Golden golden{stem, robot_of(data["robot"]), {}};
  for (const Json& state : data["states"].elements()) golden.states.push_back(state_of(state));
  return golden;
}

std::vector<Golden> all_golden() {
  std::vector<Golden> all;
  for (const std::string& stem : golden_stems()) all.push_back(load_golden(stem));
  return all;
}

double relative_error(std::span<const double> x, std::span<const double> y) { return error(x, y); }
double relative_error(std::span<const float> x, std::span<const double> y) { return error(x, y); }

double relative_error(Quantity quantity, std::span<const double> x, std::span<const double> y) {
  double largest = 0;
  for (const double value : y) largest = std::max(largest, std::abs(value));
  const double relative = relative_error(x, y);
  return info(quantity).magnitude == Magnitude::one && largest < 1 ? relative * std::max(largest, 1e-3)
                                                                   : relative;
}

}  // namespace catena::test
