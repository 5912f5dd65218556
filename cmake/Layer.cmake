# catena_layer(NAME [QUICK] DEPENDS layers... LINK libraries... PUBLIC_LINK libraries... HEADERS libraries...)
#
# A layer is the folder NAME of src (and of include/catena and tests). It is compiled once, position independent, into two
# libraries: the shared catena_NAME and catena_NAME_static. Inside this project catena::NAME is the static one; an
# installed Catena has both (cmake/Install.cmake). It also links the layers below. HEADERS are needed only to compile.
# QUICK: compiled at -O1, for a layer without numerical loops.
set(CATENA_LAYERS "" CACHE INTERNAL "")

function(catena_layer name)
  cmake_parse_arguments(arg "QUICK" "" "DEPENDS;LINK;PUBLIC_LINK;HEADERS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/src/choose/sweep/mpi/|/src/core/kernels/level/")  # a module; compiled by Kernels.cmake
  set(objects catena_${name}_objects)
  add_library(${objects} OBJECT ${sources})
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${objects} PRIVATE -fno-semantic-interposition)
  target_link_libraries(${objects} PRIVATE ${arg_HEADERS})
  if(arg_QUICK)
    target_compile_options(${objects} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  catena_precompiled(${objects})
  catena_warnings(${objects})
  add_library(catena_${name} SHARED $<TARGET_OBJECTS:${objects}>)
  set_target_properties(catena_${name} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${CATENA_SOVERSION})
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    # A layer links only the layers that it names, and calls its own copies of templates that the program instantiates
    # as well (docs/header_only.md).
    target_link_options(catena_${name} PRIVATE LINKER:--no-undefined LINKER:-Bsymbolic-functions)
  endif()
  add_library(catena_${name}_static STATIC $<TARGET_OBJECTS:${objects}>)
  set_target_properties(catena_${name}_static PROPERTIES OUTPUT_NAME catena_${name})

  foreach(target catena_${name} catena_${name}_static ${objects})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PUBLIC ${arg_PUBLIC_LINK} PRIVATE ${arg_LINK})
    set(kind "_static")
    if(target STREQUAL "catena_${name}")
      set(kind "")
    endif()
    foreach(layer ${arg_DEPENDS})
      target_link_libraries(${target} PUBLIC catena_${layer}${kind})
    endforeach()
  endforeach()
  foreach(list DEPENDS PUBLIC_LINK LINK)
    set_property(GLOBAL PROPERTY CATENA_${name}_${list} ${arg_${list}})
  endforeach()
  add_library(catena::${name} ALIAS catena_${name}_static)
  set(CATENA_LAYERS ${CATENA_LAYERS} ${name} CACHE INTERNAL "")
endfunction()
