# A project that takes the library with add_subdirectory() and BUILD_SHARED_LIBS, and two that use the shared library once it is
# installed. Called as
#   cmake -D SOURCE=.. -D WORK=.. -D GENERATOR=.. -D COMPILER=.. -D C_COMPILER=.. -D LAUNCHER=.. -P shared_test.cmake
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/consumers.cmake")
set(CONFIG Debug)
set(build "${WORK}/build")  # stays, so that only what changed is built again

execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}/tests/install/embedding" -B "${build}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_FLAGS_DEBUG=-O0"
    "-DCROSSFADE_SOURCE=${SOURCE}" COMMAND_ERROR_IS_FATAL ANY)
run("${CMAKE_COMMAND}" --build "${build}" --config "${CONFIG}")
crossfade_expect_prints("${SOURCE}/examples/minimal_consumer/main.cpp" "${build}/game")

# The game is compiled with its own flags, the library with ours.
file(READ "${build}/compile_commands.json" commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
foreach(index RANGE ${last})
  string(JSON file GET "${commands}" ${index} file)
  string(JSON command GET "${commands}" ${index} command)
  if(file MATCHES "/minimal_consumer/main.cpp$")
    if(command MATCHES " (-W[^ ]*|-f[^ ]*|-std=c\\+\\+20) ")
      message(FATAL_ERROR "the game is compiled with our ${CMAKE_MATCH_1}: ${command}")
    endif()
  elseif(file MATCHES "/engine/crossfade/" AND NOT (command MATCHES " -ffp-contract=off " AND command MATCHES " -fvisibility=hidden "))
    message(FATAL_ERROR "the library is compiled without its flags: ${command}")
  endif()
endforeach()

install_and_move("${build}" "${WORK}/installed")
expect_public_headers("${WORK}/installed")
use_with_find_package("${WORK}/installed" "${WORK}/with_cmake")
use_with_pkg_config("${WORK}/installed" "${WORK}/with_pkg_config")
use_in_c("${WORK}/installed" "${WORK}/in_c")

# It exports its interface and nothing else, under a name that says which versions fit.
file(GLOB_RECURSE library "${WORK}/installed/*/libcrossfade_engine.so")
find_program(nm nm NO_CACHE)
find_program(objdump objdump NO_CACHE)
if(library AND nm AND objdump)
  execute_process(COMMAND "${objdump}" -p "${library}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT headers MATCHES "SONAME +libcrossfade_engine\\.so\\.[0-9]+\\.[0-9]+\n")
    message(FATAL_ERROR "the library has no name with a version: ${headers}")
  endif()
  execute_process(COMMAND "${nm}" -DC --defined-only "${library}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES " T crossfade::AnimationMixer::update\\(")
    message(FATAL_ERROR "the library does not export its interface: ${symbols}")
  endif()
  string(REGEX MATCHALL "[^\n]* crossfade::(N_[A-Z0-9]+::|\\(anonymous namespace\\))[^\n]*" private "${symbols}")
  if(private)
    message(FATAL_ERROR "the library exports what is private: ${private}")
  endif()
endif()
