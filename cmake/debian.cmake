# Debian packages, made by scripts/package: crossfade (the program) and libcrossfade-dev (headers, static and shared library).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME crossfade)
set(CPACK_PACKAGE_VENDOR "Crossfade authors")
set(CPACK_PACKAGE_CONTACT "Crossfade authors <maintainers@crossfade.example>" CACHE STRING "Maintainer of the packages")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL viewer engine)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_VIEWER_PACKAGE_NAME crossfade)
set(CPACK_DEBIAN_VIEWER_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_VIEWER_PACKAGE_DEPENDS "fonts-font-awesome, fonts-roboto-unhinted, libegl1, libgl1")
set(CPACK_DEBIAN_VIEWER_PACKAGE_RECOMMENDS "libdecor-0-plugin-1-cairo | libdecor-0-plugin-1, libgl1-mesa-dri, xdg-desktop-portal")
set(CPACK_DEBIAN_VIEWER_DESCRIPTION "Opens characters in glTF, VRM, FBX, COLLADA and BVH, plays and blends their
clips, and shows any transition between them while you adjust its length, kind
and curve. Everything also works from the command line.")

set(CPACK_DEBIAN_ENGINE_PACKAGE_NAME libcrossfade-dev)
set(CPACK_DEBIAN_ENGINE_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_ENGINE_PACKAGE_DEPENDS "libglm-dev, libhwy-dev")
set(CPACK_DEBIAN_ENGINE_DESCRIPTION "Keyframe tracks, an animation mixer with the actions of three.js, transitions
that never pop, retargeting, root motion and foot contacts, and batched poses
for crowds. Headers, the static and the shared library.")
set(triggers "${PROJECT_BINARY_DIR}/debian/triggers")
file(CONFIGURE OUTPUT "${triggers}" CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_ENGINE_PACKAGE_CONTROL_EXTRA "${triggers}")

# The files that Debian requires in /usr/share/doc of every package.
set(changelog "${PROJECT_BINARY_DIR}/debian/changelog")
file(CONFIGURE OUTPUT "${changelog}" CONTENT "crossfade (@PROJECT_VERSION@) unstable; urgency=low

  * See CHANGELOG.md of the project.

 -- @CPACK_PACKAGE_CONTACT@  Sat, 28 Nov 2026 00:00:00 +0000
" @ONLY)
execute_process(COMMAND gzip -9nfk "${changelog}")
foreach(component IN ITEMS VIEWER ENGINE)
  string(TOLOWER "${component}" lower)
  set(folder "${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${component}_PACKAGE_NAME}")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${folder}" RENAME copyright COMPONENT ${lower})
  install(FILES "${changelog}.gz" DESTINATION "${folder}" COMPONENT ${lower})
endforeach()
include(CPack)
