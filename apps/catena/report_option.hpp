// SPDX-License-Identifier: Apache-2.0
// --report FILE.html, of every command that can make a page.
#pragma once

#include <string>

#include "catena/report/report.hpp"
#include "command.hpp"

namespace catena::cli {

void report_option(Command& command, std::string& chosen, const std::string& description);

// Before anything is computed: throws Error if the page could not be written, or if this Catena was built without it.
void require_report(const std::string& path, bool force);

void write_report(const report::Report& page, const std::string& path, bool force, Streams& streams);

}  // namespace catena::cli
