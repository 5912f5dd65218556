// SPDX-License-Identifier: Apache-2.0
#include "frame_choice.hpp"

#include <charconv>
#include <cmath>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena::cli {

Vec3<double> parse_point(const std::string& word) {
  std::vector<double> numbers;
  for (const std::string& item : text::split(word)) {
    double value = 0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc{} || stop != item.data() + item.size() || !std::isfinite(value)) break;
    numbers.push_back(value);
  }
  if (numbers.size() != 3 || text::split(word).size() != 3)
    throw Error(ErrorKind::usage, "--point '" + text::printable(word) + "'", "this is not a point")
        .need("three numbers in metres, separated by commas: 0,0,0.1");
  return {numbers[0], numbers[1], numbers[2]};
}

Frame<double> chosen_frame(const std::vector<NamedFrame>& frames, const FrameChoice& choice,
                           const std::string& name, const std::string& robot) {
  const std::string& wanted = !name.empty() ? name : choice.name;
  Frame<double> out = find_frame(frames, wanted.empty() ? "tool" : wanted, robot).frame;
  if (choice.point) out.pose.p = out.pose * *choice.point;
  if (choice.axes) out.axes = *choice.axes;
  return out;
}

}  // namespace catena::cli
