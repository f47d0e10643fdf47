// The queue by hand: adding, changing, moving and removing clips, and playing them.
#include <gtest/gtest.h>

#include "app/session/undo_history.h"
#include "tests/app/ui/stage.h"
#include "tests/support/allocation_guard.h"

namespace app::test {
namespace {

struct QueuePanel : testing::Test {
  QueuePanel() {
    stage.interface->workspace().tab = ColumnTab::Queue;
    settle();
  }
  void settle() {
    stage.frame();
    stage.frame();
  }
  void set(const std::vector<SequenceItem>& items) {
    ASSERT_TRUE(stage.session.apply(SetQueue{items}));
    settle();
  }
  void add(int clip) {
    (void)stage.click("queue.add");
    settle();
    (void)stage.click("queue.add." + std::to_string(clip));
    settle();
  }
  const std::vector<SequenceItem>& items() const { return stage.session.character().program().queue().items; }
  std::vector<int> clips() const {
    std::vector<int> all;
    for (const SequenceItem& item : items()) all.push_back(item.fade.clip);
    return all;
  }

  Stage stage{handMadeModel(), 1280, 990};
};

TEST_F(QueuePanel, TheListOfClipsToAddHoldsNothingElse) {
  stage.open("queue.add");
  EXPECT_TRUE(stage.shows("queue.add.0"));
  EXPECT_FALSE(stage.shows("queue.add.-1"));
}

TEST_F(QueuePanel, AddsClipsAndPlaysThem) {
  EXPECT_FALSE(only<PlayQueue>(stage.click("queue.play"))) << "an empty queue cannot be played";
  add(kIdle);
  add(kRun);
  EXPECT_EQ(clips(), (std::vector<int>{kIdle, kRun}));
  EXPECT_TRUE(only<PlayQueue>(stage.click("queue.play")));
  EXPECT_TRUE(stage.session.character().playsQueue());
  settle();
  EXPECT_TRUE(only<StopSequence>(stage.click("queue.play")));
  (void)stage.click("queue.loop");
  EXPECT_TRUE(stage.session.character().program().queue().loops);
  EXPECT_TRUE(only<SaveQueueScript>(stage.click("queue.save")));
}

TEST_F(QueuePanel, ChangesLengthUnitFadeAndClip) {
  set({{.fade = {.clip = kIdle}}, {.fade = {.clip = kWalk}}});
  (void)stage.click("queue.1.row");
  settle();
  (void)stage.type("queue.1.plays", "4.5 s");
  EXPECT_EQ(items()[1].plays, 4.5);
  settle();
  (void)stage.click("queue.1.unit.1");
  EXPECT_TRUE(items()[1].inLoops);
  EXPECT_EQ(items()[1].plays, 3) << "of one and a half seconds";
  settle();
  (void)stage.click("queue.1.unit.0");
  EXPECT_EQ(items()[1].plays, 4.5);
  settle();
  (void)stage.type("queue.1.fade", "0.9");
  EXPECT_EQ(items()[1].fade.how.seconds, 0.9);
  settle();
  (void)stage.type("queue.1.fade", "0.4");
  EXPECT_FALSE(items()[1].fade.how.seconds) << "the panel's own length: it follows the panel";
  settle();
  (void)stage.click("queue.1.kind");
  settle();
  (void)stage.click("queue.1.kind.3");
  EXPECT_EQ(items()[1].fade.how.kind, crossfade::TransitionKind::Frozen);
  settle();
  (void)stage.click("queue.1.clip");
  settle();
  (void)stage.click("queue.1.clip.2");
  EXPECT_EQ(clips(), (std::vector<int>{kIdle, kRun}));
  (void)stage.click("queue.0.row");
  settle();
  EXPECT_FALSE(stage.shows("queue.0.fade")) << "the first clip is shown at once";
}

TEST_F(QueuePanel, MovesAndRemovesClips) {
  set({{.fade = {.clip = kIdle}}, {.fade = {.clip = kWalk}}, {.fade = {.clip = kRun}}});
  stage.pointAt("queue.0.row");
  stage.press();
  stage.pointAt("queue.0.row", 0.51f);
  for (const char* over : {"queue.1.row", "queue.2.row"}) {
    const UiRect at = stage.rect(over);
    stage.pointAt(at.x + at.width / 2, at.bottom() - 2);
    stage.frame();
  }
  stage.release();
  EXPECT_EQ(clips(), (std::vector<int>{kWalk, kRun, kIdle}));
  EXPECT_EQ(stage.session.history().stepCount(), 2) << "the drag is one step";
  settle();
  EXPECT_FALSE(stage.shows("queue.0.up")) << "a drag opens nothing";
  (void)stage.click("queue.2.row");
  settle();
  (void)stage.click("queue.2.up");
  EXPECT_EQ(clips(), (std::vector<int>{kWalk, kIdle, kRun}));
  settle();
  EXPECT_TRUE(stage.shows("queue.1.up")) << "it stays open";
  (void)stage.click("queue.0.remove");
  EXPECT_EQ(clips(), (std::vector<int>{kIdle, kRun}));
  (void)stage.key(Key::Z, {.control = true});
  EXPECT_EQ(clips(), (std::vector<int>{kWalk, kIdle, kRun}));
}

TEST_F(QueuePanel, FramesAllocateNothing) {
  set({{.fade = {.clip = kIdle}, .plays = 0.3}, {.fade = {.clip = kWalk}, .plays = 0.3}});
  ASSERT_TRUE(stage.session.apply(SetQueue{items(), true}));
  ASSERT_TRUE(stage.session.apply(PlayQueue{}));
  (void)stage.click("queue.1.row");
  for (int i = 0; i < 200; ++i) stage.frame();
  const ::test::AllocationGuard guard;
  for (int i = 0; i < 120; ++i) stage.frame();
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace app::test
