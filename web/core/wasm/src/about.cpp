// SPDX-License-Identifier: Apache-2.0
// What the module offers: the table of quantities with its methods, the catalogue.
#include "catena/core/did_you_mean.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/text.hpp"
#include "catena/io/robot_file.hpp"
#include "catena/version.hpp"
#include "io/built_in.hpp"
#include "model.hpp"

namespace catena::wasm {
namespace {

const char* shape_word(Shape shape) {
  switch (shape) {
    case Shape::none:
      return "none";
    case Shape::scalar:
      return "scalar";
    case Shape::joints:
      return "joints";
    case Shape::six:
      return "six";
    case Shape::square:
      return "square";
    case Shape::cube:
      return "cube";
    case Shape::six_by_n:
      return "six_by_n";
    case Shape::n_by_six:
      return "n_by_six";
    case Shape::six_square:
      return "six_square";
    case Shape::pose:
      return "pose";
    case Shape::columns:
      return "columns";
    case Shape::parameters:
      return "parameters";
    case Shape::by_parameters:
      return "by_parameters";
    case Shape::three_by_n:
      return "three_by_n";
    case Shape::three_by_n_by_n:
      return "three_by_n_by_n";
    case Shape::three_square_by_n:
      return "three_square_by_n";
    case Shape::six_by_n_by_n:
      return "six_by_n_by_n";
    case Shape::six_square_by_n:
      return "six_square_by_n";
    case Shape::stacked_square:
      return "stacked_square";
    case Shape::stacked_by_n:
      return "stacked_by_n";
    case Shape::n_by_stacked:
      return "n_by_stacked";
  }
  return "";
}

Json words(std::string_view text) {
  Json out = Json::array();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

Json row(const QuantityInfo& about) {
  Json inputs = Json::array(), arrays = Json::array(), methods = Json::array();
  for (const InputInfo& input : kInputs)
    if (about.needs(input.input)) inputs.push_back(input.name);
  for (const ArrayInfo& array : about.results())
    arrays.push_back(Json{{"name", array.name}, {"shape", shape_word(array.shape)}});
  for (const Method<double>& method : library_methods())
    if (method.quantity == about.quantity)
      methods.push_back(
          Json{{"name", method.name}, {"summary", method.summary}, {"present", method.execute != nullptr}});
  return Json{{"name", about.name},
              {"what", about.what},
              {"symbol", about.symbol},
              {"unit", about.unit},
              {"aliases", words(about.aliases)},
              {"inputs", std::move(inputs)},
              {"arrays", std::move(arrays)},
              {"divides", about.divides()},
              {"methods", std::move(methods)}};
}

const io::detail::BuiltIn* find_built_in(std::string_view name) {
  for (const io::detail::BuiltIn& one : io::detail::built_in_robots())
    if (one.stem == name) return &one;
  return nullptr;
}

const io::detail::BuiltIn& built_in(std::string_view name) {
  if (const io::detail::BuiltIn* const found = find_built_in(name)) return *found;
  std::vector<std::string_view> known;
  for (const io::detail::BuiltIn& one : io::detail::built_in_robots()) known.push_back(one.stem);
  for (const std::string_view generator : generator_names()) known.push_back(generator);
  throw Error(ErrorKind::usage, "robot '" + text::printable(name) + "'", "no such robot")
      .need("the name of a robot of the catalogue, or a generated robot (chain:6)")
      .hint(text::did_you_mean(name, known));
}

}  // namespace
}  // namespace catena::wasm

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(about, [](int, const Arguments&, Results& out) {
  Json quantities = Json::array(), inputs = Json::array(), names = Json::array();
  for (const QuantityInfo& about : kQuantities) quantities.push_back(row(about));
  for (const InputInfo& input : kInputs) inputs.push_back(input.name);
  for (const io::detail::BuiltIn& one : io::detail::built_in_robots()) names.push_back(one.stem);
  out.set(Json{{"version", CATENA_VERSION},
               {"quantities", std::move(quantities)},
               {"inputs", std::move(inputs)},
               {"catalogue", std::move(names)}});
  return 0;
})

CATENA_CALL(catalogue_text, [](int, const Arguments& arguments, Results& out) {
  out.text = built_in(arguments.text("name")).text;
  return 0;
})

CATENA_CALL(robot, [](int, const Arguments& arguments, Results&) {
  const std::string name(arguments.text("name"));
  Notes notes;
  Robot robot = name.find(':') != std::string::npos
                    ? generate_robot(name)
                    : parse_robot_file(built_in(name).text, "robots/" + name + ".toml (built in)", notes);
  note_mistakes(robot, notes);
  return add_model(std::move(robot), std::move(notes));
})

CATENA_CALL(objects, [](int, const Arguments&, Results&) { return object_count; })
