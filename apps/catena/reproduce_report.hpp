// SPDX-License-Identifier: Apache-2.0
// The HTML report of `catena reproduce`.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "reproduction.hpp"

namespace catena::cli {

// The statements of the papers with verdicts, figures, tables of numbers and counts, and the moving arm beside its
// path. `command` is the command line that writes the report again.
report::Report reproduction_report(const Reproduction& measured, const std::string& command);

}  // namespace catena::cli
