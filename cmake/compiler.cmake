# Compiler settings for all targets: language version, sanitizers, compiler cache. Warnings are in compile_options.cmake.

if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include(compile_options)

# A ready-made ninja build shows no colors through a pipe, so ask for them only in a terminal.
if(CMAKE_GENERATOR STREQUAL "Ninja" AND NOT DEFINED ENV{CI})
  set(CMAKE_COLOR_DIAGNOSTICS ON)
endif()

if(CROSSFADE_SANITIZE)
  add_compile_options(-fsanitize=${CROSSFADE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CROSSFADE_SANITIZE})
  # The sanitizers' checks make g++ report uninitialized values in the standard library; GCC's manual warns of it.
  add_compile_options("$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
endif()

# GCC frees memory of its own only from 1 GB on (the option is in KB): less time for more memory.
if(PROJECT_IS_TOP_LEVEL)
  add_compile_options("$<$<AND:$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:--param=ggc-min-heapsize=1048576>")
endif()

find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(PROJECT_IS_TOP_LEVEL AND CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher "${PROJECT_SOURCE_DIR}/cmake/ccache.sh")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
  add_compile_options("$<$<AND:$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-fpch-preprocess>")
endif()

# crossfade_keep_modules_loaded(<executable>): when Mesa unloads a driver, the leak checker can no longer tell what belonged to it and
# reports it. With the sanitizers on, the program's own dlclose() does nothing.
function(crossfade_keep_modules_loaded target)
  if(CROSSFADE_SANITIZE)
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sanitizer/keep_modules_loaded.cpp")
    # DEFINE_SYMBOL: without a definition of its own per target, they can share precompiled headers.
    set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON DEFINE_SYMBOL "")
  endif()
endfunction()
