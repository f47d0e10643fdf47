# Without the viewer and the tests the project looks for two packages: GLM and Highway; and the library has no live asserts, whatever the
# build type. Called as
#   cmake -D SOURCE=.. -D WORK=.. -D GENERATOR=.. -D COMPILER=.. -P engine_alone_test.cmake
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${WORK}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCROSSFADE_VIEWER=OFF
          -DCROSSFADE_TESTS=OFF
  COMMAND_ERROR_IS_FATAL ANY)

# What find_package and pkg-config leave behind.
file(STRINGS "${WORK}/CMakeCache.txt" asked_for REGEX "^([A-Za-z0-9_]+_DIR:PATH=|PKG_CONFIG_EXECUTABLE|FIND_PACKAGE_MESSAGE_DETAILS)")
list(TRANSFORM asked_for REPLACE "[:=].*" "")
list(SORT asked_for)
if(NOT asked_for STREQUAL "glm_DIR;hwy_DIR")
  message(FATAL_ERROR "the library alone looks for more than GLM and Highway: ${asked_for}")
endif()

file(READ "${WORK}/compile_commands.json" commands)
string(JSON last LENGTH "${commands}")
math(EXPR last "${last} - 1")
foreach(index RANGE ${last})
  string(JSON file GET "${commands}" ${index} file)
  string(JSON command GET "${commands}" ${index} command)
  if(file MATCHES "/engine/" AND (NOT command MATCHES "[-/]DNDEBUG " OR command MATCHES "[-/]UNDEBUG "))
    message(FATAL_ERROR "the library has live asserts: ${command}")
  endif()
endforeach()
