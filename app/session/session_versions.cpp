// What a session keeps when it opens another model, or another version of its own.
#include <utility>

#include "app/model/add_clips.h"
#include "app/model/upright.h"
#include "app/session/session.h"

namespace app {

Session::Session(Model model, Session&& before, const KnownBounds& bounds)
    : Session(std::move(model), before.settings(), bounds) {
  takeOver(before);
  history_.forgetModel();
  host_.apply(ReportProject{.path = {}, .savedState = history_.state()});
}

/// All that does not belong to the model.
void Session::takeOver(Session& before) {
  workspaces_ = std::move(before.workspaces_);
  workspaces_.crowd.forgetModel();
  crowdCamera_.set(framedCrowd());
  host_.takeOver(std::move(before.host_));
  history_ = std::move(before.history_);
  history_.splitGesture();  // documents with different numbers of clips or joints cannot be compared
}

std::unique_ptr<Session> Session::reloaded(Model model, Session&& before, const KnownBounds& bounds) {
  const VersionMatch match = matchVersions(before.model(), model);
  const Document wanted = carriedOver(documentOf(before), match, before.model(), model);
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
  if (!match.keepsIndices) session->history_.forgetModel();
  if (!sameFiles || !match.isSame) savedState.reset();
  if (sameFiles && isUntouched) savedState = session->history_.state();
  session->host_.apply(ReportProject{.path = project, .savedState = savedState});
  return session;
}

/// Makes a new scene for another version of the model, because samplers, layers and measurements refer to its clips.
/// Returns the old scene, for continueFrom().
std::unique_ptr<CharacterScene> Session::replaceCharacter(Model model, const KnownBounds& bounds) {
  CharacterSettings settings = character_->settings();
  settings.travel = TravelMode::InFile;  // both follow with the document, once what is known of the clips is there
  settings.footLock = false;
  auto before = std::exchange(character_, std::make_unique<CharacterScene>(std::move(model), settings, bounds));
  walkFigure_ = walkFigureOf(character_->model());
  workspaces_.crowd.forgetModel();
  return before;
}

void Session::continueFrom(std::unique_ptr<CharacterScene> before, const VersionNames& names, const Document& wanted) {
  const SceneCamera camera = camera_;
  for (const Command& command : commandsTo(wanted, *this)) static_cast<void>(carryOut(command));
  camera_ = camera;  // which a comparison frames when it begins
  character_->continueFrom(*before, matchVersions(names, versionNames(character_->model())));
  disposal_.take(std::move(before));
}

void Session::replaceClips(const ReplaceClips& clips) {
  const Document wanted = documentOf(*this);
  const VersionNames names = versionNames(character_->model());
  Model model = character_->takeModel();
  app::replaceClips(model, clips);
  auto before = replaceCharacter(std::move(model), character_->bounds());
  character_->takeFacts(*before, clips);
  continueFrom(std::move(before), names, wanted);
}

/// Frames the model again.
void Session::turnTo(const glm::quat& turn) {
  Document wanted = documentOf(*this);
  wanted.turn = turn;
  const VersionNames names = versionNames(character_->model());
  Model model = character_->takeModel();
  setTurn(model, turn);
  continueFrom(replaceCharacter(std::move(model), std::nullopt), names, wanted);
  camera_.set(framedCharacter());
  crowdCamera_.set(framedCrowd());
}

}  // namespace app
