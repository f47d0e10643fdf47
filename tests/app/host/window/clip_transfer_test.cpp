#include "app/host/window/clip_transfer.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/format/json_kind.h"
#include "app/session/character/retargeting.h"
#include "tests/support/danced_model.h"

namespace app {
namespace {

using test::dancedModel;

std::optional<ReplaceClips> finished(ClipTransfer& transfer, const Session& session) {
  for (int i = 0; i < 60'000; ++i) {
    if (auto done = transfer.update(session, 0.1)) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return std::nullopt;
}

TEST(ClipTransfer, MakesWhatTheSessionMakesByItself) {
  Session alone(dancedModel()), session(dancedModel());
  ClipTransfer transfer;
  EXPECT_FALSE(transfer.update(session, 0.1)) << "there is nothing to do";
  ASSERT_TRUE(session.apply(ReportTransfers{}));
  const SetRetarget command{0, test::without(session.model(), "LeftLowerArm")};
  ASSERT_TRUE(alone.apply(command));
  ASSERT_TRUE(session.apply(command));
  const auto done = finished(transfer, session);
  ASSERT_TRUE(done);
  ASSERT_TRUE(session.apply(*done));
  EXPECT_EQ(session.character().retargeting().outdatedFile(), -1);
  const auto wanted = alone.model().clips[1].tracks(), made = session.model().clips[1].tracks();
  ASSERT_EQ(made.size(), wanted.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i].target(), wanted[i].target());
    EXPECT_TRUE(std::equal(made[i].values().begin(), made[i].values().end(), wanted[i].values().begin(),
                           wanted[i].values().end()));
  }
}

TEST(ClipTransfer, StartsOverWhenTheJointsChangeMeanwhile) {
  Session session(dancedModel());
  ClipTransfer transfer;
  ASSERT_TRUE(session.apply(ReportTransfers{}));
  const RetargetSettings older = test::without(session.model(), "LeftLowerArm");
  ASSERT_TRUE(session.apply(SetRetarget{0, older}));
  for (int i = 0; i < 3; ++i) ASSERT_FALSE(transfer.update(session, 0.1) && i < 2) << "not before they rest";
  const RetargetSettings newer = test::without(session.model(), "Head");
  ASSERT_TRUE(session.apply(SetRetarget{0, newer}));
  const auto late = finished(transfer, session);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->settings, older) << "it was under way";
  ASSERT_TRUE(session.apply(*late));
  EXPECT_EQ(session.character().retargeting().outdatedFile(), 0);
  const auto done = finished(transfer, session);
  ASSERT_TRUE(done);
  ASSERT_TRUE(session.apply(*done));
  EXPECT_EQ(session.model().clipFiles[0].settings, newer);
}

TEST(UseJointMap, IsForTheFileThatIsShownOrTheOnlyOne) {
  Session session(dancedModel());
  const std::string text = shownJointMap(session);
  EXPECT_EQ(jsonKindOf(text), JsonKind::JointMapText);
  const auto command = useJointMap(session, {"map.json", text});
  ASSERT_TRUE(command) << command.error().message;
  EXPECT_EQ(command->file, 0);
  EXPECT_TRUE(command->settings.map.has_value());
  EXPECT_EQ(useJointMap(session, {"map.json", R"({"joints": []})"}).error().message, "map.json: maps no joint");
  const Session bare(test::human("hero.glb", "Idle"));
  EXPECT_EQ(
      useJointMap(bare, {"map.json", text}).error().message,
      "map.json: a joint map is for clips of another file; add a file with Ctrl+Shift+O, or press K to choose one");
  EXPECT_TRUE(shownJointMap(bare).empty());
}

}  // namespace
}  // namespace app
