// Recognizes files that cannot be what their name says.
#ifndef APP_IMPORT_FILE_WRONG_FILE_H
#define APP_IMPORT_FILE_WRONG_FILE_H

#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// Throws ImportError if the file is empty or a Git LFS pointer, or, for ".fbx", ".dae", ".bvh" and ".xfade", if it is
/// of another format or too old a version. Looks only at its beginning.
void refuseWrongFile(ByteSpan file, std::string_view extension);

}  // namespace app

#endif  // APP_IMPORT_FILE_WRONG_FILE_H
