#include "app/host/bake/clip_writer.h"

#include <gtest/gtest.h>

#include "app/host/files/model_file.h"
#include "app/model/upright.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

TEST(ClipWriter, TurnsClipsOfATurnedModelBackForACopyOfItsFile) {
  const ::test::TemporaryFolder folder;
  test::GltfBuilder gltf;
  const int node = gltf.addNode({{"name", "root"}, {"mesh", gltf.addTriangle()}, {"translation", {0, 1, 0}}});
  gltf.addClip(node, "translation", {0, 1}, gltf.add(std::vector<float>{0, 1, 0, 2, 1, 3}, "VEC3"));
  const std::string file = folder.write("swing.glb", gltf.glb()), out = (folder / "out.glb").string();
  const Model asInFile = *loadModel(file);
  Model turned = asInFile;
  setTurn(turned, turnedAbout(turned.turn, 0, 90));
  ASSERT_NEAR(turned.clips[0].tracks()[0].values()[2], 1, 1e-6) << "up is forward now";
  const auto lost =
      writeClips(out, turned, std::vector<const crossfade::AnimationClip*>{&turned.clips[0]}, {.keepsOwnClips = false});
  ASSERT_TRUE(lost) << lost.error().message;
  const Model again = *loadModel(out);
  ASSERT_EQ(again.clips[0].tracks().size(), 1u);
  const auto values = again.clips[0].tracks()[0].values(), expected = asInFile.clips[0].tracks()[0].values();
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << i;
}

}  // namespace
}  // namespace app
