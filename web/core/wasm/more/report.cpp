// SPDX-License-Identifier: Apache-2.0
// Reports of motions, as one HTML page.
#include "catena/report/report.hpp"

#include "catena/core/text.hpp"
#include "model.hpp"
#include "report/drawn_meshes.hpp"

namespace catena::report::detail {

// There are no files.
void add_meshes(const Robot& robot, Drawing& out) {
  if (!robot.meshes.empty())
    out.missing = text::printable(robot.name) +
                  ": its links are drawn as capsules, because a page cannot read the files of its meshes";
}

}  // namespace catena::report::detail

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(report, [](int, const Arguments& arguments, Results& out) {
  report::Report report{.title = std::string(arguments.text("title"))};
  for (int k = 0; k < arguments.whole_or("runs.count", 0); ++k) {
    const std::string run = "runs." + std::to_string(k) + ".";
    Notes notes;
    const Arm arm(robot_from(arguments, run + "robot", notes));
    const auto time = arguments.numbers(run + "time");
    const auto rows = [&](const std::string& name) {
      const int count = static_cast<int>(time.size()) * arm.dof();
      return Eigen::Map<const Eigen::MatrixXd>(arguments.numbers(name, count).data(), arm.dof(),
                                               static_cast<Eigen::Index>(time.size()));
    };
    report::Recording made = report::motion(std::string(arguments.text(run + "name")), arm,
                                            {time.begin(), time.end()}, rows(run + "q"));
    for (int j = 0; j < arguments.whole_or(run + "signals.count", 0); ++j) {
      const std::string signal = run + "signals." + std::to_string(j) + ".";
      const std::string unit = arguments.text_or(signal + "unit", "");
      report::add_joint_signals(made, arguments.text_or(signal + "group", ""),
                                arguments.text_or(signal + "symbol", ""), unit,
                                arguments.text_or(signal + "unitPrismatic", unit), rows(signal + "values"));
    }
    for (int j = 0; j < arguments.whole_or(run + "curves.count", 0); ++j) {
      const std::string curve = run + "curves." + std::to_string(j) + ".";
      const auto values = arguments.numbers(curve + "values", static_cast<int>(time.size()));
      made.signals.push_back({arguments.text_or(curve + "group", ""),
                              std::string(arguments.text(curve + "name")),
                              arguments.text_or(curve + "unit", ""),
                              {values.begin(), values.end()}});
    }
    for (const char* list : {"signals", "curves"}) arguments.has(run + list);  // which may be empty
    report.runs.push_back(std::move(made));
  }
  arguments.has("runs");
  arguments.require_all_read();
  out.text = report::page(report);
  return 0;
})
