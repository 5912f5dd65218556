// SPDX-License-Identifier: Apache-2.0
// Arms to try a claim on, and the verdicts that follow from numbers.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "catena/core/method.hpp"
#include "catena/reproduce/statement.hpp"
#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

// An arm in one state, from a fixed seed.
struct Specimen {
  Specimen(const std::string& spec, std::uint64_t seed);

  std::string spec;
  Chain<double> arm;
  std::vector<double> q, qd, qdd, tau;
  Posture<double> x;

  int n() const { return arm.dof(); }
  State<double> state(bool gravity = true) const;
  Eigen::VectorXd value(Quantity quantity, std::string_view method, bool gravity = true) const;
  Eigen::MatrixXd inertia() const;  // by composite bodies
};

std::vector<Specimen> specimens();           // n = 2 to 12, revolute and mixed
std::vector<Specimen> revolute_specimens();  // n = 2 to 12

// The largest |a - b|, relative to the largest |b| or to 1e-3 if that is less.
double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
// The worst of a number over specimens.
double worst(const std::vector<Specimen>& all, const std::function<double(const Specimen&)>& number);

Verdict verdict(bool agrees);

// Of counts: reproduced if all are as printed, refuted if one is higher; it depends if some are lower.
struct PrintedCount {
  long printed, ours;
};
Verdict cost_verdict(const std::vector<PrintedCount>& counts);

// An identity: reproduced if the worst relative difference is below 1e-9 (rounding, times the size of an arm).
Statement identity(std::string where, std::string what, double worst, std::string why = "");

// A printed cost beside a measured one, compared at n = 6 to 40.
Statement cost_claim(std::string where, std::string what, const P& mul, const P& add, const Counting& count,
                     std::string why);
// The power of n with which a cost grows.
Statement order_claim(std::string where, std::string what, int power, const Counting& count,
                      std::string why = "");

double total(const OpCount& c);
std::function<double(int n)> total_of(const Counting& count);  // M+A of the revolute arm of n joints
std::string law_of(const Counting& count);                     // "3n^2 + 61n - 35 M, ..."
std::string from_joints(int n);                                // "from n = 7 on", "never"

}  // namespace catena::reproduce::detail
