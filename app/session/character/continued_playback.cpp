// What goes on playing when the model's file was read again.
#include <algorithm>
#include <optional>

#include "app/session/character/character_opening.h"
#include "app/session/character/character_scene.h"

namespace app {
namespace {

/// Of a disabled action it is the value that it gets when it is enabled.
double fadeOf(const crossfade::AnimationAction& action) {
  if (action.enabled) return action.fadeValue();
  return action.fadeRamp() ? action.fadeRamp()->to : 1;
}

/// `settings` with the mask of an action, as the later version of the model has it.
FadeSettings withMask(const std::optional<FadeMask>& mask, FadeSettings settings, const VersionMatch& match) {
  settings.maskJoint = mask ? match.mask(mask->joint) : -1;
  if (mask) settings.maskFeather = mask->feather;
  return settings;
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
    if (before.action(clip).isScheduled()) return true;
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
      FadeSettings layer = withMask(before.fade_.choiceOf(then.mask), fade, match);
      layer.seconds = 0;
      layer.sync = crossfade::Sync::None;
      if (masked && fadeOf(then) > 0 && layer.maskJoint >= 0)
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
  if (const int target = running && running->progress < 1 ? match.clip(running->to) : -1; target >= 0) {
    FadeSettings rest = withMask(before.fade_.choiceOf(before.player_.action(running->to).mask), fade, match);
    rest.seconds = std::max(0.0, running->end - before.player_.mixerTime());
    fade_.to(target, rest);
    fade_.restoreSettings(fade);
  }
  joints_.select(match.joint(before.joints_.selected()));
  retargeting_.continueFrom(before.retargeting_);
  program_.choose(before.program_.played());
  if (before.sequence_.isPlaying() && program_.next()) {  // from its beginning
    play(program_.played());
    paused_ = before.paused_;
  } else {
    follow(true, false);
  }
  timeline_.restart();
}

}  // namespace app
