// An authored animation: a name, a duration, and tracks. Immutable; any number of actions may play it.
#ifndef CROSSFADE_CLIP_ANIMATION_CLIP_H
#define CROSSFADE_CLIP_ANIMATION_CLIP_H

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crossfade/base/export.h"
#include "crossfade/base/result.h"
#include "crossfade/clip/keyframe_track.h"
#include "crossfade/clip/packed_tracks.h"

namespace crossfade {

/// Normal clips blend by weight; additive clips are offsets on top of that blend.
enum class BlendMode { Normal, Additive };

/// Checked when it is made; cheap to move, safe to share between characters and threads.
class CROSSFADE_API AnimationClip {
 public:
  /// `duration` (seconds) defaults to the time of the last key of any track (0 without tracks), as in three.js. A
  /// shorter one cuts off later keys, a longer one holds the last. Errors: a duration below 0 or not finite, two tracks
  /// of one target.
  static Result<AnimationClip> make(std::string name, std::vector<KeyframeTrack> tracks,
                                    BlendMode blendMode = BlendMode::Normal, std::optional<double> duration = {});

  /// A clip that plays `packed` in place, and `tracks` beside it: those that cannot be packed, such as steps. The data
  /// of `packed` must outlive the clip and its copies. Unchecked: it has no fault (PackedTracks::findFault). Errors: a
  /// duration below 0 or not finite, two tracks of one target.
  static Result<AnimationClip> makePacked(std::string name, const PackedTracks& packed,
                                          std::vector<KeyframeTrack> tracks, BlendMode blendMode, double duration);

  /// The same clip under another name.
  AnimationClip renamed(std::string name) const;

  const std::string& name() const { return name_; }
  /// Seconds; 0 for a clip that is a single pose.
  double duration() const { return duration_; }
  BlendMode blendMode() const { return blendMode_; }
  /// Those with keys; see packed().
  std::span<const KeyframeTrack> tracks() const { return tracks_; }
  /// The tracks without keys; most clips have none.
  const PackedTracks& packed() const { return packed_; }
  /// Whether all tracks have keys.
  bool hasKeys() const { return packed_.targets.empty(); }
  /// The same clip with keys instead of packed tracks, one per frame, for tools that look at keys. Copies all of them.
  AnimationClip unpacked() const;

 private:
  AnimationClip() = default;

  std::string name_;
  double duration_ = 0;
  BlendMode blendMode_ = BlendMode::Normal;
  std::vector<KeyframeTrack> tracks_;
  PackedTracks packed_;
};

}  // namespace crossfade

#endif  // CROSSFADE_CLIP_ANIMATION_CLIP_H
