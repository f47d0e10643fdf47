// Recognizes files that cannot be what their name says.
#pragma once

#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// Throws ImportError if the file is empty or a Git LFS pointer, or, for ".fbx", ".dae", ".bvh" and ".xfade", if it is
/// of another format or too old a version. Looks only at its beginning.
void refuseWrongFile(ByteSpan file, std::string_view extension);

}  // namespace app
