# catena_built_in(LAYER FOLDER): compiles the .toml files of FOLDER into the layer, as catena::io::detail::built_in_FOLDER()
# (src/io/built_in.hpp).
function(catena_built_in layer folder)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.toml)
  set(stems "")
  foreach(file ${files})
    get_filename_component(stem ${file} NAME_WLE)
    list(APPEND stems ${stem})
  endforeach()
  list(SORT stems)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/built_in/${folder}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${folder} -DFOLDER=${PROJECT_SOURCE_DIR}/${folder} "-DSTEMS=${stems}" -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_built_in.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/write_built_in.cmake
    COMMENT "Building in the ${folder}" VERBATIM)
  target_sources(catena_${layer}_objects PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
