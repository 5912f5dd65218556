// SPDX-License-Identifier: Apache-2.0
// A drive from a function, for tests.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "catena/sim/drive.hpp"

namespace catena::test {

class FunctionDrive : public sim::Drive {
 public:
  using Function = std::function<void(double t, VecIn q, VecIn qd, VecOut tau)>;
  FunctionDrive(int dof, Function function, std::vector<double> kinks = {})
      : dof_(dof), function_(std::move(function)), kinks_(std::move(kinks)) {}

  int dof() const override { return dof_; }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override { function_(t, q, qd, tau); }
  std::vector<double> kinks() const override { return kinks_; }

 private:
  int dof_;
  Function function_;
  std::vector<double> kinks_;
};

}  // namespace catena::test
