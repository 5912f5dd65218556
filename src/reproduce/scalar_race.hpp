// SPDX-License-Identifier: Apache-2.0
// CRBA and GDAHJ, also by sums along the chain, on one number at a time. All are compiled in one file, without vector instructions, on a scalar of their
// own, so that the linker cannot replace them by code from elsewhere.
#pragma once

#include <memory>

#include "catena/core/model/posture.hpp"

namespace catena::reproduce::detail {

class ScalarRace {
 public:
  ScalarRace(const Chain<double>& arm, const Posture<double>& x);
  ~ScalarRace();
  void crba();
  void gdahj();             // with its kinematics
  void gdahj_from_poses();  // as the paper times it
  void sums();              // `gdahj_sums`, with its kinematics
  void sums_from_poses();
  double element(int i, int j) const;

 private:
  struct Arm;
  std::unique_ptr<Arm> arm_;
};

}  // namespace catena::reproduce::detail
