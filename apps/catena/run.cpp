// SPDX-License-Identifier: Apache-2.0
// Runs one command and reports errors.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <new>
#include <ostream>
#include <string_view>
#include <system_error>

#include "catena/core/select.hpp"
#include "catena/core/simd.hpp"
#include "catena/core/text.hpp"
#include "catena/core/threads.hpp"
#include "catena/io/calibration.hpp"
#include "catena/io/load.hpp"
#include "catena/system/files_read.hpp"
#include "command.hpp"

namespace catena::cli {
namespace {

struct Entry {
  std::string_view verb;
  void (*add)(CommandLine&, Streams&);
};

// In the order of the help page.
constexpr Entry kCommands[] = {
    {"info", add_info},
    {"check", add_check},
    {"convert", add_convert},
    {"eval", add_eval},
    {"ik", add_ik},
    {"methods", add_methods},
    {"verify", add_verify},
    {"count", add_count},
    {"compare", add_compare},
    {"path", add_path},
    {"simulate", add_simulate},
    {"sweep", add_sweep},
    {"codegen", add_codegen},
    {"papers", add_papers},
    {"reproduce", add_reproduce},
    {"bench", add_bench},
    {"playground", add_playground},
    {"help", add_help},
};

// Adds the command that `args` name. To list, describe or suggest commands, all are needed.
void add_commands(const std::vector<std::string>& args, CommandLine& line, Streams& streams) {
  const auto named = [&](const Entry& entry) {
    return !args.empty() && args.front() == entry.verb && entry.verb != "help";
  };
  const Entry* const one = std::find_if(std::begin(kCommands), std::end(kCommands), named);
  for (const Entry& entry : kCommands)
    if (one == std::end(kCommands) || one == &entry) entry.add(line, streams);
}

}  // namespace

Robot load(const RobotOptions& options, Streams& streams) {
  Notes notes;
  Robot robot = load_robot(options.spec, notes, options.urdf);
  tell(notes, options.spec, robot.links.size(), streams);
  return robot;
}

void tell(const std::string& note, Streams& streams) {
  streams.err << "catena: note: " << text::printable(note, text::kWhole) << '\n';
}

void tell(const Note& note, Streams& streams) { tell(note.line(), streams); }

void tell(const Notes& notes, const std::string& spec, std::size_t bodies, Streams& streams) {
  int impossible = 0;
  for (const Note& note : notes)
    if (note.kind == NoteKind::impossible_inertia)
      ++impossible;
    else
      tell(note, streams);
  if (impossible > 0)
    tell(fmt::format("{}: {} of {} links have a physically impossible inertia, which the file permits; see "
                     "'catena check'",
                     spec, impossible, bodies),
         streams);
}

void worsen(Streams& streams, int code) { streams.code = std::max(streams.code, code); }

namespace {

std::string printable_lines(std::string_view page) {
  std::string text;
  for (std::size_t first = 0; first <= page.size();) {
    const std::size_t end = std::min(page.find('\n', first), page.size());
    text += text::printable(page.substr(first, end - first), text::kWhole);
    if (end < page.size()) text += '\n';
    first = end + 1;
  }
  return text;
}

}  // namespace

void print(const std::string& page, Streams& streams) { streams.out << printable_lines(page); }

void report(const Error& error, Streams& streams) {
  streams.err << "catena: error: " << printable_lines(error.what()) << '\n';
}

std::string one_line(const Error& error, Advice advice) {
  const Note parts = {error.where(), error.problem(), NoteKind::remark,
                      error.given(), error.need(),    advice == Advice::with ? error.hint() : ""};
  return text::printable(parts.line(), text::kWhole);
}

void require_written(std::ostream& out, const std::string& where) {
  if (out) return;
  const int reason = errno;
  if (reason == EPIPE) throw ReaderGone{};
  throw Error(ErrorKind::io, where, "cannot write").given(reason != 0 ? std::strerror(reason) : "");
}

namespace {

// Work done by fewer threads than requested is correct but slow.
void tell_refused_threads(int before, Streams& streams) {
  if (refused_threads() > before)
    tell(
        "the system refused to start all requested threads (a limit on processes or memory); fewer did the "
        "work",
        streams);
}

}  // namespace

int run(const std::vector<std::string>& args, Streams streams) {
  try {
    CommandLine line(streams);
    add_commands(args, line, streams);
    if (const std::string remark = simd_remark(); !remark.empty()) tell(remark, streams);
    use_calibration();
    if (const std::string& problem = Selection::current().problem(); !problem.empty())
      streams.err << "catena: warning: " << printable_lines(problem) << '\n';
    system::record_files_read();
    const int refused = refused_threads();
    line.parse(args);
    tell_refused_threads(refused, streams);
    if (streams.out) errno = 0;  // otherwise it holds the reason why an earlier write failed
    streams.out.flush();
    require_written(streams.out, "standard output");
    return streams.code;
  } catch (const ReaderGone&) {
    return streams.code;
  } catch (const Error& e) {
    report(e, streams);
    return e.exit_code();
  } catch (const std::bad_alloc&) {
    streams.err << kOutOfMemory;
    return static_cast<int>(ErrorKind::numerical);
  } catch (const std::system_error& e) {  // of the file system, or of threads
    const Error error =
        Error(ErrorKind::io, "", "the system refused").given(text::printable(e.what(), text::kWhole));
    report(error, streams);
    return error.exit_code();
  } catch (const std::exception& e) {
    streams.err << "catena: bug: " << text::printable(e.what(), text::kWhole) << '\n';
    return static_cast<int>(ErrorKind::bug);
  }
}

}  // namespace catena::cli
