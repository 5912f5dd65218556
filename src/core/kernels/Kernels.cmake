# Kernels for several instruction sets in one library, chosen at run time (catena/core/simd.hpp). Optimised in debug builds
# too: what is left as a call might be shared with code for older machines.
set(kernel_options "$<IF:$<CONFIG:Debug>,-O1,-O3>;-ffp-contract=fast")
file(GLOB_RECURSE sse2 CONFIGURE_DEPENDS core/*_sse2.cpp)
file(GLOB_RECURSE avx2 CONFIGURE_DEPENDS core/*_avx2.cpp)
file(GLOB_RECURSE avx512 CONFIGURE_DEPENDS core/*_avx512.cpp)
set_source_files_properties(${sse2} ${avx2} ${avx512} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
set_source_files_properties(${sse2} PROPERTIES COMPILE_OPTIONS "${kernel_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  set_source_files_properties(${avx2} PROPERTIES COMPILE_OPTIONS "${kernel_options};-mavx2;-mfma")
  set_source_files_properties(${avx512} PROPERTIES COMPILE_OPTIONS
    "${kernel_options};-mavx2;-mfma;-mavx512f;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
  set_property(SOURCE core/kernels/aba_avx512.cpp core/kernels/crba_small_avx512.cpp  # plain numbers and four lanes
               APPEND PROPERTY COMPILE_OPTIONS -mprefer-vector-width=256)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # all of it must fit into the cache of decoded instructions: no loop twice
  set_property(SOURCE core/kernels/derivatives_avx2.cpp APPEND PROPERTY COMPILE_OPTIONS -fno-unswitch-loops
               -fno-split-loops -fno-schedule-insns2 -falign-functions=64 -falign-loops=64)
endif()
