// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a state, which is JSON and survives being written and read again, or give a
// catena::Error.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "catena/io/json_write.hpp"
#include "catena/io/state_line.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string written(const catena::StateLine& s) {
  std::string out = "{";
  const auto add = [&](const char* key, std::span<const double> row) {
    out += out.size() > 1 ? ",\"" : "\"";
    (out += key) += "\":";
    catena::append_json(out, row);
  };
  if (s.q.given) add("q", s.q.values);
  if (s.qd.given) add("qd", s.qd.values);
  if (s.qdd.given) add("qdd", s.qdd.values);
  if (s.tau.given) add("tau", s.tau.values);
  if (s.gravity) add("gravity", std::array{s.gravity->x, s.gravity->y, s.gravity->z});
  if (s.tip)
    add("tip",
        std::array{s.tip->ang.x, s.tip->ang.y, s.tip->ang.z, s.tip->lin.x, s.tip->lin.y, s.tip->lin.z});
  if (!s.tag.empty()) (out += out.size() > 1 ? ",\"tag\":" : "\"tag\":") += s.tag;
  return out + '}';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  catena::StateLine state;
  try {
    catena::parse_state_line(line, state);
  } catch (const catena::Error& error) {
    std::string text;  // the message must be fit for JSON, whatever the line holds
    catena::append_json(text, std::string_view(error.what()));
    require(nlohmann::json::accept(text));
    return 0;
  }
  require(nlohmann::json::accept(line));
  require(state.tag.find_first_of("\r\n") == std::string::npos || line.find('\n') != std::string_view::npos);
  for (const auto* numbers : {&state.q, &state.qd, &state.qdd, &state.tau})
    for (double x : numbers->values) require(std::isfinite(x));
  catena::StateLine again;
  catena::parse_state_line(written(state), again);
  require(again.q.values == state.q.values && again.qd.values == state.qd.values);
  require(again.qdd.values == state.qdd.values && again.tau.values == state.tau.values);
  require(again.q.given == state.q.given && again.tag == state.tag);
  require(again.gravity.has_value() == state.gravity.has_value() &&
          again.tip.has_value() == state.tip.has_value());
  return 0;
}
