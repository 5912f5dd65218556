# cmake -DBUILD=... -DWORK=... -P run.cmake: installs into WORK, builds the consumer against it, runs it.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN} failed:\n${output}")
  endif()
  message("${output}")
endfunction()
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(ENV{CATENA_ROBOTS} ${WORK}/prefix/share/catena/robots)
# plain, and compiled for this machine: Eigen then aligns its memory in another way than the library's, and more than
# malloc does
foreach(extra "" "-march=native")
  set(flags "${FLAGS} ${extra}")
  if(extra)
    string(APPEND flags " -UEIGEN_MALLOC_ALREADY_ALIGNED")
  endif()
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build${extra} -G Ninja
      -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${flags}")
  run(${CMAKE_COMMAND} --build ${WORK}/build${extra})
  run(${WORK}/build${extra}/consumer)
endforeach()
run(${WORK}/prefix/bin/catena info planar2)
