#include "app/model/json/json_tree.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace app {
namespace {

/// What is left of `json`, and how many were replaced.
std::string repaired(std::string json) {
  const int count = replaceLoneSurrogates(json);
  return json + " " + std::to_string(count);
}

TEST(JsonSurrogates, AreReplacedWithoutTheirOtherHalf) {
  EXPECT_EQ(repaired(R"("\ud83d")"), R"("\ufffd" 1)");
  EXPECT_EQ(repaired(R"("\uDE00 a")"), R"("\ufffd a" 1)");
  EXPECT_EQ(repaired(R"("\udbff\ud800\udfff\udc00")"), R"("\ufffd\ud800\udfff\ufffd" 2)");
  EXPECT_EQ(repaired(R"("\ud83d\n\udE00")"), R"("\ufffd\n\ufffd" 2)");
}

TEST(JsonSurrogates, StayInPairsAndWhereABackslashIsEscaped) {
  for (const char* text : {R"("\ud83d\ude00\uD83D\uDE00")", R"("\\ud83d \ud7ff\ue000")", R"("C:\\\\ud83d")", "\"\\",
                           "\\", R"("\ud8)", R"("\u d83")", R"("\u-d83")", ""})
    EXPECT_EQ(repaired(text), std::string(text) + " 0");
  EXPECT_EQ(repaired("\\ud83d"), "\\ufffd 1") << "at the end";
}

TEST(JsonSurrogates, AreReadableWithAJsonLibraryThen) {
  std::string json = R"({"name": "\ud83d"})";
  EXPECT_TRUE(nlohmann::json::parse(json, nullptr, false).is_discarded());
  replaceLoneSurrogates(json);
  EXPECT_EQ(nlohmann::json::parse(json)["name"], "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace app
