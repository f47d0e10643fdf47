// A document that a test built, inspected as the importer does.
#ifndef TESTS_APP_IMPORT_BUILT_DOCUMENT_H
#define TESTS_APP_IMPORT_BUILT_DOCUMENT_H

#include "app/import/gltf/gltf_document.h"
#include "tests/support/gltf_builder.h"

namespace app::test {

/// Throws ImportError as inspectGltfDocument() does.
inline GltfDocument inspect(const GltfBuilder& builder, ImportReport& report) {
  const std::string file = builder.glb();
  return inspectGltfDocument({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, {}, report);
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_BUILT_DOCUMENT_H
