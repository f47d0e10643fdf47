// The GLSL files of shaders/ as they were when the program was built.
#pragma once

#include <string_view>

namespace app {

/// The text of `shaders/<name>` (for example "skinned.vert"); empty when there is no such file.
std::string_view embeddedShader(std::string_view name);

}  // namespace app
