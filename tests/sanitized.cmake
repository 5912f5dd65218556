# The code that is compiled again with AddressSanitizer and UBSan and tested in every run of the suite: code that reads
# untrusted files and arguments, passes memory by pointer, or loads generated code. The rest of the library is linked
# uninstrumented, so that this costs about as much as building one layer; `make asan` instruments everything.
set(sanitized_layers io codegen)
file(GLOB sanitized_code CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/core/batch/*.cpp)
foreach(name batch_input cmd_eval eval_batch eval_plan evaluator lines)
  list(APPEND sanitized_code ${PROJECT_SOURCE_DIR}/apps/catena/${name}.cpp)
endforeach()
file(GLOB sanitized_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/io/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/errors/*.cpp
     ${CMAKE_CURRENT_SOURCE_DIR}/core/batch/*.cpp)
foreach(name codegen/compile_fixture codegen/compiled_test codegen/compiled_cache_test cli/shell cli/eval_bad_lines_test
             cli/eval_batch_test)
  list(APPEND sanitized_tests ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
endforeach()

find_package(CLI11 2.1 REQUIRED)
set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
function(catena_sanitized target)
  target_link_libraries(${target} PRIVATE catena_test_support catena_commands CLI11::CLI11 urdfdom::urdfdom_model
                                          tomlplusplus::tomlplusplus ${CMAKE_DL_LIBS})
  # Without the macro, Eigen would allocate differently under AddressSanitizer than in the libraries. Warnings are left to
  # the normal build.
  target_compile_definitions(${target} PRIVATE CATENA_THREADS=1 EIGEN_MALLOC_ALREADY_ALIGNED=1)
  target_compile_options(${target} PRIVATE -O0 -w ${sanitizers})
endfunction()
add_executable(test_sanitized ${sanitized_code} ${sanitized_tests})
catena_sanitized(test_sanitized)
target_precompile_headers(test_sanitized PRIVATE <gtest/gtest.h> <gmock/gmock.h> <Eigen/Dense> <catena/core/arm.hpp> <fmt/format.h>)
foreach(layer ${sanitized_layers})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/instantiate/")
  add_library(sanitized_${layer} OBJECT ${sources})
  catena_sanitized(sanitized_${layer})
  target_sources(test_sanitized PRIVATE $<TARGET_OBJECTS:sanitized_${layer}>)
endforeach()
target_link_options(test_sanitized PRIVATE ${sanitizers})
add_dependencies(test_sanitized catena_cli)
gtest_discover_tests(test_sanitized TEST_PREFIX sanitized. DISCOVERY_TIMEOUT 120 PROPERTIES
  ENVIRONMENT "CATENA_CALIBRATION=off;ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1")
