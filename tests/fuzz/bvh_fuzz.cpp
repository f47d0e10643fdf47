// BVH files, read as models.
#include "app/import/blob/check_model.h"
#include "app/import/bvh/bvh_model.h"
#include "app/import/file/import_error.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/support/assimp_samples.h"

namespace app::fuzz {

std::vector<std::string> seeds() {
  return {::test::kBvh,
          "hierarchy root a { offset 0 1 0 channels 2 Yposition zrotation end site7 { offset 0 2 0 } }\n"
          "motion frames: 9 frame time: .1\n+1 nan\n2 1e99\n3"};
}

void parse(std::string_view input) {
  Model model;
  try {
    fillBvhModel(model, ByteSpan(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()));
  } catch (const ImportError& error) {
    promise(*error.what() != '\0', "a file that is refused is refused in words");
    return;
  }
  try {
    checkModel(model, true);
  } catch (const ImportError&) {
    promise(false, "a file that is accepted passes every check");
  }
}

}  // namespace app::fuzz
