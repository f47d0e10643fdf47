# Which headers are compiled once instead of in every source: the standard library, GLM, GoogleTest, JSON, Dear ImGui, and session.h,
# which most sources of the viewer include.
#
# Every source still includes what it uses: the clang pass (tests/warnings) compiles the engine and the viewer without precompiled
# headers, and so does the preset tidy.

set(precompiled_basics
  <algorithm> <array> <cmath> <cstdint> <functional> <limits> <memory> <optional> <span> <string> <string_view> <utility> <variant>
  <vector> <glm/glm.hpp> <glm/gtc/quaternion.hpp>)
set(precompiled_session "${PROJECT_SOURCE_DIR}/app/session/session.h")
set(precompiled_tests <gmock/gmock.h> <gtest/gtest.h>)

# Skips targets that this build does not have.
function(crossfade_precompile target)
  if(TARGET ${target})
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

get_target_property(library crossfade::engine ALIASED_TARGET)
crossfade_precompile(${library} ${precompiled_basics})
crossfade_precompile(viewer_core ${precompiled_basics} ${precompiled_session})
crossfade_precompile(viewer_format ${precompiled_basics} ${precompiled_session} <nlohmann/json.hpp>)
crossfade_precompile(viewer_import ${precompiled_basics} <filesystem> <map> <nlohmann/json.hpp>)
crossfade_precompile(viewer_render ${precompiled_basics})
crossfade_precompile(viewer_ui ${precompiled_basics} ${precompiled_session} <imgui.h>)
crossfade_precompile(viewer_host ${precompiled_basics} ${precompiled_session})
crossfade_precompile(engine_tests ${precompiled_basics} ${precompiled_tests})
crossfade_precompile(viewer_core_tests ${precompiled_basics} ${precompiled_session} ${precompiled_tests} <nlohmann/json.hpp>)
crossfade_precompile(viewer_gl_tests ${precompiled_basics} ${precompiled_session} ${precompiled_tests})
