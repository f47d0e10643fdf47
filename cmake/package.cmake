# Installs the library: find_package(crossfade) provides the target crossfade::engine, pkg-config the module crossfade. The install
# component `engine` has all of it and does not need the viewer to be built.
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/crossfade")

install(TARGETS crossfade_engine EXPORT crossfade
  RUNTIME COMPONENT engine
  LIBRARY COMPONENT engine
  ARCHIVE COMPONENT engine
  FILE_SET HEADERS COMPONENT engine)
set(kind static)
if(BUILD_SHARED_LIBS)
  set(kind shared)
endif()
install(EXPORT crossfade NAMESPACE crossfade:: FILE "crossfade-${kind}.cmake" DESTINATION "${package_folder}" COMPONENT engine)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/crossfade-config.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/crossfade-config.cmake"
  INSTALL_DESTINATION "${package_folder}" NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/crossfade-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/crossfade-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/crossfade-config-version.cmake"
  DESTINATION "${package_folder}" COMPONENT engine)

# The .pc file starts from its own folder, so the installed tree can be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  set(pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
if(BUILD_SHARED_LIBS)
  set(pc_requires "glm")
  set(pc_requires_private "libhwy")
  set(pc_cflags " -DCROSSFADE_SHARED")
else()
  set(pc_requires "glm libhwy")
  set(pc_requires_private "")
  set(pc_cflags "")
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/crossfade.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/crossfade.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/crossfade.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT engine)
