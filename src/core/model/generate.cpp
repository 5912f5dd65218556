// SPDX-License-Identifier: Apache-2.0
// Random chains, snakes and planar arms.
#include "catena/core/model/generate.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/error.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

using std::numbers::pi;

constexpr std::array<std::string_view, 4> kNames = {"chain", "mixed", "snake", "planar"};
constexpr std::uint64_t kMostLinks = 10000;

// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere, unlike the standard distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// Rounded to few digits: readable files that do not depend on the last bit of a platform's arithmetic.
double micro(double x) { return std::round(x * 1e6) / 1e6; }
double nano(double x) { return std::round(x * 1e9) / 1e9; }

// A rotation from a unit quaternion, uniform over all rotations.
Mat3<double> random_rotation(Random& random) {
  double w = 0, x = 0, y = 0, z = 0, square = 0;
  do {
    w = random.uniform(-1, 1);
    x = random.uniform(-1, 1);
    y = random.uniform(-1, 1);
    z = random.uniform(-1, 1);
    square = w * w + x * x + y * y + z * z;
  } while (square > 1 || square < 0.01);
  const double s = 2 / square;
  return {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
          s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
          s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
}

// A solid box of edges a, b, c in a random orientation: physically possible for any numbers.
Sym3<double> random_inertia(Random& random, double mass) {
  const double a = random.uniform(0.15, 0.4), b = random.uniform(0.06, 0.15), c = random.uniform(0.06, 0.15);
  const Sym3<double> box = {
      mass / 12 * (b * b + c * c), mass / 12 * (a * a + c * c), mass / 12 * (a * a + b * b), 0, 0, 0};
  const Sym3<double> I = rotated(random_rotation(random), box);
  return {nano(I.xx), nano(I.yy), nano(I.zz), nano(I.xy), nano(I.xz), nano(I.yz)};
}

Robot random_chain(std::uint64_t n, std::uint64_t seed, bool mixed) {
  Robot robot;
  robot.source =
      fmt::format("generated: random {} links, seed {}", mixed ? "revolute and prismatic" : "revolute", seed);
  robot.convention = Convention::modified;
  Random random(seed);
  for (std::uint64_t i = 0; i < n; ++i) {
    RobotLink& link = robot.links.emplace_back();
    link.name = fmt::format("link{}", i + 1);
    if (mixed && random.uniform(0, 1) < 0.4) link.joint = JointKind::prismatic;
    link.dh.a = micro(random.uniform(0.1, 0.4));
    link.dh.alpha = micro(random.uniform(-pi, pi));
    link.dh.d = micro(random.uniform(-0.2, 0.2));
    link.dh.theta = micro(random.uniform(-pi, pi));
    link.mass = micro(random.uniform(0.5, 5));
    link.com.x = micro(random.uniform(-0.1, 0.1));
    link.com.y = micro(random.uniform(-0.1, 0.1));
    link.com.z = micro(random.uniform(-0.1, 0.1));
    link.inertia = random_inertia(random, link.mass);
  }
  return robot;
}

// Standard DH, so that the last frame is the tip. The first joint turns about the vertical.
Robot snake(std::uint64_t n) {
  const double mass = 0.6, length = 0.12, radius = 0.03;
  Robot robot;
  robot.source = "generated: identical cylinders, 0.6 kg, 0.12 m long, 0.06 m thick, alternating axes";
  const double along = mass * radius * radius / 2,
               across = mass * (3 * radius * radius + length * length) / 12;
  for (std::uint64_t i = 0; i < n; ++i) {
    RobotLink& link = robot.links.emplace_back();
    link.name = fmt::format("link{}", i + 1);
    link.dh = {length, i % 2 == 0 ? pi / 2 : -pi / 2, 0, 0};
    link.mass = mass;
    link.com = {-length / 2, 0, 0};
    link.inertia = {nano(along), nano(across), nano(across), 0, 0, 0};
  }
  return robot;
}

// Standard DH in the x, y plane of the base, which is vertical: gravity points along -y.
Robot planar(std::uint64_t n) {
  const double mass = 1, length = 0.3;
  Robot robot;
  robot.source = "generated: identical slender rods, 1 kg, 0.3 m long, parallel axes, in the vertical plane";
  robot.gravity = {0, -9.81, 0};
  const double across = nano(mass * length * length / 12);
  for (std::uint64_t i = 0; i < n; ++i) {
    RobotLink& link = robot.links.emplace_back();
    link.name = fmt::format("link{}", i + 1);
    link.dh = {length, 0, 0, 0};
    link.mass = mass;
    link.com = {-length / 2, 0, 0};
    link.inertia = {0, across, across, 0, 0, 0};
  }
  return robot;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Error bad(std::string_view spec, const char* headline) {
  return Error(ErrorKind::usage, fmt::format("robot '{}'", text::printable(spec)), headline);
}

}  // namespace

std::span<const std::string_view> generator_names() { return kNames; }

Robot generate_robot(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  const std::string_view kind = spec.substr(0, colon);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);
  const bool random = kind == "chain" || kind == "mixed";
  if (!random && kind != "snake" && kind != "planar") {
    throw bad(spec, "unknown generator")
        .given(text::printable(kind))
        .need("chain:N, chain:N:SEED, mixed:N, mixed:N:SEED, snake:N or planar:N")
        .hint(text::did_you_mean(kind, kNames));
  }

  const std::size_t second = rest.find(':');
  const auto n = whole_number(rest.substr(0, second));
  if (!n || *n < 1 || *n > kMostLinks) {
    throw bad(spec, "invalid number of links")
        .given(rest.empty() ? "nothing after the name" : text::printable(rest.substr(0, second)))
        .need(fmt::format("a whole number from 1 to {}", kMostLinks))
        .hint(fmt::format("{}:6 has six links", kind));
  }

  std::uint64_t seed = 1;
  if (second != std::string_view::npos) {
    rest.remove_prefix(second + 1);
    if (!random) {
      throw bad(spec, "this generator takes no seed")
          .given(text::printable(rest))
          .need(fmt::format("{}:N", kind))
          .hint("only chain:N:SEED and mixed:N:SEED are random");
    }
    const auto given = whole_number(rest);
    if (!given) {
      throw bad(spec, "invalid seed")
          .given(rest.empty() ? "nothing after the colon" : text::printable(rest))
          .need("a whole number from 0 to 18446744073709551615");
    }
    seed = *given;
  }

  Robot robot = random ? random_chain(*n, seed, kind == "mixed") : kind == "snake" ? snake(*n) : planar(*n);
  robot.name = std::string(spec);
  return robot;
}

}  // namespace catena
