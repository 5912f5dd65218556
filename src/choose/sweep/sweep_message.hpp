// SPDX-License-Identifier: Apache-2.0
// Messages between the ranks of a sweep, as bytes. All ranks run the same program on machines of one architecture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/choose/store/store.hpp"
#include "catena/core/error.hpp"

namespace catena::choose::detail {

enum class Say : char {
  design = 'D',  // 0 -> k: the text of the design
  chunk = 'C',   // 0 -> k: compute these points
  end = 'E',     // 0 -> k: no more
  ready = 'R',   // k -> 0: how many chunks it wants at once, and its threads
  rows = 'P',    // k -> 0: a chunk is done
  failed = 'F',  // k -> 0: it threw
};

Say what_is_said(std::string_view message);  // throws Error(bug) if it is none of these

struct Ready {
  int chunks = 1, threads = 1;
};
struct Computed {
  PointRange chunk;
  double seconds = 0;
  std::vector<SweepRow> rows = {};
};
struct Failed {
  ErrorKind kind = ErrorKind::bug;
  std::string what;
};

std::string say_design(std::string_view text);
std::string say_chunk(PointRange chunk);
std::string say_end();
std::string say_ready(const Ready& ready);
std::string say_rows(const Computed& computed);
std::string say_failed(const Failed& failed);

// Throw Error(bug) if a message is cut short.
std::string hear_design(std::string_view message);
PointRange hear_chunk(std::string_view message);
Ready hear_ready(std::string_view message);
Computed hear_rows(std::string_view message);
Failed hear_failed(std::string_view message);

}  // namespace catena::choose::detail
