// SPDX-License-Identifier: Apache-2.0
#include "sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "shell_word.hpp"

namespace catena::cli {

std::vector<double> weights_of(const std::optional<std::string>& text, const choose::StoreHead& head) {
  std::vector<double> weights(head.criteria.size(), 1.0);
  if (!text) return weights;
  for (const std::string& item : text::split(*text)) {
    const std::size_t equals = item.find('=');
    const std::string stem = item.substr(0, equals);
    const auto wrong = [&](const std::string& what) {
      return Error(ErrorKind::usage, fmt::format("--weights '{}'", item), what);
    };
    if (equals == std::string::npos) throw wrong("not a weight").need("CRITERION=NUMBER, comma separated");
    double value = 0;
    const char *begin = item.data() + equals + 1, *end = item.data() + item.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value) || value < 0)
      throw wrong("invalid number").need("a number, 0 or more");
    std::vector<std::string_view> known;
    bool found = false;
    for (std::size_t c = 0; c < head.criteria.size(); ++c) {
      known.emplace_back(head.criteria[c].stem);
      if (head.criteria[c].stem != stem) continue;
      weights[c] = value;
      found = true;
    }
    if (!found) {
      std::string list;
      for (const std::string_view each : known) list += (list.empty() ? "" : ", ") + std::string(each);
      throw wrong("no such criterion in this sweep")
          .need("one of " + list)
          .hint(text::did_you_mean(stem, known));
    }
  }
  if (!weights.empty() && std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; }))
    throw Error(ErrorKind::usage, fmt::format("--weights '{}'", *text), "all weights are 0")
        .need("a weight above 0");
  return weights;
}

std::string resume_command(const SweepOptions& options, int ranks) {
  std::string text = ranks > 1 ? fmt::format("mpirun -n {} ", ranks) : "";
  text +=
      fmt::format("catena sweep {} -o {} --resume", shell_word(options.subject), shell_word(options.output));
  if (options.threads > 0) text += fmt::format(" --threads {}", options.threads);
  return text;
}

std::string duration_text(double seconds) {
  if (!(seconds < 3e9)) return "very long";
  const auto s = static_cast<std::int64_t>(std::ceil(std::max(seconds, 0.0)));
  if (s < 100) return fmt::format("{} s", s);
  if (s < 6000) return fmt::format("{} min {} s", s / 60, s % 60);
  if (s < 360'000) return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
  return fmt::format("{} days", s / 86'400);
}

}  // namespace catena::cli
