# catena_layer(NAME [QUICK] [QUICK_PARTS parts...] DEPENDS layers... LINK libraries... PUBLIC_LINK libraries... HEADERS libraries...)
#
# A layer is the folder NAME of src (and of include/catena and tests). It is compiled once, position independent, into two
# libraries: the shared catena_NAME and catena_NAME_static. Inside this project catena::NAME is the static one; an
# installed Catena has both (cmake/Install.cmake). It also links the layers below. HEADERS are needed only to compile.
# QUICK: compiled at -O1, for a layer without numerical loops; QUICK_PARTS: these folders and files of it, a file by its name
# without `.cpp`. What reads and writes files, checks a robot or fails is there; what computes for a state is not.
set(CATENA_LAYERS "" CACHE INTERNAL "")

# Sources compiled alike, as a library of objects; appends its name to `libraries` of the caller.
function(catena_objects objects quick)
  add_library(${objects} OBJECT ${ARGN})
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${objects} PRIVATE -fno-semantic-interposition)
  if(quick)
    target_compile_options(${objects} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  catena_precompiled(${objects} ${quick})
  if(NOT objects STREQUAL "catena_core_objects")  # each method of core is optimised by itself
    set(joined ${ARGN})
    list(FILTER joined EXCLUDE REGEX "/instantiate/")  # these are large
    catena_join_sources(${objects} ${joined})
  endif()
  catena_warnings(${objects})
  set(libraries ${libraries} ${objects} PARENT_SCOPE)
endfunction()

function(catena_layer name)
  cmake_parse_arguments(arg "QUICK" "" "QUICK_PARTS;DEPENDS;LINK;PUBLIC_LINK;HEADERS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/src/choose/sweep/mpi/|/src/core/kernels/level/")  # a module; compiled by Kernels.cmake
  set(libraries "")  # of objects
  set(quick_sources "")
  if(arg_QUICK)
    set(quick_sources ${sources})
  elseif(arg_QUICK_PARTS)
    list(JOIN arg_QUICK_PARTS "|" parts)
    set(quick_sources ${sources})
    list(FILTER quick_sources INCLUDE REGEX "/src/${name}/(${parts})(/|\\.cpp$)")
  endif()
  list(REMOVE_ITEM sources ${quick_sources} "")
  if(sources)
    catena_objects(catena_${name}_objects FALSE ${sources})
  endif()
  if(quick_sources)  # after the others: of the copies of a template, the linker takes the first
    catena_objects(catena_${name}_quick TRUE ${quick_sources})
  endif()
  set(objects "")
  foreach(library ${libraries})
    target_link_libraries(${library} PRIVATE ${arg_HEADERS})
    list(APPEND objects $<TARGET_OBJECTS:${library}>)
  endforeach()
  add_library(catena_${name} SHARED ${objects})
  set_target_properties(catena_${name} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${CATENA_SOVERSION})
  # A layer calls its own copies of templates that the program instantiates as well (docs/header_only.md), and links only the
  # layers that it names; the functions of sanitizers come with the program.
  target_link_options(catena_${name} PRIVATE LINKER:-Bsymbolic-functions)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    target_link_options(catena_${name} PRIVATE LINKER:--no-undefined)
  endif()
  add_library(catena_${name}_static STATIC ${objects})
  set_target_properties(catena_${name}_static PROPERTIES OUTPUT_NAME catena_${name})
  if(CATENA_EIGEN_ALIGN_BYTES)  # core/eigen_alignment.hpp
    target_compile_definitions(catena_${name}_static
                               INTERFACE $<INSTALL_INTERFACE:CATENA_EIGEN_ALIGN_BYTES=${CATENA_EIGEN_ALIGN_BYTES}>)
  endif()

  foreach(target catena_${name} catena_${name}_static ${libraries})
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
