// Turns assimp's own words about a file that it cannot read into a sentence with the location and a way out.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_FAULT_H
#define APP_IMPORT_ASSIMP_ASSIMP_FAULT_H

#include <string>
#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// What can be told from the file itself: that it is empty, of another format, or too old. Empty: it may be good.
std::string wrongFile(ByteSpan file, std::string_view extension);

/// What to tell about `file`, which assimp rejected with `text`; `extension` is ".fbx", ".dae" or ".bvh".
std::string assimpFault(std::string_view text, ByteSpan file, std::string_view extension);

/// The version in the header of an FBX file, binary or text: 7400 for 7.4; 0 when there is none.
int fbxVersion(ByteSpan file);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_FAULT_H
