// SPDX-License-Identifier: Apache-2.0
// The counted formulations of an arm, as rows and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/count/cost.hpp"
#include "catena/count/printed.hpp"

namespace catena::cli {

struct CountRow {
  std::string robot;
  int n;
  const Method<Counted>* method;
  Cost general, customised;
  std::optional<Cost> optimised;  // as generated code; long arms are left out
  CostLaw law;
  const PrintedLaw* printed;               // may be null
  const PrintedCount* printed_customised;  // may be null
};

CountRow count_row(const std::string& robot, const Chain<double>& arm, const Method<Counted>& method,
                   const CostLaw& law);

// All formulations of the quantities and stems that two lists name; an empty list names all. Throws
// Error(usage).
std::vector<const Method<Counted>*> counted_methods(const std::string& want, const std::string& method);

std::string counts_table(const std::vector<CountRow>& rows, bool markdown);
std::string laws_table(const std::vector<CountRow>& rows, bool markdown);

}  // namespace catena::cli
