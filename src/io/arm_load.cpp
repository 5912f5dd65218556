// SPDX-License-Identifier: Apache-2.0
#include "catena/core/arm.hpp"
#include "catena/core/mistakes.hpp"
#include "catena/io/load.hpp"
#include "catena/io/urdf.hpp"

namespace catena {

Arm Arm::load(const std::string& spec, const UrdfOptions& urdf) {
  Notes notes;
  Robot robot = load_robot(spec, notes, urdf);
  return Arm(std::move(robot), std::move(notes), Checks::taken);
}

Arm Arm::from_urdf(const std::string& text_or_path, const UrdfOptions& options) {
  const std::size_t first = text_or_path.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos)
    throw Error(ErrorKind::usage, "from_urdf", "the text is empty")
        .need("a URDF document, or the name of a URDF file");
  if (text_or_path[first] != '<') return load(text_or_path, options);
  Notes notes;
  Robot robot = parse_urdf(text_or_path, "<memory>", options, notes);
  note_mistakes(robot, notes);
  return Arm(std::move(robot), std::move(notes), Checks::taken);
}

}  // namespace catena
