# cmake -DNODE= -DNPM= -DWEB= -DOUT= -DCPP= -DNO_PAGE= [-DREQUIRED=ON] -P build_page.cmake
# Fetches what web/ needs, once for each package-lock.json, checks the types and bundles the page. What cannot be
# fetched leaves a library without the page; what does not compile is an error.
file(LOCK ${WEB}/.lock GUARD PROCESS TIMEOUT 600)  # several builds may share this source folder

file(SHA256 ${WEB}/package-lock.json hash)
set(stamp ${WEB}/node_modules/.fetched-${hash})
if(NOT EXISTS ${stamp})
  execute_process(COMMAND ${NPM} ci --prefer-offline --no-progress --loglevel=error WORKING_DIRECTORY ${WEB}
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(code EQUAL 0)
    file(TOUCH ${stamp})
  elseif(REQUIRED)
    message(FATAL_ERROR "npm ci failed in ${WEB}:\n${text}")
  else()
    message(WARNING "catena will have no page for reports, because npm ci failed in ${WEB}.\n"
                    "With a network, 'make web' tries again.\n${text}")
    configure_file(${NO_PAGE} ${CPP} COPYONLY)
    file(TOUCH ${CPP})
    return()
  endif()
endif()

foreach(step "node_modules/typescript/bin/tsc" "build.mjs;--out;${OUT};--cpp;${CPP}")
  execute_process(COMMAND ${NODE} ${step} WORKING_DIRECTORY ${WEB} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the page of the reports does not build")
  endif()
endforeach()
