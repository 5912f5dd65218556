# What is installed: the libraries of the layers, shared and static, their headers, the package for find_package and files
# for pkg-config. The prefix is not stored: an installation can be moved.

# The dependencies of a program that links a layer, by the name in catena_layer(): the arguments of find_package and the
# pkg-config module. Libraries that are not listed are found by name.
set(package_Eigen3::Eigen "Eigen3 3.4")
set(package_fmt::fmt "fmt 9")
set(package_Threads::Threads "Threads")
set(package_urdfdom::urdfdom_model "urdfdom")
set(package_tomlplusplus::tomlplusplus "tomlplusplus 3.3")
set(package_SQLite::SQLite3 "SQLite3 3.31")
set(module_Eigen3::Eigen "eigen3 >= 3.4")  # the others are not in public headers
set(flag_fmt::fmt "-lfmt")
set(flag_Threads::Threads "-pthread")
set(flag_urdfdom::urdfdom_model "-lurdfdom_model -lconsole_bridge -ltinyxml")  # io uses their symbols as well
set(flag_tomlplusplus::tomlplusplus "-ltomlplusplus")
set(flag_SQLite::SQLite3 "-lsqlite3")

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/catena)
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- pkg-config: catena-core.pc, ..., and catena.pc for all ---------------------------------------------------
file(RELATIVE_PATH up ${CMAKE_INSTALL_PREFIX}/${pkgconfig_folder} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" up "${up}")
function(catena_pkgconfig name description requires libs libs_private cflags)
  string(REPLACE ";" ", " requires "${requires}")
  string(REPLACE ";" " " libs_private "${libs_private}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/catena.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc DESTINATION ${pkgconfig_folder})
endfunction()

# --- the layers ----------------------------------------------------------------------------------------------
set(CATENA_LAYER_TABLE "")  # for catena-config.cmake
set(all "")
foreach(layer ${CATENA_LAYERS})
  foreach(list DEPENDS PUBLIC_LINK LINK)
    get_property(${list} GLOBAL PROPERTY CATENA_${layer}_${list})
  endforeach()
  set_target_properties(catena_${layer} PROPERTIES INSTALL_RPATH $ORIGIN)
  install(TARGETS catena_${layer} EXPORT catena-shared-targets)
  install(TARGETS catena_${layer}_static EXPORT catena-static-targets)
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/catena/${layer})
    install(DIRECTORY include/catena/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/catena
            FILES_MATCHING PATTERN "*.hpp")
  endif()

  set(packages "")
  set(modules "")
  foreach(library ${PUBLIC_LINK})
    list(APPEND packages ${package_${library}})
    list(APPEND modules ${module_${library}})
  endforeach()
  set(static_packages "")
  set(names "")
  set(flags "")
  foreach(library ${LINK})
    if(DEFINED package_${library})
      list(APPEND static_packages ${package_${library}})
      list(APPEND flags ${flag_${library}})
    else()
      list(APPEND names ${library})
      list(APPEND flags -l${library})
    endif()
  endforeach()
  foreach(item "depends;${DEPENDS}" "packages;${packages}" "static_packages;${static_packages}" "static_libraries;${names}")
    list(POP_FRONT item key)
    string(APPEND CATENA_LAYER_TABLE "set(catena_${layer}_${key} \"${item}\")\n")
  endforeach()

  list(TRANSFORM DEPENDS PREPEND catena-)
  list(APPEND modules ${DEPENDS})
  catena_pkgconfig(catena-${layer} "the layer ${layer}" "${modules}"
                   "-L\${libdir} -lcatena_${layer}" "${flags}" "-I\${includedir} -std=c++20")
  list(APPEND all "catena-${layer} = ${PROJECT_VERSION}")
endforeach()
catena_pkgconfig(catena "all layers" "${all}" "" "" "")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES include/catena/catena.hpp ${PROJECT_BINARY_DIR}/include/catena/version.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/catena)

# --- find_package(catena) --------------------------------------------------------------------------------------
foreach(kind shared static)
  install(EXPORT catena-${kind}-targets NAMESPACE catena:: DESTINATION ${package_folder})
endforeach()
configure_package_config_file(cmake/catena-config.cmake.in catena-config.cmake INSTALL_DESTINATION ${package_folder}
                              NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(catena-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/catena-config.cmake ${PROJECT_BINARY_DIR}/catena-config-version.cmake
        DESTINATION ${package_folder})
