// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/team.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "catena/core/error.hpp"
#include "catena/core/threads.hpp"
#include "system/environment.hpp"

namespace catena::choose {
namespace {

namespace fs = std::filesystem;

// What src/choose/sweep/mpi/team_mpi.cpp exports. Its number changes with Team.
constexpr const char* kEntry = "catena_mpi_team_1";
using Entry = Team* (*)(const char** problem);

// The file that contains this code: a shared library or, linked statically, the program. Empty if the system does not give
// its absolute path: nothing is ever loaded from the working folder.
fs::path own_file() {
  Dl_info info;
  link_map* object = nullptr;
  void* const here = reinterpret_cast<void*>(&launched_by_mpi);
  if (!::dladdr1(here, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) || !object) return {};
  std::error_code error;
  const fs::path file =
      *object->l_name ? fs::path(object->l_name) : fs::read_symlink("/proc/self/exe", error);
  return file.is_absolute() ? file : fs::path();
}

// Beside the program, in the build; below the library, or where the libraries are for an installed program.
std::vector<fs::path> places() {
  const fs::path file = own_file(), folder = file.parent_path(), module = "libcatena_mpi.so";
  if (file.empty()) return {};
  return {folder / module, folder / "catena" / module, folder / CATENA_LIBRARIES / "catena" / module};
}

Error no_mpi(const std::string& given) {
  return Error(ErrorKind::usage, "sweep", "started by an MPI launcher, but MPI is not available")
      .given(given)
      .hint("run it without mpirun, or build Catena with MPI (libopenmpi-dev)");
}

}  // namespace

bool launched_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (system::detail::environment(name)) return true;
  return false;
}

int threads_of_rank(int setting) {
  const auto local = system::detail::environment("OMPI_COMM_WORLD_LOCAL_SIZE");
  return thread_count(setting, local ? std::atoi(local->c_str()) : 1);
}

std::unique_ptr<Team> mpi_team() {
  for (const fs::path& place : places()) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    void* const module =
        ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);  // Open MPI loads modules of its own
    if (!module) throw no_mpi(::dlerror());
    const auto entry = reinterpret_cast<Entry>(::dlsym(module, kEntry));
    if (!entry) throw no_mpi(place.string() + " belongs to another version of Catena");
    const char* problem = "";
    std::unique_ptr<Team> team(entry(&problem));
    if (!team) throw no_mpi(problem);
    return team;
  }
  throw no_mpi("this build of Catena has no MPI support");
}

}  // namespace catena::choose
