#include "app/session/session.h"

#include <utility>

#include "app/model/add_clips.h"
#include "app/model/upright.h"
#include "app/session/character/model_versions.h"
#include "app/session/character/retargeting.h"
#include "app/session/timing/walk_figure.h"
#include "app/session/undo_history.h"
#include "app/session/workspaces.h"
#include "app/view/draw_list.h"

namespace app {
namespace {

ViewOptions forAnotherModel(ViewOptions view) {
  view.model = {};
  return view;
}

/// What is set in the scenes now.
Document documentOf(const Session& session) {
  Document document{.clips = session.character().clipSettings(),
                    .masks = session.character().masks().all(),
                    .layers = session.character().layers(),
                    .blendSpaces = session.character().blendSpaces(),
                    .fade = session.fadeSettings(),
                    .fadeCurve = session.fadeCurve(),
                    .pair = session.character().program().pair(),
                    .queue = session.character().program().queue(),
                    .comparison = session.character().comparison().choice(),
                    .transitions = session.character().transitions(),
                    .retargets = session.character().retargeting().settings(),
                    .heldMorphs = {},
                    .tracedJoints = session.character().joints().traced(),
                    .travel = session.character().ground().travel(),
                    .footLock = session.character().ground().footLock(),
                    .view = session.view(),
                    .turn = session.model().turn,
                    .speed = session.speed(),
                    .clock = {session.clock().settings.kind, session.clock().settings.rate},
                    .timing = session.timing().settings(),
                    .crowd = session.crowd().settings(),
                    .curves = session.curves().settings(),
                    .shapes = {.keys = session.shapes().keys(), .settings = session.shapes().settings()},
                    .drawing = session.shapes().drawing()};
  document.fade.from = document.fade.to = -1;
  document.timing.paused = document.crowd.paused = false;
  for (std::size_t i = 0; i < session.model().restMorphWeights.size(); ++i)
    document.heldMorphs.push_back(session.heldMorph(static_cast<int>(i)));
  return document;
}

}  // namespace

Session::Session(Model model, const SessionSettings& settings, const KnownBounds& bounds)
    : character_(std::make_unique<CharacterScene>(std::move(model), settings.character, bounds)),
      walkFigure_(std::make_unique<WalkFigure>(walkFigureOf(character_->model()))),
      workspaces_(std::make_unique<Workspaces>()),
      view_(forAnotherModel(settings.view)),
      quality_(settings.quality),
      aspect_(settings.aspect),
      camera_(frame(facing(character_->model()), character_->bounds().framed, aspect_)),
      crowdCamera_(facing(character_->model())),
      host_(settings.recording),
      history_(std::make_unique<UndoHistory>()) {
  crowdCamera_.set(framedCrowd());
  if (!settings.waitsForCrowd) workspaces_->crowd.makeOnThread();
}

Session::~Session() = default;

std::vector<HostRequest> Session::takeRequests() { return host_.takeRequests(); }

SceneKind Session::scene() const { return workspaces_->shown; }
const ShapeScene& Session::shapes() const { return workspaces_->shapes; }
const TimingScene& Session::timing() const { return workspaces_->timing; }
const CrowdScene& Session::crowd() const { return workspaces_->crowd; }
const CurvesScene& Session::curves() const { return workspaces_->curves; }

const Document& Session::document() const {
  if (!document_) document_ = std::make_unique<const Document>(documentOf(*this));
  return *document_;
}

bool Session::hasUnsavedChanges() const { return project().savedState != history_->state(); }

void Session::advance(double delta, FrameProfiler& profiler) {
  switch (scene()) {
    case SceneKind::Character:
      return character_->advance(delta, view_, profiler);
    case SceneKind::Crowd:
      return workspaces_->crowd.advance(model(), restBounds(), delta, profiler);
    case SceneKind::Shapes: {
      const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
      return workspaces_->shapes.advance(delta);
    }
    case SceneKind::Timing: {
      const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
      return workspaces_->timing.advance(delta);
    }
    case SceneKind::Curves:
      return workspaces_->curves.advance(delta);
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
  const float radius = workspaces_->crowd.radiusOf(bounds);
  bounds.add(restBounds().min - glm::vec3(radius, 0, radius));
  bounds.add(restBounds().max + glm::vec3(radius, 0, radius));
  constexpr float kCloser = 0.9f;  // few stand at the rim
  return dolly(frame(crowdCamera_.now(), bounds, aspect_), kCloser);
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
  else if (scene() == SceneKind::Character && view_.keepInView)
    shown.target += character_->cameraFollow();
  if (scene() == SceneKind::Character && view_.model.camera >= 0) {
    const FileCamera camera = cameraIn(model(), view_.model.camera, posed().morphWeights);
    shown.file = fileViewOf(camera, nth(posed().worlds, camera.node));
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

// ---- What a session keeps when it opens another model, or another version of its own.

Session::Session(Model model, Session&& before, const KnownBounds& bounds)
    : Session(std::move(model), before.settings(), bounds) {
  takeOver(before);
  history_->forgetModel();
  host_.apply(ReportProject{.path = {}, .savedState = history_->state()});
}

/// All that does not belong to the model.
void Session::takeOver(Session& before) {
  *workspaces_ = std::move(*before.workspaces_);
  workspaces_->crowd.forgetModel();
  crowdCamera_.set(framedCrowd());
  host_.takeOver(std::move(before.host_));
  *history_ = std::move(*before.history_);
  history_->splitGesture();  // documents with different numbers of clips or joints cannot be compared
}

std::unique_ptr<Session> Session::reloaded(Model model, Session&& before, const KnownBounds& bounds) {
  const VersionMatch match = matchVersions(before.model(), model);
  const Document wanted = carriedOver(before.document(), match, before.model(), model);
  const bool sameFiles = clipPathsOf(model) == clipPathsOf(before.model());
  const std::string project = before.project().path;
  const bool isUntouched = project.empty() && !before.hasUnsavedChanges();
  auto savedState = before.project().savedState;

  auto session = std::make_unique<Session>(std::move(model), before.settings(), bounds);
  session->takeOver(before);
  for (const Command& command : commandsTo(wanted, *session)) static_cast<void>(session->carryOut(command));
  session->character_->continueFrom(*before.character_, match);
  session->camera_ = before.camera_;
  session->crowdCamera_ = before.crowdCamera_;
  if (!match.keepsIndices) session->history_->forgetModel();
  if (!sameFiles || !match.isSame) savedState.reset();
  if (sameFiles && isUntouched) savedState = session->history_->state();
  session->host_.apply(ReportProject{.path = project, .savedState = savedState});
  session->document_.reset();
  return session;
}

/// Makes a new scene for another version of the model, because samplers, layers and measurements refer to its clips.
/// Returns the old scene, for continueFrom().
std::unique_ptr<CharacterScene> Session::replaceCharacter(Model model, const KnownBounds& bounds) {
  CharacterSettings settings = character_->settings();
  settings.travel = TravelMode::InFile;  // both follow with the document, once what is known of the clips is there
  settings.footLock = false;
  auto before = std::exchange(character_, std::make_unique<CharacterScene>(std::move(model), settings, bounds));
  *walkFigure_ = walkFigureOf(character_->model());
  document_.reset();
  return before;
}

void Session::continueFrom(std::unique_ptr<CharacterScene> before, const VersionNames& names, const Document& wanted) {
  const SceneCamera camera = camera_;
  for (const Command& command : commandsTo(wanted, *this)) static_cast<void>(carryOut(command));
  camera_ = camera;  // which a comparison frames when it begins
  character_->continueFrom(*before, matchVersions(names, versionNames(character_->model())));
  disposal_.take(std::move(before));
  document_.reset();
}

void Session::replaceClips(const ReplaceClips& clips) {
  const Document wanted = document();
  const VersionNames names = versionNames(character_->model());
  workspaces_->crowd.forgetModel();  // a thread may still read the model
  Model model = character_->takeModel();
  app::replaceClips(model, clips);
  auto before = replaceCharacter(std::move(model), character_->bounds());
  character_->takeFacts(*before, clips);
  continueFrom(std::move(before), names, wanted);
}

/// Frames the model again.
void Session::turnTo(const glm::quat& turn) {
  Document wanted = document();
  wanted.turn = turn;
  const VersionNames names = versionNames(character_->model());
  workspaces_->crowd.forgetModel();  // a thread may still read the model
  Model model = character_->takeModel();
  setTurn(model, turn);
  continueFrom(replaceCharacter(std::move(model), std::nullopt), names, wanted);
  camera_.set(framedCharacter());
  crowdCamera_.set(framedCrowd());
}

}  // namespace app
