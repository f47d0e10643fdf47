// Events of a clip by hand: in its bar and in the timeline.
#include <thread>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/app/ui/keyboard_walk.h"
#include "tests/support/source_folder.h"

namespace app::test {
namespace {

using List = std::vector<crossfade::ClipEvent>;

struct EventMarks : testing::Test {
  EventMarks() {
    set({{.name = "step", .time = 0.25 * duration()}});
    run(3);
  }
  void set(List events) { ASSERT_TRUE(stage.session.apply(SetClipEvents{.clip = 0, .events = std::move(events)})); }
  void run(int frames) {
    for (int i = 0; i < frames; ++i) stage.frame();
  }
  double duration() const { return stage.session.action(0).duration(); }
  List list() const {
    const auto* const events = stage.session.character().player().clipEvents(0);
    return events ? List(events->events().begin(), events->events().end()) : List();
  }

  Stage stage{handMadeModel(), 1280, 1200};
};

TEST_F(EventMarks, ADragInTheBarMovesOneWhenItIsReleasedAsOneUndoStep) {
  ASSERT_TRUE(stage.shows("clip.0.event.0"));
  const double before = list()[0].time;
  const UiRect bar = stage.rect("clip.0.time");
  stage.pointAt("clip.0.event.0");
  stage.press();
  const float y = stage.rect("clip.0.event.0").centerY();
  stage.pointAt(bar.x + 0.4f * bar.width, y);
  stage.pointAt(bar.x + 0.5f * bar.width, y);
  EXPECT_EQ(list()[0].time, before) << "it moves when it is released";
  stage.release();
  ASSERT_EQ(list().size(), 1u);
  EXPECT_NEAR(list()[0].time, 0.5 * duration(), 0.02 * duration());
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(list()[0].time, before);
}

TEST_F(EventMarks, AClickOnAMarkDoesNotScrub) {
  (void)stage.session.apply(SetPaused{true});
  const double time = stage.session.action(0).time;
  (void)stage.click("clip.0.event.0");
  EXPECT_EQ(stage.session.action(0).time, time);
}

TEST_F(EventMarks, ARightClickOnTheBarAddsOneThatIsNamedAtOnce) {
  stage.pointAt("clip.0.time", 0.75f);
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  run(2);
  ASSERT_TRUE(stage.shows("event.add"));
  (void)stage.click("event.add");
  run(3);
  ASSERT_EQ(list().size(), 2u);
  EXPECT_NEAR(list()[1].time, 0.75 * duration(), 0.02 * duration());
  ASSERT_TRUE(stage.shows("event.name"));
  (void)stage.typeOn("land");
  run(3);
  EXPECT_EQ(list()[1].name, "land");
  EXPECT_FALSE(stage.shows("event.name")) << "Enter closes the menu";
}

TEST(EventSteps, OneClickAddsAnEventWhereverAFootComesDown) {
  constexpr int kWalking = 1;
  Stage stage{*importModel(sourceFolder() / "assets/character.glb"), 1280, 2400};
  ASSERT_TRUE(stage.session.apply(FadeTo{.clip = kWalking, .how = {.seconds = 0}}));
  ASSERT_TRUE(stage.session.apply(StudyClips{}));
  while (!stage.session.character().ground().knownStudy()->find(kWalking)) std::this_thread::yield();
  for (int i = 0; i < 4; ++i) stage.frame();
  if (!stage.shows("clip.1.time")) stage.open("clip.1.row");
  for (int i = 0; i < 30; ++i) stage.frame();
  ASSERT_TRUE(stage.shows("clip.1.addSteps"));
  const auto names = [&] {
    std::vector<std::string> list;
    if (const auto* const events = stage.session.character().player().clipEvents(kWalking))
      for (const crossfade::ClipEvent& event : events->events()) list.push_back(event.name);
    return list;
  };
  EXPECT_TRUE(names().empty());
  (void)stage.click("clip.1.addSteps");
  EXPECT_EQ(names(), (std::vector<std::string>{"right down", "left down"}));
  (void)stage.click("clip.1.addSteps");
  EXPECT_EQ(names().size(), 2u) << "once";
}

TEST_F(EventMarks, TheMenuOfOneDeletesItAndGivesTheFilesOwnBack) {
  stage.pointAt("clip.0.event.0");
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  run(3);
  ASSERT_TRUE(stage.shows("event.delete"));
  EXPECT_EQ(stage.interface->widgets().find("event.add"), nullptr);
  (void)stage.click("event.delete");
  run(2);
  EXPECT_TRUE(list().empty());
  stage.pointAt("clip.0.time", 0.5f);
  stage.press(MouseButton::Right);
  stage.release(MouseButton::Right);
  run(2);
  (void)stage.click("event.ofFile");
  EXPECT_FALSE(stage.session.character().clipSettings()[0].events);
}

TEST_F(EventMarks, TheKeyboardReachesThem) {
  ASSERT_TRUE(focusOn(stage, "clip.0.event.0"));
  (void)stage.key(Key::Delete);
  run(2);
  EXPECT_TRUE(list().empty());
}

TEST_F(EventMarks, TheCardAddsOneWhereTheClipIs) {
  (void)stage.session.apply(SetPaused{true});
  const double time = stage.session.action(0).time;
  (void)stage.click("clip.0.addEvent");
  run(3);
  ASSERT_EQ(list().size(), 2u);
  EXPECT_TRUE(list()[0].time == time || list()[1].time == time);
  EXPECT_TRUE(stage.shows("event.name"));
}

TEST_F(EventMarks, ADragInTheTimelineMovesOne) {
  (void)stage.key(Key::L);
  run(150);
  (void)stage.session.apply(SetPaused{true});
  run(2);
  const auto& marks = stage.interface->workspace().character.timeline.marks;
  ASSERT_FALSE(marks.empty()) << "it was passed";
  const TimelineView::Mark mark = marks.back();
  const double before = list()[0].time;
  stage.pointAt(mark.x, mark.y + 4);
  EXPECT_NE(stage.hint().find("step"), std::string::npos) << stage.hint();
  stage.press();
  const float second = stage.rect("timeline.area").width / 10;
  stage.pointAt(mark.x + 0.05f * second, mark.y + 4);
  stage.pointAt(mark.x + 0.1f * second, mark.y + 4);
  stage.release();
  run(2);
  ASSERT_EQ(list().size(), 1u);
  EXPECT_NEAR(list()[0].time - before, 0.1, 0.03);
  (void)stage.session.apply(Undo{});
  EXPECT_EQ(list()[0].time, before);
}

}  // namespace
}  // namespace app::test
