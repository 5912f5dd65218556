// SPDX-License-Identifier: Apache-2.0
// The arms that a page has made.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "call.hpp"
#include "catena/core/arm.hpp"
#include "objects.hpp"

namespace catena::wasm {

struct Model {
  explicit Model(Robot robot, Notes notes);

  // The arm as it is, or with its motors, with a workspace that fits.
  struct Ready {
    const Arm& arm;
    Workspace& work;
  };
  Ready ready(bool motors);

  // By the arguments "frame", "point" and "axes"; nothing if there is neither of the first two.
  std::optional<Frame<double>> frame(const Arguments& arguments) const;

  Arm arm;
  Notes notes;
  std::vector<NamedFrame> frames;

 private:
  std::unique_ptr<Workspace> work_;
  std::optional<Arm> motors_;
  std::unique_ptr<Workspace> motors_work_;
};

Objects<Model>& models();
int add_model(Robot robot, Notes notes);

// The text of the argument "text" as a robot: "format", "where", "base", "tip", "branches".
Robot robot_from(const Arguments& arguments, std::string_view name, Notes& notes);

// By its name or an alias. Throws Error(usage).
const QuantityInfo& quantity_named(std::string_view name);

Json limits_json(const std::optional<Limits>& limits);
inline Json json(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }
inline Json json(const Sym3<double>& I) { return Json::array({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}); }
inline Json json(const Dh& dh) {
  return {{"alpha", dh.alpha}, {"a", dh.a}, {"theta", dh.theta}, {"d", dh.d}};
}
Json json(const Pose<double>& X);  // 4 x 4 row by row
const char* word(JointKind kind);

}  // namespace catena::wasm
