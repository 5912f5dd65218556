# The files of core/kernels/level are compiled once for each instruction set that the processor may have, and the library
# chooses among them when it first needs one (core/kernels/kernels.hpp). Optimised in debug builds too: a function that
# is not inlined might be shared with code for older machines.
set(levels sse2)
set(arch_sse2 "CATENA_ARCH=arch::Sse2;CATENA_FOUR=arch::Sse2;CATENA_FLOAT=arch::Sse2Float")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  set(levels sse2 avx2 avx512)
  set(arch_avx2 "CATENA_ARCH=arch::Avx2;CATENA_FOUR=arch::Avx2;CATENA_FLOAT=arch::Avx2Float")
  set(arch_avx512 "CATENA_ARCH=arch::Avx512;CATENA_FOUR=arch::Avx512Four;CATENA_FLOAT=arch::Avx512Float")
  set(flags_avx2 -mavx2 -mfma)
  set(flags_avx512 -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512)
endif()

file(GLOB kernel_sources CONFIGURE_DEPENDS core/kernels/level/*.cpp)
foreach(level ${levels})
  set(target catena_kernels_${level})
  add_library(${target} OBJECT ${kernel_sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CATENA_LEVEL ${level})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${target} PRIVATE CATENA_LEVEL=${level} ${arch_${level}})
  target_compile_options(${target} PRIVATE -fno-semantic-interposition $<IF:$<CONFIG:Debug>,-O1,-O3> -ffp-contract=fast
                                           ${flags_${level}})
  catena_warnings(${target})
  foreach(library catena_core catena_core_static)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
endforeach()

# Flags for single files, where a level needs them: code on plain numbers and in four lanes; and code that must fit into
# the cache of decoded instructions, where no loop may be duplicated.
set(at_avx512 $<STREQUAL:$<TARGET_PROPERTY:CATENA_LEVEL>,avx512>)
set(at_avx2 $<STREQUAL:$<TARGET_PROPERTY:CATENA_LEVEL>,avx2>)
set_source_files_properties(core/kernels/level/aba.cpp core/kernels/level/crba_small.cpp PROPERTIES COMPILE_OPTIONS
                            $<${at_avx512}:-mprefer-vector-width=256>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS MATCHES "-fsanitize=address,undefined")  # both together take GCC ten minutes, either of them ten seconds
  set_source_files_properties(core/kernels/level/second_derivatives.cpp PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(compact -fno-unswitch-loops -fno-split-loops -fno-schedule-insns2 -falign-functions=64 -falign-loops=64)
  set_source_files_properties(core/kernels/level/derivatives.cpp PROPERTIES COMPILE_OPTIONS "$<${at_avx2}:${compact}>")
endif()
