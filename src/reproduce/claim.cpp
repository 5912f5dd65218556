// SPDX-License-Identifier: Apache-2.0
#include "reproduce/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/error.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/registry.hpp"
#include "catena/reproduce/claims.hpp"
#include "reproduce/runs.hpp"

namespace catena {

std::vector<Statement> paper_claims(std::string_view paper) {
  constexpr std::pair<std::string_view, std::vector<Statement> (*)()> all[] = {{"000", claims_000},
                                                                               {"001", claims_001},
                                                                               {"002", claims_002},
                                                                               {"003", claims_003},
                                                                               {"004", claims_004}};
  for (const auto& [number, claims] : all)
    if (number == paper) return claims();
  throw Error(ErrorKind::usage, std::string(paper), "no such paper").need("000 to 004");
}

namespace reproduce::detail {
namespace {

constexpr double kIdentity = 1e-9;
constexpr int kFewestCompared = 6, kMostCompared = 40;

Chain<double> chain_for(const std::string& spec) {
  Notes notes;
  return make_chain(generate_robot(spec), notes);
}

// splitmix64: the same numbers on every platform.
std::vector<double> numbers_from(std::uint64_t seed, int n) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) {
    std::uint64_t z = (seed += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    out.push_back(2 * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53) - 1);
  }
  return out;
}

bool whole_law(const std::optional<Polynomial>& law) { return law.has_value(); }

}  // namespace

Specimen::Specimen(const std::string& spec_, std::uint64_t seed)
    : spec(spec_),
      arm(chain_for(spec)),
      q(numbers_from(seed, arm.dof())),
      qd(numbers_from(seed + 1, arm.dof())),
      qdd(numbers_from(seed + 2, arm.dof())),
      tau(numbers_from(seed + 3, arm.dof())),
      x(posture<double>(arm, q)) {}

State<double> Specimen::state(bool gravity) const {
  return {
      q, qd, qdd, tau, gravity ? Vec3<double>{0.4, -1.1, -9.7} : Vec3<double>::zero(), Force<double>::zero()};
}

Eigen::VectorXd Specimen::value(Quantity quantity, std::string_view method, bool gravity) const {
  const Method<double>* m = find_method<double>(quantity, method);
  if (!m) throw Error(ErrorKind::bug, std::string(method), "no such method");
  std::vector<double> out(size_of(quantity, n()));
  m->run(arm, x, state(gravity), out);
  return Eigen::Map<const Eigen::VectorXd>(out.data(), static_cast<Eigen::Index>(out.size()));
}

Eigen::MatrixXd Specimen::inertia() const { return value(Quantity::inertia, "crba").reshaped(n(), n()); }

std::vector<Specimen> revolute_specimens() {
  std::vector<Specimen> all;
  for (const int n : {2, 3, 6, 7, 12})
    all.emplace_back(fmt::format("chain:{}", n), 100 + static_cast<std::uint64_t>(n));
  return all;
}

std::vector<Specimen> specimens() {
  std::vector<Specimen> all = revolute_specimens();
  for (const int n : {2, 3, 6, 7, 12})
    for (const int seed : {1, 2})
      all.emplace_back(fmt::format("mixed:{}:{}", n, seed), 200 + static_cast<std::uint64_t>(n + 40 * seed));
  return all;
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() /
         worse(1e-3, b.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
}

double worst(const std::vector<Specimen>& all, const std::function<double(const Specimen&)>& number) {
  double most = 0;
  for (const Specimen& s : all) most = worse(most, number(s));
  return most;
}

Verdict verdict(bool agrees) { return agrees ? Verdict::reproduced : Verdict::refuted; }

Verdict cost_verdict(const std::vector<PrintedCount>& counts) {
  Verdict found = Verdict::reproduced;
  for (const PrintedCount& c : counts) {
    if (c.ours > c.printed) return Verdict::refuted;
    if (c.ours < c.printed) found = Verdict::depends;
  }
  return found;
}

Statement identity(std::string where, std::string what, double worst, std::string why) {
  return {std::move(where),
          std::move(what),
          "equal",
          worst < kIdentity ? fmt::format("relative difference {}", below(worst, kIdentity))
                            : fmt::format("relative difference {:.1g}", worst),
          verdict(worst < kIdentity),
          std::move(why)};
}

Statement cost_claim(std::string where, std::string what, const P& mul, const P& add, const Counting& count,
                     std::string why) {
  const CostLaw law = cost_law(count);
  Verdict found = Verdict::refuted;
  if (law.mul == mul && law.add == add) {
    found = Verdict::reproduced;
  } else if (whole_law(law.mul) && whole_law(law.add)) {
    bool fewer = true;
    for (int n = kFewestCompared; n <= kMostCompared; ++n)
      fewer = fewer && (*law.mul)(n) <= mul(n) && (*law.add)(n) <= add(n);
    if (fewer) found = Verdict::depends;
  }
  return {std::move(where), std::move(what), fmt::format("{} M, {} A", mul.str(), add.str()),
          law_of(count),    found,           std::move(why)};
}

Statement order_claim(std::string where, std::string what, int power, const Counting& count,
                      std::string why) {
  const CostLaw law = cost_law(count);
  const int measured = law.mul && law.add ? (*law.mul + *law.add).degree() : -1;
  const auto of = [](int k) { return k == 1 ? std::string("O(n)") : fmt::format("O(n^{})", k); };
  return {std::move(where),           std::move(what), of(power), law_of(count),
          verdict(measured == power), std::move(why)};
}

double total(const OpCount& c) { return static_cast<double>(c.mul + c.add); }

std::function<double(int n)> total_of(const Counting& count) {
  return [count](int n) { return total(count(revolute_arm(n))); };
}

std::string law_of(const Counting& count) {
  const CostLaw law = cost_law(count);
  return fmt::format("{} M, {} A", law.mul ? law.mul->str() : "no polynomial",
                     law.add ? law.add->str() : "no polynomial");
}

std::string from_joints(int n) { return n > 0 ? fmt::format("from n = {} on", n) : "never"; }

}  // namespace reproduce::detail
}  // namespace catena
