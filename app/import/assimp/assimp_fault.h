// Turns assimp's own words about a file that it cannot read into a sentence with the location and a way out.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_FAULT_H
#define APP_IMPORT_ASSIMP_ASSIMP_FAULT_H

#include <string>
#include <string_view>

namespace app {

/// The sentence for a file that assimp rejected with `text`. `format`: "FBX" or "COLLADA".
std::string assimpFault(std::string_view text, std::string_view format);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_FAULT_H
