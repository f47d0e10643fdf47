# Which headers are compiled once instead of in every source. Only what many sources of a target include anyway, and what costs the
# compiler most: the standard library, GLM, GoogleTest, JSON, CLI11. None of our own: g++ 12 loses their #pragma once now and then, and
# each edit would build everything again.
#
# Every source still includes what it uses: the clang pass (tests/warnings) compiles the engine and the viewer without precompiled
# headers, and so does the preset tidy.

set(precompiled_basics
  <algorithm> <array> <cmath> <cstdint> <functional> <limits> <memory> <optional> <span> <string> <string_view> <utility> <variant>
  <vector> <glm/glm.hpp> <glm/gtc/quaternion.hpp>)
set(precompiled_tests <gmock/gmock.h> <gtest/gtest.h>)

# Skips targets that this build does not have.
function(crossfade_precompile target)
  if(TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

get_target_property(library crossfade::engine ALIASED_TARGET)
crossfade_precompile(${library} ${precompiled_basics})
crossfade_precompile(viewer_core ${precompiled_basics})
crossfade_precompile(viewer_format ${precompiled_basics} <nlohmann/json.hpp>)
crossfade_precompile(viewer_import ${precompiled_basics} <filesystem> <map> <nlohmann/json.hpp>)
crossfade_precompile(viewer_render ${precompiled_basics})
crossfade_precompile(viewer_ui ${precompiled_basics} <imgui.h>)
crossfade_precompile(viewer_host ${precompiled_basics})
crossfade_precompile(viewer_cli ${precompiled_basics} <CLI/CLI.hpp> <nlohmann/json.hpp>)
crossfade_precompile(engine_tests ${precompiled_basics} ${precompiled_tests})
crossfade_precompile(viewer_core_tests ${precompiled_basics} ${precompiled_tests} <nlohmann/json.hpp>)
crossfade_precompile(viewer_gl_tests ${precompiled_basics} ${precompiled_tests})
