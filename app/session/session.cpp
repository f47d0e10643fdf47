#include "app/session/session.h"

#include <algorithm>
#include <utility>

#include "app/view/draw_list.h"

namespace app {
namespace {

ViewOptions forAnotherModel(ViewOptions view) {
  view.model = {};
  return view;
}

}  // namespace

Session::Session(Model model, const SessionSettings& settings, const KnownBounds& bounds)
    : character_(std::make_unique<CharacterScene>(std::move(model), settings.character, bounds)),
      walkFigure_(walkFigureOf(character_->model())),
      view_(forAnotherModel(settings.view)),
      quality_(settings.quality),
      aspect_(settings.aspect),
      camera_(frame(facing(character_->model()), character_->bounds().framed, aspect_)),
      crowdCamera_(facing(character_->model())),
      host_(settings.recording) {
  crowdCamera_.set(framedCrowd());
}

void Session::advance(double delta, FrameProfiler& profiler) {
  switch (scene()) {
    case SceneKind::Character:
      return character_->advance(delta, view_, profiler);
    case SceneKind::Crowd:
      return workspaces_.crowd.advance(model(), restBounds(), delta, profiler);
    case SceneKind::Shapes: {
      const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
      return workspaces_.shapes.advance(delta);
    }
    case SceneKind::Timing: {
      const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
      return workspaces_.timing.advance(delta);
    }
    case SceneKind::Curves:
      break;  // nothing moves
  }
}

/// Shows the model, or all figures of a comparison.
Camera Session::framedCharacter() const {
  const FadeComparison& comparison = character_->comparison();
  const Bounds& bounds = character_->bounds().framed;
  const bool inRow = comparison.isOn() && !comparison.isOverlaid();
  return inRow ? frameRow(camera_.now(), bounds, comparison.laneCount(), aspect_)
               : frame(camera_.now(), bounds, aspect_);
}

/// All of the crowd that is drawn, from slightly above.
Camera Session::framedCrowd() const {
  Bounds bounds = restBounds();
  const float radius = workspaces_.crowd.radiusOf(bounds);
  bounds.add(restBounds().min - glm::vec3(radius, 0, radius));
  bounds.add(restBounds().max + glm::vec3(radius, 0, radius));
  const float closer = std::clamp(0.9f / aspect_, 0.5f, 1.0f);  // a disc is lower than its bounding sphere
  return dolly(frame(crowdCamera_.now(), bounds, aspect_), closer);
}

SessionSettings Session::settings() const {
  return {.view = forAnotherModel(view_),
          .character = character_->settings(),
          .aspect = aspect_,
          .recording = recordingOptions(),
          .quality = quality_};
}

float Session::groundHeight() const {
  const bool travels = scene() == SceneKind::Character && character_->showsTravel();
  const auto climbed = travels ? static_cast<float>(character_->player().travel().at.translation.y) : 0.0f;
  return character_->floorHeight() - climbed;
}

Camera Session::shownCamera() const {
  Camera shown = camera();
  if (scene() == SceneKind::Character && character_->showsTravel())
    shown.target += glm::vec3(character_->player().travel().camera);
  if (scene() == SceneKind::Character && view_.model.camera >= 0) {
    const FileCamera& camera = model().cameras[static_cast<std::size_t>(view_.model.camera)];
    shown.file = fileViewOf(camera, posed().worlds[static_cast<std::size_t>(camera.node)]);
  }
  return shown;
}

/// The picture stays around the character, however far it goes; the floor passes below it. On the treadmill the floor
/// turns, in travel the character does.
FloorPattern Session::floorPattern() const {
  if (scene() != SceneKind::Character || character_->ground().travel() == TravelMode::InFile) return {};
  const crossfade::RootDelta& at = character_->player().travel().at;
  return {.offset = {at.translation.x, at.translation.z}, .turn = character_->showsTravel() ? 0 : at.turn};
}

}  // namespace app
