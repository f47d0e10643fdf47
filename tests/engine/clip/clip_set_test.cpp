#include "crossfade/clip/clip_set.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

std::vector<std::string> names(const ClipSet& clips) {
  std::vector<std::string> all;
  for (const AnimationClip& clip : clips) all.push_back(clip.name());
  return all;
}

using Names = std::vector<std::string>;

TEST(ClipSet, FindsAClipByItsIdUntilItIsRemoved) {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1)), b = clips.add(test::slide("b", 2));
  EXPECT_EQ(clips.find(a)->name(), "a");
  EXPECT_EQ(clips[b].duration(), 2);
  EXPECT_EQ(clips.find(ClipId{}), nullptr);
  clips.remove(a);
  EXPECT_EQ(clips.find(a), nullptr);
  const ClipId c = clips.add(test::slide("c", 3));
  EXPECT_EQ(c.index, a.index);
  EXPECT_EQ(clips.find(a), nullptr) << "its slot has another clip";
  clips.remove(a);
  EXPECT_EQ(clips.find(c)->name(), "c");
}

TEST(ClipSet, KeepsClipsAtTheirAddresses) {
  ClipSet clips;
  const ClipId first = clips.add(test::slide("first", 1));
  const AnimationClip* const address = clips.find(first);
  for (int i = 0; i < 100; ++i) clips.add(test::slide("", 1));
  EXPECT_EQ(clips.find(first), address);
  const ClipSet moved = std::move(clips);
  EXPECT_EQ(moved.find(first), address);
}

TEST(ClipSet, ListsClipsInInsertionOrder) {
  ClipSet clips({test::slide("a", 1), test::slide("b", 1), test::slide("c", 1)});
  clips.remove(clips.ids()[0]);
  clips.add(test::slide("d", 1));
  EXPECT_EQ(names(clips), (Names{"b", "c", "d"}));
  EXPECT_EQ(clips[1].name(), "c");
  EXPECT_EQ(clips.size(), 3u);
}

TEST(ClipSet, CopiesOwnTheirClipsUnderTheSameIds) {
  ClipSet clips;
  const ClipId a = clips.add(test::slide("a", 1));
  ClipSet copy = clips;
  clips.remove(a);
  ASSERT_NE(copy.find(a), nullptr);
  EXPECT_EQ(copy[a].name(), "a");
  EXPECT_TRUE(clips.empty());
}

}  // namespace
}  // namespace crossfade
