// SPDX-License-Identifier: Apache-2.0
// Which formulation computes a quantity when nobody names one, by the number of joints: what ships with Catena, or what
// `catena bench --calibrate` has measured on this machine. `Arm` and `catena eval` ask here.
//
// The calibration is calibration.json in the folder CATENA_CACHE, else XDG_CACHE_HOME/catena, else ~/.cache/catena.
// CATENA_CALIBRATION=off leaves it aside. A file that is damaged, or was measured on another machine, is not used, and
// `problem` says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catena/quantity.hpp"

namespace catena {

// From so many joints on, until the next.
struct MethodFrom {
  int joints;
  std::string stem;
  bool operator==(const MethodFrom&) const = default;
};

// For one quantity, by rising numbers of joints, the first from 1.
struct MethodRanges {
  Quantity quantity;
  std::vector<MethodFrom> ranges;
  bool operator==(const MethodRanges&) const = default;
};

class Selection {
 public:
  static const Selection& shipped();
  static const Selection& current();  // read once

  // Text of a calibration file. Throws Error(io); `machine` is the one it must have been measured on.
  static Selection parse(std::string_view text, const std::string& where, std::string_view machine);
  static std::string text(const std::vector<MethodRanges>& measured, std::string_view machine);

  // Where the calibration is, or should be; empty if the user has no folder for it, or wants none.
  static std::string calibration_path();
  static std::string this_machine();  // a hash

  // The stem for an arm of so many joints; for quantities without a choice by joints the registry's default.
  std::string_view stem(Quantity quantity, int joints) const;

  // "crba, since 7 joints are fewer than 9, from which on gdahj_sums is used (shipped)"
  std::string explain(Quantity quantity, int joints) const;

  const std::vector<MethodRanges>& ranges() const { return ranges_; }
  bool calibrated() const { return calibrated_; }
  const std::string& problem() const {
    return problem_;
  }  // why the calibration is not used; empty if all is well

 private:
  const MethodRanges* find(Quantity quantity) const;

  std::vector<MethodRanges> ranges_;
  bool calibrated_ = false;
  std::string problem_;
};

// What may be chosen for a quantity: all that `Arm` can run. Empty: no choice.
std::vector<std::string_view> selectable_stems(Quantity quantity);

}  // namespace catena
