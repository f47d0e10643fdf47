// The clock of one character and its actions. It says what plays and how much; sampling turns that into a pose.
//
// Step by step:
//   AnimationMixer mixer;
//   AnimationAction& walk = mixer.clipAction(walkClip).play();
//   mixer.clipAction(runClip).play().crossFadeFrom(walk, 0.4);
//   each frame: mixer.update(seconds); sampler.sample(mixer.blendList());
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "crossfade/mixer/animation_action.h"
#include "crossfade/mixer/blend_list.h"

namespace crossfade {

/// What happened in the last update: a round was completed, or the last round ended.
struct MixerEvent {
  enum class Kind { Loop, Finished };
  Kind kind = Kind::Loop;
  const AnimationAction* action = nullptr;
  std::int64_t loopDelta = 0;  // Loop: rounds, negative backwards
  int direction = 1;           // Finished: 1 forwards, -1 backwards
};

/// Owns the actions of one character. Its members are three.js's, and so is what they do (AnimationMixer, r187).
class AnimationMixer {
 public:
  AnimationMixer() = default;
  AnimationMixer(const AnimationMixer&) = delete;
  AnimationMixer& operator=(const AnimationMixer&) = delete;

  /// The one action of this clip and blend mode, made at the first call. It lives until uncacheAction or the mixer
  /// ends; the clip must live longer. The only call that allocates.
  AnimationAction& clipAction(const AnimationClip& clip);
  AnimationAction& clipAction(const AnimationClip& clip, BlendMode blendMode);
  /// The same without making one: none is nullptr.
  AnimationAction* existingAction(const AnimationClip& clip, BlendMode blendMode = BlendMode::Normal) const;
  void stopAllAction();
  /// Forgets the action(s) of a clip; references to them end here.
  void uncacheAction(const AnimationClip& clip, BlendMode blendMode = BlendMode::Normal);
  void uncacheClip(const AnimationClip& clip);

  /// Advances by `delta` seconds times timeScale and makes a new blend list. A delta that is not finite counts as 0. No
  /// allocation. `appendEvents`: those of the update before stay on the list, as far as there is room: for callers that
  /// go through a frame in several steps.
  void update(double delta, bool appendEvents = false);
  /// Puts the mixer and all actions to time 0 and updates once by `seconds`.
  void setTime(double seconds);

  double time() const { return time_; }  // seconds, already times timeScale
  double timeScale = 1;                  // of everything; 0 stands still, negative also takes fades back
  /// Beyond three.js: while time, fades and warps go on, clips run the other way. (A negative delta takes fades back
  /// with it.)
  bool clipsRunBackwards = false;

  /// What the last update made; valid until the next, or until an action is made, stopped or forgotten.
  std::span<const BlendEntry> blendList() const { return blendList_; }
  std::span<const MixerEvent> events() const { return events_; }
  /// Active actions in activation order.
  std::span<AnimationAction* const> activeActions() const { return active_; }

 private:
  friend class AnimationAction;
  void activate(AnimationAction& action);
  void deactivate(AnimationAction& action);

  double time_ = 0;
  std::vector<std::unique_ptr<AnimationAction>> actions_;  // by slot; a forgotten one leaves an empty slot
  std::vector<AnimationAction*> active_;
  std::vector<BlendEntry> blendList_;
  std::vector<MixerEvent> events_;
};

}  // namespace crossfade
