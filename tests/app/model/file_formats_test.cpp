#include "app/model/file_formats.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/support/source_folder.h"

namespace app {
namespace {

TEST(FileFormats, AreFoundByFileExtension) {
  EXPECT_TRUE(modelFormatOf("hero.VRM")->isGltf);
  EXPECT_FALSE(modelFormatOf("folder/dance.bvh")->isGltf);
  EXPECT_EQ(modelFormatOf("hero.obj")->importer, Importer::Assimp);
  EXPECT_EQ(modelFormatOf("hero.max"), nullptr);
  EXPECT_EQ(modelFormatOf("glb"), nullptr);
  EXPECT_TRUE(recordingFormatOf("out/frame-%04d.png")->hasAlpha);
  EXPECT_FALSE(recordingFormatOf("film.gif")->hasAlpha);
}

TEST(FileFormats, AreListedInASentence) {
  EXPECT_EQ(recordingEndings(), ".gif .mp4 .webm .avi .png");
  EXPECT_EQ(
      endingsOf(
          kModelFormats, [](const ModelFormat& f) { return !f.isGltf && f.importer == Importer::Own; }, ", ", " and "),
      ".fbx, .dae, .bvh and .xfade");
}

TEST(FileFormats, LimitTheFrameRateOfAGif) {
  EXPECT_TRUE(checkFrameRate("a.gif", 50));
  EXPECT_TRUE(checkFrameRate("a.mp4", 120));
  EXPECT_EQ(checkFrameRate("a.gif", 60).error().message, "a GIF shows at most 50 frames per second, not 60");
}

TEST(FileFormats, AreAllNamedInTheReadme) {
  std::ifstream file(app::test::sourceFolder() / "README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  for (const ModelFormat& format : kModelFormats)
    EXPECT_NE(readme.find(format.ending), std::string::npos) << format.ending;
  for (const RecordingFormat& format : kRecordingFormats)
    EXPECT_NE(readme.find(format.ending), std::string::npos) << format.ending;
}

}  // namespace
}  // namespace app
