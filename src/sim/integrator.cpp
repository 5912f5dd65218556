// SPDX-License-Identifier: Apache-2.0
#include "sim/integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catena/core/did_you_mean.hpp"

namespace catena::sim::detail {
namespace {

struct Kind {
  std::string_view stem;
  std::unique_ptr<Integrator> (*make)(System& system, const Options& options);
};

constexpr std::array kKinds = {
    Kind{"auto", make_switching},
    Kind{"fehlberg", make_runge_kutta},
    Kind{"dormand_prince", make_runge_kutta},
    Kind{"verner", make_runge_kutta},
    Kind{"adams", make_multistep},
    Kind{"bdf", make_multistep},
    Kind{"rk4", make_fixed_step},
    Kind{"semi_implicit_euler", make_fixed_step},
};

}  // namespace

bool has_fixed_steps(const Options& options) {
  return options.integrator == "rk4" || options.integrator == "semi_implicit_euler";
}

bool is_explicit(const Options& options) {
  return !has_fixed_steps(options) && options.integrator != "auto" && options.integrator != "bdf";
}

std::unique_ptr<Integrator> make_integrator(System& system, const Options& options) {
  for (const Kind& kind : kKinds)
    if (kind.stem == options.integrator) return kind.make(system, options);
  throw Error(ErrorKind::usage, "simulate", fmt::format("there is no integrator '{}'", options.integrator))
      .need(fmt::format("one of {}", fmt::join(integrators(), ", ")))
      .hint(text::did_you_mean(options.integrator, integrators()));
}

}  // namespace catena::sim::detail

namespace catena::sim {

std::span<const std::string_view> integrators() {
  static const std::array<std::string_view, detail::kKinds.size()> stems = [] {
    std::array<std::string_view, detail::kKinds.size()> list;
    std::transform(detail::kKinds.begin(), detail::kKinds.end(), list.begin(),
                   [](const detail::Kind& kind) { return kind.stem; });
    return list;
  }();
  return stems;
}

}  // namespace catena::sim
