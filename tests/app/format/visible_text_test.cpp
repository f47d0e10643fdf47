#include "app/format/visible_text.h"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

namespace app {
namespace {

TEST(VisibleText, WritesOutWhatATerminalObeys) {
  EXPECT_EQ(visible("\x1b]0;owned\x07Walk"), "\\x1b]0;owned\\x07Walk");
  EXPECT_EQ(visible("a\nb\r\tc\x7f"), "a\\nb\\r\\tc\\x7f");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m"),
            "\\u009b31m")
      << "the 8-bit form of ESC [";
  EXPECT_EQ(visible("a\xe2\x80\x8b\xef\xbb\xbf"), "a\\u200b\\ufeff") << "unseen";
  EXPECT_EQ(visible("\xe2\x80\xae"
                    "abc\xe2\x81\xa9\xd8\x9c"),
            "\\u202eabc\\u2069\\u061c");
  EXPECT_EQ(visible("a\xe2\x80\xa8"
                    "b"),
            "a\\u2028b")
      << "a line separator";
}

TEST(VisibleText, KeepsAllOtherText) {
  for (const char* const text : {"", "Walk", "W\xc3\xbcrfel 100%", "\xe8\xb5\xb0", "\xf0\x9f\xa6\x8a", "a\\b",
                                 "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"}) {
    EXPECT_EQ(visible(text), text);
    EXPECT_EQ(visibleLines(text), text);
  }
  EXPECT_EQ(visibleLines("a\n\tb\x1b"), "a\n\tb\\x1b");
}

TEST(VisibleText, ShowsBytesThatAreNoText) {
  EXPECT_EQ(visible("c\xfc"
                    "be"),
            "c\\xfcbe");
  EXPECT_EQ(visible("\xe2\x80"), "\\xe2\\x80") << "cut off";
}

TEST(VisibleText, LeavesTheValuesOfJsonAsTheyAre) {
  const nlohmann::json names = {"\x1b[2J", "a\x7f", "\xc2\x9b", "\xe2\x80\xae", "plain \xc3\xbc", "a\nb"};
  const std::string shown = visibleJson(names.dump(2));
  EXPECT_EQ(nlohmann::json::parse(shown), names);
  for (const char c : shown) EXPECT_TRUE(c == '\n' || (c != 0x7f && static_cast<unsigned char>(c) >= 0x20));
  EXPECT_EQ(shown.find("\xe2\x80\xae"), shown.npos);
}

}  // namespace
}  // namespace app
