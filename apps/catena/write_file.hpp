// SPDX-License-Identifier: Apache-2.0
// Files that are written completely or not at all, and never over the input (docs/robustness.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/system/whole_file.hpp"
#include "command.hpp"

namespace catena::cli {

// A hint for a file that cannot be created; empty if its folder exists.
std::string missing_folder(const std::string& path);

// Creates the folder unless it exists. Throws Error(io).
void make_folder(const std::string& path);

// Throws Error if `path` is an existing file and not `force`, or if it cannot be written: it is a folder, its folder does
// not exist or is not writable, its name is too long. Call it before a long computation.
void require_writable(const std::string& path, bool force);

// Throws Error(usage) if one of the outputs of a command is a file that the command has read, or another of its outputs,
// or the file that standard output or standard error go to, under whatever name. Empty names, "-", devices and pipes are left
// out. Call it when all inputs have been opened and nothing has been written.
void require_distinct(std::span<const std::string> outputs);

// Throws Error(usage) if standard output is a file that the command has read, unless `streams` write elsewhere: `catena ik ARM -i poses
// >> poses` would read what it writes.
void require_distinct_standard_output(const Streams& streams);

// Throws Error(usage) if standard output or standard error go to this file: `catena sweep results.db --resume 2>> results.db`.
void require_no_stream(const std::string& path);

// The file holds the old or the new text, never a part of it. An existing file is kept unless `force`. Devices, pipes and
// descriptors (/dev/stdout) are written directly. A symbolic link stays a link, and its target is written, whether it
// exists or not. Throws Error.
void write_file(const std::string& path, std::string_view text, bool force);

// The files of one result: none of them is replaced before all are complete, and none of an earlier result is left beside
// them (UnfinishedFile::publish). Devices and pipes are written last, when the files are safe.
void write_files(std::vector<system::FileText> files, bool force);

}  // namespace catena::cli
