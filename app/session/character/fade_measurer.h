// Measures fades on a thread, so that no frame waits for it.
#ifndef APP_SESSION_CHARACTER_FADE_MEASURER_H
#define APP_SESSION_CHARACTER_FADE_MEASURER_H

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "app/jobs/background_thread.h"
#include "app/session/character/fade_meter.h"
#include "app/session/character/sequence_commands.h"
#include "crossfade/skeleton/joint_mask.h"

namespace app {

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
  Lane& at(int lane) { return lanes_[static_cast<std::size_t>(lane)]; }
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

#endif  // APP_SESSION_CHARACTER_FADE_MEASURER_H
