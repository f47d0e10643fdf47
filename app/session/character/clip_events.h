// The last loops and ends of each clip, as the mixer reported them.
#ifndef APP_SESSION_CHARACTER_CLIP_EVENTS_H
#define APP_SESSION_CHARACTER_CLIP_EVENTS_H

#include <array>
#include <cstdint>
#include <vector>

#include "crossfade/mixer/animation_mixer.h"

namespace app {

struct ClipEvent {
  crossfade::MixerEvent::Kind kind = crossfade::MixerEvent::Kind::Loop;
  double mixerTime = 0;        // seconds
  std::int64_t loopDelta = 0;  // Loop: completed at once, negative backward
  int direction = 1;           // Finished: 1 forwards, -1 backward
  std::int64_t number = 0;     // among those of all clips, in the order of the mixer; set by add()
};

/// Keeps kKept events of each clip. Adding never allocates.
class ClipEvents {
 public:
  static constexpr int kKept = 4;

  explicit ClipEvents(int clipCount) : clips_(static_cast<std::size_t>(clipCount)) {}

  /// Forgets the clip's events of later times first: time was set back.
  void add(int clip, const ClipEvent& event);
  /// How many have been added so far: the number of the next one.
  std::int64_t added() const { return added_; }
  int count(int clip) const { return clips_[static_cast<std::size_t>(clip)].count; }
  /// 0 is the latest.
  const ClipEvent& event(int clip, int age) const {
    return clips_[static_cast<std::size_t>(clip)].latest[static_cast<std::size_t>(age)];
  }

 private:
  struct OfClip {
    std::array<ClipEvent, kKept> latest{};  // newest first
    int count = 0;
  };
  std::vector<OfClip> clips_;
  std::int64_t added_ = 0;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_CLIP_EVENTS_H
