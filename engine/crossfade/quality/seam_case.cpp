#include "crossfade/quality/seam_case.h"

#include <algorithm>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/skeleton/pose.h"

namespace crossfade {
namespace {

constexpr double kMostFadeFrames = 1e6;  // of one transition: more than an hour

int framesIn(double seconds) {
  return seconds > 0 ? static_cast<int>(std::lround(std::min(seconds * kSeamRate, kMostFadeFrames))) : 0;
}

}  // namespace

SeamCasePlayer::SeamCasePlayer(const ClipSet& clips, const ChannelLayout& layout, const Pose& rest)
    : player_(clips, layout, rest), pose_(rest) {
  for (const ClipId id : clips.ids()) actions_.push_back(&player_.clipAction(id));
}

bool SeamCasePlayer::hasClips(const SeamCase& wanted) const {
  const auto from = static_cast<std::size_t>(wanted.from), to = static_cast<std::size_t>(wanted.to);
  CROSSFADE_ASSERT(from < actions_.size() && to < actions_.size(), "SeamCase: there is no such clip");
  return from < actions_.size() && to < actions_.size();
}

SeamFrames SeamCasePlayer::framesAround(const SeamCase& wanted, int before, int after) const {
  if (!hasClips(wanted)) return {};
  const double duration = actions_[static_cast<std::size_t>(wanted.from)]->duration(), seconds = before * kSeamFrame;
  const double loops = duration > 0 ? std::ceil(seconds / duration) : 0;
  const double start = duration > 0 ? std::fmod(wanted.start - seconds + loops * duration, duration) : 0;
  return {.start = start, .before = before + 1, .after = after};
}

void SeamCasePlayer::play(const SeamCase& wanted, const SeamFrames& frames,
                          const std::function<void(const SeamFrame&)>& onFrame, const std::function<void()>& onSwitch) {
  if (!hasClips(wanted)) return;
  AnimationAction& from = *actions_[static_cast<std::size_t>(wanted.from)];
  AnimationAction& to = *actions_[static_cast<std::size_t>(wanted.to)];
  Transition& transition = player_.transition();
  player_.restart();
  for (AnimationAction* action : actions_) action->mask = nullptr;  // of the fade played before
  TransitionOptions options = wanted.options;
  if (wanted.curve) {
    if (curve_)
      player_.setCurve(*curve_, *wanted.curve);
    else
      curve_ = player_.addCurve(*wanted.curve);
    options.shape = alongCurve(*curve_);
  }
  from.play();
  from.time = frames.start;
  const AnimationAction *incoming = &from, *outgoing = &to;
  const auto show = [&](SeamFrame::Part part, int remaining, double delta) {
    const double fromTime = from.time, toTime = to.time;
    player_.advance(delta, pose_);
    const bool wrapped = (from.isScheduled() && from.time < fromTime) || (to.isScheduled() && to.time < toTime);
    onFrame({.part = part,
             .remaining = remaining,
             .delta = delta,
             .wrapped = wrapped,
             .incoming = incoming,
             .outgoing = outgoing});
  };
  const auto switchTo = [&](AnimationAction& next, AnimationAction& last) {
    transition.to(next, options);
    incoming = &next;
    outgoing = &last;
    onSwitch();
    return std::max(1, framesIn(transition.remaining()));
  };

  for (int i = 0; i < frames.before; ++i) show(SeamFrame::Part::Before, frames.before - 1 - i, i == 0 ? 0 : kSeamFrame);
  int left = switchTo(to, from);
  if (wanted.entry) to.time = *wanted.entry;
  std::size_t changes = 0;
  const auto framesToChange = [&] {
    if (changes == wanted.interruptions.size()) return -1;
    return std::min(framesIn(transition.remaining() * wanted.interruptions[changes]), left - 1);
  };
  for (int due = framesToChange(); left > 0; --left, --due) {
    if (due == 0) {
      ++changes;
      left = incoming == &to ? switchTo(from, to) : switchTo(to, from);
      due = framesToChange();
    }
    show(left > 1 ? SeamFrame::Part::During : SeamFrame::Part::End, std::max(left - 2, 0), kSeamFrame);
  }
  for (int i = 0; i < frames.after; ++i) show(SeamFrame::Part::After, frames.after - 1 - i, kSeamFrame);
}

}  // namespace crossfade
