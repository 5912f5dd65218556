# catena_joined_tests(VARIABLE TARGET SOURCES...): sets VARIABLE to what TARGET has to compile for its SOURCES. With
# CATENA_JOIN_SOURCES (cmake/JoinSources.cmake), files named *_test.cpp are joined into groups by tools/join_tests.py. They may use
# the same names, since other files use nothing of what they define, and each is put into a namespace of its own.
set(catena_tests_joined 8)

function(catena_joined_tests variable target)
  set(sources ${ARGN})
  if(CATENA_JOIN_SOURCES)
    set(tests ${sources})
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
    list(LENGTH tests count)
    math(EXPR groups "(${count} + ${catena_tests_joined} - 1) / ${catena_tests_joined}")
    set(group 0)
    while(group LESS groups)
      math(EXPR begin "${group} * ${count} / ${groups}")  # groups of equal size
      math(EXPR size "(${group} + 1) * ${count} / ${groups} - ${begin}")
      list(SUBLIST tests ${begin} ${size} files)
      set(output ${CMAKE_CURRENT_BINARY_DIR}/joined/${target}_${group}.cpp)
      add_custom_command(OUTPUT ${output}
        COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/join_tests.py ${output} ${files}
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/tools/join_tests.py
        COMMENT "Joining test files of ${target}" VERBATIM)
      list(APPEND sources ${output})
      math(EXPR group "${group} + 1")
    endwhile()
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/joined)
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
