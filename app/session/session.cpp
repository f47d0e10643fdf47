#include "app/session/session.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "app/model/add_clips.h"
#include "app/model/turn_model.h"
#include "app/session/checks/value_range.h"
#include "app/view/row_list.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr ValueRange kAngle{-1000, 1000};  // radians
constexpr ValueRange kDolly{0, 1000};

bool isFinite(const Camera& c) {
  for (const float value :
       {c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch, c.verticalFov, c.sceneRadius})
    if (!std::isfinite(value)) return false;
  return c.distance > 0 && c.sceneRadius > 0 && c.verticalFov > 0 && c.verticalFov < 3;
}

/// Commands that never change a document, among them all that arrive in every frame: their documents are not compared,
/// which would allocate.
using Passing = std::variant<SetPaused, Step, SetClipTime, SelectJoint, ShowRetarget, ReplaceClips, StopSequence,
                             ShowScene, OrbitCamera, PanCamera, DollyCamera, FrameCamera, SetCamera, SetAspect,
                             SetQuality, MeasureTransitions, StudyClips, ShowFadeMap, PointAtFade>;

struct MayChangeDocument {
  template <class Alternative>
  bool operator()(const Alternative&) const {
    return !kIsAlternativeOf<Alternative, Passing> && !kIsAlternativeOf<Alternative, TimelineCommand> &&
           !kIsAlternativeOf<Alternative, HistoryCommand> && !kIsAlternativeOf<Alternative, HostRequest> &&
           !kIsAlternativeOf<Alternative, HostReport>;
  }
  bool operator()(const RestoreState&) const { return true; }  // with the clock and morph weights of that state
  bool operator()(const ShapeCommand& c) const {
    return !std::holds_alternative<shapes::SetTime>(c) && !std::holds_alternative<shapes::SetPlaying>(c);
  }
  bool operator()(const CurvesCommand& c) const { return !std::holds_alternative<curves::SetCursor>(c); }
};

bool mayChangeDocument(const Command& command) { return command.visit(MayChangeDocument{}); }

/// Where the effect of a command is seen, if it was sent while `shown` was.
SceneKind sceneOf(const Command& command, SceneKind shown) {
  if (command.is<ShapeCommand>()) return SceneKind::Shapes;
  if (command.is<TimingCommand>() || command.is<SetClock>()) return SceneKind::Timing;
  if (command.is<CrowdCommand>()) return SceneKind::Crowd;
  if (command.is<CurvesCommand>()) return SceneKind::Curves;
  return showsModel(shown) ? shown : SceneKind::Character;
}

ViewOptions forAnotherModel(ViewOptions view) {
  view.model = {};
  return view;
}

CharacterSettings characterSettingsOf(const SessionSettings& settings) {
  return {.speed = settings.speed,
          .clock = settings.clock,
          .fade = settings.fade,
          .fadeCurve = settings.fadeCurve,
          .travel = settings.travel,
          .footLock = settings.footLock,
          .bounds = {}};
}

}  // namespace

Session::Session(Model model, const SessionSettings& settings)
    : character_(std::make_unique<CharacterScene>(std::move(model), characterSettingsOf(settings))),
      walkFigure_(walkFigureOf(character_->model())),
      view_(forAnotherModel(settings.view)),
      quality_(settings.quality),
      aspect_(settings.aspect),
      camera_(frame(facing(character_->model()), character_->framedBounds(), aspect_)),
      crowdCamera_(facing(character_->model())),
      host_(settings.recording) {
  frameCrowd();
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

struct Session::ViewApplier {
  Session& s;

  Result<void> operator()(const ShowScene& c) {
    s.workspaces_.shown = c.scene;
    return {};
  }
  Result<void> operator()(const OrbitCamera& c) {
    if (auto ok = inRange("orbit", c.yaw, kAngle); !ok) return ok;
    if (auto ok = inRange("orbit", c.pitch, kAngle); !ok) return ok;
    return setCamera(orbit(s.camera(), c.yaw, c.pitch));
  }
  Result<void> operator()(const PanCamera& c) { return setCamera(pan(s.camera(), c.delta)); }
  Result<void> operator()(const DollyCamera& c) {
    if (auto ok = inRange("dolly factor", c.factor, kDolly); !ok) return ok;
    return setCamera(dolly(s.camera(), c.factor), true);
  }
  Result<void> operator()(const FrameCamera&) {
    if (s.scene() != SceneKind::Crowd) return setCamera(s.framedCharacter());
    s.cameraHistories_[1].add(s.crowdCamera_, false);
    s.frameCrowd();
    return {};
  }
  Result<void> operator()(const SetCamera& c) {
    return setCamera(isFinite(c.camera) ? orbit(c.camera, 0, 0) : c.camera);  // orbit limits the pitch
  }
  Result<void> operator()(const SetAspect& c) {
    if (!std::isfinite(c.aspect) || !(c.aspect > 0)) return Error{"the aspect is not above 0"};
    s.aspect_ = c.aspect;
    return {};
  }
  Result<void> operator()(const SetViewOptions& c) {
    if (auto ok = inRange("number of ghosts", c.options.ghosts, {0, kMaxGhosts}); !ok) return ok;
    if (auto ok = inRange("time between ghosts", c.options.ghostSeconds, {kMinGhostSeconds, kMaxGhostSeconds}); !ok)
      return ok;
    if (auto ok = inRange("exposure", c.options.exposure, {-kMaxExposure, kMaxExposure}); !ok) return ok;
    const ModelView model = s.view_.model;
    s.view_ = c.options;
    s.view_.model = model;
    return {};
  }
  Result<void> operator()(const ShowVariant& c) {
    if (auto ok = isOneOf("variant", c.variant, s.model().variants.size()); !ok) return ok;
    s.view_.model.variant = c.variant;
    return {};
  }
  Result<void> operator()(const LookThrough& c) {
    if (auto ok = isOneOf("camera", c.camera, s.model().cameras.size()); !ok) return ok;
    s.view_.model.camera = c.camera;
    return {};
  }
  Result<void> operator()(const SetLights& c) {
    s.view_.model.lights = c.source;
    return {};
  }
  static Result<void> isOneOf(const char* what, int index, std::size_t count) {
    if (index == -1) return {};
    if (count == 0) return Error{std::string("the model has no ") + what + "s"};
    return inRange(what, index, {0, static_cast<double>(count) - 1});
  }
  Result<void> operator()(const SetQuality& c) {
    s.quality_ = c.quality;
    return {};
  }

  Result<void> setCamera(const Camera& next, bool zooms = false) {
    if (!isFinite(next)) return Error{"a camera with a number that is not finite or a distance that is not above 0"};
    const bool crowd = s.scene() == SceneKind::Crowd;
    Camera& camera = crowd ? s.crowdCamera_ : s.camera_;
    if (camera != next) s.cameraHistories_[crowd].add(camera, zooms);
    camera = next;
    return {};
  }
};

struct Session::ModelApplier {
  Session& s;

  Result<void> operator()(const TurnModel& c) {
    if (auto ok = inRange("axis", c.axis, {0, 2}); !ok) return ok;
    if (auto ok = inRange("angle", c.degrees, {-360, 360}); !ok) return ok;
    return s.turnTo(turnedAbout(s.model().turn, c.axis, c.degrees)), Result<void>();
  }
  Result<void> operator()(const SetTurn& c) {
    if (!(std::abs(glm::length(c.turn) - 1) < 1e-3f)) return Error{"the turn is not a rotation"};
    return s.turnTo(c.turn), Result<void>();
  }
  Result<void> operator()(const HoldExpression& c) {
    const auto& all = s.model().expressions;
    if (c.expression < 0 || static_cast<std::size_t>(c.expression) >= all.size())
      return Error{"there is no expression " + std::to_string(c.expression) + "; the model has " +
                   std::to_string(all.size())};
    if (c.value)
      if (auto ok = inRange("expression", *c.value, {0, 1}); !ok) return ok;
    for (const ExpressionBind& bind : all[static_cast<std::size_t>(c.expression)].binds) {
      std::optional<double> weight = c.value;
      if (weight) *weight *= static_cast<double>(bind.weight);
      if (auto done = s.character_->apply(HoldMorph{bind.morph, weight}); !done) return done;
    }
    return {};
  }
};

struct Session::Applier {
  Session& s;

  Result<void> operator()(const PlaybackCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const FadeCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const SequenceCommand& c) {
    const auto figures = [this] {
      const FadeComparison& comparison = s.character_->comparison();
      return comparison.isOverlaid() ? 0 : comparison.laneCount();
    };
    const int before = figures();
    auto done = s.character_->apply(c);
    if (figures() == before) return done;
    s.cameraHistories_[0].add(s.camera_, false);
    s.camera_ = s.framedCharacter();
    return done;
  }
  Result<void> operator()(const JointCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const TimelineCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const TransitionCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const LayerCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const FadeMapCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const TravelCommand& c) { return s.character_->apply(c); }
  Result<void> operator()(const SetRetarget& c) {
    if (auto done = s.character_->apply(c); !done || s.host_.transfersClips()) return done;
    if (s.character().retargeting().outdatedFile() != c.file) return {};
    s.replaceClips(transferred(c.file, s.model().clipFiles[static_cast<std::size_t>(c.file)],
                               s.character().retargeting().onto(), c.settings, clipNamesOf(s.model(), c.file)));
    return {};
  }
  Result<void> operator()(const ShowRetarget& c) { return s.character_->apply(c); }
  Result<void> operator()(const ReplaceClips& c) {
    if (s.character().retargeting().waitsFor(c)) s.replaceClips(c);
    return {};
  }
  Result<void> operator()(const ViewCommand& c) { return std::visit(ViewApplier{s}, c); }
  Result<void> operator()(const ModelCommand& c) { return std::visit(ModelApplier{s}, c); }
  Result<void> operator()(const ShapeCommand& c) { return s.workspaces_.shapes.apply(c); }
  Result<void> operator()(const TimingCommand& c) { return s.workspaces_.timing.apply(c); }
  Result<void> operator()(const CurvesCommand& c) { return s.workspaces_.curves.apply(c); }
  Result<void> operator()(const CrowdCommand& c) {
    CrowdScene& crowd = s.workspaces_.crowd;
    const float before = crowd.radiusOf(s.restBounds());
    if (auto ok = crowd.apply(c); !ok) return ok;
    if (crowd.radiusOf(s.restBounds()) != before) s.frameCrowd();
    return {};
  }
  Result<void> operator()(const HistoryCommand& c);
  Result<void> operator()(const HostRequest& c) { return s.host_.apply(c); }
  Result<void> operator()(const HostReport& c) {
    s.host_.apply(c);
    return {};
  }
};

struct Session::HistoryApplier {
  Session& s;

  Result<void> operator()(const Undo&) {
    if (!s.history_.canUndo()) return Error{"nothing to undo"};
    const UndoStep& step = s.history_.back();
    return s.replay(step, step.undo);
  }
  Result<void> operator()(const Redo&) {
    if (!s.history_.canRedo()) return Error{"nothing to redo"};
    const UndoStep& step = s.history_.forward();
    return s.replay(step, step.redo);
  }
  Result<void> operator()(const GoToStep& c) {
    if (auto ok = inRange("step", c.step, {0, static_cast<double>(s.history_.stepCount())}); !ok) return ok;
    while (s.history_.position() > c.step)
      if (auto ok = (*this)(Undo{}); !ok) return ok;
    while (s.history_.position() < c.step)
      if (auto ok = (*this)(Redo{}); !ok) return ok;
    return {};
  }
  Result<void> operator()(const UndoCamera&) {
    if (!showsModel(s.scene()) || !cameras().canUndo()) return Error{"there is no earlier view"};
    camera() = cameras().back(camera());
    return {};
  }
  Result<void> operator()(const RedoCamera&) {
    if (!showsModel(s.scene()) || !cameras().canRedo()) return Error{"there is no later view"};
    camera() = cameras().forward(camera());
    return {};
  }
  Result<void> operator()(const BeginGesture& c) {
    s.history_.beginGesture(c.continues);
    for (CameraHistory& each : s.cameraHistories_) each.beginGesture();
    return {};
  }
  Result<void> operator()(const EndGesture&) {
    s.history_.endGesture();
    for (CameraHistory& each : s.cameraHistories_) each.endGesture();
    return {};
  }
  Result<void> operator()(const ForgetHistory&) {
    s.history_.clear();
    s.cameraHistories_ = {};
    return {};
  }

  CameraHistory& cameras() const { return s.cameraHistories_[s.scene() == SceneKind::Crowd]; }
  Camera& camera() const { return s.scene() == SceneKind::Crowd ? s.crowdCamera_ : s.camera_; }
};

Result<void> Session::Applier::operator()(const HistoryCommand& c) { return std::visit(HistoryApplier{s}, c); }

Session::Session(Model model, Session&& before) : Session(std::move(model), before.settings()) {
  takeOver(before);
  history_.forgetModel();
  host_.apply(ReportProject{.path = {}, .savedState = history_.state()});
}

/// All that does not belong to the model.
void Session::takeOver(Session& before) {
  workspaces_ = std::move(before.workspaces_);
  workspaces_.crowd.forgetModel();
  frameCrowd();
  host_.takeOver(std::move(before.host_));
  history_ = std::move(before.history_);
}

std::unique_ptr<Session> Session::reloaded(Model model, Session&& before) {
  const VersionMatch match = matchVersions(before.model(), model);
  const Document wanted = carriedOver(documentOf(before), match, before.model(), model);
  const bool sameFiles = clipPathsOf(model) == clipPathsOf(before.model());
  const std::string project = before.project().path;
  const bool isUntouched = project.empty() && !before.hasUnsavedChanges();
  auto savedState = before.project().savedState;

  auto session = std::make_unique<Session>(std::move(model), before.settings());
  session->takeOver(before);
  for (const Command& command : commandsTo(wanted, *session)) (void)command.visit(Applier{*session});
  session->character_->continueFrom(*before.character_, match);
  session->camera_ = before.camera_;
  session->crowdCamera_ = before.crowdCamera_;
  session->cameraHistories_ = before.cameraHistories_;
  if (!match.keepsIndices) session->history_.forgetModel();
  if (!sameFiles || !match.isSame) savedState.reset();
  if (sameFiles && isUntouched) savedState = session->history_.state();
  session->host_.apply(ReportProject{.path = project, .savedState = savedState});
  return session;
}

/// A scene of its own for the model with those clips, which goes on as this one: samplers, layers and what is measured
/// hold on to clips.
void Session::replaceClips(const ReplaceClips& clips) {
  const Document wanted = documentOf(*this);
  CharacterSettings settings = characterSettingsOf(this->settings());
  settings.bounds = CharacterBounds{restBounds(), character_->framedBounds()};
  settings.travel = TravelMode::InFile;  // both follow with the document, once what is known of the clips is there
  settings.footLock = false;
  std::unique_ptr<CharacterScene> before = std::move(character_);
  Model model = before->takeModel(clips);
  character_ = std::make_unique<CharacterScene>(std::move(model), settings);
  character_->takeFacts(*before, clips);
  walkFigure_ = walkFigureOf(character_->model());
  workspaces_.crowd.forgetModel();
  const Camera camera = camera_;
  const auto cameras = cameraHistories_;
  for (const Command& command : commandsTo(wanted, *this)) (void)command.visit(Applier{*this});
  camera_ = camera;  // which a comparison frames when it begins
  cameraHistories_ = cameras;
  character_->continueFrom(*before, matchVersions(before->model(), character_->model()));
  disposal_.take(std::move(before));
}

/// A scene of its own for the model as it is turned, which goes on as this one and is framed anew.
void Session::turnTo(const glm::quat& turn) {
  Document wanted = documentOf(*this);
  wanted.turn = turn;
  CharacterSettings settings = characterSettingsOf(this->settings());
  settings.travel = TravelMode::InFile;  // both follow with the document
  settings.footLock = false;
  std::unique_ptr<CharacterScene> before = std::move(character_);
  Model model = before->takeModel();
  setTurn(model, turn);
  character_ = std::make_unique<CharacterScene>(std::move(model), settings);
  walkFigure_ = walkFigureOf(character_->model());
  workspaces_.crowd.forgetModel();
  const auto cameras = cameraHistories_;
  for (const Command& command : commandsTo(wanted, *this)) (void)command.visit(Applier{*this});
  cameraHistories_ = cameras;
  character_->continueFrom(*before, matchVersions(before->model(), character_->model()));
  camera_ = framedCharacter();
  frameCrowd();
  disposal_.take(std::move(before));
}

/// Undoes or redoes, and shows where.
Result<void> Session::replay(const UndoStep& step, const Commands& commands) {
  for (const Command& command : commands) {
    const auto* fade = command.as<SetFadeSettings>();
    FadeSettings settings = fade ? fade->settings : FadeSettings{};
    settings.from = fadeSettings().from;  // which clips fade is playback
    settings.to = fadeSettings().to;
    auto done = fade ? Applier{*this}(SetFadeSettings{settings}) : command.visit(Applier{*this});
    if (!done) return done;
  }
  workspaces_.shown = step.scene;
  return {};
}

Result<void> Session::applyAndNote(const Command& command) {
  const Document before = documentOf(*this);
  auto done = command.visit(Applier{*this});
  if (done) history_.add(before, documentOf(*this), command, sceneOf(command, scene()), model());
  return done;
}

Result<void> Session::apply(const Command& command) {
  auto done = mayChangeDocument(command) ? applyAndNote(command) : command.visit(Applier{*this});
  if (!done) host_.apply(ShowMessage{.text = done.error().message, .isError = true});
  return done;
}

/// Shows the model, or all figures of a comparison.
Camera Session::framedCharacter() const {
  const FadeComparison& comparison = character_->comparison();
  const Bounds& bounds = character_->framedBounds();
  const bool inRow = comparison.isOn() && !comparison.isOverlaid();
  return inRow ? frameRow(camera_, bounds, comparison.laneCount(), aspect_) : frame(camera_, bounds, aspect_);
}

/// All of the crowd that is drawn, from slightly above.
void Session::frameCrowd() {
  Bounds bounds = restBounds();
  const float radius = workspaces_.crowd.radiusOf(bounds);
  bounds.add(restBounds().min - glm::vec3(radius, 0, radius));
  bounds.add(restBounds().max + glm::vec3(radius, 0, radius));
  const float closer = std::clamp(0.9f / aspect_, 0.5f, 1.0f);  // a disc is lower than its bounding sphere
  crowdCamera_ = dolly(frame(crowdCamera_, bounds, aspect_), closer);
}

SessionSettings Session::settings() const {
  crossfade::ClockSettings clock = this->clock().settings;
  clock.speed = 1;
  clock.paused = false;
  return {.view = forAnotherModel(view_),
          .speed = speed(),
          .clock = clock,
          .fade = fadeSettings().forAnotherModel(),
          .fadeCurve = fadeCurve(),
          .aspect = aspect_,
          .travel = character_->ground().travel(),
          .footLock = character_->ground().footLock(),
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
