# Installs the library of this build, moves it elsewhere, and uses it with find_package and with pkg-config. Called as
#   cmake -D SOURCE=.. -D BUILD=.. -D WORK=.. -D GENERATOR=.. -D COMPILER=.. -D C_COMPILER=.. -D CONFIG=.. -D SANITIZE=.. -P package_test.cmake
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/consumers.cmake")

file(REMOVE_RECURSE "${WORK}")
install_and_move("${BUILD}" "${WORK}/installed")
expect_public_headers("${WORK}/installed")
use_with_find_package("${WORK}/installed" "${WORK}/with_cmake")
use_with_pkg_config("${WORK}/installed" "${WORK}/with_pkg_config")
use_in_c("${WORK}/installed" "${WORK}/in_c")
