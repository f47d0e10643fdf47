#include "crossfade/transition/transition_table.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

struct Settings {
  std::optional<double> length = std::nullopt;
  std::optional<std::string> word = std::nullopt;

  void inherit(const Settings& from) {
    if (!length) length = from.length;
    if (!word) word = from.word;
  }
  friend bool operator==(const Settings&, const Settings&) = default;
};

struct TransitionTableTest : testing::Test {
  ClipSet clips{{test::slide("walk", 1), test::slide("run", 1), test::slide("hit", 1)}};
  const ClipId walk = clips.ids()[0], run = clips.ids()[1], hit = clips.ids()[2];
  TransitionTable<Settings> table;
};

TEST_F(TransitionTableTest, WithNothingSetResolvesToNothing) {
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.resolve(walk, run), Settings{});
  EXPECT_EQ(table.find(walk, run, &Settings::length), nullptr);
  EXPECT_EQ(table.at({walk, run}), nullptr);
}

TEST_F(TransitionTableTest, TakesTheCellThenTheRowThenTheColumnThenTheWholeTable) {
  table.set({}, {.length = 4});
  EXPECT_EQ(table.resolve(walk, run).length, 4);
  table.set({.to = run}, {.length = 3});
  EXPECT_EQ(table.resolve(walk, run).length, 3);
  table.set({.from = walk}, {.length = 2});
  EXPECT_EQ(table.resolve(walk, run).length, 2);
  table.set({walk, run}, {.length = 1});
  EXPECT_EQ(table.resolve(walk, run).length, 1);

  EXPECT_EQ(table.resolve(walk, hit).length, 2);
  EXPECT_EQ(table.resolve(hit, run).length, 3);
  EXPECT_EQ(table.resolve(run, walk).length, 4);
  EXPECT_EQ(*table.find(hit, run, &Settings::length), 3);
}

TEST_F(TransitionTableTest, InheritsEachFieldOnItsOwn) {
  table.set({}, {.length = 4, .word = "whole"});
  table.set({.from = walk}, {.word = "row"});
  table.set({walk, run}, {.length = 1});
  const Settings settings = table.resolve(walk, run);
  EXPECT_EQ(settings.length, 1);
  EXPECT_EQ(settings.word, "row");
  EXPECT_EQ(*table.find(walk, run, &Settings::word), "row");
  EXPECT_EQ(*table.find(walk, run, &Settings::length), 1);
}

TEST_F(TransitionTableTest, FromNoClipTakesTheColumn) {
  table.set({}, {.length = 4});
  table.set({.to = run}, {.length = 3});
  table.set({.from = walk}, {.length = 2});
  EXPECT_EQ(table.resolve({}, run).length, 3);
  EXPECT_EQ(table.resolve({}, hit).length, 4);
}

TEST_F(TransitionTableTest, StoresOnlyWhatIsSet) {
  table.set({walk, run}, {.length = 1});
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(*table.at({walk, run}), (Settings{.length = 1}));
  table.set({walk, run}, {.word = "other"});  // replaces
  EXPECT_EQ(*table.at({walk, run}), (Settings{.word = "other"}));
  table.set({walk, run}, {});
  EXPECT_TRUE(table.empty());
}

TEST_F(TransitionTableTest, IsTheSameWhateverTheOrderInWhichItWasFilled) {
  TransitionTable<Settings> other;
  table.set({walk, run}, {.length = 1});
  table.set({.to = run}, {.length = 3});
  other.set({.to = run}, {.length = 3});
  EXPECT_FALSE(table == other);
  other.set({walk, run}, {.length = 1});
  EXPECT_EQ(table, other);
}

TEST_F(TransitionTableTest, ForgetsARemovedClipAndNeverMistakesAnotherForIt) {
  table.set({}, {.length = 4});
  table.set({walk, run}, {.length = 1});
  table.set({.from = run}, {.length = 2});
  table.set({.to = hit}, {.length = 3});
  clips.remove(run);
  const ClipId crawl = clips.add(test::slide("crawl", 1));
  EXPECT_EQ(crawl.index, run.index);
  EXPECT_EQ(table.resolve(walk, crawl).length, 4);
  table.remove(run);
  EXPECT_EQ(table.size(), 2u);
  table.remove(kAnyClip);
  EXPECT_EQ(table.size(), 2u);
}

TEST_F(TransitionTableTest, KnowsBlendSpacesByTheirIndices) {
  const ClipOrSpace gaits = ClipOrSpace::ofSpace(0), turns = ClipOrSpace::ofSpace(1);
  EXPECT_FALSE(gaits == turns);
  EXPECT_FALSE(ClipOrSpace::ofSpace(-3)) << "nothing: every clip and blend space";
  table.set({}, {.length = 4});
  table.set({.to = gaits}, {.length = 3});
  table.set({.from = walk}, {.word = "row"});
  table.set({walk, gaits}, {.length = 1});
  table.set({turns, gaits}, {.length = 7});
  EXPECT_EQ(table.resolve(walk, gaits), (Settings{1, "row"}));
  EXPECT_EQ(table.resolve(walk, turns), (Settings{4, "row"}));
  EXPECT_EQ(table.resolve(run, gaits).length, 3);
  EXPECT_EQ(table.resolve(turns, gaits).length, 7);
  EXPECT_EQ(table.resolve(gaits, turns).length, 4);
  EXPECT_EQ(table.resolve(walk, clips.ids()[0]).length, 4) << "the clip of the same index is another thing";
  table.remove(gaits);
  EXPECT_EQ(table.resolve(walk, gaits).length, 4);
  EXPECT_EQ(table.size(), 2u);
}

TEST_F(TransitionTableTest, ListsTheWholeTableThenColumnsThenEachRowWithItsCells) {
  table.set({run, walk}, {.length = 5});
  table.set({walk, hit}, {.length = 4});
  table.set({.from = walk}, {.length = 3});
  table.set({.to = hit}, {.length = 2});
  table.set({}, {.length = 1});
  double expected = 1;
  for (const auto& [cell, settings] : table.cells()) EXPECT_EQ(settings.length, expected++);
}

}  // namespace
}  // namespace crossfade
