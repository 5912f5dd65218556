// SPDX-License-Identifier: Apache-2.0
// `catena codegen`: generates C99 or C++ for one arm.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "catena/codegen/emit_c.hpp"
#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/io/load.hpp"
#include "catena/system/json.hpp"
#include "codegen_plan.hpp"
#include "command.hpp"
#include "frame_choice.hpp"
#include "json_page.hpp"
#include "payload_option.hpp"
#include "shell_word.hpp"
#include "write_file.hpp"

namespace catena::cli {
namespace {

namespace fs = std::filesystem;

enum class Language { c, cpp };

struct CodegenArguments {
  RobotOptions robot;
  std::string want = "id,inertia,gravity,fd";
  std::optional<std::string> method;
  Language language = Language::c;
  CReal real = CReal::binary64;
  std::string name;    // empty: that of the robot
  std::string folder;  // empty: standard output
  Given given;
  std::optional<std::string> payload;
  FrameChoice frame;
  bool inlined = false, force = false, json = false;
};

constexpr int kMostJoints = 64;

constexpr std::pair<const char*, bool Given::*> kArguments[] = {{"gravity", &Given::gravity},
                                                                {"inertial", &Given::inertial},
                                                                {"payload", &Given::payload},
                                                                {"tip", &Given::tip},
                                                                {"v", &Given::v},
                                                                {"wrenches", &Given::wrenches}};

// --arguments payload,gravity,inertial
void take_arguments(const std::string& list, Given& given) {
  std::vector<std::string> seen;
  const auto wrong = [&](const std::string& what) {
    return Error(ErrorKind::usage, fmt::format("--arguments '{}'", text::printable(list)), what);
  };
  for (const std::string& word : text::split(list)) {
    bool known = false;
    for (const auto& [name, flag] : kArguments)
      if (word == name) given.*flag = known = true;
    if (word.empty())
      throw wrong(list.empty() ? "the list is empty" : "an entry of the list is empty")
          .need("names separated by single commas: payload, gravity, inertial, tip, v or wrenches");
    if (!known)
      throw wrong(fmt::format("there is no argument '{}'", text::printable(word)))
          .need("payload, gravity, inertial, tip, v or wrenches, comma-separated")
          .hint(text::did_you_mean(
              word, std::vector<std::string_view>{"payload", "gravity", "inertial", "tip", "v", "wrenches"}));
    if (std::find(seen.begin(), seen.end(), word) != seen.end())
      throw wrong(fmt::format("'{}' is named twice", word));
    seen.push_back(word);
  }
}

std::string arguments_of(const Given& given) {
  std::string list;
  for (const auto& [name, flag] : kArguments)
    if (given.*flag) list += (list.empty() ? "" : ",") + std::string(name);
  return list;
}

// The command line that writes the same files again, without the folder.
std::string command_line(const CodegenArguments& options) {
  const UrdfOptions& urdf = options.robot.urdf;
  std::string line = "catena codegen " + shell_word(options.robot.spec);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--base", urdf.base);
  add("--tip", urdf.tip);
  if (urdf.branches == UrdfOptions::Branches::drop) add("--branches", "drop");
  add("--want", options.want);
  add("--method", options.method.value_or(""));
  add("--lang", options.language == Language::c ? "c" : "cpp");
  if (options.language == Language::c) add("--real", options.real == CReal::binary64 ? "double" : "float");
  add("--name", options.name);
  if (const std::string list = arguments_of(options.given); !list.empty()) line += " --arguments " + list;
  if (options.given.wrench_axes != Axes::frame) line += " --wrench-axes base";
  if (options.given.motors) line += " --motors";
  add("--payload", options.payload.value_or(""));
  add("--frame", options.frame.name.value_or(""));
  if (options.frame.point)
    add("--point",
        fmt::format("{},{},{}", options.frame.point->x, options.frame.point->y, options.frame.point->z));
  if (options.frame.axes) add("--axes", axes_name(*options.frame.axes));
  return options.inlined ? line + " --inline" : line;
}

// "arm" for "robots/arm.toml"; "chain:30" is unchanged.
std::string stem_of(const CodegenArguments& options) {
  if (!options.name.empty()) return options.name;
  const fs::path path = options.robot.spec;
  const std::string extension = path.extension().string();
  const bool file = extension == ".toml" || extension == ".urdf" || extension == ".xml";
  return file ? path.stem().string() : options.robot.spec;
}

// Throws Error if M is singular in every configuration, for example because links have no mass.
void require_result(const CodegenArguments& options, const Program& program) {
  for (const ExprId id : order(program)) {
    const ExprNode& node = program.graph[id];
    if (node.op == ExprOp::div && program.graph.value(node.b) == 0.0)
      throw Error(ErrorKind::numerical, options.robot.spec,
                  fmt::format("'{}' has no result for this robot in any posture", name(program)))
          .given("a division by zero")
          .hint("'catena check' names the link that is the cause");
  }
}

std::vector<Program> programs(const CodegenArguments& options, const CodegenPlan& plan,
                              const Chain<double>& arm) {
  std::vector<Program> all;
  for (const std::vector<Target>& targets : plan.functions) {
    all.push_back(cheapest_program(targets, arm, plan.wish));
    require_result(options, all.back());
  }
  return all;
}

// The generated code: one file, or a source file and its header.
struct Code {
  std::string stem;
  std::vector<std::pair<const char*, std::string>> files;  // by extension
  std::string alone;                                       // for standard output
};

// "'panda_link5'", "a point of the tool frame"
std::string frame_text(const FrameChoice& frame) {
  const std::string name = frame.name ? fmt::format("the frame '{}'", *frame.name) : "the tool frame";
  return frame.point ? "a point of " + name : name;
}

Code code_of(const CodegenArguments& options, const std::vector<Program>& all, const std::string& robot) {
  CSettings settings{stem_of(options), robot, command_line(options), options.real};
  settings.frame = frame_text(options.frame);
  if (options.language == Language::cpp) {
    const CppSource cpp = emit_cpp(all, settings);
    return {cpp.stem, {{".hpp", cpp.header}}, cpp.header};
  }
  const CSource c = emit_c(all, settings);
  if (options.inlined) return {c.stem, {{".h", c.inlined}}, c.inlined};
  return {c.stem, {{".h", c.header}, {".c", c.source}}, c.alone};
}

using Files = std::vector<system::FileText>;

Files files_of(const CodegenArguments& options, const Code& code) {
  Files files;
  for (const auto& [extension, text] : code.files)
    files.push_back({(fs::path(options.folder) / (code.stem + extension)).string(), text});
  return files;
}

bool holds(const std::string& path, const std::string& text) {
  if (std::error_code ignored; !fs::is_regular_file(path, ignored)) return false;
  std::ifstream in(path, std::ios::binary);
  return in && std::string(std::istreambuf_iterator<char>(in), {}) == text;
}

// Creates the folder and checks, before anything is written, that the files whose contents will change can be written.
Files to_write(const CodegenArguments& options, const Files& files) {
  std::error_code ignored;
  if (fs::exists(options.folder, ignored) && !fs::is_directory(options.folder, ignored))
    throw Error(ErrorKind::io, options.folder, "this is not a folder")
        .hint("-o takes a folder; the files in it are named after the robot");
  make_folder(options.folder);
  Files changed;
  std::vector<std::string> paths;
  for (const system::FileText& file : files) {
    paths.push_back(file.path);
    if (holds(file.path, file.text)) continue;
    require_writable(file.path, options.force);
    changed.push_back(file);
  }
  require_distinct(paths);
  return changed;
}

Json as_json(const CodegenArguments& options, const std::vector<Program>& all, const Files& files) {
  Json functions = Json::array(), list = Json::array();
  for (const Program& program : all) {
    const OpCount count = operations(program);
    std::vector<std::string> quantities, ways;
    for (const ProgramResult& part : results(program)) {
      quantities.push_back(name(part.target));
      ways.emplace_back(part.target.by ? "graph" : part.method);
    }
    functions.push_back(
        {{"name", c_function(stem_of(options), name(program))},
         {"quantity", fmt::format("{}", fmt::join(quantities, "+"))},
         {"method", fmt::format("{}", fmt::join(ways, "+"))},
         {"operations",
          {{"mul", count.mul}, {"add", count.add}, {"sqrt", count.sqrt}, {"trig", count.trig}}}});
  }
  for (const auto& [path, text] : files)
    list.push_back({{"path", options.folder.empty() ? Json() : Json(path)},
                    {"bytes", text.size()},
                    {"text", options.folder.empty() ? Json(text) : Json()}});
  return {{"robot", options.robot.spec},
          {"language", options.language == Language::c ? "c" : "cpp"},
          {"functions", functions},
          {"files", list}};
}

// Arguments that no wanted function depends on.
void tell_ignored(CodegenPlan& plan, Streams& streams) {
  Given& given = plan.wish.given;
  const auto used = [&](auto&& depends) {
    for (const std::vector<Target>& targets : plan.functions)
      for (const Target& target : targets)
        if (depends(info(target.quantity))) return true;
    return false;
  };
  const auto tell_unless = [&](bool asked, const char* name, auto&& depends) {
    if (asked && !used(depends))
      tell(fmt::format("--arguments {} is ignored: no wanted quantity needs it", name), streams);
  };
  const auto masses = [](const QuantityInfo& quantity) { return quantity.masses != Masses::none; };
  tell_unless(given.gravity, "gravity",
              [](const QuantityInfo& quantity) { return quantity.needs(Input::gravity); });
  tell_unless(given.inertial, "inertial", masses);
  tell_unless(given.payload, "payload", masses);
  tell_unless(given.tip, "tip", [](const QuantityInfo& quantity) { return quantity.needs(Input::tip); });
  tell_unless(given.v, "v", [](const QuantityInfo& quantity) { return quantity.needs(Input::v); });
  if (given.frame && !used([](const QuantityInfo& quantity) { return quantity.needs(Input::frame); })) {
    tell("--frame, --point and --axes are ignored: no wanted quantity depends on a frame", streams);
    given.frame.reset();
  }
}

void run_codegen(const CodegenArguments& options, Streams& streams) {
  CodegenPlan plan = make_codegen_plan(options.want, options.method, options.given);
  if (options.language == Language::cpp && (options.inlined || options.real == CReal::binary32))
    throw Error(ErrorKind::usage, "--lang cpp", "--real and --inline apply only to C")
        .hint("omit --real and --inline");
  if (options.given.wrench_axes != Axes::frame && !options.given.wrenches)
    throw Error(ErrorKind::usage, "--wrench-axes", "the functions take no wrenches of the links")
        .hint("add --arguments wrenches");
  if (options.given.inertial && options.payload)
    throw Error(ErrorKind::usage, "--arguments inertial --payload",
                "the inertial parameters replace all masses, the payload too")
        .hint("use --arguments inertial,payload, or add the payload to the parameters of the last link");
  const Robot robot = load(options.robot, options.payload, options.given.motors, streams);
  if (options.frame.given())
    plan.wish.given.frame =
        chosen_frame(named_frames(robot), tool_frame(robot), options.frame, {}, robot.name);
  tell_ignored(plan, streams);
  Notes notes;
  const Chain<double> arm = make_chain(robot, notes);
  if (arm.dof() > kMostJoints)
    throw Error(ErrorKind::usage, options.robot.spec, "too many joints for code without loops")
        .given(fmt::format("{} joints", arm.dof()))
        .need(fmt::format("at most {}", kMostJoints))
        .hint("'catena eval' accepts any number of joints");
  const std::vector<Program> all = programs(options, plan, arm);
  const Code code = code_of(options, all, robot.name);
  if (options.folder.empty()) {
    if (options.json) return write_json(as_json(options, all, {{"", code.alone}}), streams.out);
    streams.out << code.alone;
    return;
  }
  const Files files = files_of(options, code);
  write_files(to_write(options, files), options.force);
  if (options.json) return write_json(as_json(options, all, files), streams.out);
  for (const auto& [path, text] : files) tell(fmt::format("{}: {} bytes", path, text.size()), streams);
}

}  // namespace

void add_codegen(CommandLine& line, Streams& streams) {
  auto options = std::make_shared<CodegenArguments>();
  Command command = line.command("codegen", "Generate C99 or C++ code that computes quantities of one robot");
  command.robot(options->robot);
  command.text("-w,--want", options->want,
               "Functions to generate: id, did_dq, id+did_dq (default: " + options->want + ")",
               {.type = "QUANTITY,.."});
  command.text("-m,--method", options->method,
               "Method, quantity=method, or 'graph' for derivatives (default: fewest operations)",
               {.type = "METHOD,.."});
  command.choice<Language>("--lang", options->language, {{"c", Language::c}, {"cpp", Language::cpp}},
                           "C99, or a header of C++ templates on the scalar type (default: c)");
  command.choice<CReal>("--real", options->real, {{"double", CReal::binary64}, {"float", CReal::binary32}},
                        "Type of all numbers in C (default: double)");
  command.text("--name", options->name, "Replaces ROBOT in the names of functions and files",
               {.type = "NAME"});
  command.flag("--inline", options->inlined, "Generate one header with static inline functions");
  command.former_flag("--gravity-input", options->given.gravity, "--arguments gravity");
  command.former_flag("--tip-input", options->given.tip, "--arguments tip");
  command.take("--arguments", [options](const std::string& list) { take_arguments(list, options->given); },
               "Arguments of the functions: payload, gravity, inertial, tip, v, wrenches (of links)",
               {.type = "LIST"});
  wrench_axes_option(command, options->given.wrench_axes);
  payload_option(command, options->payload);
  frame_options(command, options->frame);
  motors_option(command, options->given.motors);
  command.folder("-o,--output", options->folder,
                 "Write files into this folder instead of standard output (-)");
  command.flag("--force", options->force, "Overwrite existing files");
  command.flag("--json", options->json,
               "Print JSON: {\"functions\": [..], \"files\": [{\"path\", \"bytes\", \"text\"}, ..]}");
  command.footer(
      "A function computes a quantity, its derivative with respect to q, qd, qdd or tau (did_dq), or several "
      "of "
      "these (id+did_dq). The files are catena_ROBOT.h and catena_ROBOT.c (in C++ catena_ROBOT.hpp), the "
      "functions "
      "catena_ROBOT_QUANTITY. Matrices are stored row by row. The robot's constants are built in, and so is "
      "gravity "
      "unless it is an argument.\n\n"
      "Example:  catena codegen panda --want id --inline");
  command.run([options, &streams] {
    if (options->folder == "-") options->folder.clear();
    run_codegen(*options, streams);
  });
}

}  // namespace catena::cli
