# Runs an example and compares what it prints with the comment "// Prints:" in its source. Called as
#   cmake -D PROGRAM=.. -D SOURCE=.. -P output_test.cmake
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/../support/prints.cmake")
crossfade_expect_prints("${SOURCE}" "${PROGRAM}")
