#include "app/ui/widgets/text.h"

#include <numbers>

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(ParseNumber, TakesNumbersAsPeopleTypeThem) {
  EXPECT_EQ(parseNumber("0,7", "s"), 0.7);
  EXPECT_EQ(parseNumber(" 0.7 ", "s"), 0.7);
  EXPECT_EQ(parseNumber(",5", ""), 0.5);
  EXPECT_EQ(parseNumber("+2", ""), 2);
  EXPECT_EQ(parseNumber("-1e-3", ""), -1e-3);
  EXPECT_EQ(parseNumber("1/3", "s"), 1.0 / 3);
  EXPECT_EQ(parseNumber("1 / 4 s", "s"), 0.25);
}

TEST(ParseNumber, ConvertsUnits) {
  EXPECT_DOUBLE_EQ(parseNumber("200 ms", "s").value(), 0.2);
  EXPECT_DOUBLE_EQ(parseNumber("200ms", "s").value(), 0.2);
  EXPECT_DOUBLE_EQ(parseNumber("15 frames", "s").value(), 0.25);
  EXPECT_DOUBLE_EQ(parseNumber("30f", "s").value(), 0.5);
  EXPECT_DOUBLE_EQ(parseNumber("1.5 min", "s").value(), 90);
  EXPECT_DOUBLE_EQ(parseNumber("0.3 s", "ms").value(), 300);
  EXPECT_DOUBLE_EQ(parseNumber("1 rad", "\u00b0").value(), 180 / std::numbers::pi);
  EXPECT_DOUBLE_EQ(parseNumber("50 %", "\u00d7").value(), 0.5);
  EXPECT_DOUBLE_EQ(parseNumber("50%", "").value(), 0.5);
  EXPECT_DOUBLE_EQ(parseNumber("0.5x", "%").value(), 50);
  EXPECT_DOUBLE_EQ(parseNumber("2\u00d7", "").value(), 2);
}

TEST(ParseNumber, TakesTheFieldsOwnUnitWhateverItIs) {
  EXPECT_EQ(parseNumber("3 joints", "joints"), 3);
  EXPECT_EQ(parseNumber("20", "%"), 20);
  EXPECT_EQ(parseNumber("20 %", "%"), 20);
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text : {"", " ", "-", "s", "1 parsec", "1/0", "1/", "/2", "1 2", "0.5 rad", "1,2,3", "nan", "inf",
                           "1e999", "--1", "+-1x", "0x10"})
    EXPECT_FALSE(parseNumber(text, "s")) << text;
  EXPECT_FALSE(parseNumber("200 ms", ""));
  EXPECT_FALSE(parseNumber(std::string_view("1\0 s", 4), "s"));
}

TEST(UnitOf, ReadsWhatFollowsTheNumber) {
  EXPECT_EQ(unitOf("%.2f s"), "s");
  EXPECT_EQ(unitOf("%.2f \u00d7"), "\u00d7");
  EXPECT_EQ(unitOf("%.1f\u00b0"), "\u00b0");
  EXPECT_EQ(unitOf("%.0f joints"), "joints");
  EXPECT_EQ(unitOf("%.0f %%"), "%");
  EXPECT_EQ(unitOf("%.2f"), "");
  EXPECT_EQ(unitOf("none"), "");
}

}  // namespace
}  // namespace app::test
