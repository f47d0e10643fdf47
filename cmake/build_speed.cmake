# Three things make a full build faster: precompiled headers (the standard library, GLM, GoogleTest, JSON, and session.h, which most of
# the viewer's sources include); unity builds of a few folders each, because the shared headers and templates cost more than the sources
# themselves; and less optimization for code that takes no time in a frame.
#
# Every source must still include what it uses: the clang pass (tests/warnings) compiles the engine and the viewer one source at a time,
# with only the standard library and GLM precompiled; the preset tidy does so without precompiled headers.

set(precompiled_basics
  <algorithm> <array> <cmath> <cstdint> <functional> <limits> <memory> <optional> <span> <string> <string_view> <utility> <variant>
  <vector> <glm/glm.hpp> <glm/gtc/quaternion.hpp>)
set(precompiled_session "${PROJECT_SOURCE_DIR}/app/session/session.h")
set(precompiled_tests <gmock/gmock.h> <gtest/gtest.h>)

# All functions here skip targets that this build does not have.

# crossfade_precompile(<target> <header>...)
function(crossfade_precompile target)
  if(TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# crossfade_share_precompiled(<from> <target>...): these use the precompiled headers of <from>, as their options are the same.
function(crossfade_share_precompiled from)
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      target_precompile_headers(${target} REUSE_FROM ${from})
    endif()
  endforeach()
endfunction()

# crossfade_unite(<size> <target>...): unity builds of about <size> sources. Each unit instantiates anew what the inline functions of its
# precompiled headers use, which takes 1 to 2 s, so small folders share a unit with their neighbors; not those of tests, which define
# equal names. In a large folder a hash of its name assigns each source to a group, so a new file changes only one group.
function(crossfade_unite size)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      crossfade_unite_target(${target} ${size})
    endif()
  endforeach()
endfunction()

function(crossfade_unite_target target size)
  get_target_property(directory ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders "")
  foreach(source IN LISTS sources)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${directory}")
    get_filename_component(folder "${source}" DIRECTORY)
    list(APPEND folders "${folder}")
    list(APPEND "sources_of_${folder}" "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(shared "")
  set(shared_count 0)
  foreach(folder IN LISTS folders)
    list(LENGTH "sources_of_${folder}" count)
    math(EXPR groups "(${count} + ${size} - 1) / ${size}")
    string(MAKE_C_IDENTIFIER "${folder}" group)
    if(groups EQUAL 1 AND NOT target MATCHES "_tests$")
      math(EXPR shared_count "${shared_count} + ${count}")
      if(shared STREQUAL "" OR shared_count GREATER size)
        set(shared "${group}")
        set(shared_count ${count})
      endif()
      set(group "${shared}")
    endif()
    foreach(source IN LISTS "sources_of_${folder}")
      get_filename_component(name "${source}" NAME)
      string(MD5 hash "${name}")
      string(SUBSTRING "${hash}" 0 6 hash)
      math(EXPR index "0x${hash} % ${groups}")
      set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}_${index}")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # In a unity build, g++ mistakes the unnamed namespaces of the sources for those of headers.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>")
endfunction()

# crossfade_optimize_less(<target>...): -O1 instead of -O2 in release builds, which compiles faster. Builds with benchmarks
# ignore it.
function(crossfade_optimize_less)
  if(CROSSFADE_BENCHES)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1>")
    endif()
  endforeach()
endfunction()

get_target_property(library crossfade::engine ALIASED_TARGET)

# The viewer and the tests. The engine and the importers, which do the heavy work, keep -O2. Measured in frames of 1 and of 10,000
# characters: the interface and uploads take 0.03 ms longer at most, other stages the same. Targets that share precompiled headers need
# the same level, or g++ 12 fails.
crossfade_optimize_less(viewer_core viewer_render viewer_ui viewer_format viewer_host viewer_cli engine_tests viewer_core_tests viewer_gl_tests)

crossfade_precompile(${library} ${precompiled_basics})
crossfade_precompile(viewer_core ${precompiled_basics} ${precompiled_session})
crossfade_precompile(viewer_format ${precompiled_basics} ${precompiled_session} <nlohmann/json.hpp>)
crossfade_precompile(viewer_import ${precompiled_basics} <filesystem> <map> <nlohmann/json.hpp>)
get_property(clang_targets GLOBAL PROPERTY crossfade_clang_targets)
foreach(target IN LISTS clang_targets)
  crossfade_precompile(${target} ${precompiled_basics})
endforeach()
crossfade_precompile(engine_tests ${precompiled_basics} ${precompiled_tests})
crossfade_precompile(viewer_core_tests ${precompiled_basics} ${precompiled_session} ${precompiled_tests} <nlohmann/json.hpp>)
crossfade_share_precompiled(viewer_core viewer_render viewer_ui)
crossfade_share_precompiled(viewer_format viewer_host viewer_cli)
crossfade_share_precompiled(viewer_core_tests viewer_gl_tests)

crossfade_unite(16 ${library} engine_with_noted_asserts viewer_core viewer_format viewer_import viewer_record viewer_platform viewer_render
  viewer_ui viewer_host viewer_cli)
crossfade_unite(8 engine_tests viewer_core_tests viewer_gl_tests)  # smaller: a test is compiled more often than a whole room
