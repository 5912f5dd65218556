// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/team.hpp"

#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "catena/core/error.hpp"
#include "system/environment.hpp"

namespace catena::choose {
namespace {

namespace fs = std::filesystem;

// What src/choose/sweep/mpi/team_mpi.cpp exports. Its number changes with Team.
constexpr const char* kEntry = "catena_mpi_team_1";
using Entry = Team* (*)(const char** problem);

// Beside the program, in the build; then where it is installed, together with the program or not.
std::vector<fs::path> places() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  return {folder / "libcatena_mpi.so", folder / ".." / CATENA_LIBRARIES / "catena" / "libcatena_mpi.so",
          fs::path(CATENA_LIBRARIES_INSTALLED) / "catena" / "libcatena_mpi.so"};
}

Error no_mpi(const std::string& given) {
  return Error(ErrorKind::usage, "sweep", "started by an MPI launcher, but MPI cannot be used")
      .given(given)
      .hint("start it without mpirun, or build Catena where CMake finds MPI (libopenmpi-dev)");
}

}  // namespace

bool launched_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (detail::environment(name)) return true;
  return false;
}

int default_threads(bool of_team) {
  const int all = static_cast<int>(std::max(::sysconf(_SC_NPROCESSORS_ONLN), 1l));
  cpu_set_t bound;
  CPU_ZERO(&bound);
  const int own = ::sched_getaffinity(0, sizeof bound, &bound) == 0 ? CPU_COUNT(&bound) : all;
  if (!of_team || own < all) return own;
  const auto local = detail::environment("OMPI_COMM_WORLD_LOCAL_SIZE");
  return std::max(1, all / std::max(1, local ? std::atoi(local->c_str()) : 1));
}

std::unique_ptr<Team> mpi_team() {
  for (const fs::path& place : places()) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    void* const module =
        ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);  // Open MPI loads modules of its own
    if (!module) throw no_mpi(::dlerror());
    const auto entry = reinterpret_cast<Entry>(::dlsym(module, kEntry));
    if (!entry) throw no_mpi(place.string() + " is of another Catena");
    const char* problem = "";
    std::unique_ptr<Team> team(entry(&problem));
    if (!team) throw no_mpi(problem);
    return team;
  }
  throw no_mpi("this Catena was built without MPI");
}

}  // namespace catena::choose
