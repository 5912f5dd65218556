# Most of the build time is spent parsing headers, so the layers share precompiled headers: those of core at its optimisation
# level, and those of its quick files for all that is compiled at -O1 (QUICK). GCC takes the level from the precompiled header,
# whatever the command line says. They are off in the presets clang and tidy, which therefore detect missing includes.
function(catena_precompiled objects quick)
  set(owner catena_core_objects)
  if(quick)
    set(owner catena_core_quick)
  endif()
  if(objects STREQUAL owner)
    target_precompile_headers(${objects} PRIVATE <catena/core/arm.hpp> <catena/core/registry.hpp> <Eigen/Dense> <fmt/format.h>
      <algorithm> <cmath> <filesystem> <functional> <map> <memory> <optional> <span> <string> <vector>)
  else()
    target_precompile_headers(${objects} REUSE_FROM ${owner})
  endif()
endfunction()
