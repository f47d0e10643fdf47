// Recognizes files that cannot be what their name says.
#ifndef APP_IMPORT_FILE_WRONG_FILE_H
#define APP_IMPORT_FILE_WRONG_FILE_H

#include <string>
#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// Throws ImportError if the file is empty, of another format than its extension (".fbx", ".dae", ".bvh") says, or of a
/// version that is too old. Looks only at its beginning.
void refuseWrongFile(ByteSpan file, std::string_view extension);

}  // namespace app

#endif  // APP_IMPORT_FILE_WRONG_FILE_H
