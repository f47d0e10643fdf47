# Builds the library from the checkout that this port lies in: vcpkg install crossfade --overlay-ports=tools/ports/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -D CROSSFADE_VIEWER=OFF -D CROSSFADE_TESTS=OFF -D CROSSFADE_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME crossfade CONFIG_PATH lib/cmake/crossfade)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
