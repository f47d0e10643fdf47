#include "app/ui/character/character_text.h"

#include <string>

#include <gtest/gtest.h>

namespace app::test {
namespace {

struct Order {
  std::vector<ClipFacts> clips;
  SearchList search;
  std::vector<ClipListRow> rows;

  explicit Order(const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) clips.push_back({.name = name});
  }
  /// "3 0 [1x2] 1 2": clips, and headings as their first clip and count.
  std::string of(ClipSort sort, bool grouped = false) {
    orderClips(clips, sort, grouped, search, rows);
    std::string text;
    for (const ClipListRow& row : rows) {
      if (!text.empty()) text += ' ';
      text += row.count > 0 ? "[" + std::to_string(row.clip) + "x" + std::to_string(row.count) + "]"
                            : std::to_string(row.clip);
    }
    return text;
  }
  void find(std::string_view query) {
    search.clear();
    std::copy(query.begin(), query.end(), search.text.begin());
  }
};

TEST(ClipOrder, SortsByNameLengthAndUse) {
  Order order({"run 10", "Run 2", "idle"});
  order.clips[0].length = 1;
  order.clips[1].length = 3;
  order.clips[2].length = 2;
  order.clips[2].lastUse = 1;
  order.clips[0].lastUse = 2;
  EXPECT_EQ(order.of(ClipSort::FileOrder), "0 1 2");
  EXPECT_EQ(order.of(ClipSort::Name), "2 1 0");
  EXPECT_EQ(order.of(ClipSort::Length), "1 2 0");
  EXPECT_EQ(order.of(ClipSort::LastUsed), "0 2 1");
}

TEST(ClipOrder, PutsFavoritesFirst) {
  Order order({"a", "b", "c"});
  order.clips[2].favorite = true;
  EXPECT_EQ(order.of(ClipSort::FileOrder), "2 0 1");
  EXPECT_EQ(order.of(ClipSort::Name), "2 0 1");
}

TEST(ClipOrder, GroupsByTheFirstWord) {
  Order order({"Idle", "Sit_Down", "Walk_A", "Sit_Up", "Jump_Start", "Walk_B"});
  EXPECT_EQ(order.of(ClipSort::FileOrder, true), "0 [1x2] 1 3 [2x2] 2 5 4");
  order.clips[1].folded = true;
  EXPECT_EQ(order.of(ClipSort::FileOrder, true), "0 [1x2] [2x2] 2 5 4");
  order.clips[5].favorite = true;
  EXPECT_EQ(order.of(ClipSort::FileOrder, true), "5 0 [1x2] 2 4") << "a favorite stands alone";
}

TEST(ClipOrder, OfASearchIsByMatch) {
  Order order({"Unarmed_Idle", "Walk", "Idle", "Lie_Idle"});
  order.clips[0].favorite = true;
  order.find("idle");
  EXPECT_EQ(order.of(ClipSort::Name, true), "2 3 0");
  EXPECT_EQ(order.search.matches, 3);
  order.find("nothing");
  EXPECT_EQ(order.of(ClipSort::Name), "");
}

TEST(ClipOrder, FindsNamesAsTheFileHasThem) {
  Order order({"Run", "Jump", "TRex"});
  order.clips[0].fullName = "Armature|TRex_Run";
  order.clips[1].fullName = "Armature|TRex_Jump";
  order.clips[2].fullName = "TRex";
  order.find("TRex_Jump");
  EXPECT_EQ(order.of(ClipSort::FileOrder), "1");
  order.find("trex");
  EXPECT_TRUE(order.of(ClipSort::FileOrder).starts_with("2 ")) << "what is shown counts more";
}

}  // namespace
}  // namespace app::test
