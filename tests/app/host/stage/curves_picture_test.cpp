// The curves workspace without a display: pictures of it, alone and with its panels.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/record/decode.h"
#include "tests/support/program.h"

namespace app::test {
namespace {

using ::test::Decoded;

struct Color {
  int r, g, b;
};
constexpr Color kStep{0x56, 0xB4, 0xE9}, kLinear{0xF0, 0xE0, 0x4A}, kSmooth{0x2F, 0xBF, 0x95};

int countOf(const Decoded& picture, const Color& color) {
  int count = 0;
  for (int i = 0; i < picture.width * picture.height; ++i) {
    const std::uint8_t* pixel = picture.frames[0].rgba.data() + 4 * i;
    count += pixel[0] == color.r && pixel[1] == color.g && pixel[2] == color.b;
  }
  return count;
}

class CurvesPictures : public testing::Test {
 protected:
  std::filesystem::path folder = ::test::scratchFolder("curves_picture");

  Decoded render(std::vector<std::string> arguments, const std::string& name = "curves.png") {
    arguments.insert(arguments.begin(), {"render", "--scene", "curves", "--out", name});
    const ::test::ProgramRun run = ::test::runCrossfade(arguments, folder);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return ::test::decode(folder / name);
  }
  std::string script(const std::string& name, const std::string& commands) {
    std::ofstream(folder / name) << R"({"commands": [)" << commands << "]}";
    return name;
  }
};

TEST_F(CurvesPictures, HaveEveryLineAtAnySizeWithAndWithoutPanels) {
  for (const char* const size : {"800x500", "1280x720", "1920x1080"})
    for (const bool panels : {false, true}) {
      std::vector<std::string> arguments{"--size", size};
      if (panels) arguments.push_back("--ui");
      const Decoded picture = render(arguments);
      ASSERT_EQ(picture.error, "");
      for (const Color& color : {kStep, kLinear, kSmooth})
        EXPECT_GT(countOf(picture, color), 60) << size << (panels ? " with panels" : "");
    }
}

TEST_F(CurvesPictures, FollowAScript) {
  const std::string hidden =
      script("hidden.json", R"({"at": 0, "do": "curves", "set": "show", "line": "smooth", "value": false})");
  const Decoded picture = render({"--size", "800x500", "--script", hidden});
  EXPECT_LT(countOf(picture, kSmooth), countOf(render({"--size", "800x500"}, "all.png"), kSmooth));
  const std::string second =
      script("second.json", R"({"at": 0, "do": "curves", "set": "picture", "value": "polynomial"})");
  const Decoded polynomial = render({"--size", "800x500", "--script", second}, "second.png");
  EXPECT_EQ(countOf(polynomial, kSmooth), 0);
  EXPECT_GT(countOf(polynomial, kLinear), 60) << "the polynomial, dashed";
}

}  // namespace
}  // namespace app::test
