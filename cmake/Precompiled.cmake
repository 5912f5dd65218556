# What makes a build quick: most of its time goes into reading headers. The layers share the precompiled headers of core,
# and the files of a layer are compiled together, eight at a time. Both are off in the presets clang and tidy, so that a
# file that includes less than it uses is found there.
option(CATENA_UNITY "Compile the files of a layer together" ON)
set(CATENA_UNITY_FILES 8)

# Files that are compiled alone: those of which GCC has enough to do, and those that have a helper of the same name as
# another of their layer.
set(CATENA_ALONE
    core/arm.cpp core/library_methods.cpp core/instantiate.cpp core/batch/batch.cpp core/kernels/kernels.cpp core/math/linear.cpp
    codegen/instantiate.cpp count/instantiate.cpp
    check/specimen.cpp
    io/csv.cpp io/urdf_write.cpp io/xml_text.cpp
    sim/pd_control.cpp sim/quasi_velocity_control.cpp sim/sampled.cpp sim/spline.cpp sim/torque_table.cpp
    reproduce/paper_002.cpp reproduce/paper_004.cpp reproduce/papers.cpp reproduce/stanford_free_fall_002.cpp)
list(TRANSFORM CATENA_ALONE PREPEND ${PROJECT_SOURCE_DIR}/src/)

function(catena_unity target)
  if(CATENA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${CATENA_UNITY_FILES})
    set_source_files_properties(${CATENA_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 warns of "text" + string where it inlines much: its bug 105651
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
    endif()
  endif()
endfunction()

function(catena_precompiled objects)
  if(objects STREQUAL "catena_core_objects")
    target_precompile_headers(${objects} PRIVATE <catena/core/arm.hpp> <catena/core/registry.hpp> <Eigen/Dense> <fmt/format.h>
      <algorithm> <cmath> <filesystem> <functional> <map> <memory> <optional> <span> <string> <vector>)
  else()
    target_precompile_headers(${objects} REUSE_FROM catena_core_objects)
  endif()
endfunction()
