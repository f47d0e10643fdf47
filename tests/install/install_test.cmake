# Installs the library, moves it elsewhere, builds examples/minimal_consumer against it and compares what that prints. Called as
#   cmake -D SOURCE=.. -D BUILD=.. -D WORK=.. -D GENERATOR=.. -D COMPILER=.. -D CONFIG=.. -D SANITIZE=.. -P install_test.cmake
cmake_minimum_required(VERSION 3.25)

# Half-way, a quarter of a second into the fade, both weigh a half: walk is at x = 0.5, y = 0, 0 degrees, run at x = 1, y = 2, 90 degrees.
# At the end run has played for 0.75 s.
set(expected "walk: at 0.2500 0.0000 0.0000, turned by 0.0000 degrees
half-way: at 0.7500 1.0000 0.0000, turned by 45.0000 degrees
run: at 3.0000 2.0000 0.0000, turned by 90.0000 degrees
")

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
endfunction()

# What a project gets must not lean on the place where it was built, nor on the one where it was first installed.
run("${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --component engine --prefix "${WORK}/first")
file(RENAME "${WORK}/first" "${WORK}/installed")
file(GLOB_RECURSE package_files "${WORK}/installed/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" text)
  # Only where a path begins: the package's own "lib/cmake/crossfade" may end like the folder that the project lies in.
  foreach(folder "${SOURCE}" "${BUILD}" "${WORK}")
    if("${text}" MATCHES "(^|[\"'; \t\n=:<])${folder}(/|[\"'; \t\n>]|$)")
      message(FATAL_ERROR "${file} names ${folder}, which others do not have")
    endif()
  endforeach()
endforeach()

# Every header of the library, and nothing else.
file(GLOB_RECURSE ours RELATIVE "${SOURCE}/engine" "${SOURCE}/engine/*.h")
file(GLOB_RECURSE theirs RELATIVE "${WORK}/installed/include" "${WORK}/installed/include/*")
if(NOT ours STREQUAL theirs)
  message(FATAL_ERROR "headers of the library: ${ours}\ninstalled: ${theirs}")
endif()

set(flags "")
if(SANITIZE)
  set(flags "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")
endif()
run("${CMAKE_COMMAND}" -S "${SOURCE}/examples/minimal_consumer" -B "${WORK}/consumer" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_PREFIX_PATH=${WORK}/installed" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF ${flags})
file(STRINGS "${WORK}/consumer/CMakeCache.txt" found REGEX "^crossfade_DIR:PATH=")
if(NOT found MATCHES "=${WORK}/installed/")
  message(FATAL_ERROR "another package was found: ${found}")
endif()
run("${CMAKE_COMMAND}" --build "${WORK}/consumer" --config "${CONFIG}")

find_program(program minimal_consumer PATHS "${WORK}/consumer" "${WORK}/consumer/${CONFIG}" NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND "${program}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "printed:\n${printed}expected:\n${expected}")
endif()
message("${printed}")
