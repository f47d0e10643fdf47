#include "app/import/file/utf8_text.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(Utf8Text, LeavesValidTextAlone) {
  const std::string text = "Hüfte \xF0\x9F\xA6\x8A";
  EXPECT_EQ(validUtf8(text).text, text);
  EXPECT_EQ(validUtf8(text).replaced, 0);
}

TEST(Utf8Text, ReplacesEachByteThatIsNotValid) {
  EXPECT_EQ(validUtf8("a\xFF"
                      "b")
                .text,
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(validUtf8("\xC3").replaced, 1);              // cut off
  EXPECT_EQ(validUtf8("\xC0\x80").replaced, 2);          // overlong
  EXPECT_EQ(validUtf8("\xED\xA0\x80").replaced, 3);      // surrogate
  EXPECT_EQ(validUtf8("\xF4\x90\x80\x80").replaced, 4);  // above U+10FFFF
}

TEST(Utf8Text, IsNotCutWithinACharacter) {
  EXPECT_EQ(cutUtf8("aü", 2), "a");
  EXPECT_EQ(cutUtf8("aü", 3), "aü");
  EXPECT_EQ(cutUtf8("abc", 2), "ab");
}

TEST(Utf8Text, InMessagesIsNotLongerThanALine) {
  EXPECT_EQ(shortText("short"), "short");
  EXPECT_EQ(shortText(std::string(500, 'x')), std::string(80, 'x') + "...");
}

}  // namespace
}  // namespace app
