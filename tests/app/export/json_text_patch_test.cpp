#include "app/export/json_text_patch.h"

#include <random>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace app::test {
namespace {

std::string patched(const std::string& text, const std::string& after) {
  return patchedText(text, Json::parse(text), Json::parse(after));
}

TEST(JsonTextPatch, ChangesOnlyWhatDiffers) {
  const std::string text = "{ \"b\" : 1.50,\n  \"a\":[1e0, \"x\\u00e9,]\" ,{}],\t\"c\": null }\n";
  EXPECT_EQ(patched(text, text), text);
  EXPECT_EQ(patched(text, R"({"a": [1, "xé,]", {}], "b": 2, "c": null})"),
            "{ \"b\" : 2,\n  \"a\":[1e0, \"x\\u00e9,]\" ,{}],\t\"c\": null }\n");
  EXPECT_EQ(patched(text, R"({"a": [1, "xé,]", {"k": 7}, [8]], "b": 1.5, "c": null, "d": "new"})"),
            "{ \"b\" : 1.50,\n  \"a\":[1e0, \"x\\u00e9,]\" ,{\"k\":7},[8]],\t\"c\": null,\"d\":\"new\" }\n");
}

TEST(JsonTextPatch, RemovesMembersAndElements) {
  const std::string text = R"({"a": 1, "b": [1, 2, 3], "c": {"d": 4}})";
  EXPECT_EQ(patched(text, R"({"b": [1, 2, 3], "c": {"d": 4}})"), R"({ "b": [1, 2, 3], "c": {"d": 4}})");
  EXPECT_EQ(patched(text, R"({"a": 1, "b": [1], "c": {}})"), R"({"a": 1, "b": [1], "c": {}})");
  EXPECT_EQ(patched(text, R"({"a": 1, "b": []})"), R"({"a": 1, "b": []})");
  EXPECT_EQ(patched(text, R"({"z": 0})"), R"({"z":0})");
  EXPECT_EQ(patched("[ ]", "[5]"), "[5 ]");
}

/// Any value; the same few keys come again and again, so that two of them have much in common.
Json randomValue(std::mt19937& random, int depth) {
  const int kind = static_cast<int>(random() % (depth > 0 ? 6 : 4));
  const auto count = random() % 4;
  Json value;
  switch (kind) {
    case 0:
      return static_cast<int>(random() % 5);
    case 1:
      return std::string("[{\"\\,") + static_cast<char>('a' + random() % 3);
    case 2:
      return random() % 2 == 0;
    case 3:
      return nullptr;
    case 4:
      value = Json::object();
      for (unsigned i = 0; i < count; ++i)
        value[std::string("}\"") + static_cast<char>('k' + random() % 4)] = randomValue(random, depth - 1);
      return value;
    default:
      value = Json::array();
      for (unsigned i = 0; i < count; ++i) value.push_back(randomValue(random, depth - 1));
      return value;
  }
}

TEST(JsonTextPatch, TurnsAnyValueIntoAnyOther) {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    const Json before = randomValue(random, 4), after = randomValue(random, 4);
    const std::string text = before.dump(i % 3 - 1);
    EXPECT_EQ(Json::parse(patchedText(text, before, after)), after) << text;
  }
}

TEST(JsonTextPatch, RefusesAnotherText) {
  for (const char* text : {R"({"a": 1, "a": 1})", R"({"b": 1})", "[1]", R"({"a": 1)", R"({"a" 1})", "", R"({"a": 1} 2)",
                           R"({"a": "1)", "{"})
    EXPECT_THROW((void)patchedText(text, {{"a", 1}}, {{"a", 2}}), std::invalid_argument) << text;
  EXPECT_THROW((void)patchedText("[1]", {1, 2}, {1, 3}), std::invalid_argument);
}

}  // namespace
}  // namespace app::test
