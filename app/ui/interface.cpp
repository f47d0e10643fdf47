#include "app/ui/interface.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <cmath>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "app/session/character/settings/clip_settings.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/joint_list.h"
#include "app/ui/crowd/crowd_workspace.h"
#include "app/ui/curves/curves_workspace.h"
#include "app/ui/files/file_browser.h"
#include "app/ui/input_actions.h"
#include "app/ui/panels.h"
#include "app/ui/profiler/profiler_panel.h"
#include "app/ui/timing/timing_paint.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// ---- Playback controls of the character scene. The scrubber and loop mode are those of the dominant clip.

namespace {

constexpr float kRoomForPresets = 800;
constexpr float kMinScrubberWidth = 80;

/// What the scrubber moves: a clip, or the cycle of a blend space.
struct Played {
  int source = -1;              // a clip or blendSpaceNumber(); -1: nothing plays
  int clip = -1;                // whose color it has
  double time = 0, length = 0;  // seconds
};

Played playedAs(const Session& session, int source) {
  const Player& player = session.character().player();
  if (const PlayedSpace* const space = player.space(source)) {
    const auto playing = player.playingSpace();
    const double cycle = space->player->cycleSeconds();
    return {source, playing ? playing->clip : 0, space->player->phase() * cycle, cycle};
  }
  if (source < 0 || source >= session.clipCount()) return {};
  return {source, source, session.action(source).time, nth(session.model().clips, source).duration()};
}

Played dominant(const Session& session) {
  const auto space = session.character().player().playingSpace();
  return playedAs(session, space ? space->number : session.dominantClip());
}

void drawButtons(const Session& session, Commands& out) {
  if (iconButton("transport.back", Icon::StepBack, "Pause and step back 1/60 s (Left).")) out.push_back(Step{-kFrame});
  ImGui::SameLine(0, px(4));
  const bool paused = session.paused();
  if (button("transport.pause", icon(paused ? Icon::Play : Icon::Pause), {px(44), rowHeight()},
             paused ? "Play (Space)." : "Pause (Space).", {.accent = paused}))
    out.push_back(SetPaused{!paused});
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.forward", Icon::StepForward, "Pause and step forward 1/60 s (Right)."))
    out.push_back(Step{kFrame});
  ImGui::SameLine(0, px(4));
  if (iconButton("transport.stop", Icon::Stop, "Stop all clips and return to the rest pose.")) out.push_back(StopAll{});
}

void drawLoop(const Session& session, int clip, Commands& out) {
  const crossfade::Loop loop = clip < 0 ? crossfade::Loop::Repeat : session.action(clip).loop;
  const auto look = [loop]() -> std::pair<Icon, crossfade::Loop> {
    switch (loop) {
      case crossfade::Loop::Repeat:
        return {Icon::Repeat, crossfade::Loop::PingPong};
      case crossfade::Loop::PingPong:
        return {Icon::PingPong, crossfade::Loop::Once};
      case crossfade::Loop::Once:
        return {Icon::Once, crossfade::Loop::Repeat};
    }
    return {Icon::Repeat, crossfade::Loop::Repeat};
  };
  const auto [which, next] = look();
  const char* const sentence = loop == crossfade::Loop::Repeat ? "The dominant clip repeats. Click for ping-pong."
                               : loop == crossfade::Loop::Once
                                   ? "The dominant clip plays once and holds its last pose. Click to repeat."
                                   : "The dominant clip plays back and forth. Click to play once.";
  if (iconButton("transport.loop", which, sentence, {.enabled = clip >= 0}))
    out.push_back(SetClip{clip, &ClipSettings::loop, next});
}

/// Playback pauses while the bar is held. The held clip stays the same until it is released, even if another one gets
/// a larger weight.
void drawScrubber(const Session& session, TransportState& state, Played played, float width, Commands& out) {
  const int held = state.heldClip;
  if (const Played same = playedAs(session, held); same.source >= 0) played = same;
  bool active = false;
  if (played.source < 0) {
    ImGui::Dummy({width, rowHeight()});
  } else {
    double fraction = played.length > 0 ? played.time / played.length : 0;
    active = scrubber("transport.scrub", fraction, {width, rowHeight()}, clipColor(played.clip),
                      isBlendSpace(played.source) ? "Position in the cycle of the blend space."
                                                  : "Position in the dominant clip, the one with the largest weight.");
    if (active && held < 0) {
      state.resumesAfter = !session.paused();
      if (!session.paused()) out.push_back(SetPaused{true});
    }
    if (active && fraction * played.length != played.time)
      out.push_back(SetClipTime{played.source, fraction * played.length});
  }
  if (!active && held >= 0 && state.resumesAfter) out.push_back(SetPaused{false});
  state.heldClip = active ? played.source : -1;
}

void drawSpeed(const Session& session, float width, bool presets, Commands& out) {
  double speed = session.speed();
  if (slider("transport.speed", speed, speedLook("speed", kTimeScale.max), width,
             "Playback speed. Negative plays backward."))
    out.push_back(SetSpeed{speed});
  ImGui::SameLine(0, px(6));
  if (!presets) {
    if (button("transport.normal", "1\u00d7", {px(30), rowHeight()}, "Normal speed.",
               {.enabled = session.speed() != 1}))
      out.push_back(SetSpeed{1});
    return;
  }
  if (const auto pressed = speedPresets("transport.preset", session.speed())) out.push_back(SetSpeed{*pressed});
}

/// Time and length, as the scrubber shows them. A click opens or closes the timeline.
void drawTime(const Session& session, const Played& played, float width, bool& timelineOpen) {
  if (hitArea("transport.time", {width, rowHeight()})) timelineOpen = !timelineOpen;
  const bool bright = timelineOpen || ImGui::IsItemHovered();
  if (played.source >= 0)
    textIn(itemRect(), Text("%.2f / %.2f s", played.time, played.length), bright ? colors().text : colors().textDim, 1,
           ui().fonts.small);
  if (!hintIsDue()) return;
  hint(Text("Time in the %s. Mixer time: %.2f s. Click: timeline (L).",
            isBlendSpace(played.source) ? "cycle" : "dominant clip", session.mixerTime()));
}

}  // namespace

void drawTransportPanel(const Session& session, TransportState& state, bool& timelineOpen, const UiRect& area,
                        Commands& out) {
  beginPanel("panel.transport", area, colors().bar, {px(12), px(6)});
  const bool presets = area.width >= px(kRoomForPresets);
  const Played played = dominant(session);
  drawButtons(session, out);
  ImGui::SameLine(0, px(6));
  drawLoop(session, isBlendSpace(played.source) ? -1 : played.source, out);
  ImGui::SameLine(0, px(14));

  // What does not fit is left out: first the presets, then the speed, then the clock.
  const float gap = px(14), clock = px(86);
  const float room = area.right() - px(12) - ImGui::GetCursorScreenPos().x;
  const float speed = px(presets ? 132 : 112) + px(6) + px(presets ? kSpeedPresets : 30);
  const bool roomForSpeed = room - speed - clock - 2 * gap >= px(kMinScrubberWidth);
  const bool roomForClock = room - clock - gap >= px(kMinScrubberWidth);
  drawScrubber(session, state, played,
               std::max(px(24), room - (roomForSpeed ? speed + gap : 0) - (roomForClock ? clock + px(2) : 0)), out);
  if (roomForSpeed) {
    ImGui::SameLine(0, gap);
    drawSpeed(session, px(presets ? 132 : 112), presets, out);
  }
  if (roomForClock) {
    ImGui::SameLine(0, px(2));
    drawTime(session, played, clock, timelineOpen);
  }
  endPanel();
}

namespace {

constexpr std::array kTabs = {ColumnTab::Clips,     ColumnTab::Layers,   ColumnTab::Queue, ColumnTab::Blend,
                              ColumnTab::CrossFade, ColumnTab::Profiler, ColumnTab::Pose,  ColumnTab::Model};

/// In the order of ColumnTab.
constexpr std::array kTabHints = {"All clips, with what can be set for each.",
                                  "Clips on a part of the body, over what plays.",
                                  "Clips in order, with a fade into each.",
                                  "Walks and runs, blended by speed and turn.",
                                  "The cross-fade.",
                                  "What a frame costs, stage by stage.",
                                  "Joints, their values and morph targets.",
                                  "What is in the file, and what was repaired or ignored."};
static_assert(kTabs.size() == kColumnTabs && kTabHints.size() == kColumnTabs);

/// Not if its panel is shown on its own below.
bool isOffered(ColumnTab tab, const Layout& layout) {
  if (tab == ColumnTab::CrossFade) return layout.crossFade.empty();
  if (tab == ColumnTab::Profiler) return layout.profiler.empty();
  return true;
}

}  // namespace

void drawTabsPanel(const Session& session, const FrameHistory& frames, Workspace& workspace, const Layout& layout,
                   Commands& out) {
  ColumnTab& tab = workspace.tab;
  const ColumnTab shown = isOffered(tab, layout) ? tab : ColumnTab::Clips;
  beginPanel("panel.tabs", layout.tabs, colors().panel);
  std::array<const char*, kTabs.size()> texts{}, hints{};
  std::array<ColumnTab, kTabs.size()> tabs{};
  std::size_t count = 0;
  int chosen = 0;
  for (const ColumnTab offered : kTabs) {
    if (!isOffered(offered, layout)) continue;
    if (offered == shown) chosen = static_cast<int>(count);
    texts[count] = nameOf(offered);
    hints[count] = nth(kTabHints, offered);
    tabs[count++] = offered;
  }
  const int pressed =
      segments("tabs", std::span(texts).first(count), chosen, fullWidth(), std::span(hints).first(count));
  if (pressed >= 0) tab = nth(tabs, pressed);
  ImGui::BeginChild(nameOf(shown), ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  switch (shown) {
    case ColumnTab::Clips:
      drawClipsPanel(session, workspace.character.clips, out);
      break;
    case ColumnTab::Layers:
      drawLayersPanel(session, workspace.character.layers, out);
      break;
    case ColumnTab::Queue:
      drawQueuePanel(session, workspace.character.queue, out);
      break;
    case ColumnTab::Blend:
      drawBlendPanel(session, workspace.character.blend, out);
      break;
    case ColumnTab::CrossFade:
      drawCrossFadePanel(session, workspace.character, true, out);
      break;
    case ColumnTab::Profiler:
      drawProfilerPanel(session, frames, workspace.profiler, out);
      break;
    case ColumnTab::Pose:
      drawPosePanel(session, workspace.character, out);
      break;
    case ColumnTab::Model:
      drawModelPanel(session, out);
      break;
  }
  endScrollingPart();
  endPanel();
}

namespace {

constexpr double kMinDelta = 1e-4;  // ImGui needs time to pass

// Passes the window's input to ImGui.

/// Call before ImGui::NewFrame.
void feed(ImGuiIO& io, const InputFrame& input) {
  io.MousePos = input.mouseInside ? ImVec2(static_cast<float>(input.mouseX), static_cast<float>(input.mouseY))
                                  : ImVec2(-FLT_MAX, -FLT_MAX);
  for (std::size_t i = 0; i < kMouseButtonCount; ++i) io.MouseDown[i] = input.buttonsDown[i];
  io.MouseWheel = static_cast<float>(input.wheelY);
  io.MouseWheelH = static_cast<float>(input.wheelX);
  feedKeys(io, input);
  if (!input.text.empty()) io.AddInputCharactersUTF8(input.text.c_str());
}

/// Call after ImGui::NewFrame, which counts clicks by frame times and so misses double clicks at 2 frames per second.
void useClickCounts(ImGuiIO& io, const InputFrame& input) {
  for (std::size_t i = 0; i < kMouseButtonCount; ++i) {
    if (!io.MouseClicked[i]) continue;
    io.MouseClickedCount[i] = io.MouseClickedLastCount[i] = static_cast<ImU16>(input.clickCounts[i]);
    io.MouseDoubleClicked[i] = input.clickCounts[i] == 2;
  }
}

}  // namespace

crossfade::Result<std::unique_ptr<Interface>> Interface::make(float scale, Output output) {
  std::unique_ptr<Interface> result(new Interface);
  result->imgui_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(result->imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is fixed
  io.LogFilename = nullptr;
  io.UserData = &result->context_;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  mapKeys(io);
  if (output == Output::OpenGl) {
    if (auto started = result->startBackend(); !started) return started.error();
  } else {
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as with OpenGL: more than 65,536 vertices in a panel
  }
  result->makeFonts(scale);
  return result;
}

crossfade::Result<void> Interface::startBackend() {
  backendReady_ = startRenderer();
  if (!backendReady_) return crossfade::Error{"the interface could not find OpenGL's functions"};
  return {};
}

void Interface::loseContext() {
  ImGui::SetCurrentContext(imgui_);
  if (std::exchange(backendReady_, false)) ImGui_ImplOpenGL3_Shutdown();
}

crossfade::Result<void> Interface::restoreContext() {
  ImGui::SetCurrentContext(imgui_);
  if (auto started = startBackend(); !started) return started;
  makeFonts(context_.scale);
  return {};
}

Interface::~Interface() {
  if (imgui_ == nullptr) return;
  ImGui::SetCurrentContext(imgui_);
  canvas_.reset();
  if (backendReady_) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(imgui_);
}

void Interface::makeFonts(float scale) {
  context_.scale = std::isfinite(scale) ? std::clamp(scale, kMinScale, kMaxScale) : 1;
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  context_.fonts = loadFonts(*io.Fonts, context_.scale, extraFonts_);
  io.FontDefault = context_.fonts.body;
  applyTheme(ImGui::GetStyle(), context_.scale, context_.dark);
  if (backendReady_) uploadFonts(io);
  io.DisplaySize = {1, 1};
  ImGui::NewFrame();  // an empty frame sets up what draw lists share, for canvases drawn before the first frame
  ImGui::EndFrame();
  // Dear ImGui 1.86 divides by this number to draw corners with a radius below 1e-6. Rectangles that should be 2 pixels
  // wide, but are a rounding error wider, have such corners.
  ImGui::GetDrawListSharedData()->CircleSegmentCounts[0] = IM_DRAWLIST_ARCFAST_SAMPLE_MAX;
}

/// Panels are as dark or light as the picture.
void Interface::useTheme(bool dark) {
  if (dark == context_.dark) return;
  context_.dark = dark;
  applyTheme(ImGui::GetStyle(), context_.scale, dark);
}

void Interface::setScale(float scale) {
  if (!(std::clamp(scale, kMinScale, kMaxScale) != context_.scale)) return;
  ImGui::SetCurrentContext(imgui_);
  makeFonts(scale);
}

void Interface::useExtraFonts(std::vector<ExtraFont> fonts) {
  if (fonts == extraFonts_) return;
  extraFonts_ = std::move(fonts);
  ImGui::SetCurrentContext(imgui_);
  makeFonts(context_.scale);
}

void Interface::useClipboard(Clipboard clipboard) {
  assert(clipboard.read && clipboard.write);
  ImGui::SetCurrentContext(imgui_);
  clipboard_ = std::move(clipboard);
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.GetClipboardTextFn = [](void* self) {
    auto& interface = *static_cast<Interface*>(self);
    interface.pasted_ = interface.clipboard_.read();
    return interface.pasted_.c_str();
  };
  io.SetClipboardTextFn = [](void* self, const char* text) { static_cast<Interface*>(self)->clipboard_.write(text); };
}

void Interface::beginFrame(const InputFrame& input, int width, int height, double delta) {
  ImGui::SetCurrentContext(imgui_);
  InputFrame& taken = heldKeys_.take(input, fieldHasKeyboard_);
  if (auto later = context_.focus.takeKeys(taken, input, escapeIsUsed_)) {
    heldKeys_.giveBack(*std::move(later));
    if (fieldHasKeyboard_) heldKeys_.waitUntilLeft();
  }
  input_ = &taken;
  delta_ = std::isfinite(delta) ? std::clamp(delta, kMinDelta, 1.0) : kMinDelta;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
  io.DeltaTime = static_cast<float>(delta_);
  feed(io, *input_);
  if (backendReady_) ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  useClickCounts(io, input);
  context_.log.clear();
  context_.focus.beginFrame();
  context_.fieldIsDue = false;
}

void Interface::countShownTimes(const Session& session) {
  loadingSeconds_ = session.loading().running ? loadingSeconds_ + delta_ : 0;
  if (!session.message() || session.message()->text != shownMessage_) {
    shownMessage_ = session.message() ? session.message()->text : std::string();
    messageSeconds_ = 0;
  } else {
    messageSeconds_ += delta_;
  }
}

/// One gesture, and one step to undo, lasts from a press until no button is down and no text is being typed. The second
/// press of a double click continues the first.
void Interface::beginGesture(Commands& out) {
  const ImGuiIO& io = ImGui::GetIO();
  int clicks = 0;  // 1: a press, 2: the second press of a double click
  for (std::size_t i = 0; i < kMouseButtonCount; ++i)
    if (io.MouseClicked[i]) clicks = std::max<int>(clicks, io.MouseClickedCount[i]);
  const ImGuiID field = io.WantTextInput ? ImGui::GetActiveID() : 0;
  if (clicks > 0 || context_.focus.startsGesture() || (field != 0 && field != typedField_)) {
    out.push_back(BeginGesture{.continues = clicks > 1});
    inGesture_ = true;
  }
  typedField_ = field;
}

void Interface::endGesture(Commands& out) {
  if (!inGesture_ || ImGui::IsAnyMouseDown() || ImGui::GetIO().WantTextInput || context_.focus.isHolding()) return;
  out.push_back(EndGesture{});
  inGesture_ = false;
}

void Interface::draw(const Session& session, const FrameHistory& history, Commands& out) {
  useTheme(session.view().darkBackground);
  beginGesture(out);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const bool browses = workspace_.files.isOpen;  // Escape that closes it closes nothing else
  const bool popupWasOpen = ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
  layout_ = layOut(size.x, size.y, context_.scale, workspace_.columnOpen, session.scene(), workspace_.panelSizes,
                   groupedClips());
  const WorkspaceLayout areas{layout_.viewport, layout_.strip, layout_.transport, layout_.settings};
  keepWholeInView(session, workspace_.outOfView, layout_.viewport, delta_, out);  // what is asked for below wins
  drawTopBar(session, history, workspace_, layout_.topBar, out);
  switch (session.scene()) {
    case SceneKind::Character:
      drawCharacter(session, history, out);
      break;
    case SceneKind::Shapes:
      drawShapesWorkspace(session, workspace_.shapes, areas, out);
      break;
    case SceneKind::Timing:
      drawTimingWorkspace(session, areas, out);
      break;
    case SceneKind::Crowd:
      drawCrowdWorkspace(session, areas, out);
      break;
    case SceneKind::Curves:
      drawCurvesWorkspace(session, workspace_.curves, areas, out);
      break;
  }
  releaseUnseen(workspace_.profiler);
  endFadeMapView(session, workspace_.character.map, out);
  drawPanelEdges(layout_, workspace_.panelSizes);
  drawOverlays(session, history, out);
  if (showsModel(session.scene())) {
    const bool character = session.scene() == SceneKind::Character;
    const bool marks = character && !session.character().isComparing();  // of one figure, not of several
    if (character && session.character().isComparing())
      drawComparison(*ImGui::GetBackgroundDrawList(), layout_.viewport, session, out);
    if (marks && paintsMask(session))
      paintMask(session, out);
    else
      pickJoint(session, marks, out);
  }
  context_.focus.endFrame();
  if (!ImGui::GetIO().WantTextInput && !browses) handleShortcuts(session, popupWasOpen, out);
  escapeIsUsed_ = escapeIsUsed(session, workspace_);
  if (context_.fieldIsDue) heldKeys_.wait();
  // In the frame that a field is left, Dear ImGui still says that it keeps the keyboard.
  fieldHasKeyboard_ = !context_.fieldIsDue && textFieldKeepsKeyboard() && ImGui::GetActiveID() != 0;
  endGesture(out);
}

void Interface::pickJoint(const Session& session, bool marks, Commands& out) {
  const int joint = marks ? jointUnderPointer(session, layout_.viewport) : -1;
  if (marks) drawJointMarks(session, layout_.viewport, joint, workspace_.character.namePlates);
  handleViewInput(*input_, layout_.viewport.height, joint, session, out);
}

/// While the editor of a mask is shown.
bool Interface::paintsMask(const Session& session) const {
  return !layout_.tabs.empty() && workspace_.tab == ColumnTab::Layers &&
         isPainting(workspace_.character.layers.brush, session);
}

/// Joints take the brush; beside them the mouse moves the camera.
void Interface::paintMask(const Session& session, Commands& out) {
  CharacterPanels& state = workspace_.character;
  if (!paintInPicture(session, layout_.viewport, state.layers.brush, state.namePlates, out))
    handleViewInput(*input_, layout_.viewport.height, session.selectedJoint(), session, out);
}

/// What is typed after a shortcut that asks for a text field belongs to the field.
void Interface::handleShortcuts(const Session& session, bool popupWasOpen, Commands& out) {
  const bool wasDue = isFieldDue(workspace_);
  const std::size_t handled = handleKeys(*input_, session, workspace_, popupWasOpen, out);
  if (wasDue || !isFieldDue(workspace_)) return;
  heldKeys_.giveBackRest(*input_, handled);
  heldKeys_.wait();
}

void Interface::drawCharacter(const Session& session, const FrameHistory& history, Commands& out) {
  CharacterPanels& state = workspace_.character;
  updateClips(session, state.clips);
  drawTransitionPanel(session, state.transitions, layout_.transitions, out);
  drawRetargetPanel(session, state.retarget, layout_.retarget, out);
  drawTimelinePanel(session, state.timeline, layout_.timeline, out);
  drawClipTabs(session, state, layout_.clipTabs);
  drawFadeChipsPanel(session, state, layout_.chips, out);
  drawTransportPanel(session, workspace_.transport, workspace_.panelSizes.timeline, layout_.transport, out);
  if (!layout_.tabs.empty()) drawTabsPanel(session, history, workspace_, layout_, out);
  if (std::exchange(state.clips.asksForJoints, false)) workspace_.panelSizes.toggle(SidePanel::Retarget);
  if (!layout_.profiler.empty()) {
    beginPanel("panel.profiler", layout_.profiler, colors().panel);
    panelEdge(layout_.profiler);
    drawProfilerPanel(session, history, workspace_.profiler, out);
    endPanel();
  }
  if (!layout_.crossFade.empty()) {
    beginPanel("panel.crossFade", layout_.crossFade, colors().panel);
    panelEdge(layout_.crossFade);
    drawCrossFadePanel(session, state, false, out);
    endPanel();
  }
  drawClipSearchOverlay(session, state.clips, layout_.chips, out);
  if (const auto cell = std::exchange(state.transitions.asksFor, std::nullopt)) {
    state.transitions.selection = {.anchor = *cell, .head = *cell};
    workspace_.panelSizes.side = SidePanel::Transitions;
  }
}

void Interface::drawOverlays(const Session& session, const FrameHistory& history, Commands& out) {
  countShownTimes(session);
  const bool hasRoom = session.project().restorable.empty() && !session.script().running;
  if (workspace_.startPage && session.scene() == SceneKind::Character && hasRoom)
    workspace_.startPage = drawStartPage(session, workspace_.files, layout_.viewport, out);
  tellWhenOutOfView(session, workspace_.outOfView, layout_.viewport, delta_, out);
  drawLoadingToast(session, layout_.viewport, loadingSeconds_, out);
  drawScriptToast(session, layout_.viewport, out);
  drawMessageToast(session, layout_.viewport, messageSeconds_, out);
  ExportSheet& exports = workspace_.exports;
  if (std::exchange(workspace_.profiler.asksForTrace, false)) exports.show(ExportRow::Trace);
  if (std::exchange(workspace_.character.transitions.asksForExport, false)) exports.show(ExportRow::Code);
  const bool films = exports.open && exports.row == ExportRow::Film;
  if (films && showsModel(session.scene())) drawRecordedFrame(session, workspace_.record, layout_.viewport);
  if (!films) workspace_.record.asksForSuggestion = true;
  if (exports.open && !drawExportSheet(session, history.log(), workspace_, layout_.topBar, out)) exports.open = false;
  if (workspace_.history.open && !drawHistoryPanel(session, workspace_.history, layout_.topBar, out))
    workspace_.history.open = false;
  if (!session.project().replacing.path.empty())
    drawReplaceQuestion(session, layout_.viewport, out);
  else if (workspace_.save.open)
    drawSaveDialog(workspace_.save, layout_.viewport, out);
  else if (session.project().leaving.asks)
    drawLeaveQuestion(session, workspace_, layout_.viewport, out);
  else if (!session.project().restorable.empty())
    drawRestoreOffer(session, layout_.viewport, out);
  replaceMissedDialog(session, workspace_.files, out);
  if (workspace_.files.isOpen) drawFileBrowser(session, workspace_.files, out);
  if (workspace_.helpOpen && !drawHelpOverlay(session.scene())) workspace_.helpOpen = false;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const UiRect belowTopBar{0, layout_.topBar.bottom(), size.x, size.y - layout_.topBar.bottom()};
  if (workspace_.commandPalette.open && !drawCommandPalette(session, workspace_, belowTopBar, out))
    workspace_.commandPalette.open = false;
}

void Interface::endFrame() {
  ImGui::Render();
  input_ = nullptr;
}

void Interface::render() {
  ImGui::SetCurrentContext(imgui_);
  if (backendReady_) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Interface::wantsKeyboard() const {
  ImGui::SetCurrentContext(imgui_);
  return ImGui::GetIO().WantTextInput;
}

void Interface::renderCanvas(const Session& session, const ViewOptions& view, int width, int height) {
  if (session.scene() == SceneKind::Character && !session.character().isComparing()) return;
  ImGui::SetCurrentContext(imgui_);
  useTheme(view.darkBackground);
  if (!canvas_) canvas_ = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
  ImDrawList& list = *canvas_;
  const ImVec2 size{static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
  beginList(list);
  list.PushClipRect({0, 0}, size);
  const Canvas canvas{.list = list,
                      .rect = {0, 0, size.x, size.y},
                      .scale = canvasScale(size.x, size.y),
                      .dark = view.darkBackground,
                      .transparent = view.transparent};
  switch (session.scene()) {
    case SceneKind::Character:
      drawComparisonLabels(list, canvas.rect, session);
      break;  // over the model, which is already drawn
    case SceneKind::Shapes:
      drawShapesCanvas(session, workspace_.shapes.painter, canvas);
      break;
    case SceneKind::Timing:
      drawTimingCanvas(session, canvas);
      break;
    case SceneKind::Curves:
      drawCurvesCanvas(session, canvas);
      break;
    case SceneKind::Crowd:
      drawCrowdLabel(list, canvas.rect, session.crowd());
      break;  // over the model, which is already drawn
  }
  list.PopClipRect();
  list.PopTextureID();
  if (backendReady_) renderList(list, size);
}

/// From the last frame.
int Interface::groupedClips() const {
  const ClipsPanelState& clips = workspace_.character.clips;
  return clips.groups.empty() ? 0 : static_cast<int>(clips.cards.size());
}

UiRect Interface::viewport(int width, int height, SceneKind scene) const {
  return layOut(static_cast<float>(width), static_cast<float>(height), context_.scale, workspace_.columnOpen, scene,
                workspace_.panelSizes, groupedClips())
      .viewport;
}

}  // namespace app
