// SPDX-License-Identifier: Apache-2.0
// Words of screws, and a general pose as Z X Z: a turn and slide to the common normal, along it, and from it.
#include "catena/core/model/screws.hpp"

#include <cmath>
#include <numbers>

namespace catena::detail {
namespace {

constexpr double kPi = std::numbers::pi, kRounding = 1e-15;

struct CosSin {
  double c, s;
};

// cos and sin that are exactly 0 and ±1 at the doubles nearest to quarter turns.
CosSin cos_sin(double angle) {
  const double quarters = std::nearbyint(angle / (kPi / 2));
  if (std::abs(quarters) > 8 || std::abs(angle - quarters * (kPi / 2)) > kRounding)
    return {std::cos(angle), std::sin(angle)};
  switch ((static_cast<int>(quarters) % 4 + 4) % 4) {
    case 0:
      return {1, 0};
    case 1:
      return {0, 1};
    case 2:
      return {-1, 0};
    default:
      return {0, -1};
  }
}

double clean(double x) {
  if (std::abs(x) < kRounding) return 0;
  if (std::abs(x - 1) < kRounding) return 1;
  if (std::abs(x + 1) < kRounding) return -1;
  return x;
}

// A line has no direction: of the two angles half a turn apart the one in (-pi/2, pi/2], and whether it was
// turned.
double line_angle(double angle, double& sign) {
  sign = 1;
  angle = snapped(angle);
  if (angle > kPi / 2) sign = -1, angle -= kPi;
  if (angle <= -kPi / 2) sign = -1, angle += kPi;
  return snapped(angle);
}

}  // namespace

Pose<double> pose(const Screw& s) {
  const CosSin t = cos_sin(s.angle);
  return s.axis == Axis::x ? screw_x(t.c, t.s, s.shift) : screw_z(t.c, t.s, s.shift);
}

Pose<double> pose(const Word& word) {
  Pose<double> X = Pose<double>::identity();
  for (const Screw& s : word) X = X * pose(s);
  return X;
}

void append(Word& word, const Screw& s) {
  if (s.angle == 0 && s.shift == 0) return;
  if (word.empty() || word.back().axis != s.axis) {
    word.push_back(s);
    return;
  }
  Screw& last = word.back();
  last = {s.axis, last.angle + s.angle, last.shift + s.shift};
  if (last.angle == 0 && last.shift == 0) word.pop_back();
}

double snapped(double angle) {
  const double quarters = std::nearbyint(angle / (kPi / 2));
  const double nearest = quarters * (kPi / 2);
  if (std::abs(quarters) > 8 || std::abs(angle - nearest) > kRounding) return angle;
  return nearest + 0.0;  // -0 becomes 0
}

double wrapped(double angle) {
  if (angle > -kPi && angle <= kPi) return angle;
  const double r = snapped(std::remainder(angle, 2 * kPi));
  return r == -kPi ? kPi : r;
}

Placement& Placement::then(const Screw& s) {
  X = X * pose(s);
  if (word) append(*word, s);
  return *this;
}

Placement& Placement::then(const Pose<double>& next) {
  X = X * next;
  word.reset();
  return *this;
}

std::optional<Zxz> spelled(const Word& word) {
  Zxz out;
  std::size_t k = 0;
  if (k < word.size() && word[k].axis == Axis::z && word.size() > 1) out.first = word[k++];
  if (k < word.size() && word[k].axis == Axis::x) out.middle = word[k++];
  if (k < word.size() && word[k].axis == Axis::z) out.last = word[k++];
  if (k < word.size()) return std::nullopt;
  return out;
}

Zxz common_normal(const Pose<double>& X, double parallel_below) {
  Zxz out;
  const Mat3<double>& R = X.R;
  const double s = std::hypot(R.xz, R.yz);  // |sin alpha|
  out.tilt = std::atan2(s, std::abs(R.zz));

  if (out.tilt < parallel_below) {
    out.parallel = true;
    const double side = R.zz > 0 ? 1 : -1;
    const double turn = std::atan2(R.yx - side * R.xy, R.xx + side * R.yy);  // R = Rz(turn) Rx(0 or pi)
    const double a = std::hypot(X.p.x, X.p.y);
    double u = 0, sign = 1;
    if (a > kRounding * std::abs(X.p.z)) u = line_angle(std::atan2(X.p.y, X.p.x), sign);
    out.first = {Axis::z, u, 0};
    out.middle = {Axis::x, side > 0 ? 0 : kPi, sign * a + 0.0};
    out.last = {Axis::z, snapped(wrapped(side * (turn - u))), side * X.p.z + 0.0};
    return out;
  }

  // R = Rz(u) Rx(alpha) Rz(w) and Rz(-u) p = (a, -x sin alpha, v + x cos alpha)
  double sign;
  const double u = line_angle(std::atan2(R.xz, -R.yz), sign);
  const CosSin t = cos_sin(u);
  const Mat3<double> Q = {t.c * R.xx + t.s * R.yx, t.c * R.xy + t.s * R.yy, 0, 0, 0, 0, 0, 0, 0};
  const double w = std::atan2(-Q.xy, Q.xx);
  const Vec3<double> p = {t.c * X.p.x + t.s * X.p.y, t.c * X.p.y - t.s * X.p.x, X.p.z};
  const double x = -p.y / (sign * s) + 0.0;
  const double v = p.z - R.zz * x + 0.0;
  out.first = {Axis::z, u, v};
  out.middle = {Axis::x, snapped(std::atan2(sign * s, R.zz)), p.x + 0.0};
  out.last = {Axis::z, snapped(w), x};
  out.reach = std::max(std::abs(v), std::abs(x));
  return out;
}

Mat3<double> z_to(const Vec3<double>& n) {
  if (n.z < -0.5) {  // half a turn about x first
    const Mat3<double> half = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    return half * z_to({n.x, -n.y, -n.z});
  }
  const double k = 1 / (1 + n.z);
  return {1 - k * n.x * n.x, -k * n.x * n.y, n.x, -k * n.x * n.y, 1 - k * n.y * n.y, n.y, -n.x, -n.y, n.z};
}

Mat3<double> cleaned(const Mat3<double>& R) {
  return {clean(R.xx), clean(R.xy), clean(R.xz), clean(R.yx), clean(R.yy),
          clean(R.yz), clean(R.zx), clean(R.zy), clean(R.zz)};
}

}  // namespace catena::detail
