// The bundled character, fully shaded, looks the same as before, up to the rounding of another processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "app/host/files/model_file.h"
#include "app/host/film/film.h"
#include "app/host/stage/headless_stage.h"
#include "app/import/file/file_bytes.h"
#include "app/import/file/image_decode.h"
#include "app/record/png.h"

#include "tests/support/source_folder.h"

namespace app::test {
namespace {

constexpr PictureSize kGoldenSize{256, 144};

struct GoldenPicture {
  const char* name;
  ViewOptions view;
  OrbitCamera camera;
  double time;  // seconds into the opening clip
};
void PrintTo(const GoldenPicture& golden, std::ostream* out) { *out << golden.name; }

using Bytes = std::vector<std::uint8_t>;

Bytes drawn(const GoldenPicture& golden) {
  auto model = loadModel("");
  auto stage = HeadlessStage::make(kGoldenSize, false);
  if (!model || !stage) {
    ADD_FAILURE() << (!model ? model.error().message : stage.error().message);
    return {};
  }
  Session session(std::move(*model), {.view = golden.view, .aspect = stage->aspect()});
  EXPECT_TRUE(session.apply(golden.camera));
  EXPECT_TRUE(session.apply(DollyCamera{0.85f}));
  Bytes rgba;
  const auto shot = shootFilm(session, {}, {.start = golden.time, .frames = 1}, *stage,
                              [&](int, const ImageView& picture) -> crossfade::Result<void> {
                                rgba.assign(picture.rgba.begin(), picture.rgba.end());
                                return {};
                              });
  EXPECT_TRUE(shot) << shot.error().message;
  return rgba;
}

Bytes readPicture(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return {};
  Bytes bytes(std::filesystem::file_size(path));
  const std::size_t read = std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  if (read != bytes.size()) return {};
  return decodeImage(bytes, 1 << 24).rgba;
}

/// Twice the difference, on black, for visual inspection.
Bytes differenceOf(const Bytes& a, const Bytes& b) {
  Bytes shown(a.size(), 255);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i % 4 != 3) shown[i] = static_cast<std::uint8_t>(std::min(255, 2 * std::abs(a[i] - b[i])));
  return shown;
}

class GoldenPictures : public testing::TestWithParam<GoldenPicture> {};

TEST_P(GoldenPictures, HaveNotChanged) {
  const GoldenPicture& golden = GetParam();
  const std::string file = std::string(golden.name) + ".png";
  const std::filesystem::path goldenFile = sourceFolder() / "tests/golden/pictures" / file;
  const Bytes now = drawn(golden);
  ASSERT_EQ(now.size(), static_cast<std::size_t>(4 * kGoldenSize.width * kGoldenSize.height));
  const ImageView picture{kGoldenSize.width, kGoldenSize.height, now};
  if (std::getenv("CROSSFADE_KEEP_PICTURES") != nullptr) {  // after an intended change; look at them before you commit
    ASSERT_TRUE(writePng(goldenFile, picture));
    return;
  }
  const Bytes before = readPicture(goldenFile);
  ASSERT_EQ(before.size(), now.size()) << goldenFile << " cannot be read";

  double sum = 0;
  std::size_t far = 0;
  for (std::size_t pixel = 0; pixel < now.size(); pixel += 4) {
    int maxDifference = 0;
    for (std::size_t i = pixel; i < pixel + 3; ++i) {
      sum += std::abs(now[i] - before[i]);
      maxDifference = std::max(maxDifference, std::abs(now[i] - before[i]));
    }
    far += maxDifference > 8;
  }
  const double pixels = static_cast<double>(now.size()) / 4;
  EXPECT_LT(sum / (3 * pixels), 2.0) << "mean difference, of 255";
  EXPECT_LT(static_cast<double>(far) / pixels, 0.005) << "fraction of pixels that differ by more than 8 of 255";
  if (!HasFailure()) return;
  const std::filesystem::path folder = "golden_pictures";  // where tests run
  const Bytes difference = differenceOf(now, before);
  EXPECT_TRUE(writePng(folder / file, picture));
  EXPECT_TRUE(writePng(folder / (std::string(golden.name) + "-difference.png"),
                       {kGoldenSize.width, kGoldenSize.height, difference}));
  ADD_FAILURE() << "see " << std::filesystem::absolute(folder) << "; CROSSFADE_KEEP_PICTURES=1 accepts the new ones";
}

INSTANTIATE_TEST_SUITE_P(OfTheCharacter, GoldenPictures,
                         testing::Values(GoldenPicture{"dark", {}, {0, 0}, 0.0},
                                         GoldenPicture{"light", {.darkBackground = false}, {-0.9f, 0.1f}, 0.4},
                                         GoldenPicture{"skeleton", {.skeleton = true}, {1.8f, 0.25f}, 0.8},
                                         GoldenPicture{"normals", {.mode = ViewMode::Normals}, {0.3f, 0}, 0.2}),
                         [](const auto& golden) { return std::string(golden.param.name); });

}  // namespace
}  // namespace app::test
