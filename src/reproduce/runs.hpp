// SPDX-License-Identifier: Apache-2.0
// Runs of the built-in scenarios for the figures of the papers, their curves, and the format of numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/reproduce/figures.hpp"
#include "catena/sim/scenario.hpp"
#include "reproduce/worse.hpp"

namespace catena::reproduce::detail {

struct Stopped {};  // thrown by Runs::run when the watch ends the computation

class Runs {
 public:
  // `parts` counts the complete parts; all three must outlive the object.
  Runs(const FigureOptions& options, const Watch& watch, const Advance& parts)
      : options_(&options), watch_(&watch), parts_(&parts) {}

  sim::Setup prepare(const std::string& scenario) const;
  sim::Run run(sim::Setup& setup) const { return run(setup, *setup.drive); }
  sim::Run run(const sim::Setup& setup, sim::Drive& drive) const;  // throws Stopped

 private:
  const FigureOptions* options_;
  const Watch* watch_;
  const Advance* parts_;
};

// A part of a paper's figures: produced completely or not at all.
using FigurePart = void (*)(const Runs& runs, PaperFigures& out);

void planar_arm_002(const Runs& runs, PaperFigures& out);
void stanford_free_fall_002(const Runs& runs, PaperFigures& out);
void puma_free_fall_002(const Runs& runs, PaperFigures& out);
void forced_002(const Runs& runs, PaperFigures& out);
void puma_as_printed_002(const Runs& runs, PaperFigures& out);
void figure_6_004(const Runs& runs, PaperFigures& out);
void planar_arms_004(const Runs& runs, PaperFigures& out);
void choice_004(const Runs& runs, PaperFigures& out);

// --- curves ------------------------------------------------------------------------------------------------
std::vector<double> row(const sim::Samples& samples, int i);

// Positions or torques of the trajectory at the times of a run.
sim::Samples desired_positions(const sim::Trajectory& desired, const std::vector<double>& time);
sim::Samples desired_torques(const Arm& arm, const sim::Trajectory& desired, const std::vector<double>& time);

// A panel for each row: "(a) joint 1", with its unit; every curve is shown whole.
std::vector<FigurePanel> joint_panels(const Arm& arm, const std::string& name,
                                      const std::vector<double>& time, const sim::Samples& samples,
                                      const char* turning, const char* sliding);

// The range of a panel: all of its curves with a margin; or around the desired one, where the others may leave it.
void show_all(FigurePanel& panel);
void show_desired(FigurePanel& panel);

// --- format of numbers -------------------------------------------------------------------------------------
std::string power(double x);                           // 4.2e4
std::string below(double x, double bound);             // "less than 1e-9"; the number itself if it is not
std::string seconds(double t, int decimals);           // "2.58 s"
std::string interval(const std::vector<double>& all);  // "-4.519 to 4.092"

}  // namespace catena::reproduce::detail
