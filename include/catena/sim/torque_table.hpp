// SPDX-License-Identifier: Apache-2.0
// TorqueTable: tabulated torques at given times.
//
// Between  linear: interpolated between the rows. hold: the torque of the previous row, as of a digital controller;
//          torques then jump at the rows.
// Ends     a time before the first row or after the last is an Error: no extrapolation.
#pragma once

#include "catena/sim/drive.hpp"

namespace catena::sim {

class TorqueTable : public Drive {
 public:
  enum class Between { linear, hold };

  // Times start at 0 and increase; torques are n x times, column k from times[k] on.
  TorqueTable(std::vector<double> times, Eigen::MatrixXd torques, Between between = Between::linear);

  int dof() const override { return static_cast<int>(torques_.rows()); }
  double duration() const { return times_.back(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  std::vector<double> kinks() const override;

  // Throws Error(usage) if the simulation would outlast the table. `where` names the table.
  void require_lasts(double duration, const std::string& where = "torque table") const;

 private:
  std::vector<double> times_;  // (K) [s]
  Eigen::MatrixXd torques_;    // (n x K)
  Between between_;
};

}  // namespace catena::sim
