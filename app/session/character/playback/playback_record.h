// What a player has played: weights and phases over the last seconds, and the last loops and ends of each clip.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/fields/nth.h"

#include "crossfade/mixer/animation_mixer.h"

namespace app {

// The effective weight and the phase of every clip over the last seconds, for plots.

/// A ring of rows, one per advance: mixer time, and one weight and phase per clip. Adding never allocates.
class WeightHistory {
 public:
  WeightHistory(int clipCount, int capacity);

  /// `weights` and `phases` have one element per clip; phases are 0 to 1 and may be left out. The time of the last row
  /// replaces that row; an earlier time is a replay and adds nothing.
  void add(double time, std::span<const float> weights, std::span<const float> phases = {});
  /// Removes the rows after `time`.
  void dropAfter(double time);
  int size() const { return size_; }
  std::size_t bytes() const {
    return times_.capacity() * sizeof(double) + weights_.capacity() * sizeof(float) +
           phases_.capacity() * sizeof(std::uint16_t);
  }
  /// Row 0 is the oldest.
  double time(int row) const { return times_[slot(row)]; }
  /// The first row at or after `time`; size() if there is none.
  int rowAt(double time) const;
  float weight(int row, int clip) const { return weights_[slot(row) * clipCount_ + static_cast<std::size_t>(clip)]; }
  /// Of the clip's time in its length, 0 to 1, in steps of 1/65535.
  float phase(int row, int clip) const {
    return static_cast<float>(phases_[slot(row) * clipCount_ + static_cast<std::size_t>(clip)]) / kPhases;
  }

 private:
  static constexpr float kPhases = 65535;

  std::size_t slot(int row) const;

  std::size_t clipCount_;
  std::vector<double> times_;
  std::vector<float> weights_;
  std::vector<std::uint16_t> phases_;
  int next_ = 0;
  int size_ = 0;
};

// The last loops and ends of each clip, as the mixer reported them.

struct PlaybackEvent {
  crossfade::MixerEvent::Kind kind = crossfade::MixerEvent::Kind::Loop;
  double mixerTime = 0;        // seconds
  std::int64_t loopDelta = 0;  // Loop: completed at once, negative backward
  int direction = 1;           // Finished: 1 forwards, -1 backward
  std::int64_t number = 0;     // among those of all clips, in the order of the mixer; set by add()
};

/// Keeps kKept events of each clip. Adding never allocates.
class PlaybackEvents {
 public:
  static constexpr int kKept = 4;

  explicit PlaybackEvents(int clipCount) : clips_(static_cast<std::size_t>(clipCount)) {}

  /// Forgets the clip's events of later times first: time was set back.
  void add(int clip, const PlaybackEvent& event);
  /// How many have been added so far: the number of the next one.
  std::int64_t added() const { return added_; }
  int count(int clip) const { return nth(clips_, clip).count; }
  /// 0 is the latest.
  const PlaybackEvent& event(int clip, int age) const { return nth(nth(clips_, clip).latest, age); }

 private:
  struct OfClip {
    std::array<PlaybackEvent, kKept> latest{};  // newest first
    int count = 0;
  };
  std::vector<OfClip> clips_;
  std::int64_t added_ = 0;
};

// The events inside clips that were passed last.

struct PassedClipEvent {
  int clip = 0;
  int index = 0;  // in crossfade::ClipEvents::events()
  crossfade::EventPass pass = crossfade::EventPass::Moment;
  int direction = 1;     // 1 forwards, -1 backward
  bool isCut = false;    // crossfade::PassedEvent::isCut
  double mixerTime = 0;  // seconds
  double weight = 0;
};

/// Keeps the last kKept. Adding never allocates.
class PassedClipEvents {
 public:
  static constexpr std::int64_t kKept = 1024;

  void add(const PassedClipEvent& event) { nth(latest_, added_++ % kKept) = event; }
  /// How many have been added so far.
  std::int64_t added() const { return added_; }
  /// By its number, which is added() - kKept or above, and below added().
  const PassedClipEvent& event(std::int64_t number) const { return nth(latest_, number % kKept); }

 private:
  std::vector<PassedClipEvent> latest_ = std::vector<PassedClipEvent>(kKept);
  std::int64_t added_ = 0;
};

/// The clip of an action; -1 for none. `actions`: one for each clip.
int clipOf(const crossfade::AnimationAction* action, std::span<crossfade::AnimationAction* const> actions);

/// An action of a blend space, and its clip.
struct SampleAction {
  const crossfade::AnimationAction* action;
  int clip;
};

/// Adding never allocates.
class PlaybackRecord {
 public:
  explicit PlaybackRecord(std::size_t clipCount);

  /// What the mixer did in its last update. `actions`: one for each clip. What blend spaces play of a clip is added to
  /// its weight; loops and ends there count while the clip has weight, as the events inside clips do.
  void add(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions,
           std::span<const SampleAction> samples);
  /// The same without a row of weights: of a part of a frame.
  void addEvents(const crossfade::AnimationMixer& mixer, std::span<crossfade::AnimationAction* const> actions,
                 std::span<const SampleAction> samples);
  /// Forgets the weights after a mixer time.
  void dropAfter(double time) { weights_.dropAfter(time); }

  const WeightHistory& weights() const { return weights_; }
  const PlaybackEvents& events() const { return events_; }
  const PassedClipEvents& passed() const { return passed_; }

 private:
  WeightHistory weights_;
  PlaybackEvents events_;
  PassedClipEvents passed_;
  std::vector<float> weightRow_, phaseRow_;
};

}  // namespace app
