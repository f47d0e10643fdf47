#include "app/ui/character/character_text.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/app/ui/hand_made_model.h"

namespace app::test {
namespace {

template <class... Names>
std::size_t prefixOf(Names... names) {
  const std::array<std::string_view, sizeof...(names)> all{names...};
  return sharedEnds(all).start;
}
template <class... Names>
std::size_t suffixOf(Names... names) {
  const std::array<std::string_view, sizeof...(names)> all{names...};
  return sharedEnds(all).end;
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

TEST(SharedSuffix, BeginsWithAWord) {
  EXPECT_EQ(suffixOf("Idle_root.001", "Walk_root.001"), 9u);
  EXPECT_EQ(suffixOf("Idle.001", "Walk.001"), 4u);
  EXPECT_EQ(suffixOf("Walking", "Running"), 0u) << "not inside a word";
  EXPECT_EQ(suffixOf("Idle_A", "Walk_B"), 0u);
  EXPECT_EQ(suffixOf("Rig|Idle_loop", "Rig|Walk_loop"), 5u) << "of what the prefix leaves";
}

TEST(SharedSuffix, LeavesSomethingOfEveryName) {
  EXPECT_EQ(suffixOf("Idle_root.001"), 0u) << "of a single name nothing is shared";
  EXPECT_EQ(suffixOf("_root.001", "Walk_root.001"), 4u);
  EXPECT_EQ(suffixOf(".001", "Walk.001"), 0u);
  EXPECT_EQ(suffixOf("Rig|_loop", "Rig|Walk_loop"), 0u);
  EXPECT_EQ(suffixOf("", "Walk.001"), 0u);
}

TEST(ClipNames, DropWhatAllShareButKnowTheWholeName) {
  const Model rooted = handMadeModel({"Rig|Idle_root.001", "Rig|Walk_root.001"});
  std::array<char, 24> unused;
  EXPECT_EQ(ClipNames(rooted).shown(1, unused), "Walk");
  EXPECT_STREQ(ClipNames(rooted).full(1, unused), "Rig|Walk_root.001");
  const Model model = handMadeModel({"Armature|Idle", "Armature|Walk"});
  const ClipNames names(model);
  std::array<char, 24> scratch;
  EXPECT_EQ(names.shown(1, scratch), "Walk");
  EXPECT_STREQ(names.full(1, scratch), "Armature|Walk");
  const Model nameless = handMadeModel({"", "A|Walk"});
  EXPECT_EQ(ClipNames(nameless).shown(0, scratch), "(unnamed 1)");
}

TEST(FirstWord, EndsAtTheFirstSeparator) {
  EXPECT_EQ(firstWord("Sit_Floor_Idle"), "Sit");
  EXPECT_EQ(firstWord("Idle"), "");
}

TEST(ClipNames, ThoseOfAddedFilesShareTheirOwnStart) {
  Model model = handMadeModel({"Armature|Idle", "Armature|Walk", "mixamo.com|Boxing", "mixamo.com|Jump"});
  model.clipFiles.push_back({.clips = {model.clips[2], model.clips[3]}});
  std::array<char, 24> scratch;
  EXPECT_EQ(ClipNames(model).shown(1, scratch), "Walk");
  EXPECT_EQ(ClipNames(model).shown(2, scratch), "Boxing");
  model.clipFiles.clear();
  EXPECT_EQ(ClipNames(model).shown(1, scratch), "Armature|Walk") << "all are the model's own";
}

}  // namespace
}  // namespace app::test
