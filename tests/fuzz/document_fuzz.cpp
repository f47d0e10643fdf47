// Whole glTF documents, imported as usual but without decoding images.
#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_document.h"
#include "app/import/gltf/gltf_model.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/fuzz/gltf_seeds.h"

namespace app::fuzz {

std::vector<std::string> seeds() { return gltfSeeds(); }

void parse(std::string_view input) {
  ImportReport report;
  try {
    const ByteSpan bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    Model model;
    fillGltfModel(model, inspectGltfDocument(bytes, {}, report), true, true, {});
  } catch (const ImportError&) {
  }
}

}  // namespace app::fuzz
