#include "app/host/window/state_file.h"

#include <malloc.h>

#include <filesystem>
#include <fstream>
#include <new>

#include <nlohmann/json.hpp>

#include "app/format/curve_json.h"
#include "app/format/json_text.h"
#include "app/format/script.h"
#include "app/session/character/retargeting.h"
#include "app/session/timing/timing_scene.h"
#include "app/session/undo_history.h"

namespace app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kRoom = 1 << 20;  // bytes: about ten times what a state takes

/// Throws std::bad_alloc if there is not enough memory for the state. Later a destructor of the library might find that
/// out, and end the program (JsonTree).
void ensureRoom() { ::operator delete(::operator new(kRoom)); }

Json clipsOf(const Session& session) {
  Json clips = Json::array();
  for (int i = 0; i < session.clipCount(); ++i) {
    const crossfade::AnimationAction& action = session.action(i);
    const ClipSettings& settings = session.character().clipSettings()[static_cast<std::size_t>(i)];
    clips.push_back({{"name", session.model().clips[static_cast<std::size_t>(i)].name()},
                     {"scheduled", action.isScheduled()},
                     {"enabled", action.enabled},
                     {"weight", action.weight},
                     {"effectiveWeight", session.character().player().effectiveWeight(i)},
                     {"timeScale", action.timeScale},
                     {"time", action.time},
                     {"root", wordOf(settings.root.mode)},
                     {"markers", settings.markers.size()}});
  }
  return clips;
}

Json pairOf(const CharacterScene& scene) {
  return {{"plays", scene.playsPair()},
          {"loops", scene.program().pair().loops},
          {"passes", scene.sequence().state().passes}};
}

Json fadeOf(const Session& session) {
  const auto nameOf = [&](int clip) -> Json {
    if (clip < 0) return nullptr;
    return session.model().clips[static_cast<std::size_t>(clip)].name();
  };
  return {{"from", nameOf(session.fadeSettings().from)}, {"to", nameOf(session.fadeSettings().to)}};
}

/// The cells with settings of their own: by the indices of their clips or the numbers of their blend spaces, -1 for
/// all.
Json transitionsOf(const TransitionCells& cells) {
  Json list = Json::array();
  for (const auto& [pair, settings] : cells.cells()) {
    Json cell = {{"from", indexOf(pair).from}, {"to", indexOf(pair).to}};
    if (settings.seconds) cell["seconds"] = *settings.seconds;
    if (settings.kind) cell["kind"] = wordOf(*settings.kind);
    list.push_back(std::move(cell));
  }
  return list;
}

Json masksOf(const NamedMasks& masks) {
  Json weights = Json::object();
  for (const NamedMask& mask : masks.all()) weights[mask.name] = mask.weights;
  return weights;
}

/// The kinds that are compared.
Json comparedOf(const FadeComparison& comparison) {
  Json kinds = Json::array();
  for (int lane = 0; lane < comparison.laneCount(); ++lane) kinds.push_back(wordOf(comparison.settings(lane).kind));
  return kinds;
}

Json timingOf(const TimingScene& scene) {
  Json spreads = Json::array();
  for (const crossfade::ClockKind kind : kClockKinds) spreads.push_back(spreadAcrossDisplays(scene, kind));
  return {{"paused", scene.settings().paused},
          {"speed", scene.settings().speed},
          {"seconds", scene.wallSeconds()},
          {"spreads", spreads}};
}

Json curvesOf(const CurvesScene& scene) {
  Json keys = Json::array();
  for (const PlotKey& key : scene.settings().keys) keys.push_back({key.x, key.y, key.slope});
  return {{"keys", std::move(keys)}, {"cursor", scene.cursor()}};
}

Json travelOf(const CharacterScene& scene) {
  const crossfade::RootDelta& at = scene.player().travel().at;
  return {{"mode", wordOf(scene.ground().travel())},
          {"position", {at.translation.x, at.translation.y, at.translation.z}},
          {"heading", at.turn},
          {"footLock", scene.ground().footLock()}};
}

Json loadingOf(const LoadingProgress& loading) {
  if (!loading.running) return nullptr;
  return {{"file", loading.file}, {"stage", loading.stage}, {"share", loading.fraction}};
}

Json recordingOf(const RecordingProgress& recording) {
  if (!recording.running) return nullptr;
  return {{"frames", recording.frames}, {"total", recording.total}, {"closing", recording.closing}};
}

/// Which joint moves which, of the clip file that is shown.
Json retargetOf(const Session& session) {
  const Retargeting& retargeting = session.character().retargeting();
  if (retargeting.retargeter() == nullptr) return nullptr;
  Json pairs = Json::object();
  for (const crossfade::JointPair& pair : retargeting.retargeter()->map().pairs)
    pairs[session.model().skeleton.name(pair.target)] = retargeting.source().skeleton->name(pair.source);
  return {{"file", retargeting.shownFile()},
          {"clip", retargeting.shownClip()},
          {"time", retargeting.time()},
          {"isOutdated", retargeting.outdatedFile() >= 0},
          {"mirrored", retargeting.settings()[static_cast<std::size_t>(retargeting.shownFile())].mirrored},
          {"reach", retargeting.settings()[static_cast<std::size_t>(retargeting.shownFile())].reach},
          {"pairs", std::move(pairs)}};
}

}  // namespace

void writeState(const std::string& path, const Session& session, PictureStage& stage, int serial) {
  ensureRoom();
  const Camera& camera = session.camera();
  const struct mallinfo2 heap = mallinfo2();
  const FrameLog& frames = stage.history().log();
  Json state = {{"serial", serial},
                {"frame", frames.size() > 0 ? frames.newest().number : 0},
                {"heapBytes", heap.uordblks + heap.hblkhd},
                {"model", session.model().name},
                {"modelPath", session.model().path},
                {"clips", clipsOf(session)},
                {"paused", session.paused()},
                {"speed", session.speed()},
                {"mixerTime", session.mixerTime()},
                {"fadeSeconds", session.fadeSettings().seconds},
                {"fadeKind", wordOf(session.fadeSettings().kind)},
                {"fadeSync", wordOf(session.fadeSettings().sync)},
                {"fadeCurve", curveToJson(session.fadeCurve())},
                {"fading", session.runningFade().has_value()},
                {"fade", fadeOf(session)},
                {"pair", pairOf(session.character())},
                {"transitions", transitionsOf(session.character().transitions())},
                {"retarget", retargetOf(session)},
                {"masks", masksOf(session.character().masks())},
                {"compared", comparedOf(session.character().comparison())},
                {"camera", {{"yaw", camera.yaw}, {"pitch", camera.pitch}, {"distance", camera.distance}}},
                {"scene", wordOf(session.scene())},
                {"timing", timingOf(session.timing())},
                {"curves", curvesOf(session.curves())},
                {"travel", travelOf(session.character())},
                {"loading", loadingOf(session.loading())},
                {"recording", recordingOf(session.recording())},
                {"heldFrame", stage.interface().workspace().profiler.held},
                {"skeleton", session.view().skeleton},
                {"project", session.project().path},
                {"unsaved", session.hasUnsavedChanges()},
                {"history", {{"steps", session.history().stepCount()}, {"position", session.history().position()}}},
                {"message", session.message() ? session.message()->text : ""},
                {"focus", std::string(stage.interface().widgets().focus())},
                {"widgets", Json::object()}};
  for (const LoggedWidget& widget : stage.interface().widgets().widgets())
    state["widgets"][std::string(widget.id())] = {widget.rect.x, widget.rect.y, widget.rect.width, widget.rect.height};
  const std::string draft = path + ".part";
  std::ofstream(draft) << jsonText(state, 1);
  std::error_code ignored;
  std::filesystem::rename(draft, path, ignored);
}

}  // namespace app
