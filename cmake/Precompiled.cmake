# Most of the build time is spent parsing headers, so the layers share the precompiled headers of core. They are off in the
# presets clang and tidy, which therefore detect missing includes.
function(catena_precompiled objects)
  if(objects STREQUAL "catena_core_objects")
    target_precompile_headers(${objects} PRIVATE <catena/core/arm.hpp> <catena/core/registry.hpp> <Eigen/Dense> <fmt/format.h>
      <algorithm> <cmath> <filesystem> <functional> <map> <memory> <optional> <span> <string> <vector>)
  else()
    target_precompile_headers(${objects} REUSE_FROM catena_core_objects)
  endif()
endfunction()
