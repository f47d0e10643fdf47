#include "app/platform/system_fonts.h"

#include <array>
#include <cstdio>

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(SystemFonts, HaveALatinLetter) {
  const auto fonts = systemFontsFor(std::array{U'a', U'b', U'a'});
  if (fonts.empty()) GTEST_SKIP() << "no outline font is installed";
  EXPECT_EQ(fonts.front().characters, (std::vector{U'a', U'b'})) << "one font has both, each once";
  std::FILE* file = std::fopen(fonts.front().file.c_str(), "rb");
  ASSERT_NE(file, nullptr) << fonts.front().file;
  std::fclose(file);
}

TEST(SystemFonts, LeaveOutWhatNoFontHas) {
  EXPECT_TRUE(systemFontsFor(std::array{U'\U000F1234'}).empty()) << "a private character";
  EXPECT_TRUE(systemFontsFor({}).empty());
}

}  // namespace
}  // namespace app::test
