#include "app/session/character/character_scene.h"

#include <cmath>
#include <utility>

#include "app/model/add_clips.h"
#include "app/session/character/character_applier.h"
#include "app/session/character/playback/motion_study.h"
#include "app/session/character/retargeting.h"
#include "app/session/character/timeline/timeline.h"
#include "app/view/model_matrices.h"
#include "crossfade/ground/contact_markers.h"

namespace app {

ClipStudy& GroundMotion::study() {
  if (!study_) study_ = std::make_unique<ClipStudy>(model_);
  return *study_;
}

void GroundMotion::takeFacts(const GroundMotion& before, int firstOther, int otherCount) {
  if (!before.study_) return;
  for (int clip = 0; clip < static_cast<int>(model_.clips.size()); ++clip)
    if (clip < firstOther || clip >= firstOther + otherCount) study().copyFacts(*before.study_, clip);
  if (before.study_->hasBegun()) study().begin();
}

std::unique_ptr<RootClips> GroundMotion::makeRoots(int changed) {
  std::unique_ptr<RootClips> next;
  if (travel_ != TravelMode::InFile)
    next = std::make_unique<RootClips>(rootClipsOf(model_, settings_, study(), roots_.get(), changed));
  return std::exchange(roots_, std::move(next));
}

std::optional<FootLocking> GroundMotion::footLocking(double floor) {
  if (!footLock_) return std::nullopt;
  return footLockingOf(model_, settings_, travel_, floor, study());
}

std::optional<crossfade::SyncMarkers> GroundMotion::feetMarkersOf(int clip) {
  const crossfade::GroundContacts& contacts = study().of(clip).contacts;
  if (!contacts.isCyclic) return std::nullopt;
  auto made = crossfade::SyncMarkers::make(crossfade::markersOf(contacts, crossfade::ContactEvents::Strikes),
                                           nth(model_.clips, clip).duration());
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

void GroundMotion::updatePath(const Player& player) {
  path_.clear();
  const TravelPath& walked = player.path();
  const glm::dvec3 here = player.travel().at.translation;
  const double now = player.mixerTime();
  path_.reserve(TravelPath::kPoints + 1);
  for (int i = 0; i < walked.size() && walked.time(i) < now; ++i)
    if (const double ago = now - walked.time(i); ago <= kFloorPathSeconds)
      path_.push_back({.position = walked.position(i) - here, .seconds = static_cast<float>(-ago)});
  path_.push_back({});
}

using crossfade::Result;

CharacterScene::CharacterScene(Model model, const CharacterSettings& settings,
                               const std::optional<CharacterBounds>& bounds)
    : model_(std::move(model)),
      bounds_(bounds ? *bounds
                     : CharacterBounds{.rest = {}, .framed = {}, .followed = {}, .body = measuredBodyOf(model_)}),
      clipSettings_(model_.clips.size()),
      ground_(model_, clipSettings_),
      player_(model_, masks_, settings.clock),
      fade_(model_, player_, masks_, settings.fade, settings.fadeCurve),
      program_(player_, fade_, transitions_),
      study_(std::make_unique<MotionStudy>(model_)),
      timeline_(std::make_unique<Timeline>(model_, bounds_.body, player_, fade_, *study_,
                                           [this](const TakeCommand& command) { static_cast<void>(change(command)); })),
      sequence_(player_, sequenceHost()),
      comparison_(model_, bounds_.body, masks_),
      seams_(model_, bounds_.body),
      fadeMap_(model_, bounds_.body),
      fadeGhosts_(model_),
      retargeting_(std::make_unique<Retargeting>(model_)),
      speed_(settings.speed),
      joints_(model_) {
  const int opening = playOpening(model_, player_);
  if (!bounds) measureOpening(model_, player_, opening, bounds_);
  const auto feetMarkers = [this](int clip) { return ground_.feetMarkersOf(clip); };
  fade_.useFeetMarkers(feetMarkers);
  comparison_.useFeetMarkers(feetMarkers);
  if (settings.footLock) static_cast<void>(apply(TravelCommand(SetFootLock{true})));
  if (settings.travel != TravelMode::InFile) static_cast<void>(apply(TravelCommand(SetTravel{settings.travel})));
  timeline_->restart();
}

CharacterScene::~CharacterScene() = default;

Result<void> CharacterScene::apply(const SetRetarget& command) { return retargeting_->apply(command); }
Result<void> CharacterScene::apply(const ShowRetarget& command) { return retargeting_->apply(command); }

bool CharacterScene::isComparing() const { return comparison_.isOn() && timeline_->isLive(); }

Annotations CharacterScene::annotations() const {
  return {joints_.bones(), joints_.selected(), study_->trails(), study_->ghosts()};
}

void CharacterScene::advance(double delta, const ViewOptions& view, FrameProfiler& profiler) {
  timeline_->advance(playSequence(delta, profiler), paused_ ? 0 : speed_, profiler);
  if (showsTravel())
    ground_.updatePath(player_);
  else
    ground_.clearPath();
  retargeting_->advance(paused_ ? 0 : delta * speed_, player_);
  seams_.update(transitions_, transitionsRevision_, fade_.settings(), fade_.curve(), masks_.all());
  updateFadeMap();
  measureSlide();
  if (joints_.traced().empty() && view.ghosts == 0) return study_->clear();
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  study_->update(model_, player_, joints_.traced(), view);
}

void CharacterScene::measureSlide() {
  const ClipStudy* const study = ground_.knownStudy();
  if (!player_.playingSpace() || !study || study->feet().isEmpty()) return slide_.reset();
  if (!slide_) slide_ = std::make_unique<SlideGauge>(model_, *study);
  slide_->add({.mixer = player_.transitions().mixer(),
               .pose = player_.shown(),
               .settings = clipSettings_,
               .mode = ground_.travel(),
               .travel = player_.travel().velocity});
}

std::optional<double> CharacterScene::footSlide() const { return slide_ ? slide_->fraction() : std::nullopt; }

glm::vec3 CharacterScene::cameraFollow() const {
  if (ground_.travel() != TravelMode::InFile) return glm::vec3(0);
  return followOffset(bounds_.followed, isComparing() ? comparison_.posed(0) : player_.posed());
}

double CharacterScene::foreseenSeconds() const {
  const bool countsFrames = player_.clock().settings.kind == crossfade::ClockKind::FrameBased;
  if (!timeline_->isLive() || timeline_->pendingStep() != 0 || countsFrames) return 0;
  return sequence_.secondsUntilStep(paused_ ? 0 : speed_);
}

CharacterSettings CharacterScene::settings() const {
  crossfade::ClockSettings clock = player_.clock().settings;
  clock.speed = 1;
  clock.paused = false;
  return {.speed = speed_,
          .clock = clock,
          .fade = fade_.settings().forAnotherModel(),
          .fadeCurve = fade_.curve(),
          .travel = ground_.travel(),
          .footLock = ground_.footLock()};
}

Model CharacterScene::takeModel() {
  auto meshes = std::exchange(model_.meshes, {});
  auto materials = std::exchange(model_.materials, {});
  auto images = std::exchange(model_.images, {});
  Model next = model_;
  next.meshes = std::move(meshes);
  next.materials = std::move(materials);
  next.images = std::move(images);
  return next;
}

void CharacterScene::takeFacts(const CharacterScene& before, const ReplaceClips& replaced) {
  ground_.takeFacts(before.ground_, static_cast<int>(firstClipOf(model_, replaced.file)),
                    static_cast<int>(replaced.clips.size()));
}

/// Plays a comparison, and a sequence up to the last of its steps in this frame; returns the seconds that are left of
/// the frame. Both wait while the timeline shows the past.
double CharacterScene::playSequence(double delta, FrameProfiler& profiler) {
  if (!timeline_->isLive() || timeline_->pendingStep() < 0) return delta;
  const double speed = paused_ ? 0 : speed_, byHand = timeline_->pendingStep();
  comparison_.advance(delta, speed, byHand, profiler);
  return sequence_.advance(delta, speed, byHand, profiler);
}

// ---- What the commands for the motion of the root do. User input is checked here and nowhere later.

template <>
struct CharacterScene::Applier<TravelCommand> : CharacterScene::Checks {
  void operator()(const SetTravel& c) {
    const TravelMode before = s.ground_.travel();
    s.ground_.setTravel(c.mode);
    s.player_.faceHeading(c.mode == TravelMode::Travel);
    if ((before == TravelMode::InFile) != (c.mode == TravelMode::InFile)) s.updateRoots();
    s.study_->restart();  // its past stands elsewhere
  }
  Result<void> operator()(const SetRoot& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    if (std::exchange(s.settingsOf(c.clip).root, c.root) == c.root) return {};
    if (s.ground_.travel() != TravelMode::InFile) s.updateRoots(c.clip);
    return {};
  }
  Result<void> operator()(const SetFootLock& c) {
    if (s.ground_.footLock() == c.on) return {};
    s.ground_.setFootLock(c.on);
    s.updateFeet();
    s.player_.dropLaterHistory();
    s.timeline_->restart();
    return {};
  }
  Result<void> operator()(const MarkersFromFeet& c) {
    if (auto ok = clip(c.clip); !ok) return ok;
    const auto moments = c.ups ? crossfade::ContactEvents::StrikesAndToeOffs : crossfade::ContactEvents::Strikes;
    auto markers = crossfade::markersOf(s.ground_.study().of(c.clip).contacts, moments);
    if (markers.empty()) return crossfade::Error{"no foot comes down in '" + nth(s.model_.clips, c.clip).name() + "'"};
    return s.apply(FadeCommand(SetMarkers{c.clip, std::move(markers)}));
  }
  void operator()(const StudyClips&) { s.ground_.study().begin(); }
};

Result<void> CharacterScene::apply(const TravelCommand& command) { return carryOut(command); }

/// Gives the players the clips that they are to play. The timeline starts over: its moments are of other clips.
void CharacterScene::updateRoots(int changed) {
  const auto before = ground_.makeRoots(changed);
  player_.useRoots(ground_.roots());
  comparison_.useRoots(ground_.roots());
  updateFeet();
  player_.dropLaterHistory();
  timeline_->restart();
}

void CharacterScene::updateFeet() {
  const auto locking = ground_.footLocking(static_cast<double>(floorHeight()));
  player_.lockFeet(locking ? &*locking : nullptr);
  comparison_.lockFeet(locking);
}

float CharacterScene::floorHeight() const {
  if (bounds_.rest.empty) return 0;
  const float height = bounds_.rest.max.y - bounds_.rest.min.y;
  const bool standsOnZero = std::abs(bounds_.rest.min.y) < 0.05f * height;
  return standsOnZero ? 0 : bounds_.rest.min.y;
}

}  // namespace app
