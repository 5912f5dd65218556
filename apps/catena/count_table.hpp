// SPDX-License-Identifier: Apache-2.0
// The operation counts of an arm's methods, as rows and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/count/cost.hpp"
#include "catena/count/printed.hpp"
#include "catena/reproduce/step_rows.hpp"
#include "catena/reproduce/table_rows.hpp"

namespace catena::cli {

struct CountRow {
  std::string robot;
  int n;
  const Method<Counted>* method;
  Cost general, customised;
  std::optional<Cost> optimised;  // of generated code; not computed for long arms
  CostLaw law;
  const PrintedLaw* printed;               // may be null
  const PrintedCount* printed_customised;  // may be null
};

CountRow count_row(const std::string& robot, const Chain<double>& arm, const Method<Counted>& method,
                   const CostLaw& law, bool motors);

// The methods in the list `method` that compute the quantities in the list `want`; an empty list stands for all.
// With motors: those that include them, or to which their terms are added. Throws Error(usage).
std::vector<const Method<Counted>*> counted_methods(const std::string& want, const std::string& method,
                                                    bool motors);

std::string counts_table(const std::vector<CountRow>& rows, bool markdown);
std::string laws_table(const std::vector<CountRow>& rows, bool markdown);
std::string steps_table(const std::string& robot, int n, const StepTable& steps, bool markdown);
std::string rows_table(const std::string& robot, int n, const std::vector<TableRow>& rows, bool markdown);

}  // namespace catena::cli
