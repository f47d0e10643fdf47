#include "app/import/gltf/gltf_extensions.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/import/file/import_error.h"

namespace app {
namespace {

/// "Kind location: what" of each line, or the error.
std::string extensionReport(const Json& document) {
  ImportReport report;
  try {
    checkExtensions(document, report);
  } catch (const ImportError& error) {
    return error.what();
  }
  std::string text;
  for (const ReportLine& line : report.lines)
    text += (line.kind == Finding::Lost ? "lost " : "ignored ") + line.location + ": " + line.what + "\n";
  return text;
}

TEST(GltfExtensions, ThatAreReadAreNotReported) {
  EXPECT_EQ(extensionReport({{"extensionsUsed", {"KHR_texture_transform", "KHR_draco_mesh_compression"}},
                             {"extensionsRequired", {"KHR_mesh_quantization", "EXT_meshopt_compression"}}}),
            "");
}

TEST(GltfExtensions, ThatOnlyChangeLooksAreSimplifiedEvenIfRequired) {
  EXPECT_EQ(extensionReport({{"extensionsUsed", {"KHR_materials_iridescence"}},
                             {"extensionsRequired", {"KHR_materials_iridescence"}}}),
            "ignored extension KHR_materials_iridescence: iridescence is not shown\n");
}

TEST(GltfExtensions, ThatAreUnknownAreReported) {
  EXPECT_EQ(extensionReport({{"extensionsUsed", {"VENDOR_thing"}}}),
            "ignored extension VENDOR_thing: it is not supported\n");
  EXPECT_EQ(extensionReport({{"extensionsUsed", {"VENDOR_thing"}}, {"extensionsRequired", {"VENDOR_thing"}}}),
            "lost extension VENDOR_thing: the file requires it, but it is not supported: what it adds is missing\n");
}

TEST(GltfExtensions, ThatAreUnknownAndChangeDataAreRefused) {
  const std::string refusal = "its data can only be read with the extension VENDOR_zip, which is not supported";
  const Json user = {{{"extensions", {{"VENDOR_zip", Json::object()}}}}};
  for (const char* list : {"buffers", "bufferViews", "accessors"})
    EXPECT_EQ(extensionReport({{"extensionsRequired", {"VENDOR_zip"}}, {list, user}}), refusal);
  EXPECT_EQ(extensionReport({{"extensionsRequired", {"VENDOR_zip"}}, {"meshes", {{{"primitives", user}}}}}), refusal);
  EXPECT_NE(extensionReport({{"extensionsRequired", {"VENDOR_zip"}}, {"materials", user}}), refusal);
  const Json plain = {{{"primitives", Json::array({Json::object()})}}};
  EXPECT_NE(extensionReport({{"extensionsRequired", {"VENDOR_zip"}}, {"meshes", plain}}), refusal);
}

}  // namespace
}  // namespace app
