// SPDX-License-Identifier: Apache-2.0
#include "sim/definiteness.hpp"

#include <fmt/format.h>

#include "catena/core/model/pivot.hpp"

namespace catena::sim::detail {

Notes Definiteness::at_start(std::span<const double> q) {
  const std::span<const double> delta = equation_.pivots(q);
  require_regular("simulate", arm_.name(), delta, pivot_scale(arm_.chain()));
  if (equation_.takes_roots()) require_positive("simulate", arm_.name(), delta);
  Notes notes;
  for (int i = 0; i < arm_.dof(); ++i) {
    if (delta[i] < 0) {
      indefinite_ = true;
      notes.push_back({.where = "simulate",
                       .what = fmt::format("the inertia matrix of '{}' is not positive definite at the start",
                                           arm_.name()),
                       .given = fmt::format("joint {} (counted from 1) has pivot d = {:.3g} in M = U D Uᵀ",
                                            i + 1, delta[i]),
                       .need = "pivots greater than 0"});
    }
  }
  first_delta_.assign(delta.begin(), delta.end());
  return notes;
}

std::optional<Error> Definiteness::lost(double time, std::span<const double> q) {
  if (!arm_.robot().allow_nonphysical) return std::nullopt;
  const double least = indefinite_ ? 1e-3 : 0;
  const std::span<const double> delta = equation_.pivots(q);
  for (int i = 0; i < arm_.dof(); ++i)
    if (!(delta[i] / first_delta_[i] > least))
      return Error(ErrorKind::numerical, "simulate",
                   fmt::format("the inertia matrix of '{}' becomes singular at t = {:.6g} s", arm_.name(),
                               time))
          .given(fmt::format("joint {} (counted from 1) has pivot d = {:.3g}, and had {:.3g} at the start",
                             i + 1, delta[i], first_delta_[i]))
          .need("pivots of M = U D Uᵀ that do not pass through zero, where the accelerations are not finite")
          .hint("no body has negative moments of inertia; 'catena check' names the link");
  return std::nullopt;
}

}  // namespace catena::sim::detail
