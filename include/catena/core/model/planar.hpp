// SPDX-License-Identifier: Apache-2.0
// An arm that moves in a plane, as plane vectors: parallel revolute axes, and prismatic joints normal to them.
//
// Frames   frame i is fixed to link i, in the plane, its origin O_i on the joint's axis (a slide: any point of the
//          link). Its x axis points to O_{i+1}, or along the slide of joint i+1, so that one number places a
//          revolute joint. Angles count from link 1 if it turns (its own angle changes neither M nor C), else from
//          the slide of joint 1.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "catena/core/model/chain.hpp"

namespace catena {

template <class T>
struct PlanarLink {
  JointKind kind;
  bool flipped;    // revolute: q turns against the normal of the plane
  T angle;         // revolute: angle of frame i at q = 0
  T ct, st;        // prismatic: cosine and sine of the turn from frame i-1, which is constant
  T a;             // revolute: O_i is (a, 0) in frame i-1
  T d, r;          // prismatic: O_i is (d + q, r) in frame i-1
  T m, hx, hy, I;  // mass, first moment, moment of inertia; about O_i, in frame i
  T beyond;        // mass of links i..n

  bool revolute() const { return kind == JointKind::revolute; }
};

template <class T>
class PlanarArm {
 public:
  explicit PlanarArm(std::vector<PlanarLink<T>> links) : links_(std::move(links)) {}

  int dof() const { return static_cast<int>(links_.size()); }
  const PlanarLink<T>& link(int i) const { return links_[static_cast<std::size_t>(i)]; }

  // The same arm on another scalar: give `Counted::general` or `Counted::known` to count.
  template <Scalar U, std::invocable<const T&> Convert>
  PlanarArm<U> cast(Convert f) const {
    std::vector<PlanarLink<U>> links;
    for (const PlanarLink<T>& l : links_)
      links.push_back({l.kind, l.flipped, f(l.angle), f(l.ct), f(l.st), f(l.a), f(l.d), f(l.r), f(l.m),
                       f(l.hx), f(l.hy), f(l.I), f(l.beyond)});
    return PlanarArm<U>(std::move(links));
  }

 private:
  std::vector<PlanarLink<T>> links_;
};

// What depends on q alone. Angles add up in a plane, so that each link has its own direction.
template <class T>
struct PlanarPosture {
  explicit PlanarPosture(int n)
      : c(static_cast<std::size_t>(n), T(1)), s(c.size(), T(0)), d(c.size(), T(0)) {}
  std::vector<T> c, s;  // (n) direction of frame i
  std::vector<T> d;     // (n) displacement of a slide

  void set(const PlanarArm<T>& arm, std::span<const T> q) {
    using std::cos;
    using std::sin;
    T turned = T(0);
    for (int i = 0; i < arm.dof(); ++i) {
      const PlanarLink<T>& l = arm.link(i);
      if (l.revolute()) {
        if (i == 0) continue;  // we look along link 1
        turned = l.flipped ? turned - q[i] : turned + q[i];
        c[i] = cos(l.angle + turned), s[i] = sin(l.angle + turned);
      } else {
        const T ci = i > 0 ? c[i - 1] : T(1), si = i > 0 ? s[i - 1] : T(0);
        c[i] = ci * l.ct - si * l.st, s[i] = si * l.ct + ci * l.st;
        d[i] = l.d + q[i];
      }
    }
  }
};

namespace detail {

// The axes and origins of an arm at q = 0, in the frame of its base.
struct PlanarView {
  std::vector<Pose<double>> frame;
  Vec3<double> normal;

  explicit PlanarView(const Chain<double>& arm) : normal{0, 0, 1} {
    Pose<double> X = Pose<double>::identity();
    for (int i = 0; i < arm.dof(); ++i) {
      const ChainLink<double>& l = arm.link(i);
      const bool turns = l.revolute();
      const double c = turns ? std::cos(l.theta) : l.ct, s = turns ? std::sin(l.theta) : l.st;
      X = X * screw_x(l.ca, l.sa, l.a) * screw_z(c, s, l.d);
      frame.push_back(X);
    }
    // along the first revolute axis; else normal to two prismatic axes; else normal to the only one
    normal = frame[0].R.col_x();
    double best = 0;
    for (int i = 0; i < arm.dof(); ++i) {
      if (arm.link(i).revolute()) {
        normal = axis(i);
        return;
      }
      const Vec3<double> across = cross(axis(0), axis(i));
      const double size = std::sqrt(dot(across, across));
      if (size > best) best = size, normal = (1 / size) * across;
    }
  }
  Vec3<double> axis(int i) const { return frame[static_cast<std::size_t>(i)].R.col_z(); }
  Vec3<double> x(int i) const { return frame[static_cast<std::size_t>(i)].R.col_x(); }
  Vec3<double> origin(int i) const { return frame[static_cast<std::size_t>(i)].p; }
  Vec3<double> in_plane(const Vec3<double>& v) const { return v - dot(v, normal) * normal; }
};

}  // namespace detail

// Whether all revolute axes are parallel and all prismatic axes are normal to them, to `tolerance` radians.
inline bool is_planar(const Chain<double>& arm, double tolerance = 1e-9) {
  const detail::PlanarView view(arm);
  for (int i = 0; i < arm.dof(); ++i) {
    const double along = dot(view.axis(i), view.normal);
    const Vec3<double> across = cross(view.axis(i), view.normal);
    const double miss = arm.link(i).revolute() ? std::sqrt(dot(across, across)) : std::abs(along);
    if (!(miss <= tolerance)) return false;
  }
  return true;
}

// The arm as a PlanarArm, or nothing if it is not planar.
inline std::optional<PlanarArm<double>> planar_arm(const Chain<double>& arm, double tolerance = 1e-9) {
  if (!is_planar(arm, tolerance)) return std::nullopt;
  const detail::PlanarView view(arm);
  const int n = arm.dof();
  const auto size = [](const Vec3<double>& v) { return std::sqrt(dot(v, v)); };
  // 0 and ±1 up to rounding become exact, because customised operation counts look for them
  const auto clean = [](double x, double scale) {
    const double eps = 16 * std::numeric_limits<double>::epsilon() * scale;
    for (double unit : {0.0, 1.0, -1.0})
      if (std::abs(x - unit * scale) <= eps) return unit * scale;
    return x;
  };

  // x axis of each frame, in the plane
  std::vector<Vec3<double>> ex;
  for (int i = 0; i < n; ++i) {
    const Vec3<double> own = std::abs(dot(view.x(i), view.normal)) <= tolerance ? view.x(i) : view.axis(i);
    Vec3<double> next = own;
    if (i + 1 < n && !arm.link(i + 1).revolute()) next = view.axis(i + 1);
    if (i + 1 < n && arm.link(i + 1).revolute()) {
      const Vec3<double> step = view.in_plane(view.origin(i + 1) - view.origin(i));
      if (size(step) > tolerance) next = (1 / size(step)) * step;
    }
    next = view.in_plane(next);
    ex.push_back((1 / size(next)) * next);
  }
  const Vec3<double> ex0 = arm.link(0).revolute() ? ex[0] : view.axis(0);

  std::vector<PlanarLink<double>> links;
  for (int i = 0; i < n; ++i) {
    const ChainLink<double>& l = arm.link(i);
    const Mat3<double>& R = view.frame[i].R;
    const Vec3<double> before = i > 0 ? ex[i - 1] : ex0, ey = cross(view.normal, ex[i]);
    const Vec3<double> step =
        i > 0 ? view.in_plane(view.origin(i) - view.origin(i - 1)) : Vec3<double>::zero();
    const Vec3<double> h = R * l.body.h, normal = transpose_times(R, view.normal);
    const auto angle = [&](const Vec3<double>& from) {
      return std::atan2(dot(cross(from, ex[i]), view.normal), dot(from, ex[i]));
    };
    const double turn = angle(before), reach = std::max(size(step), 1e-300),
                 moment = std::max(size(h), 1e-300);
    links.push_back({l.kind, l.revolute() && dot(view.axis(i), view.normal) < 0, angle(ex0),
                     clean(std::cos(turn), 1), clean(std::sin(turn), 1), size(step),
                     clean(dot(step, before), reach), clean(dot(cross(before, step), view.normal), reach),
                     l.body.m, clean(dot(h, ex[i]), moment), clean(dot(h, ey), moment),
                     dot(normal, l.body.I * normal), 0});
  }
  double mass = 0;
  for (int i = n - 1; i >= 0; --i) links[i].beyond = mass += links[i].m;
  return PlanarArm<double>(std::move(links));
}

}  // namespace catena
