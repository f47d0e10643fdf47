#include "app/session/character/character_scene.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/model/add_clips.h"
#include "app/view/framing.h"

namespace app {
namespace {

constexpr std::size_t kMaxVerticesFramed = 200'000;  // the camera frames larger models by their opening pose alone

std::size_t vertexCountOf(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      count += primitive.positions.size();
  return count;
}

/// `word` in lower case.
bool nameContains(const crossfade::AnimationClip& clip, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(clip.name().begin(), clip.name().end(), word.begin(), word.end(), same) != clip.name().end();
}

/// The clip to start with: one that has a length, otherwise the first; -1 without clips.
int openingClip(const Model& model) {
  constexpr std::string_view kIdle = "idle";
  const auto find = [&model](auto wanted) {
    for (std::size_t i = 0; i < model.clips.size(); ++i)
      if (model.clips[i].duration() > 0 && wanted(model.clips[i])) return static_cast<int>(i);
    return -1;
  };
  const auto containsIdle = [&](const auto& clip) { return nameContains(clip, kIdle); };
  const auto isIdle = [&](const auto& clip) { return clip.name().size() == kIdle.size() && containsIdle(clip); };
  if (const int exact = find(isIdle); exact >= 0) return exact;
  if (const int similar = find(containsIdle); similar >= 0) return similar;
  if (const int first = find([](const auto&) { return true; }); first >= 0) return first;
  return model.clips.empty() ? -1 : 0;
}

}  // namespace

CharacterScene::CharacterScene(Model model, const CharacterSettings& settings)
    : model_(std::move(model)),
      clipSettings_(model_.clips.size()),
      ground_(model_, clipSettings_),
      player_(model_, masks_, settings.clock),
      fade_(model_, player_, masks_, settings.fade, settings.fadeCurve),
      study_(model_),
      timeline_(model_, player_, fade_, study_,
                [this](const TakeCommand& command) { static_cast<void>(change(command)); }),
      sequence_(player_, sequenceHost()),
      comparison_(model_, masks_),
      seams_(model_),
      fadeMap_(model_),
      fadeGhosts_(model_),
      retargeting_(model_),
      favorites_(model_.clips.size()),
      speed_(settings.speed),
      joints_(model_) {
  const int opening = openingClip(model_);
  if (opening >= 0) player_.action(opening).play();
  FrameProfiler unused;
  player_.pose(unused);
  const auto* const opened = opening >= 0 ? &model_.clips[static_cast<std::size_t>(opening)] : nullptr;
  if (!settings.bounds) framedInstances_ = framedInstances(model_, player_.posed(), opened);
  restBounds_ = settings.bounds ? settings.bounds->rest : boundsOf(model_, player_.posed(), framedInstances_);
  framedBounds_ = settings.bounds ? settings.bounds->framed : opening >= 0 ? boundsOfOpening(opening) : restBounds_;
  const auto feetMarkers = [this](int clip) { return ground_.feetMarkersOf(clip); };
  fade_.useFeetMarkers(feetMarkers);
  comparison_.useFeetMarkers(feetMarkers);
  if (settings.footLock) static_cast<void>(apply(TravelCommand(SetFootLock{true})));
  if (settings.travel != TravelMode::InFile) static_cast<void>(apply(TravelCommand(SetTravel{settings.travel})));
  timeline_.restart();
}

/// The combined bounds of several poses of the clip. Leaves the clip at its start.
Bounds CharacterScene::boundsOfOpening(int clip) {
  constexpr int kPoses = 8;
  Bounds bounds = restBounds_;
  crossfade::AnimationAction& action = player_.action(clip);
  const double duration = action.duration();
  if (!(duration > 0) || vertexCountOf(model_) > kMaxVerticesFramed) return bounds;
  FrameProfiler unused;
  const auto pose = [&](double time) {
    action.time = time;
    player_.pose(unused);
  };
  for (int i = 1; i < kPoses; ++i) {
    pose(duration * i / kPoses);
    const Bounds posed = boundsOf(model_, player_.posed(), framedInstances_);
    if (posed.empty) continue;
    bounds.add(posed.min);
    bounds.add(posed.max);
  }
  pose(0);
  return bounds;
}

void CharacterScene::advance(double delta, const ViewOptions& view, FrameProfiler& profiler) {
  timeline_.advance(playSequence(delta, profiler), paused_ ? 0 : speed_, profiler);
  if (showsTravel())
    ground_.updatePath(player_);
  else
    ground_.clearPath();
  retargeting_.advance(paused_ ? 0 : delta * speed_, player_);
  seams_.update(transitions_, transitionsRevision_, fade_.settings(), fade_.curve(), masks_.all());
  updateFadeMap();
  if (joints_.traced().empty() && view.ghosts == 0) return study_.clear();
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  study_.update(model_, player_, joints_.traced(), view);
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

Model CharacterScene::takeModel(const ReplaceClips& replaced) {
  const auto index = static_cast<std::size_t>(replaced.file);
  const std::size_t first = firstClipOf(model_, replaced.file), count = model_.clipFiles[index].clips.size();
  Model next = takeModel();
  next.clips = {};
  for (std::size_t i = 0; i < model_.clips.size(); ++i)
    next.clips.add(i >= first && i < first + count ? replaced.clips[i - first] : model_.clips[i]);
  next.clipFiles[index].settings = replaced.settings;
  return next;
}

void CharacterScene::takeFacts(const CharacterScene& before, const ReplaceClips& replaced) {
  ground_.takeFacts(before.ground_, static_cast<int>(firstClipOf(model_, replaced.file)),
                    static_cast<int>(replaced.clips.size()));
}

/// Plays a comparison, and a sequence up to the last of its steps in this frame; returns the seconds that are left of
/// the frame. Both wait while the timeline shows the past.
double CharacterScene::playSequence(double delta, FrameProfiler& profiler) {
  if (!timeline_.isLive() || timeline_.pendingStep() < 0) return delta;
  const double speed = paused_ ? 0 : speed_, byHand = timeline_.pendingStep();
  comparison_.advance(delta, speed, byHand, profiler);
  return sequence_.advance(delta, speed, byHand, profiler);
}

}  // namespace app
