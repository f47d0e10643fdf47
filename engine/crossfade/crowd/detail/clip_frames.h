// The exact values of a clip, frame by frame in lanes: what a sampled clip is packed from.
#ifndef CROSSFADE_CROWD_DETAIL_CLIP_FRAMES_H
#define CROSSFADE_CROWD_DETAIL_CLIP_FRAMES_H

#include <vector>

#include "crossfade/crowd/detail/sampled_clip.h"
#include "crossfade/pose/clip_sampler.h"

namespace crossfade {

/// Evaluates a clip into ChannelLayout's values, with defaults where it has no tracks. Clip and rig must outlive it.
class TrackReader {
 public:
  TrackReader(const ClipUse& use, const SampleRig& rig, Endings endings);
  /// The values of channels without a track.
  std::span<const double> defaults() const { return defaults_; }
  void read(double time, std::vector<double>& values);

 private:
  std::span<const ChannelSlot> channels_;
  ClipSampler sampler_;
  std::vector<double> defaults_;
  Endings endings_;
};

/// What a clip animates in a rig: which lanes, which of them step, and whether any of the others changes at all.
struct ClipFacts {
  std::vector<bool> rotationPresent, linearPresent;  // by lane, padded
  std::vector<bool> rotationSteps, linearSteps;      // likewise
  std::vector<StepTrack> steps;
  std::vector<double> keyTimes;  // sorted; of tracks that change without steps
  bool moves = false;
};
ClipFacts factsOf(const ClipUse& use, const SampleRig& rig);

/// All frames of all lanes, padded.
struct ClipFrames {
  int count = 0;
  std::vector<double> rotations;  // [frame][lane][kQuaternionSize]
  std::vector<double> linears;    // [frame][lane]
};
/// `intervals` + 1 frames, evenly spaced over `duration` seconds.
ClipFrames readFrames(TrackReader& reader, const SampleRig& rig, const ClipFacts& facts, double duration,
                      int intervals);

}  // namespace crossfade

#endif  // CROSSFADE_CROWD_DETAIL_CLIP_FRAMES_H
