# A Debian package of everything that is installed: `make deb`.
set(CPACK_PACKAGE_NAME catena)
# dpkg requires an address, and the project has none: RFC 2606 reserves the domain .invalid for this.
set(CPACK_PACKAGE_CONTACT "The Catena maintainers <maintainers@catena.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Dynamics of robot arms")
set(CPACK_PACKAGE_DESCRIPTION "The command catena, the libraries, shared and static, and their headers: inertia matrix, Coriolis and\n\
gravity torques, inverse and forward dynamics, simulation and choice of serial robot arms.")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libeigen3-dev)  # used by the headers; dpkg-shlibdeps finds the libraries
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "cmake, pkg-config, libfmt-dev, libtomlplusplus-dev, liburdfdom-dev, libsundials-dev, libnlopt-dev, libsqlite3-dev")
include(CPack)
