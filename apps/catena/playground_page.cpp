// SPDX-License-Identifier: Apache-2.0
#include "playground_page.hpp"

#include <cstdlib>
#include <system_error>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/text.hpp"
#include "catena/system/json.hpp"

namespace catena::cli {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStart = "id=\"catena-start\">", kNothing = "{}</script>";

// Where the page may be, relative to the folder of the program: in a build folder, and installed as PREFIX/bin/catena.
std::vector<fs::path> places() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (program.empty()) return {};
  const fs::path folder = program.parent_path();
  return {folder / "playground/playground.html", folder / "../share/catena/playground.html"};
}

}  // namespace

fs::path playground_page() {
  std::error_code ignored;
  if (const char* const set = std::getenv("CATENA_PLAYGROUND"); set && *set) {
    if (!fs::is_regular_file(set, ignored))
      throw Error(ErrorKind::io, "CATENA_PLAYGROUND", "there is no such file")
          .given(text::printable(set))
          .need("the file playground.html that 'make playground' writes");
    return set;
  }
  for (const fs::path& path : places())
    if (fs::is_regular_file(path, ignored)) return fs::weakly_canonical(path, ignored);
  throw Error(ErrorKind::io, "playground", "the page of the playground was not built")
      .need("playground.html in the folder 'playground' beside the program, or installed with it")
      .hint("run 'make playground' in the source folder, or set CATENA_PLAYGROUND to the file");
}

std::string with_start(std::string page, std::string_view path, const PlaygroundStart& start) {
  const std::size_t mark = page.find(kStart);
  const std::size_t at = mark == page.npos ? page.npos : mark + kStart.size();
  if (at == page.npos || page.compare(at, kNothing.size(), kNothing) != 0)
    throw Error(ErrorKind::io, text::printable(path), "this is not the page of the playground")
        .hint("run 'make playground' to build it");
  const Json json =
      start.robot.empty() ? Json{{"text", start.text}, {"where", start.where}} : Json{{"robot", start.robot}};
  std::string text;
  for (const char c : json.text())  // nothing in it may end the element of the page that holds it
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  page.replace(at, 2, text);
  return page;
}

}  // namespace catena::cli
