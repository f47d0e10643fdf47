# Makes one ctest test of each GoogleTest suite of a program. gtest_discover_tests() makes one of each case; starting thousands of
# processes, each of which loads all of the viewer's libraries, takes far longer than the tests themselves. Called after linking:
#   cmake -D PROGRAM=.. -D SUFFIX=.. -D "ENVIRONMENT=A=1 B=2" -D OUT=.. -P suites.cmake
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listed TIMEOUT 120 COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.[ \n]" suites "${listed}")
if(NOT suites)
  message(FATAL_ERROR "${PROGRAM} lists no tests:\n${listed}")
endif()

string(REPLACE " " ";" environment "${ENVIRONMENT}")
set(text "")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n?(.+)\\.[ \n]$" "\\1" suite "${suite}")
  string(APPEND text "add_test([=[${suite}${SUFFIX}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=])\n"
                     "set_tests_properties([=[${suite}${SUFFIX}]=] PROPERTIES ENVIRONMENT [=[${environment}]=])\n")
endforeach()
file(WRITE "${OUT}" "${text}")
