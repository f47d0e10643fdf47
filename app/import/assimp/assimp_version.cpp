#include "app/import/assimp/assimp_version.h"

#include <assimp/version.h>

namespace app {

std::string assimpVersion() {
  return std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor()) + "." +
         std::to_string(aiGetVersionPatch());
}

}  // namespace app
