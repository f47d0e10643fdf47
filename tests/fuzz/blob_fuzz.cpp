// Serialized models, as the import helper sends and the cache stores them.
#include "app/import/blob/check_model.h"
#include "app/import/blob/model_blob.h"
#include "app/import/file/import_error.h"
#include "tests/app/import/blob/full_model.h"
#include "tests/fuzz/fuzz_driver.h"

namespace app::fuzz {
namespace {

std::string blobOf(const Model& model) {
  const Bytes bytes = writeModelBlob(model);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::string> seeds() {
  Model bones = test::fullModel();
  bones.meshes.clear(), bones.instances.clear(), bones.restMorphWeights.clear();
  bones.materials.clear(), bones.images.clear(), bones.skins.clear();
  return {blobOf(test::fullModel()), blobOf(bones), blobOf({})};
}

void parse(std::string_view input) {
  const ByteSpan bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  Model model;
  try {
    model = readModelBlob(bytes);
    checkModel(model, false);
  } catch (const ImportError&) {
    return;
  }
  const Bytes again = writeModelBlob(model);
  promise(again.size() == input.size(), "a blob that is accepted is one that is written");
}

}  // namespace app::fuzz
