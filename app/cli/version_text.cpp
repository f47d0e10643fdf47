#include "app/cli/version_text.h"

#include "app/host/stage/headless_stage.h"
#include "app/import/assimp/assimp_version.h"
#include "app/import/isolated/sandbox.h"

namespace app {

std::string versionText() {
#ifdef NDEBUG
  const std::string asserts = "asserts off";
#else
  const std::string asserts = "asserts on";
#endif
  const std::string deflate = CROSSFADE_LIBDEFLATE;  // beside its name, lintian would see a copy of zlib
  const auto stage = HeadlessStage::make({16, 16}, false);
  return "crossfade " CROSSFADE_VERSION "\nbuild: " CROSSFADE_BUILD ", " + asserts + "\nlibraries: assimp " +
         assimpVersion() + ", " CROSSFADE_LIBRARIES ", libdeflate " + deflate +
         "\nassimp is confined by: " + sandboxText() +
         "\nwithout a display: " + (stage ? stage->driverName() : "no OpenGL (" + stage.error().message + ")");
}

}  // namespace app
