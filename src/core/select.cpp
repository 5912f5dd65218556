// SPDX-License-Identifier: Apache-2.0
#include "catena/core/select.hpp"

#include <fmt/format.h>

#include <atomic>
#include <forward_list>
#include <utility>

#include "catena/core/library_methods.hpp"
#include "core/kernels/quickest.hpp"

namespace catena {
namespace {

// From the first joint on one method, from `joints` on another; at some levels only one of them.
MethodRanges until(Quantity quantity, const char* one, int joints, const char* other) {
  MethodRanges found{quantity, {}};
  if (joints > 1) found.ranges.push_back({1, one});
  if (joints < detail::kNever) found.ranges.push_back({joints, other});
  return found;
}

std::vector<MethodRanges> shipped_ranges() {
  const SimdLevel level = simd_level();
  return {until(Quantity::inertia, "crba", detail::inertia_sums_from(level), "gdahj_sums"),
          until(Quantity::fd, "crba_udu", detail::fd_aba_from(level), "aba"),
          until(Quantity::id, "rnea", detail::id_sums_from(level), "rnea_sums")};
}

// Not measured by `catena bench --calibrate`: from a few joints on, the second method is several times as fast everywhere.
const std::vector<MethodRanges>& fixed_ranges() {
  static const std::vector<MethodRanges> ranges = [] {
    const SimdLevel level = simd_level();
    const int rates = detail::coriolis_derivatives_from(level);
    const int one_derivative = detail::one_derivative_response_from(level);
    const int at_frame = detail::operational_response_from(level);
    return std::vector{
        until(Quantity::coriolis, "coriolis", rates, "rnea_derivatives"),
        until(Quantity::inertia_rate, "coriolis", rates, "rnea_derivatives"),
        until(Quantity::terms, "terms", rates, "rnea_derivatives"),
        until(Quantity::did_dq, "link_derivatives", rates, "rnea_derivatives"),
        until(Quantity::did_dqd, "coriolis", rates, "rnea_derivatives"),
        until(Quantity::dfd_dq, "fd_derivatives", one_derivative, "aba_response"),
        until(Quantity::dfd_dqd, "fd_derivatives", one_derivative, "aba_response"),
        until(Quantity::inertia_solve, "crba_udu", detail::solve_response_from(level), "aba_response"),
        until(Quantity::operational_inertia, "crba_udu", at_frame, "aba_response"),
        until(Quantity::operational_inertia_inverse, "crba_udu", at_frame, "aba_response"),
        until(Quantity::jacobian_inverse, "crba_udu", at_frame, "aba_response"),
        until(Quantity::null_space, "crba_udu", at_frame, "aba_response"),
        until(Quantity::udut, "crba_udu", detail::kUdutFrom, "udut"),
        until(Quantity::inertia_inverse, "crba_udu", detail::inverse_response_from(level), "aba_response"),
        until(Quantity::fd_derivatives, "fd_derivatives", detail::derivatives_response_from(level),
              "aba_response")};
  }();
  return ranges;
}

// The price of a method that is chosen for its speed; docs/accuracy.md has numbers.
const char* what_it_loses(Quantity quantity, std::string_view method) {
  if (method == "gdahj_sums")
    return "; on a long arm the elements at the tip have fewer correct digits than with crba";
  if (quantity == Quantity::terms && method == "rnea_derivatives")
    return "; on a long arm the elements of M at the tip have fewer correct digits than with crba";
  return "";
}

std::atomic<const Selection*> in_use = nullptr;

}  // namespace

std::vector<std::string_view> selectable_methods(Quantity quantity) {
  if (quantity == Quantity::inertia) return {"crba", "gdahj", "gdahj_sums"};
  if (quantity == Quantity::fd) return {"aba", "crba_udu", "udut"};
  if (quantity == Quantity::id) return {"rnea", "rnea_sums"};
  return {};
}

const Selection& Selection::shipped() {
  static const Selection selection = [] {
    Selection s;
    s.ranges_ = shipped_ranges();
    return s;
  }();
  return selection;
}

const Selection& Selection::current() {
  const Selection* const used = in_use.load(std::memory_order_acquire);
  return used ? *used : shipped();
}

void Selection::use(Selection selection) {
  static std::forward_list<Selection> kept;  // what was handed out stays valid
  kept.push_front(std::move(selection));
  in_use.store(&kept.front(), std::memory_order_release);
}

Selection Selection::calibrated(const std::vector<MethodRanges>& measured) {
  Selection selection = shipped();
  selection.calibrated_ = true;
  for (const MethodRanges& found : measured)
    for (MethodRanges& own : selection.ranges_)
      if (own.quantity == found.quantity) own = found;
  return selection;
}

Selection Selection::shipped_because(std::string problem) {
  Selection selection = shipped();
  selection.problem_ = std::move(problem);
  return selection;
}

const MethodRanges* Selection::find(Quantity quantity) const {
  if (quantity == Quantity::bias || quantity == Quantity::nle) quantity = Quantity::id;
  for (const MethodRanges& m : ranges_)
    if (m.quantity == quantity) return &m;
  for (const MethodRanges& m : fixed_ranges())
    if (m.quantity == quantity) return &m;
  return nullptr;
}

const Method<double>& Selection::method(Quantity quantity, int joints) const {
  const MethodRanges* m = find(quantity);
  if (!m) return *library_method(quantity);
  std::string_view chosen = m->ranges.front().method;
  for (const MethodFrom& range : m->ranges)
    if (joints >= range.joints) chosen = range.method;
  return *library_method(quantity, chosen);
}

std::string Selection::explain(Quantity quantity, int joints) const {
  const MethodRanges* m = find(quantity);
  const bool measured = calibrated_ && m && !selectable_methods(m->quantity).empty();
  const std::string source = measured ? "calibrated" : "built-in";
  if (!m) return fmt::format("{}, the default", method(quantity, joints).name);
  if (m->ranges.size() == 1)
    return fmt::format("{}, for any number of joints ({}){}", m->ranges[0].method, source,
                       what_it_loses(quantity, m->ranges[0].method));
  std::size_t at = 0;
  while (at + 1 < m->ranges.size() && joints >= m->ranges[at + 1].joints) ++at;
  if (at + 1 < m->ranges.size())
    return fmt::format(
        "{}, because the arm has fewer than {} joints ({} threshold); {} is used from there on{}",
        m->ranges[at].method, m->ranges[at + 1].joints, source, m->ranges[at + 1].method,
        what_it_loses(quantity, m->ranges[at].method));
  return fmt::format("{}, because the arm has at least {} joints ({} threshold); {} is used below that{}",
                     m->ranges[at].method, m->ranges[at].joints, source, m->ranges[at - 1].method,
                     what_it_loses(quantity, m->ranges[at].method));
}

}  // namespace catena
