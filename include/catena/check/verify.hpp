// SPDX-License-Identifier: Apache-2.0
// Compares all methods with each other and with the identities of mechanics, on a given robot.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/core/model/robot.hpp"
#include "catena/core/registry.hpp"
#include "catena/core/watch.hpp"

namespace catena {

struct VerifyOptions {
  int states = 100;
  std::uint64_t seed = 1;
  // A residual above it fails. Default: 1000 n eps, or more where rounding errors explain a residual.
  std::optional<double> tolerance;
  bool motors = false;  // also check the quantities of the arm with motors (catena/core/motors.hpp)
};

// The default number of states of `catena verify`: 100 up to 30 joints, fewer for long arms, whose states cost up to n⁴
// operations and compare n² numbers each.
int usual_states(int joints);

enum class Outcome {
  ok,
  fail,     // beyond its tolerance, or not a number
  allowed,  // beyond its tolerance, but the file sets allow_nonphysical
  skipped,
};
const char* name(Outcome outcome);  // "ok", "fail", "allowed", "skipped"

// One line of the table. `worst` and `tolerance` are those of the state with the largest ratio of residual to
// tolerance.
struct Residual {
  std::string check;    // a quantity's name, or an identity
  std::string method;   // what is judged
  std::string against;  // what it is compared with
  double worst = 0;     // max|x - y| / max(max|y|, scale); NaN and infinity count as failures
  double tolerance = 0;
  Outcome outcome = Outcome::ok;
  std::string note;
};

struct Verification {
  int dof = 0;
  int states = 0;        // compared; fewer than requested if the watch ended the verification
  double condition = 1;  // largest condition number of M over the states
  std::vector<Residual> residuals;
  std::string singular;  // names the joint that makes M singular and says why; empty if M is regular

  int count(Outcome outcome) const;
  bool ok() const { return count(Outcome::fail) == 0 && singular.empty(); }
};

// States are random, from a fixed seed: positions inside the limits where there are any (else within half a
// turn, 0.5 m), velocities and accelerations up to 1. Each method is compared with the first one of its
// quantity. `watch` is called after each state, of arms with more than 30 joints also in between; if it ends the
// verification, the result covers the states so far.
//
// A residual above the minimum tolerance of its check passes only if rounding errors explain it (src/check/verify.cpp); the
// tolerance is then ten times the size of these errors. A check is skipped if rounding errors are as large as the result in
// all states.
Verification verify(const Robot& robot, const VerifyOptions& options = {}, const Watch& watch = {});
Verification verify(const Robot& robot, const VerifyOptions& options, std::span<const Method<double>> methods,
                    const Watch& watch = {});

}  // namespace catena
