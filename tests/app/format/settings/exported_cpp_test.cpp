// The exported C++ is compiled here as it stands, and plays as the viewer does.
#include "tests/golden/settings/transitions.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "app/format/script.h"
#include "app/host/files/model_file.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/view/model_matrices.h"
#include "crossfade/pose/channel_layout.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

/// A game with nothing but the library and the exported header.
class ExportedGame {
 public:
  explicit ExportedGame(const Model& model)
      : clips_(model.clips),
        player_(clips_, channelLayoutOf(model), restPoseOf(model)),
        made_(exported::makeTransitions(player_, clips_, model.skeleton)),
        pose_(restPoseOf(model)) {}

  void play(int clip) { action(clip).play(); }
  void fadeTo(int clip) {
    crossfade::AnimationAction& target = action(clip);
    start(player_.transition(), target, made_.set.resolve(leftFor(target), target.clipId()));
  }
  void fadeToSpace(int number) {
    for (std::size_t i = 0; i < made_.spaces.size(); ++i) {
      crossfade::AnimationAction& target = made_.spaces[i].second->lead();
      if (blendSpaceNumber(made_.spaces[i].first) == number)
        start(player_.transition(), target,
              made_.set.resolve(leftFor(target), crossfade::ClipOrSpace::ofSpace(static_cast<int>(i))));
    }
  }
  void moveBlendPoint(const MoveBlendPoint& move) {
    for (const auto& [name, space] : made_.spaces)
      if (blendSpaceNumber(name) == move.space) space->moveTo({move.x, move.y}, move.seconds);
  }
  void advance(double delta) { player_.advance(delta, pose_); }

  std::span<const crossfade::BlendEntry> shown() const { return player_.shown(); }
  const crossfade::Pose& pose() const { return pose_; }

 private:
  crossfade::AnimationAction& action(int clip) {
    return player_.clipAction(clips_.ids()[static_cast<std::size_t>(clip)]);
  }
  crossfade::ClipOrSpace leftFor(const crossfade::AnimationAction& target) {
    const crossfade::Transition& running = player_.transition();
    const auto* const from = running.isRunning() && running.target() != &target ? running.target() : largest();
    for (std::size_t i = 0; i < made_.spaces.size(); ++i)
      if (from->blendSpace() == made_.spaces[i].second) return crossfade::ClipOrSpace::ofSpace(static_cast<int>(i));
    return from->clipId();
  }
  const crossfade::AnimationAction* largest() const {
    const crossfade::AnimationAction* found = nullptr;
    for (const auto* each : player_.mixer().activeActions())
      if (!found || each->getEffectiveWeight() > found->getEffectiveWeight()) found = each;
    return found;
  }

  crossfade::ClipSet clips_;
  crossfade::TransitionPlayer player_;
  exported::Transitions made_;
  crossfade::Pose pose_;
};

/// Per clip, and how many of its actions came before: time and weight.
std::map<std::pair<int, int>, std::pair<double, double>> clipsOf(std::span<const crossfade::BlendEntry> shown) {
  std::map<std::pair<int, int>, std::pair<double, double>> clips;
  for (const crossfade::BlendEntry& entry : shown) {
    int nth = 0;
    while (clips.contains({entry.clipId.index, nth})) ++nth;
    clips[{entry.clipId.index, nth}] = {entry.time, entry.weight};
  }
  return clips;
}

double difference(const crossfade::Pose& a, const crossfade::Pose& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.locals.size(); ++i) {
    const glm::vec3 moved = a.locals[i].translation - b.locals[i].translation;
    const glm::quat &p = a.locals[i].rotation, &q = b.locals[i].rotation;
    most = std::max({most, static_cast<double>(glm::length(moved)), 1 - std::abs(static_cast<double>(glm::dot(p, q)))});
  }
  return most;
}

/// Plays a script of tests/golden/settings, and then fades, through the exported header and in the viewer.
void compare(const char* file, std::vector<std::pair<double, int>> fades) {
  const auto golden = test::sourceFolder() / "tests/golden/settings";
  const auto model = loadModel((test::sourceFolder() / "assets/character.glb").string());
  ASSERT_TRUE(model) << model.error().message;
  Session session(*model);
  const auto opened = openTransitionSet((golden / "set.json").string(), session);
  ASSERT_TRUE(opened) << opened.error().message;
  auto script = parseScript(*readTextFile((golden / file).string()), *model);
  ASSERT_TRUE(script) << script.error().message;
  for (const auto& [at, clip] : fades) script->push_back({.at = at, .command = FadeTo{clip}});

  ExportedGame game(*model);
  ScriptPlayer viewer(fromNothing(*script));
  FrameProfiler unused;
  double now = 0, worst = 0;
  std::size_t next = 0;
  for (int frame = 1; frame < 8.5 * 48; ++frame) {
    const double time = frame / 48.0;
    ASSERT_TRUE(viewer.advanceTo(time, session, unused));
    for (; next < script->size() && (*script)[next].at <= time; ++next) {
      if ((*script)[next].at > now) game.advance((*script)[next].at - now);
      now = (*script)[next].at;
      const Command& command = (*script)[next].command;
      if (const auto* const play = command.as<PlayClip>()) game.play(play->clip);
      if (const auto* const fade = command.as<FadeTo>())
        isBlendSpace(fade->clip) ? game.fadeToSpace(fade->clip) : game.fadeTo(fade->clip);
      if (const auto* const move = command.as<MoveBlendPoint>()) game.moveBlendPoint(*move);
    }
    game.advance(time - now);
    now = time;
    const auto theirs = clipsOf(session.character().player().transitions().shown()), ours = clipsOf(game.shown());
    ASSERT_EQ(ours.size(), theirs.size()) << time;
    for (const auto& [clip, state] : theirs) {
      ASSERT_TRUE(ours.contains(clip)) << time << " s, clip " << clip.first;
      EXPECT_NEAR(ours.at(clip).first, state.first, 1e-6) << time << " s, clip " << clip.first;
      EXPECT_NEAR(ours.at(clip).second, state.second, 1e-6) << time << " s, clip " << clip.first;
    }
    worst = std::max(worst, difference(game.pose(), session.pose()));
  }
  EXPECT_EQ(next, script->size());
  EXPECT_LT(worst, 1e-6);
}

TEST(ExportedCpp, PlaysAsTheViewerDoes) {
  constexpr int kIdle = 0, kBoxing = 8, kNod = 10;  // by kinds and masks that JavaScript does not have
  compare("script.json", {{5.6, kBoxing}, {5.8, kIdle}, {6.7, kNod}, {6.9, kBoxing}, {7.5, kIdle}});
}

TEST(ExportedCpp, PlaysBlendSpacesAsTheViewerDoes) { compare("script_spaces.json", {}); }

}  // namespace
}  // namespace app
