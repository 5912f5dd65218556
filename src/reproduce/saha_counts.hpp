// SPDX-License-Identifier: Apache-2.0
// The forward dynamics of paper 002, Table I, counted: ours and its own.
#pragma once

#include <map>
#include <string>

#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

// With phi = tau - C qd - g given, as the paper counts.
struct UdutSteps {
  OpCount factor, a, b, c;
  OpCount all() const { return factor + a + b + c; }
};
UdutSteps udut_steps(const Chain<double>& plain);
OpCount udut_given_phi(const Chain<double>& plain);
OpCount aba_at_rest(const Chain<double>& plain);        // without gravity
OpCount composite_and_udu(const Chain<double>& plain);  // Walker and Orin

// Section 3 of the paper step by step, at its own points and in its own frames; by the names of its braces, and what it
// leaves out: "A3, i = 1", "A4, i = 1", "A3, own inertia", and "A1, offsets b_i", which are constants where a joint turns.
std::map<std::string, OpCount> udut_braces(const Chain<double>& plain,
                                           Constants constants = Constants::general);

struct Brace {
  const char* name;
  P mul, add;          // printed
  const char* remark;  // why the counted ones differ
};
const std::vector<Brace>& printed_braces();

OpCount udut_as_printed(
    const Chain<double>& plain);  // complete: with the first link, and each link's own inertia

P walker_orin_mul();  // Table I, as implemented by Featherstone
P walker_orin_add();

}  // namespace catena::reproduce::detail
