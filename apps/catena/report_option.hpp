// SPDX-License-Identifier: Apache-2.0
// The option --report FILE.html, for all commands that write an HTML report.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "command.hpp"

namespace catena::cli {

void report_option(Command& command, std::string& chosen, const std::string& description);

// Throws Error if the report could not be written. Call it before anything is computed.
void require_report(const std::string& path, bool force);

// The page, after a note about meshes that are not drawn.
std::string report_page(const report::Report& report, Streams& streams);

void write_report(const report::Report& page, const std::string& path, bool force, Streams& streams);

// Says that a report has been written, for a command that writes it together with other files.
void tell_report(const std::string& path, Streams& streams);

}  // namespace catena::cli
