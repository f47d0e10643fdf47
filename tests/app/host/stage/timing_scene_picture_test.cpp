// The timing scene without a display: pictures of it, alone and with its panels.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/app/record/decode.h"
#include "tests/support/program.h"

namespace app::test {
namespace {

using ::test::Decoded;

struct BlockColor {
  int r, g, b;
};
constexpr BlockColor kFrames{0xE2, 0x68, 0x3A}, kTime{0x56, 0xB4, 0xE9},
    kSteps{0x2F, 0xBF, 0x95};  // the blocks' exact colors

/// Where pixels of exactly this color are: how many, and the leftmost and rightmost.
struct Found {
  int count = 0, left = 1 << 20, right = -1;
};
Found find(const Decoded& picture, const BlockColor& color) {
  Found found;
  for (int i = 0; i < picture.width * picture.height; ++i) {
    const std::uint8_t* pixel = picture.frames[0].rgba.data() + 4 * i;
    if (pixel[0] != color.r || pixel[1] != color.g || pixel[2] != color.b) continue;
    ++found.count;
    found.left = std::min(found.left, i % picture.width);
    found.right = std::max(found.right, i % picture.width);
  }
  return found;
}

class TimingPicture : public testing::Test {
 protected:
  std::filesystem::path folder = ::test::scratchFolder("timing_picture");

  Decoded render(std::vector<std::string> arguments, const std::string& name = "timing.png") {
    arguments.insert(arguments.begin(), {"render", "--scene", "timing", "--out", name});
    const ::test::ProgramRun run = ::test::runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return ::test::decode(folder / name);
  }
};

TEST_F(TimingPicture, HasOneBlockPerClockInItsColumnAtAnySize) {
  for (const auto& [size, width] : {std::pair{"1280x720", 1280}, std::pair{"900x600", 900}})
    for (const bool panels : {false, true}) {
      std::vector<std::string> arguments{"--size", size, "--start", "9.5"};
      if (panels) arguments.push_back("--ui");
      const Decoded picture = render(arguments);
      ASSERT_EQ(picture.error, "");
      ASSERT_EQ(picture.width, width);
      const Found frames = find(picture, kFrames), time = find(picture, kTime), steps = find(picture, kSteps);
      for (const Found& found : {frames, time, steps})
        EXPECT_GT(found.count, 6 * 60) << size << (panels ? " with panels" : "");
      EXPECT_LT(frames.right, time.left);
      EXPECT_LT(time.right, steps.left);
    }
}

TEST_F(TimingPicture, IsReproducibleAndChangesWithTime) {
  const Decoded once = render({"--size", "640x360", "--start", "4"}, "once.png");
  const Decoded twice = render({"--size", "640x360", "--start", "4"}, "twice.png");
  const Decoded later = render({"--size", "640x360", "--start", "4.1"}, "later.png");
  ASSERT_EQ(once.frames.size(), 1u);
  EXPECT_EQ(once.frames[0].rgba, twice.frames[0].rgba);
  EXPECT_NE(once.frames[0].rgba, later.frames[0].rgba);
}

TEST_F(TimingPicture, ShowsTheCharacterInsteadOfTheBlocksWhenAScriptSaysSo) {
  std::ofstream(folder / "character.json") << R"({"commands": [{"at": 0, "do": "timing", "set": "character"}]})";
  const Decoded blocks = render({"--size", "900x600", "--start", "6"}, "blocks.png");
  const Decoded character =
      render({"--size", "900x600", "--start", "6", "--script", "character.json"}, "character.png");
  ASSERT_EQ(character.frames.size(), 1u);
  EXPECT_NE(blocks.frames[0].rgba, character.frames[0].rgba);
  EXPECT_LT(find(character, kTime).count, find(blocks, kTime).count) << "a figure is thinner";
  EXPECT_GT(find(character, kTime).count, 60);
}

}  // namespace
}  // namespace app::test
