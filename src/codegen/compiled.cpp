// SPDX-License-Identifier: Apache-2.0
#include "catena/codegen/compiled.hpp"

#include <fmt/format.h>

#include "codegen/compiled_code.hpp"
#include "codegen/compiled_source.hpp"

namespace catena {

Compiled::Compiled(Arm arm, const std::vector<Quantity>& wanted)
    : arm_(std::move(arm)), quantities_(codegen::detail::compilable(wanted)) {
  std::string problem, partly;
  std::vector<Quantity> generated = quantities_;
  if (arm_.has_motors()) generated = codegen::detail::with_motor_terms(quantities_);
  if (dof() > kMostJoints) {
    problem = fmt::format("{} joints, but code is generated for at most {}", dof(), kMostJoints);
  } else {
    const codegen::detail::CompiledSource source = codegen::detail::compiled_source(arm_.chain(), generated);
    if (generated.size() < quantities_.size())
      partly =
          fmt::format("what divides by M with the rotors of '{}' is computed by the library", arm_.name());
    if (source.too_many > 0)
      partly += fmt::format(
          "{}the derivatives of '{}' are computed by the library: generated code would be slower "
          "({} operations; the limit is {})",
          partly.empty() ? "" : "\n", arm_.name(), source.too_many, codegen::detail::most_operations(dof()));
    if (!source.text.empty() && (!generated.empty() || quantities_.empty())) {
      codegen::detail::Library library = codegen::detail::load_library(source.text);
      problem = library.problem;
      if (library.handle) code_ = std::make_shared<const Code>(std::move(library), arm_.chain());
    }
  }
  if (problem.empty() && partly.empty()) return;
  if (!native() && !problem.empty())
    note_ = Note{"Compiled", fmt::format("'{}' is computed by the library, without generated code: {}",
                                         arm_.name(), problem)};
  else
    note_ = Note{"Compiled", problem.empty() || partly.empty() ? problem + partly : problem + "\n" + partly};
}

Compiled Compiled::with_gravity(const Eigen::Vector3d& acceleration) const {
  Compiled other = *this;
  other.arm_ = arm_.with_gravity(acceleration);
  other.other_gravity_ = true;
  return other;
}

}  // namespace catena
