# The page of the reports (web/) as a part of the library. Where npm is missing, or cannot fetch what web/ needs, the
# library builds without the page, and writing a report says so.
option(CATENA_BUILD_WEB "Build the page of the reports with npm" ${PROJECT_IS_TOP_LEVEL})
set(CATENA_WEB_DIR ${PROJECT_BINARY_DIR}/web)
set(CATENA_PAGE ${CATENA_WEB_DIR}/report_page.cpp)

find_program(CATENA_NODE NAMES node nodejs)
find_program(CATENA_NPM npm)
if(CATENA_BUILD_WEB AND CATENA_NODE AND CATENA_NPM)
  file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  set(build_page ${CMAKE_COMMAND} -DNODE=${CATENA_NODE} -DNPM=${CATENA_NPM} -DWEB=${PROJECT_SOURCE_DIR}/web
      -DOUT=${CATENA_WEB_DIR}/report.html -DCPP=${CATENA_PAGE} -DNO_PAGE=${PROJECT_SOURCE_DIR}/src/report/no_page.cpp.in)
  add_custom_command(
    OUTPUT ${CATENA_PAGE}
    COMMAND ${build_page} -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
    DEPENDS ${web_sources} ${PROJECT_SOURCE_DIR}/web/package-lock.json ${PROJECT_SOURCE_DIR}/web/build.mjs
            ${PROJECT_SOURCE_DIR}/web/tsconfig.json ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
    COMMENT "Building the page of the reports" VERBATIM)
  add_custom_target(web COMMAND ${build_page} -DREQUIRED=ON -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
                    COMMENT "Building the page of the reports" VERBATIM)
else()
  message(STATUS "catena: no page for reports (CATENA_BUILD_WEB=${CATENA_BUILD_WEB}, node and npm: ${CATENA_NODE}, ${CATENA_NPM})")
  configure_file(${PROJECT_SOURCE_DIR}/src/report/no_page.cpp.in ${CATENA_PAGE} COPYONLY)
endif()
target_sources(catena_report_objects PRIVATE ${CATENA_PAGE})
set_source_files_properties(${CATENA_PAGE} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
