// SPDX-License-Identifier: Apache-2.0
#include "core/hard/first_principles.hpp"

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace catena::test {
namespace {

using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;
using Vector = std::vector<Real>;
using Matrix = std::vector<Vector>;  // rows
using Square3 = std::array<std::array<Real, 3>, 3>;
using Point = std::array<Real, 3>;

struct Placement {
  Square3 R;
  Point p;
};

Point operator+(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Real dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point times(const Square3& R, const Point& v) { return {dot(R[0], v), dot(R[1], v), dot(R[2], v)}; }
Placement operator*(const Placement& A, const Placement& B) {
  Placement C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      C.R[i][j] = A.R[i][0] * B.R[0][j] + A.R[i][1] * B.R[1][j] + A.R[i][2] * B.R[2][j];
  C.p = times(A.R, B.p) + A.p;
  return C;
}

Placement about_x(const Real& c, const Real& s, const Real& a) {
  return {{{{1, 0, 0}, {0, c, -s}, {0, s, c}}}, {a, 0, 0}};
}
Placement about_z(const Real& c, const Real& s, const Real& d) {
  return {{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, {0, 0, d}};
}

Real exact_if_right(const Real& x) {  // 6e-17 for the cosine of a right angle
  return abs(x) < 4e-16 ? Real(0) : 1 - abs(x) < 1e-16 ? Real(x < 0 ? -1 : 1) : x;
}

struct Link {
  bool turns;
  Real m;
  Point c;    // centre of mass, in the link's frame
  Square3 I;  // about it
  Placement fixed;
  Real theta, d;  // at q = 0
};

class System {
 public:
  explicit System(const Robot& robot)
      : standard_(robot.convention == Convention::standard),
        g_{robot.gravity.x, robot.gravity.y, robot.gravity.z} {
    for (const RobotLink& l : robot.links) {
      const auto& I = l.inertia;
      const Real alpha = l.dh.alpha;
      links_.push_back({l.joint == JointKind::revolute,
                        l.mass,
                        {l.com.x, l.com.y, l.com.z},
                        {{{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}}},
                        about_x(exact_if_right(cos(alpha)), exact_if_right(sin(alpha)), l.dh.a),
                        l.dh.theta,
                        l.dh.d});
    }
  }
  std::size_t n() const { return links_.size(); }

  // M, and the gravity torques if they are wanted.
  Matrix inertia(const Vector& q, Vector* gravity = nullptr) const {
    const std::size_t n = links_.size();
    Matrix M(n, Vector(n, Real(0)));
    if (gravity) gravity->assign(n, Real(0));
    std::vector<Point> axis(n), origin(n);
    Placement T{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}};
    for (std::size_t k = 0; k < n; ++k) {
      const Link& l = links_[k];
      const Real theta = l.turns ? l.theta + q[k] : l.theta;
      Real c = cos(theta), s = sin(theta);
      if (!l.turns) c = exact_if_right(c), s = exact_if_right(s);
      const Placement joint = about_z(c, s, l.turns ? l.d : l.d + q[k]);
      if (!standard_)
        T = T * l.fixed;  // the joint's axis is the z axis after the constant part, or before it
      axis[k] = {T.R[0][2], T.R[1][2], T.R[2][2]};
      origin[k] = T.p;
      T = T * joint;
      if (standard_) T = T * l.fixed;

      const Point com = times(T.R, l.c) + T.p;
      std::vector<Point> v(k + 1), w(k + 1), Iw(k + 1);
      for (std::size_t j = 0; j <= k; ++j) {
        w[j] = links_[j].turns ? axis[j] : Point{0, 0, 0};
        v[j] = links_[j].turns ? cross(axis[j], com - origin[j]) : axis[j];
        Point local;  // Rᵀ w
        for (int r = 0; r < 3; ++r)
          local[r] = T.R[0][r] * w[j][0] + T.R[1][r] * w[j][1] + T.R[2][r] * w[j][2];
        Iw[j] = times(T.R, times(l.I, local));
        if (gravity) (*gravity)[j] -= l.m * dot(g_, v[j]);
      }
      for (std::size_t i = 0; i <= k; ++i)
        for (std::size_t j = 0; j <= k; ++j) M[i][j] += l.m * dot(v[i], v[j]) + dot(w[i], Iw[j]);
    }
    return M;
  }

  // q̈ from M q̈ + Ṁ q̇ - ∂T/∂q + g = τ
  Vector accelerations(const Vector& q, const Vector& qd, const Vector& tau) const {
    const std::size_t n = links_.size();
    const Real h("1e-25");
    Vector right = tau, g;
    const Matrix M = inertia(q, &g);
    const auto moved = [&](std::size_t only, const Real& step) {
      Vector x = q;
      for (std::size_t i = 0; i < n; ++i) x[i] += only == n ? step * qd[i] : i == only ? step : Real(0);
      return inertia(x);
    };
    const auto slope = [&](std::size_t only) {  // along one joint, or along the motion
      Matrix A = moved(only, h), B = moved(only, -h);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) A[i][j] = (A[i][j] - B[i][j]) / (2 * h);
      return A;
    };
    const Matrix Md = slope(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Matrix by = slope(i);
      right[i] -= g[i];
      for (std::size_t j = 0; j < n; ++j) {
        right[i] -= Md[i][j] * qd[j];
        for (std::size_t k = 0; k < n; ++k) right[i] += by[j][k] * qd[j] * qd[k] / 2;
      }
    }
    return solved(M, right);
  }

  static Vector solved(Matrix A, Vector b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t best = k;
      for (std::size_t i = k; i < n; ++i)
        if (abs(A[i][k]) > abs(A[best][k])) best = i;
      std::swap(A[k], A[best]), std::swap(b[k], b[best]);
      for (std::size_t i = k + 1; i < n; ++i) {
        const Real f = A[i][k] / A[k][k];
        for (std::size_t j = k; j < n; ++j) A[i][j] -= f * A[k][j];
        b[i] -= f * b[k];
      }
    }
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
      b[k] /= A[k][k];
    }
    return b;
  }

 private:
  bool standard_;
  Point g_;
  std::vector<Link> links_;
};

std::vector<double> rounded(const Vector& x) {
  std::vector<double> y;
  for (const Real& v : x) y.push_back(static_cast<double>(v));
  return y;
}

}  // namespace

ExactMotion from_first_principles(const Robot& robot, const std::vector<double>& q0,
                                  const std::vector<double>& qd0, const std::vector<double>& tau0) {
  const System system(robot);
  const std::size_t n = system.n();
  const Vector q(q0.begin(), q0.end()), qd(qd0.begin(), qd0.end()), tau(tau0.begin(), tau0.end());
  ExactMotion out;
  out.qdd = rounded(system.accelerations(q, qd, tau));

  const Real h("1e-15");  // errors of h² and of 1e-40 / h
  const auto slope = [&](Vector x, std::size_t j, const auto& f) {
    const Real at = x[j];
    x[j] = at + h;
    Vector a = f(x);
    x[j] = at - h;
    const Vector b = f(x);
    for (std::size_t i = 0; i < n; ++i) a[i] = (a[i] - b[i]) / (2 * h);
    return rounded(a);
  };
  const auto add = [](std::vector<double>& to, const std::vector<double>& column) {
    to.insert(to.end(), column.begin(), column.end());
  };
  const Matrix M = system.inertia(q);
  for (std::size_t j = 0; j < n; ++j) {
    add(out.by_q, slope(q, j, [&](const Vector& x) { return system.accelerations(x, qd, tau); }));
    add(out.by_qd, slope(qd, j, [&](const Vector& x) { return system.accelerations(q, x, tau); }));
    Vector unit(n, Real(0));
    unit[j] = 1;
    add(out.by_tau, rounded(System::solved(M, unit)));
  }

  // M = U D Uᵀ from the last row upwards, ξ = Uᵀ q̇, ν = D^½ ξ
  Matrix A = M, U(n, Vector(n, Real(0)));
  Vector d(n);
  for (std::size_t k = n; k-- > 0;) {
    d[k] = A[k][k];
    for (std::size_t i = 0; i <= k; ++i) U[i][k] = A[i][k] / d[k];
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) A[i][j] -= U[i][k] * d[k] * U[j][k];
  }
  Vector xi(n, Real(0)), nu(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i <= k; ++i) xi[k] += U[i][k] * qd[i];
    nu[k] = sqrt(d[k]) * xi[k];
  }
  out.xi = rounded(xi), out.nu = rounded(nu);
  return out;
}

}  // namespace catena::test
