// SPDX-License-Identifier: Apache-2.0
// Whole commands: each line of the input is a word of the command line; what follows an empty line is standard input. Every
// command ends with exit code 0, 2, 3, 4 or 5, with a message if not with 0. It runs in a temporary folder, and words that
// could name a file elsewhere are left out.
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "catena/io/npy.hpp"
#include "command.hpp"
#include "fuzz/scratch_folder.hpp"

namespace {

struct Input {
  std::vector<std::string> words;
  std::string text;
};

Input split(std::string_view input) {
  Input found;
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (line.empty()) {
      found.text = input;
      break;
    }
    found.words.emplace_back(line);
  }
  return found;
}

// Numbers of at most two digits, and generated arms of at most nine joints: otherwise a command may take as long as it is
// asked to. Digits that follow a letter belong to a name.
std::string tamed(const std::string& word) {
  std::string tame;
  int run = 0;
  for (std::size_t k = 0; k < word.size(); ++k) {
    const bool digit = std::isdigit(static_cast<unsigned char>(word[k])) != 0;
    if (digit && run == 0 && k > 0 &&
        (std::isalpha(static_cast<unsigned char>(word[k - 1])) || word[k - 1] == '_'))
      run = -10;
    if (digit && run == 0 && k > 0 && word[k - 1] == ':') run = 1;
    run = digit ? run + 1 : 0;
    if (run <= 2) tame += word[k];
  }
  return tame;
}

bool names_files_elsewhere(const std::string& word) {
  return word.find('/') != std::string::npos || word.find("..") != std::string::npos;
}

bool is_long(const std::string& word) {
  static const std::regex kLong("[0-9.](e|E|min|h|us|ns|m$)|inf");
  return std::regex_search(word, kLong);
}

void plant_files(catena::fuzz::ScratchFolder& folder) {
  for (const char* const name : {"CATENA_CACHE", "XDG_CACHE_HOME", "HOME"})
    ::setenv(name, folder.path().c_str(), 1);
  ::setenv("CATENA_CALIBRATION", "off", 1);
  ::unsetenv("CATENA_PATH");
  folder.plant("q.npy", catena::write_npy(catena::NpyShape{2, 2}, std::vector<double>{0, 0.5, 1, -1}));
  folder.plant("torques.csv", "t,tau1,tau2\n0,0,0\n1,1,-1\n");
  folder.plant("fall.toml",
               "scenario = 1\nrobot = \"planar2\"\n[drive]\nkind = \"table\"\nfile = \"torques.csv\"\n");
  folder.plant(
      "weld.toml",
      "path = 1\nposition_only = true\n[start]\nq = [0.3, 0.9]\n[limits]\nvelocity = 2\nacceleration = 9\n"
      "[[move]]\nkind = \"line\"\nby = [-0.1, 0.1, 0]\n");
  folder.plant(
      "design.toml",
      "design = 1\narm = \"Rz Rz\"\nlengths = [0.5, 0.5]\ncriteria = [\"reach\"]\n[body]\nlaw = \"tube\"\n"
      "density = 2700\nradius = 0.05\nthickness = 0.005\n[sampling]\nkind = \"sobol\"\npoints = 4\nseed = 1\n"
      "[[parameter]]\nname = \"upper\"\nset = \"length\"\nlink = 1\nlow = 0.2\nhigh = 0.8\n");
  std::istringstream none;
  std::ostringstream arm, out, err;
  catena::cli::run({"convert", "planar2"}, {none, arm, err});
  folder.plant("arm.toml", arm.str());
  catena::cli::run({"sweep", "design.toml", "-o", "old.db", "--threads", "1"}, {none, out, err});
  folder.plant("old.db", catena::fuzz::text_of(folder.file("old.db")));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static catena::fuzz::ScratchFolder folder;
  static const bool planted = (plant_files(folder), true);
  static_cast<void>(planted);
  static const std::set<std::string> kSlow = {"bench", "reproduce"};
  static const std::set<std::string> kLargeDesigns = {"two_link", "three_link", "three_link_planar",
                                                      "six_joint", "well_conditioned"};
  Input input = split({reinterpret_cast<const char*>(data), size});
  std::vector<std::string> more;
  for (std::string& word : input.words) {
    word = tamed(word);
    if (names_files_elsewhere(word) || is_long(word)) return 0;
    if (kSlow.contains(word)) more = {"--only-parsed"};  // an unknown option: parsed, and not run
    if (kLargeDesigns.contains(word)) more = {"--dry-run"};
  }
  input.words.insert(input.words.end(), more.begin(), more.end());
  if (names_files_elsewhere(input.text)) return 0;
  std::istringstream in(input.text);
  std::ostringstream out, err;
  const int code = catena::cli::run(input.words, {in, out, err});
  folder.clear();
  // eval reports a bad line in its place, on standard output
  const bool told = code == 0 || (err.str() + out.str()).find("error") != std::string::npos;
  if ((code == 0 || (code >= 2 && code <= 5)) && told) return 0;
  std::fprintf(stderr, "exit %d\n%s\n", code, err.str().c_str());
  std::abort();
}
