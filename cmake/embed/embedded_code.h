// The files of assets/export/, embedded at build time: what exported code has in common.
#ifndef CMAKE_EMBED_EMBEDDED_CODE_H
#define CMAKE_EMBED_EMBEDDED_CODE_H

#include <string_view>

namespace app {

/// The text of `assets/export/<name>` (for example "fades.mjs"); empty if there is no such file.
std::string_view embeddedCode(std::string_view name);

}  // namespace app

#endif  // CMAKE_EMBED_EMBEDDED_CODE_H
