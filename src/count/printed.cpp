// SPDX-License-Identifier: Apache-2.0
#include "catena/count/printed.hpp"

#include <algorithm>

namespace catena {

namespace {

using P = Polynomial;
constexpr auto kNone = std::nullopt;

}  // namespace

std::span<const PrintedLaw> printed_laws() {
  using enum Quantity;
  static const PrintedLaw laws[] = {
      {inertia, "crba", P({10, 22, -32}), P({6, 37, -43}), kNone, "000 Table I", ""},
      {inertia, "gdahj", P({3, 88, -3}), P({5, 191, -36}, 2), kNone, "000 Table I", "without kinematics"},
      {inertia, "augmented_body", P({13, 289, -342}, 2), P({9, 243, -272}, 2), kNone, "001 steps 1-4",
       "with kinematics"},
      {inertia, "gim_mci", P({11, 42, -18}), P({7, 44, -18}), kNone, "004 (14)", "lacks 24M 21A per link"},
      {inertia, "walker_orin_3", P({12, 56, -27}), P({7, 67, -53}), kNone, "004 (15)", ""},
      // P*, and (n^3 - n^2)/2 multiplications and additions to make it symmetric in the velocities
      {christoffel, "augmented_elements", P({7, 21, 258, -342}, 2), P({26, 36, 697, -828}, 6), kNone,
       "001 steps 1-7", "with M, kinematics and the symmetric part; 691/6 n printed"},
      {id, "rnea", P({93, -108}), P({81, -100}), kNone, "000 Table I", ""},
      {id, "kalman", P({142, -161}), P({109, -135}), kNone, "003 section 6", ""},
      {fd, "aba", kNone, kNone, P({579, -526}), "003 Table 3", ""},
      {fd, "brandl_johanni_otter", P({250, -222}), P({220, -198}), kNone, "002 Table I", ""},
      {fd, "kalman", kNone, kNone, P({477, -503}), "003 Table 3", ""},
      {fd, "udut", P({285, -392}), P({269, -425}), kNone, "002 Table I",
       "with phi by the RNEA of 000 Table I; 191n - 284 printed for given phi"},
      {fd, "walker_orin_1", kNone, kNone, P({2, 783, 1183, -198}, 6), "003 Table 3", ""},
      {fd, "walker_orin_2", kNone, kNone, P({2, 399, 1567, -198}, 6), "003 Table 3", ""},
      {fd, "walker_orin_3", kNone, kNone, P({2, 129, 2149, -678}, 6), "003 Table 3", "n^3/6 printed"},
      {fd, "walker_orin_4", kNone, kNone, P({265, 414, -62}, 2), "003 Table 3",
       "its numbers follow another formula"},
      // the paper stops at the rates of quasi-velocities
      {nu_rate, "quasi_velocity", P({605, -462}), P({530, -448}), kNone, "003 Table 2",
       "from nu; ours from qd"},
      {xi_rate, "quasi_velocity", P({500, -319}), P({426, -286}), kNone, "003 Table 2",
       "from xi; ours from qd"},
      {mci, "gim_mci", P({14, 22, 4}), P({27, 111, -131}, 2), kNone, "004 (16)",
       "its own Table V needs more"},
  };
  return laws;
}

std::span<const PrintedCount> printed_counts() {
  using enum Quantity;
  static constexpr PrintedCount counts[] = {
      {"rp", inertia, "gim_mci", 12, 6, "004 Table III"},
      {"rp", mci, "gim_mci", 26, 14, "004 Table III"},
      {"pr", inertia, "gim_mci", 21, 6, "004 Table III"},
      {"pr", mci, "gim_mci", 28, 18, "004 Table III"},
      {"rtx", inertia, "gim_mci", 142, 138, "004 Table V"},
      {"rtx", mci, "gim_mci", 389, 317, "004 Table V"},
      {"stanford_004", inertia, "gim_mci", 170, 154, "004 Table V"},
      {"stanford_004", mci, "gim_mci", 522, 352, "004 Table V"},
  };
  return counts;
}

const PrintedLaw* printed_law(Quantity quantity, std::string_view method) {
  const std::span<const PrintedLaw> all = printed_laws();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PrintedLaw& law) {
    return law.quantity == quantity && law.method == method;
  });
  return found == all.end() ? nullptr : &*found;
}

const PrintedCount* printed_count(std::string_view robot, Quantity quantity, std::string_view method) {
  const std::span<const PrintedCount> all = printed_counts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PrintedCount& c) {
    return c.robot == robot && c.quantity == quantity && c.method == method;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace catena
