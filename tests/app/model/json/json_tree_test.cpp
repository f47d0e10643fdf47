#include "app/model/json/json_tree.h"

#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kText =
    R"({"a": [1, -2, 3.5, true, null, "text", [[]], {}], "b": {"c": {"d": [{"e": 18446744073709551615}]}}, "": false})";

JsonTree<> treeOf(std::string_view text) {
  JsonTree<> tree;
  EXPECT_FALSE(readJson(text, tree)) << text;
  return tree;
}

TEST(JsonTree, IsWhatTheLibraryReads) {
  for (const std::string_view text : {kText, std::string_view("7"), std::string_view("\xEF\xBB\xBF[\"\\u00e9\"]"),
                                      std::string_view(R"({"a": {"b": [1]}, "a": 2, "c": [3], "c": {"d": 4}})")})
    EXPECT_EQ(treeOf(text).root(), Json::parse(text)) << text;
}

TEST(JsonTree, IsReplacedByTheNextText) {
  JsonTree<> tree = treeOf(kText);
  EXPECT_FALSE(readJson("[1]", tree));
  EXPECT_EQ(tree.root(), Json::array({1}));
  JsonTree<> other = treeOf("[2]");
  other = std::move(tree);
  EXPECT_EQ(other.root(), Json::array({1}));
}

TEST(JsonTree, SaysWhereATextIsBroken) {
  for (const std::string_view text : {"", "{", "[1, 2", "{\"a\": nul}", "[1] x", "{\"a\" 1}", "\"\x01\""}) {
    JsonTree<> tree;
    const auto fault = readJson(text, tree);
    ASSERT_TRUE(fault) << text;
    EXPECT_FALSE(fault->isNumberTooLarge);
    try {
      const Json parsed = Json::parse(text);
      ADD_FAILURE() << text << " is " << parsed;
    } catch (const Json::parse_error& error) {
      EXPECT_EQ(fault->at, error.byte) << text;
    }
  }
  JsonTree<> tree;
  const auto fault = readJson("[1e999]", tree);
  ASSERT_TRUE(fault);
  EXPECT_TRUE(fault->isNumberTooLarge);
}

TEST(JsonTree, IsDestroyedWithoutMemory) {
  std::optional<JsonTree<>> tree(treeOf(kText));
  const ::test::AllocationGuard guard;
  tree.reset();
  EXPECT_EQ(guard.count(), 0);
  // Else this file could be left out.
  std::optional<Json> json(Json::parse(kText));
  const ::test::AllocationGuard library;
  json.reset();
  EXPECT_GT(library.count(), 0) << "the library's own destructor needs none either";
}

TEST(JsonTree, SurvivesEachAllocationThatFailsWhileItIsRead) {
  int failed = 0;
  for (bool happened = true; happened; ++failed) {
    JsonTree<> tree;
    const ::test::FailingAllocation failing(failed + 1);
    try {
      EXPECT_FALSE(readJson(kText, tree));
    } catch (const std::bad_alloc&) {
    }
    happened = failing.happened();
  }
  EXPECT_GT(failed, 20);
}

}  // namespace
}  // namespace app
