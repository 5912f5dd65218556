// SPDX-License-Identifier: Apache-2.0
// Which method computes a quantity if none is requested, by the number of joints: as shipped with Catena, or as measured on
// this machine by `catena bench --calibrate`. `Arm`, `catena eval` and `catena bench` ask this; batches have kernels of
// their own (catena/core/batch.hpp), and generated code takes the method with the fewest operations.
//
// The core ships with a table and reads no files. The library catena::io reads the calibration of this machine
// (catena/io/calibration.hpp) when it loads its first robot, and hands it over by `Selection::use`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/core/library_methods.hpp"

namespace catena {

// Used from this many joints up to the next entry.
struct MethodFrom {
  int joints;
  std::string method;
  bool operator==(const MethodFrom&) const = default;
};

// For one quantity, in ascending numbers of joints, starting at 1.
struct MethodRanges {
  Quantity quantity;
  std::vector<MethodFrom> ranges;
  bool operator==(const MethodRanges&) const = default;
};

class Selection {
 public:
  static const Selection& shipped();
  static const Selection& current();  // the last argument of `use`, else `shipped`
  // Replaces `current` for arms that are constructed from now on. One call at a time.
  static void use(Selection selection);

  static Selection calibrated(const std::vector<MethodRanges>& measured);  // the rest as shipped
  static Selection shipped_because(std::string problem);                   // with a `problem` to report

  // For an arm of this many joints. Quantities without such a choice have the registry's default; C q̇ and C q̇ + g are
  // computed by the method of inverse dynamics.
  const Method<double>& method(Quantity quantity, int joints) const;

  // "crba, because the arm has fewer than 9 joints (built-in threshold); gdahj_sums is used from there on"
  std::string explain(Quantity quantity, int joints) const;

  const std::vector<MethodRanges>& ranges() const { return ranges_; }
  bool is_calibrated() const { return calibrated_; }
  const std::string& problem() const {
    return problem_;
  }  // why the calibration is not used; empty if all is well

 private:
  const MethodRanges* find(Quantity quantity) const;

  std::vector<MethodRanges> ranges_;
  bool calibrated_ = false;
  std::string problem_;
};

// What a calibration may choose among for a quantity. Empty: no choice.
std::vector<std::string_view> selectable_methods(Quantity quantity);

}  // namespace catena
