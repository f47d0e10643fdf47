#include "app/session/session.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "app/view/bones.h"

namespace app {
namespace {

constexpr std::size_t kMaxVerticesFramed = 200'000;  // of larger models the camera frames the opening pose alone

std::size_t vertexCountOf(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      count += primitive.positions.size();
  return count;
}

bool isCalled(const crossfade::AnimationClip& clip, std::string_view word) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::search(clip.name().begin(), clip.name().end(), word.begin(), word.end(), same) != clip.name().end();
}

/// "idle" by name, else anywhere in the name, else the first clip with a length, else the first.
int openingClip(const Model& model) {
  const auto find = [&model](auto wanted) {
    for (std::size_t i = 0; i < model.clips.size(); ++i)
      if (wanted(model.clips[i])) return static_cast<int>(i);
    return -1;
  };
  const int onlyIdle = find([](const crossfade::AnimationClip& clip) {
    return clip.duration() > 0 && clip.name().size() == 4 && isCalled(clip, "idle");
  });
  const int idle =
      find([](const crossfade::AnimationClip& clip) { return clip.duration() > 0 && isCalled(clip, "idle"); });
  const int moving = find([](const crossfade::AnimationClip& clip) { return clip.duration() > 0; });
  if (idle >= 0) return onlyIdle >= 0 ? onlyIdle : idle;
  return moving >= 0 || model.clips.empty() ? moving : 0;
}

}  // namespace

Session::Session(Model model, const SessionSettings& settings)
    : model_(std::move(model)),
      player_(model_, settings.clock),
      fade_(model_, player_, settings.fade, settings.fadeCurve),
      study_(model_),
      speed_(settings.speed),
      bones_(bonesOf(model_)),
      jointRows_(jointRowsOf(model_)),
      walkFigure_(walkFigureOf(model_)),
      view_(settings.view),
      aspect_(settings.aspect),
      recordingOptions_(settings.recording) {
  const int opening = openingClip(model_);
  if (opening >= 0) player_.action(opening).play();
  FrameProfiler unused;
  player_.pose(unused);
  restBounds_ = boundsOf(model_, posed());
  framedBounds_ = opening >= 0 ? boundsOfOpening(opening) : restBounds_;
  camera_ = frame(camera_, framedBounds_, aspect_);
  frameCrowd();
}

/// All that is drawn of it, from a little above.
void Session::frameCrowd() {
  Bounds bounds = restBounds_;
  const float reach = crowd_.radiusOf(restBounds_);
  bounds.add(restBounds_.min - glm::vec3(reach, 0, reach));
  bounds.add(restBounds_.max + glm::vec3(reach, 0, reach));
  crowdCamera_ = dolly(frame(crowdCamera_, bounds, aspect_),
                       std::clamp(0.9f / aspect_, 0.5f, 1.0f));  // a disc needs less height than the ball around it
}

/// The opening pose and a few more of its clip, so that what moves stays in the picture. Afterwards the clip is at its
/// beginning again.
Bounds Session::boundsOfOpening(int clip) {
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
    const Bounds moved = boundsOf(model_, posed());
    if (moved.empty) continue;
    bounds.add(moved.min);
    bounds.add(moved.max);
  }
  pose(0);
  return bounds;
}

void Session::advance(double delta, FrameProfiler& profiler) {
  if (scene_ == SceneKind::Character) return advanceCharacter(delta, profiler);
  if (scene_ == SceneKind::Crowd) return crowd_.advance(model_, restBounds_, delta, profiler);
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  if (scene_ == SceneKind::Shapes)
    shapes_.advance(delta);
  else
    timing_.advance(delta);
}

void Session::advanceCharacter(double delta, FrameProfiler& profiler) {
  player_.advance(delta, paused_ ? 0 : speed_, profiler);
  study_.record(player_.shown(), player_.passed());
  if (tracedJoints_.empty() && view_.ghosts == 0) return study_.clear();
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  study_.update(model_, player_, tracedJoints_, view_);
}

bool Session::isTraced(int joint) const {
  return std::find(tracedJoints_.begin(), tracedJoints_.end(), joint) != tracedJoints_.end();
}

void Session::takeScenesFrom(Session& before) {
  scene_ = before.scene_;
  shapes_ = std::move(before.shapes_);
  timing_ = std::move(before.timing_);
  crowd_ = std::move(before.crowd_);
  crowd_.forgetModel();
  frameCrowd();
}

SessionSettings Session::settings() const {
  crossfade::ClockSettings clock = player_.clock().settings;
  clock.speed = 1;
  clock.paused = false;
  return {.view = view_,
          .speed = speed_,
          .clock = clock,
          .fade = fade_.settings().forAnotherModel(),
          .fadeCurve = fade_.curve(),
          .aspect = aspect_,
          .recording = recordingOptions_};
}

float Session::groundHeight() const {
  if (restBounds_.empty) return 0;
  const float height = restBounds_.max.y - restBounds_.min.y;
  const bool standsOnZero = std::abs(restBounds_.min.y) < 0.05f * height;
  return standsOnZero ? 0 : restBounds_.min.y;
}

std::optional<Command> Session::takeShapesRequest() { return std::exchange(shapesRequest_, std::nullopt); }
std::optional<Command> Session::takeRecordingRequest() { return std::exchange(recordingRequest_, std::nullopt); }
std::optional<std::string> Session::takeOpenRequest() { return std::exchange(openRequest_, std::nullopt); }

}  // namespace app
