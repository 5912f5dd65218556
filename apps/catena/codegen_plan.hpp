// SPDX-License-Identifier: Apache-2.0
// The plan of `catena codegen`: the functions to generate, each with one or several results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/codegen/program.hpp"

namespace catena::cli {

struct CodegenPlan {
  std::vector<std::vector<Target>> functions;  // in the order of --want
  Wish wish;
};

// `want`: "id,inertia", "id+did_dq,gravity". `method`: as for `eval`, and "graph" for derivatives. Throws Error(usage).
CodegenPlan make_codegen_plan(const std::string& want, const std::optional<std::string>& method,
                              const Given& given);

}  // namespace catena::cli
