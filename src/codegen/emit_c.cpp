// SPDX-License-Identifier: Apache-2.0
#include "catena/codegen/emit_c.hpp"

#include <fmt/format.h>

#include <cctype>

#include "c_body.hpp"
#include "catena/version.hpp"

namespace catena {
namespace {

std::string result_name(const Target& target) {
  const std::string_view symbol = info(target.quantity).symbol;
  if (!target.by && !symbol.empty()) return std::string(symbol);
  return target.by || as_derivative(target.quantity) ? name(target) : "out";
}

// A single result has its usual name. Several are named out_QUANTITY, because tau and qdd may be arguments too.
std::vector<std::string> result_names(const Program& program) {
  const std::vector<ProgramResult> parts = results(program);
  if (parts.size() == 1) return {result_name(parts[0].target)};
  std::vector<std::string> names;
  for (const ProgramResult& part : parts) names.push_back("out_" + name(part.target));
  return names;
}

std::string matrix_layout(std::string_view out, std::size_t rows, int columns) {
  return fmt::format("{0}[{1}], {2} x {3}, row by row: row i, column j is {0}[{3}*i + j]", out,
                     rows * static_cast<std::size_t>(columns), rows, columns);
}

// How a derivative is stored: one row for each element of what is differentiated; a matrix is taken row by row.
std::string derivative_layout(Quantity of, int n, std::string_view out) {
  const Extents extents = extents_of(info(of).shape(), n);
  if (extents.indices == 2)
    return fmt::format("{0}[{1}], element (i, j) by k is {0}[{2}*({3}*i + j) + k]", out,
                       size_of(of, n) * static_cast<std::size_t>(n), n, extents[1]);
  return matrix_layout(out, size_of(of, n), n);
}

std::string array_layout(Shape shape, int n, std::string_view out) {
  const Extents extents = extents_of(shape, n);
  switch (shape) {
    case Shape::none:
      return "";
    case Shape::scalar:
      return fmt::format("{}[0]", out);
    case Shape::joints:
      return fmt::format("{}[{}], base to tip", out, n);
    case Shape::parameters:
      return fmt::format(
          "{}[{}], ten for each link, base to tip: m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz", out,
          extents.count());
    case Shape::six:
      return fmt::format("{}[6]: x, y, z of the angular part, then of the linear part", out);
    case Shape::cube:
    case Shape::three_by_n_by_n:
    case Shape::three_square_by_n:
    case Shape::six_by_n_by_n:
    case Shape::six_square_by_n:
      return fmt::format("{0}[{1}], element [i][j][k] is {0}[{2}*({3}*i + j) + k]", out, extents.count(),
                         extents[2], extents[1]);
    case Shape::square:
    case Shape::six_by_n:
    case Shape::n_by_six:
    case Shape::six_square:
    case Shape::pose:
    case Shape::columns:
    case Shape::by_parameters:
    case Shape::three_by_n:
    case Shape::stacked_square:
    case Shape::stacked_by_n:
    case Shape::n_by_stacked:
      return matrix_layout(out, extents[0], extents.size[1]);
  }
  return "";
}

std::string layout(const Target& target, int n, std::string_view out) {
  if (target.by) return derivative_layout(target.quantity, n, out);
  const QuantityInfo& about = info(target.quantity);
  if (!about.several()) return array_layout(about.shape(), n, out);
  std::string text = fmt::format("{}[{}]: ", out, size_of(target.quantity, n));
  for (const ArrayInfo& array : about.results()) {
    const bool first = &array == &about.arrays[0];
    const Extents extents = extents_of(array.shape, n);
    if (extents.indices < 2)
      text += fmt::format("{}the {} of {}", first ? "" : ", then ", extents.count(), array.name);
    else if (extents.indices == 3)
      text += fmt::format("{0}{1}, element [i][j][k] at {2}*({3}*i + j) + k", first ? "" : ", then ",
                          array.name, extents[2], extents[1]);
    else
      text += fmt::format("{}{}, {} x {}, row by row", first ? "" : ", then ", array.name, extents[0],
                          extents.count() / extents[0]);
  }
  return text;
}

// "by rnea", "by rnea, differentiated"
std::string way(const ProgramResult& part) {
  return fmt::format("by {}{}", part.method, part.target.by ? ", differentiated" : "");
}

std::string what(const Target& target) {
  const std::string_view text = info(target.quantity).what;
  if (!target.by) return std::string(text);
  return fmt::format("{}, its derivative with respect to {}", text,
                     kProgramInputs[static_cast<std::size_t>(*target.by)]);
}

std::string plural(long count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string counted(const OpCount& count) {
  std::string text = fmt::format("{}, {}", plural(count.mul, "multiplication", "multiplications"),
                                 plural(count.add, "addition", "additions"));
  if (count.trig > 0) text += fmt::format(", {}", plural(count.trig, "sine or cosine", "sines and cosines"));
  if (count.sqrt > 0) text += fmt::format(", {}", plural(count.sqrt, "square root", "square roots"));
  return text;
}

codegen::detail::CStyle style_of(const CSettings& settings) {
  if (settings.lanes > 1) return {.type = "catena_lanes", .lanes = settings.lanes};
  const bool single = settings.real == CReal::binary32;
  return {.type = single ? "float" : "double", .single = single, .tuned = settings.tuned};
}

class Emission {
 public:
  Emission(std::span<const Program> programs, const CSettings& settings)
      : programs_(programs),
        settings_(settings),
        style_(style_of(settings)),
        stem_("catena_" + c_identifier(settings.stem)) {}

  CSource source() const {
    std::string prototypes, bodies, inlines;
    for (const Program& program : programs_) {
      const std::string body = function_body(program, style_);
      prototypes += '\n' + comment(program) + signature(program) + ";\n";
      bodies += '\n' + comment(program) + signature(program) + '\n' + body;
      inlines += '\n' + comment(program) + "static inline " + signature(program) + '\n' + body;
    }
    const std::string math = needs_math() ? "\n#include <math.h>\n" : "";
    const std::string pack =
        style_.lanes > 1 ? fmt::format("\ntypedef double {} __attribute__((vector_size({})));\n", style_.type,
                                       sizeof(double) * static_cast<std::size_t>(settings_.lanes))
                         : "";
    return {stem_, head() + "#include \"" + stem_ + ".h\"\n" + math + bodies,
            guarded(head(), 'H', "", extern_c(prototypes)), guarded(head(), 'H', math, extern_c(inlines)),
            head() + math + pack + bodies};
  }

  CppSource templates() const {
    std::string functions = needs_select() ? kSignSelect : "";
    for (const Program& program : programs_)
      functions += '\n' + comment(program) + template_signature(program) + '\n' +
                   function_body(program, {.type = "T", .cpp = true});
    return {stem_, guarded(head() + kTypes, 'P', needs_math() ? "\n#include <cmath>\n" : "", functions)};
  }

 private:
  static constexpr const char* kTypes =
      "/* T is double, float or any type with + - * /, T(double) and, in its namespace, sin, cos, sqrt. */\n";
  static constexpr const char* kSignSelect =
      "\n#ifndef CATENA_GENERATED_SIGN_SELECT\n#define CATENA_GENERATED_SIGN_SELECT\n"
      "namespace catena_generated {\n"
      "template <class T>\n"
      "T sign_select(const T& x, const T& minus, const T& zero, const T& plus)\n"
      "{\n  return x < T(0.0) ? minus : x > T(0.0) ? plus : zero;\n}\n"
      "}  // namespace catena_generated\n#endif\n";

  std::string head() const {
    std::string text =
        "/* Generated by catena " CATENA_VERSION ": do not edit, but run the command again.\n *\n";
    text += fmt::format(" *   {}\n *\n", c_comment(settings_.command));
    const std::string joints = programs_.empty() ? "" : ", " + plural(programs_.front().n, "joint", "joints");
    text += fmt::format(" * robot: {}{}\n", c_comment(settings_.robot), joints);
    for (const Program& program : programs_) {
      const std::vector<ProgramResult> parts = results(program);
      for (std::size_t r = 0; r < parts.size(); ++r)
        text += fmt::format(
            " * {} {}: {}\n", name(parts[r].target), way(parts[r]),
            r + 1 < parts.size() ? "with " + name(parts[r + 1].target) : counted(operations(program)));
    }
    return text + " *\n" + conventions() +
           "Nothing is checked: if the\n"
           " * inertia matrix is singular or an argument is not finite, the results are not finite.\n"
           " */\n";
  }

  std::string conventions() const {
    const Given given = programs_.empty() ? Given{} : programs_.front().given;
    std::string text = frame_of(given) + " * Radians, metres, kilograms, newtons. The robot's constants";
    if (given.inertial)
      text +=
          given.gravity ? ", except masses, are built in.\n" : ", except masses, and gravity are built in.\n";
    else if (!given.gravity && !given.tip && !given.payload && !given.wrenches && !given.v)
      return text + ", gravity and payload are built in; the\n * tool is free. " + overlaps();
    else
      text += fmt::format("{} payload are built in.\n", given.gravity ? " and" : ", gravity and");
    text += given.gravity ? " * gravity: its acceleration in the base frame, such as 0, 0, -9.81.\n" : "";
    text += given.payload ? " * payload: a body at the tool in addition: mass, centre of mass x, y, z, "
                            "inertia xx, yy, zz, xy, xz, yz\n"
                            " * about the centre of mass, in the tool frame.\n"
                          : "";
    text += given.inertial
                ? " * inertial: for each link mass, first moment x, y, z, inertia xx, yy, zz, xy, xz, yz "
                  "about the origin\n"
                  " * of its proximal frame ('catena info' lists the canonical chain), in its axes.\n"
                : "";
    if (given.wrenches)
      text += fmt::format(
          " * wrenches: of each link on its surroundings (moment; force), about the origin of {}, in\n"
          " * {} axes.\n",
          given.wrench_axes == Axes::base ? "the base frame" : "its proximal frame",
          given.wrench_axes == Axes::frame ? "its" : "base");
    text += given.v ? " * v: of slotine_li the reference velocity; of products the vector that derivatives "
                      "are multiplied with.\n"
                    : "";
    text += given.tip
                ? " * tip: the wrench (moment; force) that the arm exerts on its surroundings at the tool, "
                  "in tool axes.\n * "
                : " * The tool is free. ";
    text += overlaps();
    return text;
  }

  // Twists are (angular; linear), so that the axes and the point of reference matter for all quantities but the pose.
  std::string frame_of(const Given& given) const {
    if (!given.frame) return "";
    const char* const axes = given.frame->axes == Axes::frame  ? "its own axes"
                             : given.frame->axes == Axes::base ? "base axes, at the base frame's origin"
                                                               : "base axes, at its origin";
    return fmt::format(" * Quantities of a frame are those of {}, in {}.\n", c_comment(settings_.frame),
                       axes);
  }

  const char* overlaps() const {
    return apart() ? "No heap, no globals; results overlap no argument. "
                   : "No heap, no globals; results may overlap arguments. ";
  }

  std::string comment(const Program& program) const {
    const std::vector<ProgramResult> parts = results(program);
    const std::vector<std::string> names = result_names(program);
    std::string text = "/*";
    for (std::size_t r = 0; r < parts.size(); ++r)
      text += fmt::format(" {}: {}, {}\n * {}\n *", name(parts[r].target), what(parts[r].target),
                          way(parts[r]), layout(parts[r].target, program.n, names[r]));
    return text + fmt::format(" {}\n */\n", counted(operations(program)));
  }

  std::string signature(const Program& program) const {
    const char* restricted = apart() ? "restrict " : "";
    const auto asked = arguments(program);
    std::string text =
        fmt::format("{} {}(", style_.tuned ? "int" : "void", c_function(settings_.stem, name(program)));
    for (std::size_t k = 0; k < kProgramInputs.size(); ++k)
      if (asked[k])
        text += fmt::format("const {} {}[{}{}], ", style_.type, kProgramInputs[k], restricted,
                            size_of(static_cast<Argument>(k), program.n));
    const std::vector<ProgramResult> parts = results(program);
    const std::vector<std::string> names = result_names(program);
    for (std::size_t r = 0; r < parts.size(); ++r)
      text +=
          fmt::format("{}{} {}[{}{}]", r == 0 ? "" : ", ", style_.type, names[r], restricted, parts[r].size);
    return text + ")";
  }

  std::string template_signature(const Program& program) const {
    const auto asked = arguments(program);
    std::string text = fmt::format("template <class T>\nvoid {}(", c_function(settings_.stem, name(program)));
    for (std::size_t k = 0; k < kProgramInputs.size(); ++k)
      if (asked[k]) text += fmt::format("const T* {}, ", kProgramInputs[k]);
    const std::vector<std::string> names = result_names(program);
    for (std::size_t r = 0; r < names.size(); ++r)
      text += fmt::format("{}T* {}", r == 0 ? "" : ", ", names[r]);
    return text + ")";
  }

  static std::string function_body(const Program& program, const codegen::detail::CStyle& style) {
    return "{\n" + codegen::detail::c_body(program, result_names(program), style) + "}\n";
  }

  // Whether results overlap no argument.
  bool apart() const { return style_.tuned || style_.lanes > 1; }

  bool needs_select() const {
    for (const Program& program : programs_)
      for (const ExprId id : order(program))
        if (program.graph[id].op == ExprOp::select) return true;
    return false;
  }

  bool needs_math() const {
    for (const Program& program : programs_) {
      const OpCount count = operations(program);
      if (count.trig + count.sqrt > 0) return true;
    }
    return false;
  }

  // `kind`: 'H' for a .h, 'P' for a .hpp
  std::string guarded(const std::string& head, char kind, const std::string& includes,
                      const std::string& functions) const {
    std::string guard;
    for (const char letter : stem_)
      guard += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return fmt::format("{0}#ifndef {1}_{2}\n#define {1}_{2}\n{3}{4}\n#endif\n", head, guard,
                       kind == 'P' ? "HPP" : "H", includes, functions);
  }

  static std::string extern_c(const std::string& functions) {
    return fmt::format("\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n{}\n#ifdef __cplusplus\n}}\n#endif\n",
                       functions);
  }

  std::span<const Program> programs_;
  const CSettings& settings_;
  codegen::detail::CStyle style_;
  std::string stem_;
};

}  // namespace

CSource emit_c(std::span<const Program> programs, const CSettings& settings) {
  return Emission(programs, settings).source();
}

CppSource emit_cpp(std::span<const Program> programs, const CSettings& settings) {
  return Emission(programs, settings).templates();
}

}  // namespace catena
