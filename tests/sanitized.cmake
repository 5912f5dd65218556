# The code that is compiled again with AddressSanitizer and UBSan and tested in every run of the suite: code that reads
# untrusted files and arguments, passes memory by pointer, or loads generated code. The rest of the library is linked
# uninstrumented, so that this costs about as much as building one layer; `make asan` instruments everything.
set(sanitized_layers io codegen)
file(GLOB sanitized_code CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/core/batch/*.cpp)
foreach(name ${CATENA_SANITIZED_COMMANDS})
  list(APPEND sanitized_code ${PROJECT_SOURCE_DIR}/apps/catena/${name}.cpp)
endforeach()
# The reactions of joint limits, which once were written beyond their memory where the limits of a joint leave no room.
list(APPEND sanitized_code ${PROJECT_SOURCE_DIR}/src/sim/joint_limits.cpp)
file(GLOB sanitized_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/io/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/errors/*.cpp
     ${CMAKE_CURRENT_SOURCE_DIR}/core/batch/*.cpp)
foreach(name codegen/compile_fixture codegen/compiled_test codegen/compiled_cache_test cli/shell cli/eval_bad_lines_test
             cli/eval_batch_test sim/narrow_limits_test)
  list(APPEND sanitized_tests ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
endforeach()

find_package(CLI11 2.1 REQUIRED)
set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
foreach(layer ${sanitized_layers})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/instantiate/")
  list(APPEND sanitized_code ${sources})
endforeach()
catena_joined_tests(sanitized_tests test_sanitized ${sanitized_tests})
add_executable(test_sanitized ${sanitized_code} ${sanitized_tests})
catena_join_sources(test_sanitized ${sanitized_code})
target_link_libraries(test_sanitized PRIVATE catena_test_support catena_commands CLI11::CLI11 urdfdom::urdfdom_model
                                        tomlplusplus::tomlplusplus ${CMAKE_DL_LIBS})
# Without the macro, Eigen would allocate differently under AddressSanitizer than in the libraries. Warnings are left to
# the normal build.
target_compile_definitions(test_sanitized PRIVATE CATENA_THREADS=1 EIGEN_MALLOC_ALREADY_ALIGNED=1)
target_compile_options(test_sanitized PRIVATE -O0 -w ${sanitizers})
target_precompile_headers(test_sanitized PRIVATE <gtest/gtest.h> <gmock/gmock.h> <Eigen/Dense> <catena/core/arm.hpp> <fmt/format.h>)
target_link_options(test_sanitized PRIVATE ${sanitizers})
add_dependencies(test_sanitized catena_cli)
# In few processes: under AddressSanitizer, a process takes longer to start than most tests to run.
set(parts 4)
foreach(part RANGE 1 ${parts})
  math(EXPR index "${part} - 1")
  set(name sanitized.Part${part}Of${parts})
  add_test(NAME ${name} COMMAND test_sanitized --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES COST 100)
  set_property(TEST ${name} PROPERTY ENVIRONMENT CATENA_CALIBRATION=off GTEST_TOTAL_SHARDS=${parts} GTEST_SHARD_INDEX=${index}
               ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1)
endforeach()
