#include "app/import/fbx/fbx_scene.h"

#include <gtest/gtest.h>

#include <string>

#include "app/import/file/import_limits.h"
#include "tests/app/import/fbx/binary_fbx.h"
#include "tests/support/fbx_text.h"

namespace app {
namespace {

TEST(FbxScene, CutsLongNamesBetweenCharacters) {
  std::string name = "x";
  while (name.size() < 5000) name += "\xC3\xA4";
  const std::string text = ::test::FbxText().model(10, name, "Null").text();
  const FbxDocument document = readFbx(test::spanOf(text));
  const FbxScene scene(document);
  ASSERT_EQ(scene.objects().size(), 1u);
  EXPECT_EQ(scene.objects()[0].name, name.substr(0, limits::kNameBytes));
}

}  // namespace
}  // namespace app
