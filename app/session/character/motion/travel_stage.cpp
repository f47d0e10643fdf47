#include "app/session/character/motion/travel_stage.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "app/model/root_clip.h"

namespace app {

RootClips rootClipsOf(const Model& model, const std::vector<ClipSettings>& settings, ClipStudy& study,
                      const RootClips* before, int changed) {
  RootClips made;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const int clip = static_cast<int>(i);
    const bool isKept = before && clip != changed;
    RootClip played;
    if (!isKept && settings[i].root.mode != RootMode::Keep)
      played = rootClipOf(model.skeleton, model.clips[i], settings[i].root, study.of(clip).root, study.body());
    if (isKept) played = {.held = before->clips[i], .track = before->tracks[i]};
    if (!played.held) played.held = model.clips[i];
    [[maybe_unused]] const crossfade::ClipId id = made.clips.add(*std::move(played.held));
    assert(id == model.clips.ids()[i]);
    made.tracks.push_back(std::move(played.track));
  }
  return made;
}

namespace {

constexpr double kFollow = 3.5;  // per second: how stiff the spring of the camera is

}  // namespace

void advance(TravelState& state, const crossfade::RootDelta& step, double seconds) {
  const glm::dvec3 before = state.at.translation;
  state.at = state.at * step;
  state.at.turn = std::remainder(state.at.turn, 2 * std::numbers::pi);
  if (!(seconds > crossfade::kSameTime)) return;
  const glm::dvec3 velocity = (state.at.translation - before) / seconds;
  const glm::dvec3 rate = state.cameraRate - (velocity - state.velocity);
  const glm::dvec3 pull = rate + kFollow * state.camera;  // e'' + 2 w e' + w^2 e = 0, exactly
  const double left = std::exp(-kFollow * seconds);
  state.camera = (state.camera + pull * seconds) * left;
  state.cameraRate = (rate - kFollow * seconds * pull) * left;
  state.velocity = velocity;
}

TravelState mix(const TravelState& from, const TravelState& to, double part) {
  const auto between = [part](const auto& a, const auto& b) { return a + (b - a) * part; };
  return {.at = {.translation = between(from.at.translation, to.at.translation),
                 .turn = from.at.turn + std::remainder(to.at.turn - from.at.turn, 2 * std::numbers::pi) * part},
          .velocity = between(from.velocity, to.velocity),
          .camera = between(from.camera, to.camera),
          .cameraRate = between(from.cameraRate, to.cameraRate)};
}

const TravelPath::Point& TravelPath::at(int point) const {
  return nth(ring_, (next_ - size_ + point + kPoints) % kPoints);
}

/// The latest point is always now; it stays where it is once the one before is old enough. An earlier time is a replay
/// and adds nothing.
void TravelPath::add(double time, const glm::dvec3& position) {
  if (ring_.empty()) ring_.resize(static_cast<std::size_t>(kPoints));
  if (size_ > 0 && time < this->time(size_ - 1)) return;
  const bool replaces =
      size_ > 1 && (time == this->time(size_ - 1) || this->time(size_ - 1) - this->time(size_ - 2) < 1.0 / kPerSecond);
  if (replaces) {
    next_ = (next_ + kPoints - 1) % kPoints;
    --size_;
  }
  nth(ring_, next_) = {.time = time, .position = position};
  next_ = (next_ + 1) % kPoints;
  size_ = std::min(size_ + 1, kPoints);
}

void TravelPath::dropAfter(double time) {
  for (; size_ > 0 && this->time(size_ - 1) > time; --size_) next_ = (next_ + kPoints - 1) % kPoints;
}

void TravelStage::use(const RootClips* roots) {
  roots_ = roots;
  velocity_ = glm::dvec3(0.0);
  path_.dropAfter(-std::numeric_limits<double>::infinity());
  tracks_ = {};
  if (!roots) return;
  for (std::size_t i = 0; i < roots->tracks.size(); ++i)
    if (roots->tracks[i]) tracks_.setTrack(roots->clips.ids()[i], *roots->tracks[i]);
}

void TravelStage::advance(double seconds, const crossfade::AnimationMixer& mixer, TravelCell& cell,
                          TravelState& state) {
  if (!roots_) return;
  const glm::dvec3 before = tracks_.step(cell.motion.motions).translation;
  cell.motion.add(mixer, seconds);
  const double passed = cell.motion.seconds;
  const crossfade::RootDelta step = tracks_.step(cell.motion.motions);
  if (seconds > crossfade::kSameTime) velocity_ = (step.translation - before) / seconds;
  state = cell.begin;
  app::advance(state, step, passed);
  if (!crossfade::isTimeCellBegin(mixer.time())) return;
  cell.begin = state;
  cell.motion.clear();
}

void TravelStage::addToPath(const crossfade::AnimationMixer& mixer, const TravelState& state) {
  if (roots_) path_.add(mixer.time(), state.at.translation);
}

}  // namespace app
