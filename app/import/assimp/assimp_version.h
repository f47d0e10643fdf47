// Which assimp is in use.
#ifndef APP_IMPORT_ASSIMP_ASSIMP_VERSION_H
#define APP_IMPORT_ASSIMP_ASSIMP_VERSION_H

#include <string>

namespace app {

/// Of the library that is loaded: "5.2.5".
std::string assimpVersion();

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_ASSIMP_VERSION_H
