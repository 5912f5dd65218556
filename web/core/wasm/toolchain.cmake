# Debian's clang for wasm32-wasi: the newest version that is installed with its linker, libc++, compiler-rt and wasi-libc. Debian 12
# carries several versions (14, 16, 19 and, for browsers, newer ones); packages.txt installs one of them.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(oldest 19)

file(GLOB roots /usr/lib/llvm-*)
list(SORT roots COMPARE NATURAL ORDER DESCENDING)
foreach(root ${roots})
  string(REGEX MATCH "[0-9]+$" version ${root})
  if(version AND NOT version LESS oldest AND EXISTS ${root}/bin/clang++ AND EXISTS ${root}/bin/wasm-ld
     AND EXISTS ${root}/lib/wasm32-wasi/libc++.a AND EXISTS ${root}/lib/wasm32-wasi/libc++abi.a
     AND EXISTS ${root}/lib/clang/${version}/lib/wasi/libclang_rt.builtins-wasm32.a AND EXISTS /usr/lib/wasm32-wasi/libc.a)
    set(CMAKE_CXX_COMPILER ${root}/bin/clang++)
    set(CATENA_WASM_CLANG ${version})
    break()
  endif()
endforeach()
if(NOT CMAKE_CXX_COMPILER)
  message(FATAL_ERROR "no clang ${oldest} or newer for wasm32-wasi; install one by tools/install_packages.sh wasm")
endif()
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # a program would need runtime/exceptions.cpp
# The archives are named in CMakeLists.txt; clang's wrapper needs no ar of its own.
find_program(CMAKE_AR NAMES llvm-ar-${CATENA_WASM_CLANG} llvm-ar ar)
find_program(CMAKE_RANLIB NAMES llvm-ranlib-${CATENA_WASM_CLANG} llvm-ranlib ranlib)
