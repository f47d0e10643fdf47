#include "app/ui/character/clip_names.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/app/ui/hand_made_model.h"

namespace app::test {
namespace {

template <class... Names>
std::size_t prefixOf(Names... names) {
  const std::array<std::string_view, sizeof...(names)> all{names...};
  return sharedPrefix(all);
}

TEST(SharedPrefix, EndsWithAWord) {
  EXPECT_EQ(prefixOf("Armature|Idle", "Armature|Walk"), 9u);
  EXPECT_EQ(prefixOf("Armature|Walk", "Armature|Wave"), 9u) << "not inside a word";
  EXPECT_EQ(prefixOf("Walk", "Wave"), 0u);
  EXPECT_EQ(prefixOf("Idle", "Walk"), 0u);
}

TEST(SharedPrefix, LeavesSomethingOfEveryName) {
  EXPECT_EQ(prefixOf("Armature|", "Armature|Walk"), 0u);
  EXPECT_EQ(prefixOf("Armature|Idle"), 0u) << "of a single name nothing is shared";
  EXPECT_EQ(prefixOf("mixamo.com", "mixamo.com.001"), 0u);
  EXPECT_EQ(prefixOf("", "Walk"), 0u);
}

TEST(ClipNames, DropTheSharedPrefixButKnowTheWholeName) {
  const Model model = handMadeModel({"Armature|Idle", "Armature|Walk"});
  const ClipNames names(model);
  std::array<char, 24> scratch;
  EXPECT_STREQ(names.shown(1, scratch), "Walk");
  EXPECT_STREQ(names.full(1, scratch), "Armature|Walk");
  const Model nameless = handMadeModel({"", "A|Walk"});
  EXPECT_STREQ(ClipNames(nameless).shown(0, scratch), "(unnamed 1)");
}

TEST(FirstWord, EndsAtTheFirstSeparator) {
  EXPECT_EQ(firstWord("Sit_Floor_Idle"), "Sit");
  EXPECT_EQ(firstWord("Idle"), "");
}

}  // namespace
}  // namespace app::test
