# What find_package(crossfade) reads once the project is installed.
include(CMakeFindDependencyMacro)
find_dependency(glm CONFIG)
find_dependency(hwy CONFIG)
include("${CMAKE_CURRENT_LIST_DIR}/crossfade-targets.cmake")
