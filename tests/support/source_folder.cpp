#include "tests/support/source_folder.h"

namespace app::test {

const std::filesystem::path& sourceFolder() {
  static const std::filesystem::path folder = CROSSFADE_SOURCE_DIR;
  return folder;
}

}  // namespace app::test
