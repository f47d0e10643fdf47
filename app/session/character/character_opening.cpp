#include "app/session/character/character_opening.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "app/model/figure_joints.h"
#include "app/session/character/character_scene.h"
#include "app/session/character/model_versions.h"
#include "app/session/character/retargeting.h"
#include "app/session/character/timeline/timeline.h"

namespace app {
namespace {

constexpr std::size_t kMaxVerticesFramed = 200'000;  // the camera frames larger models by their opening pose alone

/// `word` in lower case.
bool nameContains(const crossfade::AnimationClip& clip, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(clip.name().begin(), clip.name().end(), word.begin(), word.end(), same) != clip.name().end();
}

}  // namespace

int openingClip(const Model& model) {
  constexpr std::string_view kIdle = "idle";
  const auto find = [&model](auto wanted) {
    for (std::size_t i = 0; i < model.clips.size(); ++i)
      if (model.clips[i].duration() > 0 && wanted(model.clips[i])) return static_cast<int>(i);
    return -1;
  };
  const auto containsIdle = [&](const auto& clip) { return nameContains(clip, kIdle); };
  const auto isIdle = [&](const auto& clip) { return clip.name().size() == kIdle.size() && containsIdle(clip); };
  if (const int exact = find(isIdle); exact >= 0) return exact;
  if (const int similar = find(containsIdle); similar >= 0) return similar;
  if (const int first = find([](const auto&) { return true; }); first >= 0) return first;
  return model.clips.empty() ? -1 : 0;
}

int playOpening(const Model& model, Player& player) {
  const int opening = openingClip(model);
  if (opening >= 0) player.action(opening).play();
  FrameProfiler unused;
  player.pose(unused);
  return opening;
}

/// `framed` is measured in several poses of the clip.
void measureOpening(const Model& model, Player& player, int clip, CharacterBounds& bounds) {
  constexpr int kPoses = 8;
  const crossfade::AnimationClip* const opened = clip >= 0 ? &nth(model.clips, clip) : nullptr;
  const std::vector<bool> instances = framedInstances(model, player.posed(), opened);
  bounds.rest = bounds.framed = boundsOf(model, player.posed(), instances);
  bounds.followed = followedBody(model, player.posed(), opened, instances);
  bounds.figure = markedOf(figureJoints(model));
  bounds.reach = reachOf(bounds, player.posed());
  if (!opened || !(opened->duration() > 0) || vertexCountOf(model) > kMaxVerticesFramed) return;
  FrameProfiler unused;
  const auto pose = [&](double time) {
    player.action(clip).time = time;
    player.pose(unused);
  };
  for (int i = 1; i < kPoses; ++i) {
    pose(opened->duration() * i / kPoses);
    const Bounds posed = boundsOf(model, player.posed(), instances);
    if (posed.empty) continue;
    const glm::vec3 way = followOffset(bounds.followed, player.posed());
    bounds.framed.add(posed.min - way);
    bounds.framed.add(posed.max - way);
    const Bounds reach = reachOf(bounds, player.posed());
    bounds.reach.add(reach.min - way);
    bounds.reach.add(reach.max - way);
  }
  pose(0);
}

Bounds reachOf(const CharacterBounds& bounds, const PosedModel& pose) {
  Bounds reach;
  for (const int joint : bounds.figure) reach.add(pose.positionOf(joint));
  return reach;
}

CharacterBounds boundsOfOpening(const Model& model) {
  const NamedMasks masks;
  Player player(model, masks, {});
  CharacterBounds bounds;
  bounds.body = measuredBodyOf(model);
  measureOpening(model, player, playOpening(model, player), bounds);
  return bounds;
}

// ---- What goes on playing when the model's file was read again.

namespace {

/// Of a disabled action it is the value that it gets when it is enabled.
double fadeOf(const crossfade::AnimationAction& action) {
  if (action.enabled) return action.fadeValue();
  return action.fadeRamp() ? action.fadeRamp()->to : 1;
}

/// With the mask of an action, as the later version of the model has it.
FadeChoice withMask(const std::optional<FadeMask>& mask, const VersionMatch& match) {
  if (!mask) return {.maskJoint = -1};
  return {.maskJoint = match.mask(mask->joint), .maskFeather = mask->feather};
}

void continueAction(const crossfade::AnimationAction& before, crossfade::AnimationAction& action) {
  action.enabled = before.enabled;
  action.paused = before.paused;
  action.time = std::min(before.time, action.duration());
}

/// Whether to play what a newly opened model plays: the later version has none of the earlier one's clips, perhaps
/// because the file holds another model now, and the user had not stopped everything.
bool beginsAnew(const Player& before, const VersionMatch& match) {
  if (std::ranges::any_of(match.clips, [](int later) { return later >= 0; })) return false;
  for (int clip = 0; clip < before.clipCount(); ++clip)
    if (before.plays(clip)) return true;
  return before.clipCount() == 0;
}

}  // namespace

void CharacterScene::continueFrom(const CharacterScene& before, const VersionMatch& match) {
  player_.stopAll();
  player_.setLayerTime(before.player_.layerTime());
  FadeSettings fade = fade_.settings();
  fade.from = match.clip(before.fade_.settings().from);
  fade.to = match.clip(before.fade_.settings().to);
  for (const bool masked : {false, true})
    for (int clip = 0; clip < before.player_.clipCount(); ++clip) {
      const crossfade::AnimationAction& then = before.player_.action(clip);
      const int now = match.clip(clip);
      if (now < 0 || !then.isScheduled() || masked != (then.mask != nullptr)) continue;
      FadeChoice layer = withMask(before.fade_.choiceOf(then.mask), match);
      layer.seconds = 0;
      layer.sync = crossfade::Sync::None;
      if (masked && fadeOf(then) > 0 && *layer.maskJoint >= 0)
        fade_.to(now, layer);
      else
        player_.action(now).playFadedOut().fadeTo(masked ? 0 : fadeOf(then), 0);
      continueAction(then, player_.action(now));
    }
  if (const int opening = openingClip(model_); opening >= 0 && beginsAnew(before.player_, match))
    player_.action(opening).play();
  paused_ = before.paused_;
  fade_.restoreSettings(fade);
  FrameProfiler unused;
  player_.pose(unused);  // what a fade that goes on starts from
  const auto running = before.fade_.running();
  const auto space = before.player_.playingSpace();
  if (space && player_.space(space->number)) {
    const double seconds = running ? std::max(0.0, running->end - before.player_.mixerTime()) : 0;
    fade_.to(space->number, {.seconds = seconds, .maskJoint = -1});
    player_.space(space->number)->player->setPhase(space->phase);
    fade_.restoreSettings(fade);
  } else if (const int target = running && running->progress < 1 ? match.clip(running->to) : -1; target >= 0) {
    FadeChoice rest = withMask(before.fade_.choiceOf(before.player_.action(running->to).mask), match);
    rest.seconds = std::max(0.0, running->end - before.player_.mixerTime());
    fade_.to(target, rest);
    fade_.restoreSettings(fade);
  }
  joints_.select(match.joint(before.joints_.selected()));
  retargeting_->continueFrom(*before.retargeting_);
  program_.choose(before.program_.played());
  if (before.sequence_.isPlaying() && program_.next()) {  // from its beginning
    play(program_.played());
    paused_ = before.paused_;
  } else {
    follow(true, false);
  }
  timeline_->restart();
}

}  // namespace app
