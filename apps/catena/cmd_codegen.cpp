// SPDX-License-Identifier: Apache-2.0
// `catena codegen`: C99 for one arm.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "catena/codegen/emit_c.hpp"
#include "catena/io/load.hpp"
#include "command.hpp"
#include "eval_plan.hpp"
#include "json_page.hpp"
#include "util/text.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

enum class Language { c };

struct Options {
  RobotOptions robot;
  std::string want = "id,inertia,gravity,fd";
  std::optional<std::string> method;
  Language language = Language::c;
  CReal real = CReal::binary64;
  std::string name;    // empty: by the robot
  std::string folder;  // empty: standard output
  bool inlined = false, force = false, json = false;
};

constexpr int kMostJoints = 64;

// As it would be typed in a shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

// What makes the same files again, in whatever folder.
std::string command_line(const Options& options) {
  const UrdfOptions& urdf = options.robot.urdf;
  std::string line = "catena codegen " + quoted(options.robot.spec);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, quoted(value));
  };
  add("--base", urdf.base);
  add("--tip", urdf.tip);
  if (urdf.branches == UrdfOptions::Branches::drop) add("--branches", "drop");
  add("--want", options.want);
  add("--method", options.method.value_or(""));
  add("--lang", "c");
  add("--real", options.real == CReal::binary64 ? "double" : "float");
  add("--name", options.name);
  return options.inlined ? line + " --inline" : line;
}

// "robots/arm.toml" -> "arm", "chain:30" as it is.
std::string stem_of(const Options& options) {
  if (!options.name.empty()) return options.name;
  const fs::path path = options.robot.spec;
  const std::string extension = path.extension().string();
  const bool file = extension == ".toml" || extension == ".urdf" || extension == ".xml";
  return file ? path.stem().string() : options.robot.spec;
}

// Whether --method names this one, and not only the default.
bool asked_for(const std::optional<std::string>& list, const Method<double>& method) {
  if (!list) return false;
  const std::string with_quantity = fmt::format("{}={}", info(method.quantity).name, method.stem);
  const std::vector<std::string> items = detail::split(*list);
  return std::any_of(items.begin(), items.end(),
                     [&](const std::string& item) { return item == method.stem || item == with_quantity; });
}

std::vector<Program> programs(const Options& options, const Chain<double>& arm) {
  std::vector<Program> all;
  for (const Method<double>* m : make_plan(options.want, options.method).methods)
    all.push_back(asked_for(options.method, *m) ? best_program(*find_method<Expr>(m->quantity, m->stem), arm)
                                                : cheapest_program(m->quantity, arm));
  return all;
}

// M may be singular whatever the posture, such as that of links without mass.
void require_result(const Options& options, const Program& program) {
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    if (node.op == ExprOp::div && program.graph.value(node.b) == 0.0)
      throw Error(
          ErrorKind::numerical, options.robot.spec,
          fmt::format("'{}' has no result for this robot in any posture", info(program.quantity).name))
          .given("a division by zero")
          .hint("'catena check' says which link is to blame");
  }
}

using Files = std::vector<std::pair<std::string, std::string>>;  // path, text

Files files_of(const Options& options, const CSource& c) {
  const auto path = [&](const char* extension) {
    return (fs::path(options.folder) / (c.stem + extension)).string();
  };
  if (options.inlined) return {{path(".h"), c.inlined}};
  return {{path(".h"), c.header}, {path(".c"), c.source}};
}

bool holds(const std::string& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  return in && std::string(std::istreambuf_iterator<char>(in), {}) == text;
}

void write(const Options& options, const Files& files) {
  std::error_code error;
  fs::create_directory(options.folder, error);
  if (!fs::is_directory(options.folder, error)) {
    const bool there = fs::exists(options.folder, error);
    throw Error(ErrorKind::io, options.folder, there ? "this is not a folder" : "the folder cannot be made")
        .hint(there ? "-o takes a folder, in which the files get their names"
                    : missing_folder(options.folder));
  }
  for (const auto& [path, text] : files)  // all or none
    if (!holds(path, text)) require_free(path, options.force);
  for (const auto& [path, text] : files)
    if (!holds(path, text)) write_file(path, text, options.force);
}

nlohmann::ordered_json as_json(const Options& options, const std::vector<Program>& all, const Files& files) {
  using Json = nlohmann::ordered_json;
  Json functions = Json::array(), list = Json::array();
  for (const Program& program : all) {
    const OpCount count = operations(program);
    functions.push_back(
        {{"name", c_function(stem_of(options), program.quantity)},
         {"quantity", info(program.quantity).name},
         {"method", program.stem},
         {"operations",
          {{"mul", count.mul}, {"add", count.add}, {"sqrt", count.sqrt}, {"trig", count.trig}}}});
  }
  for (const auto& [path, text] : files)
    list.push_back({{"path", options.folder.empty() ? Json() : Json(path)},
                    {"bytes", text.size()},
                    {"text", options.folder.empty() ? Json(text) : Json()}});
  return {{"robot", options.robot.spec}, {"language", "c"}, {"functions", functions}, {"files", list}};
}

void run(const Options& options, Streams& streams) {
  make_plan(options.want, options.method);  // a slip is told before the robot is read
  const Robot robot = load(options.robot, streams);
  Notes notes;
  const Chain<double> arm = make_chain(robot, notes);
  if (arm.dof() > kMostJoints)
    throw Error(ErrorKind::usage, options.robot.spec, "too long for code without loops")
        .given(fmt::format("{} joints", arm.dof()))
        .need(fmt::format("{} at most", kMostJoints))
        .hint("'catena eval' takes arms of any length");
  const std::vector<Program> all = programs(options, arm);
  for (const Program& program : all) require_result(options, program);
  const CSource c = emit_c(all, {stem_of(options), robot.name, command_line(options), options.real});
  if (options.folder.empty()) {
    const std::string& text = options.inlined ? c.inlined : c.alone;
    if (options.json) return write_json(as_json(options, all, {{"", text}}), streams.out);
    streams.out << text;
    return;
  }
  const Files files = files_of(options, c);
  write(options, files);
  if (options.json) return write_json(as_json(options, all, files), streams.out);
  for (const auto& [path, text] : files) tell(fmt::format("{}: {} bytes", path, text.size()), streams);
}

}  // namespace

void add_codegen(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<Options>();
  Command command = line.command("codegen", "Write C99 that computes quantities of one robot");
  command.robot(options->robot);
  command.text("-w,--want", options->want, "Quantities, one function each (default: " + options->want + ")",
               {.type = "QUANTITY,.."});
  command.text("-m,--method", options->method, "A stem, or quantity=stem (default: the cheapest)",
               {.type = "STEM,.."});
  command.choice<Language>("--lang", options->language, {{"c", Language::c}},
                           "The language (default: c, C99)");
  command.choice<CReal>("--real", options->real, {{"double", CReal::binary64}, {"float", CReal::binary32}},
                        "The type of all numbers (default: double)");
  command.text("--name", options->name, "Instead of ROBOT in the names of functions and files",
               {.type = "NAME"});
  command.flag("--inline", options->inlined, "One header with static inline functions");
  command.folder("-o,--output", options->folder,
                 "Write files into this folder instead of standard output (-)");
  command.flag("--force", options->force, "Replace files that exist");
  command.flag("--json", options->json,
               "A report {\"functions\": [..], \"files\": [{\"path\", \"bytes\", \"text\"}, ..]}");
  command.footer(
      "The files are catena_ROBOT.h and catena_ROBOT.c, the functions catena_ROBOT_QUANTITY; matrices go row "
      "by\n"
      "row. The robot's constants and gravity are built in.\n\n"
      "Example:  catena codegen panda --want id --inline");
  command.run([options, &streams] {
    if (options->folder == "-") options->folder.clear();
    run(*options, streams);
  });
}

}  // namespace catena::cli
