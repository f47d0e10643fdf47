#include "app/profile/frame_record.h"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace app::test {
namespace {

TEST(FrameRecord, DescribesEveryEventInItsOwnWords) {
  const FrameNotes notes{.fadeTo = 1, .width = 1280, .height = 720, .percent = 60};
  std::array<char, 128> text;
  std::set<std::string> sentences;
  for (int i = 0; i < kFrameEventCount; ++i)
    sentences.insert(describe(static_cast<FrameEvent>(i), notes, "Walk", text));
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(kFrameEventCount));
  EXPECT_EQ(sentences.count(""), 0u);
  EXPECT_EQ(sentences.count("Fade to Walk begins"), 1u);
  EXPECT_EQ(sentences.count("Resized to 1280 \u00d7 720"), 1u);
  EXPECT_EQ(sentences.count("Scene drawn at 60 % of each side"), 1u);
  EXPECT_STREQ(describe(FrameEvent::FadeBegan, notes, "", text), "Fade begins");
}

TEST(FrameRecord, LoadingLastsAndIsNoMoment) {
  FrameEvents events;
  EXPECT_TRUE(events.empty());
  events.add(FrameEvent::Loading);
  EXPECT_FALSE(events.hasMoment());
  events.add(FrameEvent::Resized);
  EXPECT_TRUE(events.hasMoment());
  EXPECT_TRUE(events.has(FrameEvent::Loading));
  EXPECT_FALSE(events.has(FrameEvent::ModelShown));
}

}  // namespace
}  // namespace app::test
