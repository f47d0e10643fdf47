#include "crossfade/base/number_text.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <random>

namespace crossfade {
namespace {

/// A locale that writes one and a half as "1,5".
struct CommaPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(NumberText, IsTheShortestThatParsesBackToTheValue) {
  EXPECT_EQ(formatNumber(0.1), "0.1");
  EXPECT_EQ(formatNumber(0.1f), "0.1");
  EXPECT_EQ(formatNumber(1.0), "1");
  EXPECT_EQ(formatNumber(-2.5), "-2.5");
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-300, 300);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    EXPECT_EQ(std::strtod(formatNumber(value).c_str(), nullptr), value);
  }
}

TEST(NumberText, RoundsToTheGivenDecimalsWithoutTrailingZeros) {
  EXPECT_EQ(formatNumber(1.5000001, 3), "1.5");
  EXPECT_EQ(formatNumber(2.0, 3), "2");
  EXPECT_EQ(formatNumber(100.0, 0), "100");
  EXPECT_EQ(formatNumber(0.12345, 3), "0.123");
  EXPECT_EQ(formatNumber(-0.0001, 3), "0");
  EXPECT_EQ(formatNumber(-0.0625, 2), "-0.06");
}

TEST(NumberText, NamesWhatIsNotANumber) {
  EXPECT_EQ(formatNumber(std::numeric_limits<double>::infinity(), 3), "inf");
  EXPECT_EQ(formatNumber(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(formatNumber(std::nan(""), 3), "nan");
  EXPECT_EQ(formatNumber(1e300, 3), "1e+300");
}

TEST(NumberText, IgnoresTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaPoint));
  const std::string old = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // if installed
  EXPECT_EQ(formatNumber(1234.5), "1234.5");
  EXPECT_EQ(formatNumber(1234.5f), "1234.5");
  EXPECT_EQ(formatNumber(1234.56, 1), "1234.6");
  std::setlocale(LC_ALL, old.c_str());
  std::locale::global(before);
}

}  // namespace
}  // namespace crossfade
