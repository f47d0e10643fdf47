#include "app/session/character/comparison/fade_measurer.h"

#include <algorithm>
#include <utility>

#include "app/model/upright.h"
#include "app/session/character/settings/fade_options.h"
#include "app/view/model_matrices.h"

namespace app {

FadeMeter::FadeMeter(const Model& model, const crossfade::MeasuredBody& body, std::vector<int> clips)
    : clips_(model, std::move(clips)),
      bench_(model.skeleton, channelLayoutOf(model), restPoseOf(model), clips_.clips(), body),
      model_(model) {}

FadeFigures FadeMeter::measure(const FadeSettings& how, const crossfade::AnimationCurve& curve,
                               const crossfade::JointMask* mask, double fromTime, std::optional<double> toTime,
                               MeasuredFeet feet) {
  crossfade::TransitionOptions options = transitionOptionsOf(how);
  options.seconds = std::min(options.seconds, kLongestFade);
  options.mask = mask;
  const crossfade::SeamCase fade{.from = clips_.positionOf(how.from),
                                 .to = clips_.positionOf(how.to),
                                 .start = fromTime,
                                 .entry = toTime,
                                 .options = options,
                                 .curve = &curve};
  const crossfade::SeamReport report = bench_.measure(fade);
  FadeFigures figures{.velocityRatio = report.worst.velocityRatio,
                      .positionRatio = report.worst.positionRatio,
                      .excess = report.excess,
                      .value = report.worstValue,
                      .joint = report.worstJoint};
  if (feet != MeasuredFeet::None && !mask) measureFeet(fade, feet == MeasuredFeet::Locked, figures);
  return figures;
}

/// Of clips that both walk in place: others stand on no ground that moves under both.
void FadeMeter::measureFeet(const crossfade::SeamCase& fade, bool locked, FadeFigures& figures) {
  if (!slides_)
    slides_ = std::make_unique<crossfade::SlideBench>(model_.skeleton, standingFeetOf(model_), channelLayoutOf(model_),
                                                      restPoseOf(model_), clips_.clips(), bench_);
  if (!slides_->walks(fade.from) || !slides_->walks(fade.to)) return;
  const crossfade::SlideReport report = slides_->measure(fade, locked);
  figures.slide = report.slide.perStep();
  if (report.legLength > 0) figures.slideInLegs = report.slide.perStep() / report.legLength;
  figures.zhang = report.slide.zhang;
}

namespace {

constexpr int kLanes = kMaxVariants;

}  // namespace

bool FadeMeasurer::ask(int lane, const MeasuredFade& fade, std::int64_t request) {
  {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    at(lane).asked = fade;
    at(lane).request = request;
  }
  thread_.wake();
  return true;
}

std::optional<Measurement> FadeMeasurer::take(int lane) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  return std::exchange(at(lane).found, std::nullopt);
}

void FadeMeasurer::finish() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] {
    return !busy_ && std::ranges::none_of(lanes_, [](const Lane& lane) { return lane.asked.has_value(); });
  });
}

/// Measures one fade; false: there is none.
bool FadeMeasurer::step() {
  std::unique_lock lock(mutex_);
  Lane* next = nullptr;
  for (int i = 0; i < kLanes && next == nullptr; ++i) {
    last_ = (last_ + 1) % kLanes;
    if (at(last_).asked) next = &at(last_);
  }
  if (next == nullptr) return false;
  const MeasuredFade fade = *std::exchange(next->asked, std::nullopt);
  const std::int64_t request = next->request;
  busy_ = true;
  lock.unlock();
  const FadeFigures figures = measure(fade);
  lock.lock();
  busy_ = false;
  next->found = {.figures = figures, .request = request};
  finished_.notify_all();
  return true;
}

FadeFigures FadeMeasurer::measure(const MeasuredFade& fade) {
  if (!meter_ || !meter_->covers(fade.how.from) || !meter_->covers(fade.how.to))
    meter_.emplace(model_, body_, std::vector{fade.how.from, fade.how.to});
  return meter_->measure(fade.how, fade.curve, fade.mask ? &*fade.mask : nullptr, fade.fromTime, fade.toTime,
                         fade.feet);
}

}  // namespace app
