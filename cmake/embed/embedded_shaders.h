// The GLSL files of shaders/, embedded at build time.
#ifndef CMAKE_EMBED_EMBEDDED_SHADERS_H
#define CMAKE_EMBED_EMBEDDED_SHADERS_H

#include <string_view>

namespace app {

/// The text of `shaders/<name>` (for example "scene.vert"); empty if there is no such file.
std::string_view embeddedShader(std::string_view name);

}  // namespace app

#endif  // CMAKE_EMBED_EMBEDDED_SHADERS_H
