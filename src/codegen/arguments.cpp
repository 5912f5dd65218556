// SPDX-License-Identifier: Apache-2.0
// The arguments and results of programs, and their names.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catena/codegen/program.hpp"

namespace catena {
namespace {

// By its own name: an alias would be mistaken for a derivative.
const QuantityInfo* quantity_called(std::string_view name) {
  const QuantityInfo* const found = find_quantity(name);
  return found && found->name == name ? found : nullptr;
}

constexpr std::array kVariables = {Argument::q, Argument::qd, Argument::qdd, Argument::tau};

constexpr Input input_of(Argument argument) {
  return static_cast<Input>(1U << static_cast<unsigned>(argument));
}
static_assert(input_of(Argument::tau) == Input::tau && input_of(Argument::v) == Input::v);

std::string_view name_of(Argument argument) { return kProgramInputs[static_cast<std::size_t>(argument)]; }

// "did_dq" -> id by q, if there is such a quantity and it depends on that.
std::optional<Target> parse_derivative(std::string_view name) {
  const std::size_t middle = name.rfind("_d");
  if (!name.starts_with('d') || middle == std::string_view::npos || middle == 0) return std::nullopt;
  const QuantityInfo* quantity = quantity_called(name.substr(1, middle - 1));
  if (!quantity) return std::nullopt;
  for (const Argument by : kVariables)
    if (name.substr(middle + 2) == name_of(by) && (by == Argument::q || quantity->needs(input_of(by))))
      return Target{quantity->quantity, by};
  return std::nullopt;
}

}  // namespace

int size_of(Argument argument, int n) {
  switch (argument) {
    case Argument::gravity:
      return 3;
    case Argument::tip:
      return 6;
    case Argument::payload:
      return 10;
    case Argument::inertial:
      return 10 * n;
    case Argument::wrenches:
      return 6 * n;
    default:
      return n;
  }
}

std::size_t first_input(Argument argument, int n) {
  std::size_t first = 0;
  for (int k = 0; k < static_cast<int>(argument); ++k)
    first += static_cast<std::size_t>(size_of(static_cast<Argument>(k), n));
  return first;
}

std::size_t input_count(int n) { return first_input(Argument::cosine, n) + static_cast<std::size_t>(n); }

InputPlace place_of(std::size_t input, int n) {
  int k = static_cast<int>(Argument::cosine);
  while (input < first_input(static_cast<Argument>(k), n)) --k;
  const auto argument = static_cast<Argument>(k);
  return {argument, static_cast<int>(input - first_input(argument, n))};
}

std::string name(const Target& target) {
  const std::string_view quantity = info(target.quantity).name;
  return target.by ? fmt::format("d{}_d{}", quantity, name_of(*target.by)) : std::string(quantity);
}

std::optional<Target> find_target(std::string_view name) {
  if (const QuantityInfo* quantity = quantity_called(name)) return Target{quantity->quantity};
  if (const std::optional<Target> derivative = parse_derivative(name)) return derivative;
  if (const QuantityInfo* quantity = find_quantity(name)) return Target{quantity->quantity};  // by an alias
  return std::nullopt;
}

std::optional<Target> as_derivative(Quantity quantity) { return parse_derivative(info(quantity).name); }

std::array<bool, kProgramInputs.size()> arguments(const Target& target, const Given& given) {
  // a derivative of the registry lists its own inputs
  const QuantityInfo* registered = quantity_called(name(target));
  const QuantityInfo& needs = registered ? *registered : info(target.quantity);
  const Quantity base = as_derivative(needs.quantity).value_or(target).quantity;
  return {true,
          needs.needs(Input::qd),
          needs.needs(Input::qdd),
          needs.needs(Input::tau),
          given.gravity && info(base).needs(Input::gravity),
          given.tip && info(base).needs(Input::tip),
          given.v && info(base).needs(Input::v),
          given.payload && info(base).masses != Masses::none,
          given.inertial && info(base).masses != Masses::none,
          given.wrenches && info(base).needs(Input::wrenches),
          given.sines,
          given.sines};
}

std::vector<ProgramResult> results(const Program& program) {
  std::size_t first = program.outputs.size();
  for (const ProgramResult& result : program.more) first -= result.size;
  std::vector<ProgramResult> all = {{{program.quantity, program.by}, program.method, first}};
  all.insert(all.end(), program.more.begin(), program.more.end());
  return all;
}

std::string name(const Program& program) {
  std::vector<std::string> names;
  for (const ProgramResult& result : results(program)) names.push_back(name(result.target));
  return fmt::format("{}", fmt::join(names, "_"));
}

std::array<bool, kProgramInputs.size()> arguments(const Program& program) {
  std::array<bool, kProgramInputs.size()> all{};
  for (const ProgramResult& result : results(program)) {
    const auto one = arguments(result.target, program.given);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = all[k] || one[k];
  }
  return all;
}

}  // namespace catena
