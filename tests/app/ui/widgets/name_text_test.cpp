#include "app/ui/widgets/text.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace app::test {
namespace {

std::string fitted(std::string_view name, std::size_t bytes) {
  std::array<char, 64> scratch;
  return std::string(shortened(name, bytes, scratch));
}

TEST(Shortened, KeepsBothEnds) {
  EXPECT_EQ(fitted("Sit_Floor_Idle", 14), "Sit_Floor_Idle");
  EXPECT_EQ(fitted("Sit_Floor_Idle", 11), "Sit_...Idle");
  EXPECT_EQ(fitted("Sit_Floor_Idle", 8), "Sit...le");
  EXPECT_EQ(fitted("", 8), "");
}

TEST(Shortened, KeepsCharactersWhole) {
  EXPECT_EQ(fitted("\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4", 10), "\u00e4\u00e4...\u00e4");
  for (std::size_t bytes = 8; bytes < 20; ++bytes)
    EXPECT_LE(fitted("\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587", bytes).size(), bytes);
}

TEST(Shortened, DrawsControlCharactersAsSpaces) { EXPECT_EQ(fitted("two\nlines\t!", 20), "two lines !"); }

}  // namespace
}  // namespace app::test
