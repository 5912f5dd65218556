# cmake [-DREQUIRED=ON] [-DFOLDER=web/site] -P fetch_web_packages.cmake
# Fetches the packages of FOLDER/package-lock.json (default: web) with npm, once for each version of that file. If this fails, it
# is an error if REQUIRED; otherwise the tests that need them are skipped.
cmake_minimum_required(VERSION 3.22)
if(NOT FOLDER)
  set(FOLDER web)
endif()
get_filename_component(web ${CMAKE_CURRENT_LIST_DIR}/../${FOLDER} ABSOLUTE)
file(LOCK ${web}/.lock GUARD PROCESS TIMEOUT 600)  # several builds may share this source folder

file(SHA256 ${web}/package-lock.json hash)
set(stamp ${web}/node_modules/.fetched-${hash})
if(EXISTS ${stamp})
  return()
endif()
find_program(npm npm)
if(npm)
  execute_process(COMMAND ${npm} ci --prefer-offline --no-progress --loglevel=error WORKING_DIRECTORY ${web}
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
else()
  set(code 1)
  set(text "npm is not installed (Debian package: npm)")
endif()
if(code EQUAL 0)
  file(TOUCH ${stamp})
elseif(REQUIRED)
  message(FATAL_ERROR "npm ci failed in ${web}:\n${text}")
else()
  message("skipped: npm ci failed in ${web}:\n${text}")
endif()
