// SPDX-License-Identifier: Apache-2.0
// What `catena reproduce` found, as a page for a browser.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "reproduction.hpp"

namespace catena::cli {

// Statements with their verdicts, figures, tables of numbers and of counts; the forced arm beside its path in motion.
// `command` makes the page again.
report::Report reproduction_report(const Reproduction& measured, const std::string& command);

}  // namespace catena::cli
