// SPDX-License-Identifier: Apache-2.0
#include "catena/core/base_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "catena/core/algo/rnea.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/posture.hpp"
#include "catena/core/model/regroup.hpp"

namespace catena {
namespace {

using Bodies = std::vector<std::array<double, 10>>;
using Column = std::vector<double>;
using Kind = BaseParameter::Kind;

constexpr int kStates = 24;      // rows are 24 n, columns 10 n: more than twice as many
constexpr double kIdle = 1e-12;  // relative to the largest torque due to any parameter
constexpr double kDependent =
    1e-9;  // relative to a parameter's torques: the part that is independent of the others

struct States {
  explicit States(int n) {
    std::uint64_t seed = 1;
    for (std::vector<double>* x : {&q, &qd, &qdd}) {
      x->resize(static_cast<std::size_t>(kStates) * static_cast<std::size_t>(n));
      for (double& value : *x) {  // splitmix64, within ±π
        std::uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        value = 3.14159 * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1);
      }
    }
  }
  std::vector<double> q, qd, qdd;
};

double norm(const Column& x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

double dot(const Column& x, const Column& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// The torques in all states due to parameter p of link i alone, of value 1.
class Regressor {
 public:
  explicit Regressor(const Chain<double>& arm) : arm_(arm), states_(arm.dof()) {
    const auto n = static_cast<std::size_t>(arm.dof());
    for (int k = 0; k < kStates; ++k) {
      postures_.emplace_back(arm);
      postures_.back().set(arm, std::span(states_.q).subspan(static_cast<std::size_t>(k) * n, n));
    }
  }

  Column column(std::size_t i, std::size_t p) const {
    const auto n = static_cast<std::size_t>(arm_.dof());
    Bodies bodies(n, std::array<double, 10>{});
    bodies[i][p] = 1;
    const Chain<double> one = with_bodies(arm_, bodies);
    RneaWork<double> work(arm_.dof());
    Column torques(kStates * n);
    for (std::size_t k = 0; k < kStates; ++k)
      rnea<double>(one, postures_[k], std::span<const double>(states_.qd).subspan(k * n, n),
                   std::span<const double>(states_.qdd).subspan(k * n, n), one.gravity(), work,
                   std::span(torques).subspan(k * n, n));
    return torques;
  }

 private:
  const Chain<double>& arm_;
  States states_;
  std::vector<Posture<double>> postures_;
};

// Independent columns by Gram-Schmidt orthogonalisation, done twice for accuracy.
class Basis {
 public:
  // Takes the column if it is linearly independent of those taken; otherwise column = sum of shares[b] * taken column b.
  bool take(const Column& column, std::vector<double>& shares) {
    Column rest = column;
    std::vector<double> along(directions_.size(), 0.0);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t b = 0; b < directions_.size(); ++b) {
        const double part = dot(directions_[b], rest);
        along[b] += part;
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= part * directions_[b][i];
      }
    const double left = norm(rest);
    if (left > kDependent * norm(column)) {
      for (double& value : rest) value /= left;
      directions_.push_back(std::move(rest));
      along.push_back(left);
      triangle_.push_back(std::move(along));
      return true;
    }
    // back substitution
    shares = along;
    for (std::size_t b = shares.size(); b-- > 0;) {
      shares[b] /= triangle_[b][b];
      for (std::size_t a = 0; a < b; ++a) shares[a] -= triangle_[b][a] * shares[b];
    }
    return false;
  }

 private:
  std::vector<Column> directions_;             // of length 1
  std::vector<std::vector<double>> triangle_;  // column b in directions 0..b
};

bool unfelt(const ChainLink<double>& link, std::size_t p) {
  return link.revolute() ? p == 0 || p == 3 || p == 5 : p >= 4;  // m, hz, Iyy; all of I
}

}  // namespace

Bodies bodies_of(const Chain<double>& arm) {
  Bodies bodies;
  for (int i = 0; i < arm.dof(); ++i) {
    const RigidInertia<double>& b = arm.link(i).body;
    bodies.push_back({b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.xz, b.I.yz});
  }
  return bodies;
}

Chain<double> with_bodies(const Chain<double>& arm, const Bodies& bodies) {
  std::vector<ChainLink<double>> links;
  for (int i = 0; i < arm.dof(); ++i) {
    ChainLink<double> l = arm.link(i);
    const std::array<double, 10>& p = bodies[static_cast<std::size_t>(i)];
    l.body = {p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}};
    l.spread = Sym3<double>::diagonal((p[4] + p[5] + p[6]) / 2) - l.body.I;
    links.push_back(l);
  }
  return Chain<double>(std::move(links), arm.base(), arm.tool(), arm.gravity());
}

int BaseParameters::count_of(Kind kind) const {
  int sum = 0;
  for (const auto& link : links)
    for (const BaseParameter& p : link) sum += p.kind == kind;
  return sum;
}

BaseParameters base_parameters(const Chain<double>& arm) {
  if (arm.dof() > kMostJointsForBaseParameters)
    throw Error(ErrorKind::usage, "base parameters", "the arm has too many joints")
        .given(fmt::format("{} joints", arm.dof()))
        .need(fmt::format("{} or fewer", kMostJointsForBaseParameters));
  const auto n = static_cast<std::size_t>(arm.dof());
  const Bodies values = bodies_of(regrouped(arm, Vanishing::yy));
  const Regressor regressor(arm);
  std::vector<Column> columns(10 * n);
  double largest = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    columns[k] = regressor.column(k / 10, k % 10);
    largest = std::max(largest, norm(columns[k]));
  }

  BaseParameters base;
  base.links.resize(n);
  Basis basis;
  std::vector<BaseParameter*> taken;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    BaseParameter& p = base.links[k / 10][k % 10];
    p = {Kind::regrouped, 0};
    std::vector<double> shares;
    if (norm(columns[k]) <= kIdle * largest) {
      p.kind = Kind::idle;
    } else if (unfelt(arm.link(static_cast<int>(k / 10)), k % 10)) {
      // moved inward by the closed-form rules: `values` has it in a link before
    } else if (basis.take(columns[k], shares)) {
      p = {Kind::base, values[k / 10][k % 10]};
      taken.push_back(&p);
    } else {
      for (std::size_t b = 0; b < taken.size(); ++b) taken[b]->value += shares[b] * values[k / 10][k % 10];
    }
  }
  base.count = static_cast<int>(taken.size());
  return base;
}

}  // namespace catena
