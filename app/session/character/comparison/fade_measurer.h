// What the fade between two clips looks like, measured at once or on a thread.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "app/jobs/background_thread.h"
#include "app/model/clip_choice.h"
#include "app/model/model.h"
#include "app/session/character/layers/layer_mixer.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/session/character/settings/transition_cells.h"
#include "crossfade/curve/animation_curve.h"
#include "crossfade/ground/slide_bench.h"
#include "crossfade/quality/seam.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {

// ---- All fades of a character as they are set now: plain values, for threads that measure them.

/// The fade between two clips, what the transition set says about it included. At most kLongestFade long.
struct FadeAsSet {
  FadeSettings how;
  crossfade::AnimationCurve curve;
  std::optional<double> fromPhase = std::nullopt;
  std::optional<double> toPhase = std::nullopt;
};

struct FadeSetup {
  TransitionCells cells;
  FadeSettings panel;
  crossfade::AnimationCurve curve;
  std::vector<NamedMask> masks;

  /// Whether the panel still says the same; which clips it has chosen does not matter.
  bool isFor(FadeSettings otherPanel, const crossfade::AnimationCurve& otherCurve) const;
  FadeAsSet fade(int from, int to) const;
  /// None: the whole body.
  std::optional<crossfade::JointMask> maskOf(const FadeSettings& how, const crossfade::Skeleton& skeleton) const;
  /// A hash of all that the figures of this fade depend on, never 0.
  std::uint64_t keyOf(const FadeAsSet& fade) const;

 private:
  const NamedMask* named(int mask) const;
};

inline constexpr std::size_t kMaxVariants = 6;  // figures of a comparison, each measured

// ---- Measures what the fade between two clips looks like.

/// The worst of all joints (crossfade/quality/seam.h). Ratios are relative to the two clips played on their own.
struct FadeFigures {
  double velocityRatio = 0;  // largest change of velocity
  double positionRatio = 0;  // above 1 it jumps
  crossfade::SeamExcess excess = {};
  int value = -1;                              // the morph weight or other value with it; -1: a joint has it
  int joint = -1;                              // the one with the largest velocity ratio; -1: a value has it
  std::optional<double> slide = std::nullopt;  // of the feet over the ground, per step, in units of the model (meters);
                                               // none: not measured, or not both clips walk in place
  std::optional<double> slideInLegs = std::nullopt;  // the same, in lengths of a leg
  double zhang = 0;                                  // FootSlide::zhang, with `slide`
};

/// Whether feet are measured, too.
enum class MeasuredFeet { None, Free, Locked };

inline constexpr double kMostSampled = 600;  // seconds, all clips of a meter together; longer ones are not measured
inline constexpr double kLongestFade = 10;   // seconds; longer fades are measured as if they took this long

class FadeMeter {
 public:
  /// For fades between these clips of the model, together no longer than kMostSampled. Each is sampled once, at 240 Hz,
  /// before the first fade is measured. `body` is measuredBodyOf() the model.
  FadeMeter(const Model& model, const crossfade::MeasuredBody& body, std::vector<int> clips);
  FadeMeter(const FadeMeter&) = delete;
  FadeMeter& operator=(const FadeMeter&) = delete;

  bool covers(int clip) const { return clips_.positionOf(clip) >= 0; }
  /// The fade from `how.from` to `how.to`, two different ones of the clips. It begins `fromTime` seconds into the first
  /// and enters the second at `toTime`, both at their own speed. The mask must belong to the model; nullptr:
  /// everywhere.
  FadeFigures measure(const FadeSettings& how, const crossfade::AnimationCurve& curve, const crossfade::JointMask* mask,
                      double fromTime, std::optional<double> toTime, MeasuredFeet feet = MeasuredFeet::None);

 private:
  void measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures);

  ClipChoice clips_;
  crossfade::SeamBench bench_;
  const Model& model_;
  std::unique_ptr<crossfade::SlideBench> slides_;  // made when feet are measured
};

// ---- Measures fades on a thread, so that no frame waits for it.

/// See FadeMeter::measure.
struct MeasuredFade {
  FadeSettings how;
  crossfade::AnimationCurve curve;
  std::optional<crossfade::JointMask> mask;
  double fromTime = 0;
  std::optional<double> toTime = std::nullopt;
  MeasuredFeet feet = MeasuredFeet::None;
};

struct Measurement {
  FadeFigures figures;
  std::int64_t request = 0;  // what ask() was called with
};

/// Lanes are numbered from 0 to kMaxVariants - 1.
class FadeMeasurer {
 public:
  /// The model and its measuredBodyOf() must outlive it.
  FadeMeasurer(const Model& model, const crossfade::MeasuredBody& body) : model_(model), body_(body) {}

  /// Asks for the figures of a lane's fade, instead of what was asked for before and is not being measured. `request`
  /// is the caller's number for it. Never waits; false: try again later.
  bool ask(int lane, const MeasuredFade& fade, std::int64_t request);
  /// The last measurement of a lane, once. The lanes take turns, so that one that changes all the time has figures,
  /// too, and leaves the others theirs. Never waits.
  std::optional<Measurement> take(int lane);
  /// Waits until everything is measured.
  void finish();

 private:
  struct Lane {
    std::optional<MeasuredFade> asked;
    std::int64_t request = 0;  // of `asked`
    std::optional<Measurement> found;
  };
  bool step();
  Lane& at(int lane) { return nth(lanes_, lane); }
  FadeFigures measure(const MeasuredFade& fade);

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  std::mutex mutex_;  // of these:
  std::array<Lane, kMaxVariants> lanes_;
  int last_ = 0;  // the lane measured last
  bool busy_ = false;
  std::condition_variable finished_;
  std::optional<FadeMeter> meter_;  // the thread's
  BackgroundThread thread_{[this] { return step(); }};
};

}  // namespace app
