# Embeds the report page in the report layer. It is built from web/ by `make web` and committed, so that a
# build of Catena needs neither node nor npm.
set(page ${PROJECT_SOURCE_DIR}/src/report/page/report.html)
set(page_cpp ${PROJECT_BINARY_DIR}/report_page.cpp)
set(embed_page ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake)
add_custom_command(
  OUTPUT ${page_cpp}
  COMMAND ${CMAKE_COMMAND} -DPAGE=${page} -DCPP=${page_cpp} -P ${embed_page}
  DEPENDS ${page} ${embed_page}
  COMMENT "Embedding the report page" VERBATIM)
target_sources(catena_report_quick PRIVATE ${page_cpp})
set_source_files_properties(${page_cpp} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
