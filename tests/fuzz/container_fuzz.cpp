// The binary container of glTF, and its JSON.
#include "app/import/file/import_error.h"
#include "app/import/gltf/gltf_container.h"
#include "tests/fuzz/fuzz_driver.h"
#include "tests/fuzz/gltf_seeds.h"

namespace app::fuzz {

std::vector<std::string> seeds() { return gltfSeeds(); }

void parse(std::string_view input) {
  ImportReport report;
  try {
    const GltfContainer container = readContainer(
        ByteSpan(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()), report, ContainerParts::All);
    promise(container.json.root().is_object(), "the JSON of a container is an object");
  } catch (const ImportError&) {
  }
}

}  // namespace app::fuzz
