# CATENA_EIGEN_ALIGN_BYTES: to what Eigen aligns the memory of its matrices with these compiler flags (core/eigen_alignment.hpp).
include(CheckCXXSourceCompiles)
get_target_property(CMAKE_REQUIRED_INCLUDES Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
set(CATENA_EIGEN_ALIGN_BYTES "")
foreach(bytes 16 32 64)
  if(CATENA_EIGEN_ALIGN_BYTES STREQUAL "")
    check_cxx_source_compiles("#include <Eigen/Core>\nstatic_assert(EIGEN_DEFAULT_ALIGN_BYTES == ${bytes});\nint main() {}"
                              CATENA_EIGEN_ALIGNS_TO_${bytes})
    if(CATENA_EIGEN_ALIGNS_TO_${bytes})
      set(CATENA_EIGEN_ALIGN_BYTES ${bytes})
    endif()
  endif()
endforeach()
unset(CMAKE_REQUIRED_INCLUDES)
