#include "app/import/file/model_images.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <webp/encode.h>

#include "app/import/file/import_limits.h"
#include "tests/support/temporary_folder.h"

namespace app {
namespace {

using testing::ElementsAre;

TEST(HalvingsToFit, KeepWhatFits) { EXPECT_THAT(halvingsToFit({{64, 64}, {32, 8}}, 64, 1 << 20), ElementsAre(0, 0)); }

TEST(HalvingsToFit, LimitEachSide) {
  EXPECT_THAT(halvingsToFit({{8192, 16}, {4096, 4096}, {16'384, 1}}, 4096, 1ull << 40), ElementsAre(1, 0, 2));
}

TEST(HalvingsToFit, HalveTheLargestFirstAndEqualOnesAlike) {
  // Four 8K images as 4K ones fill the limit of a model.
  EXPECT_THAT(halvingsToFit(std::vector<ImageSize>(4, {8192, 8192}), 4096, 256ull << 20), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(halvingsToFit({{100, 100}, {100, 100}, {10, 10}}, 4096, 50'000), ElementsAre(1, 1, 0));
}

TEST(HalvingsToFit, EndWhenNothingCanBeHalved) {
  EXPECT_THAT(halvingsToFit({{1, 1}, {2, 2}}, 4096, 0), ElementsAre(0, 1));
  EXPECT_TRUE(halvingsToFit({}, 4096, 0).empty());
}

Bytes grayWebp(int side, std::uint8_t gray) {
  const Bytes rgba(4 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side), gray);
  std::uint8_t* data = nullptr;
  const std::size_t size = WebPEncodeLosslessRGBA(rgba.data(), side, side, side * 4, &data);
  const Bytes file(data, data + size);
  WebPFree(data);
  return file;
}

TEST(ModelImages, AreDecodedInOrderOnAllThreads) {
  std::vector<Bytes> files;
  for (int i = 1; i <= 40; ++i) files.push_back(grayWebp(i, static_cast<std::uint8_t>(100 + i)));
  files[7] = {1, 2, 3};
  std::vector<ImageSource> sources;
  for (const Bytes& file : files) sources.push_back({.name = {}, .where = "image", .bytes = file, .uri = {}});
  ImportReport report;
  const ModelImages decoded = decodeImages(sources, {}, false, report);
  ASSERT_EQ(decoded.images.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(decoded.states[i], i == 7 ? ImageState::Missing : ImageState::Decoded);
    EXPECT_EQ(decoded.images[i].width, i == 7 ? 16 : static_cast<int>(i) + 1);
    EXPECT_EQ(decoded.images[i].rgba[0], i == 7 ? 255 : 101 + i);
  }
  EXPECT_EQ(report.lines.size(), 1u);
}

TEST(ModelImages, OfAKindThatCannotBeDecodedAreGrayAndNotMissing) {
  const Bytes tiff{'I', 'I', '*', 0, 8, 0, 0, 0};
  ImportReport report;
  const ModelImages decoded = decodeImages(
      {{.name = "skin", .where = "image 'skin'", .bytes = tiff, .uri = {}, .isBaseColor = true}}, {}, false, report);
  EXPECT_EQ(decoded.states.at(0), ImageState::NotDecodable);
  EXPECT_EQ(decoded.images.at(0).rgba[0], decoded.images[0].rgba[1]) << "a gray";
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].what,
            "is a TIFF image, which cannot be decoded; save it as PNG, JPEG or WebP; light gray is shown instead");
}

TEST(ModelImages, SayWhereTheyWereFound) {
  const test::TemporaryFolder folder;
  folder.write("project/textures/Wood_1.png", "1");
  folder.write("project/textures/old.tif", "II*");
  std::filesystem::create_directories(folder / "project/models/hero");
  Model model;
  MaterialImages images(folder / "project/models/hero");
  images.begin("Table");
  images.texture("wood1.tga", {});
  images.texture("C:\\art\\old.tif", {});
  images.load(true, model, {});
  const auto has = [&](std::string_view text) {
    return std::ranges::any_of(model.report.lines, [&](const ReportLine& line) { return line.what == text; });
  };
  EXPECT_TRUE(
      has("'../../textures/Wood_1.png' is used, whose name has the same letters and digits and which is "
          "outside the model's folder"));
  EXPECT_TRUE(has("'../../textures/old.tif' is used, which is outside the model's folder"));
}

TEST(ModelImages, AreCountedWhileTheyAreDecoded) {
  const Bytes file = grayWebp(8, 50);
  const std::vector<ImageSource> sources(3, {.name = {}, .where = "image", .bytes = file, .uri = {}});
  ImportProgress progress;
  ImportReport report;
  decodeImages(sources, {}, false, report, ImportWatch(&progress));
  EXPECT_DOUBLE_EQ(progress.fraction(), 1);
}

TEST(ModelImages, LargerThanAnyScreenAreHalvedAndReported) {
  const Bytes file = grayWebp(limits::kShownImageSide + 2, 50);
  ImportReport report;
  const ModelImages decoded =
      decodeImages({{.name = "big", .where = "image 0", .bytes = file, .uri = {}}}, {}, false, report);
  EXPECT_EQ(decoded.images.at(0).width, 2049);
  EXPECT_EQ(decoded.images[0].name, "big");
  EXPECT_EQ(decoded.images[0].rgba.size(), 4u * 2049 * 2049);
  ASSERT_EQ(report.lines.size(), 1u);
  EXPECT_EQ(report.lines[0].what,
            "1 of 1 are shown smaller to save memory, the largest with 2049 x 2049 pixels instead of 4098 x 4098");
}

TEST(ModelImages, OfACanceledImportEndIt) {
  const Bytes file = grayWebp(8, 50);
  ImportProgress progress;
  const ImportWatch watch(&progress);
  progress.cancel();
  ImportReport report;
  EXPECT_THROW(decodeImages({{.name = {}, .where = "image 0", .bytes = file, .uri = {}}}, {}, false, report, watch),
               ImportCanceled);
}

}  // namespace
}  // namespace app
