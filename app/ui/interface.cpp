#include "app/ui/interface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/ui/bindings.h"
#include "app/ui/character/joint_marks.h"
#include "app/ui/panels.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kMinDelta = 1e-4;  // ImGui needs time to pass
constexpr float kMinScale = 0.5f;
constexpr float kMaxScale = 4;

/// The keys that text fields need.
void mapKeys(ImGuiIO& io) {
  constexpr std::pair<ImGuiKey, UiKey> kMap[] = {
      {ImGuiKey_Tab, UiKey::Tab},
      {ImGuiKey_LeftArrow, UiKey::Left},
      {ImGuiKey_RightArrow, UiKey::Right},
      {ImGuiKey_UpArrow, UiKey::Up},
      {ImGuiKey_DownArrow, UiKey::Down},
      {ImGuiKey_PageUp, UiKey::PageUp},
      {ImGuiKey_PageDown, UiKey::PageDown},
      {ImGuiKey_Home, UiKey::Home},
      {ImGuiKey_End, UiKey::End},
      {ImGuiKey_Insert, UiKey::Insert},
      {ImGuiKey_Delete, UiKey::Delete},
      {ImGuiKey_Backspace, UiKey::Backspace},
      {ImGuiKey_Space, UiKey::Space},
      {ImGuiKey_Enter, UiKey::Enter},
      {ImGuiKey_KeyPadEnter, UiKey::KeypadEnter},
      {ImGuiKey_Escape, UiKey::Escape},
      {ImGuiKey_A, UiKey::A},
      {ImGuiKey_C, UiKey::C},
      {ImGuiKey_V, UiKey::V},
      {ImGuiKey_X, UiKey::X},
      {ImGuiKey_Y, UiKey::Y},
      {ImGuiKey_Z, UiKey::Z},
  };
  for (const auto& [imguiKey, key] : kMap) io.KeyMap[imguiKey] = static_cast<int>(key);
}

void feed(ImGuiIO& io, const UiInput& input) {
  io.MousePos = input.mouseInside ? ImVec2(input.mouseX, input.mouseY) : ImVec2(-FLT_MAX, -FLT_MAX);
  for (std::size_t i = 0; i < input.buttonsDown.size(); ++i) io.MouseDown[i] = input.buttonsDown[i];
  io.MouseWheel = input.wheelY;
  io.MouseWheelH = input.wheelX;
  for (std::size_t i = 0; i < kUiKeyCount; ++i) io.KeysDown[i] = input.keysDown[i];
  for (const UiKeyPress& press : input.keyPresses)
    io.KeysDown[static_cast<std::size_t>(press.key)] = true;  // pressed and released within the frame
  io.KeyShift = input.modifiers.shift;
  io.KeyCtrl = input.modifiers.control;
  io.KeyAlt = input.modifiers.alt;
  io.KeySuper = input.modifiers.super;
  if (!input.text.empty()) io.AddInputCharactersUTF8(input.text.c_str());
}

}  // namespace

crossfade::Result<std::unique_ptr<Interface>> Interface::make(float scale, Output output) {
  std::unique_ptr<Interface> result(new Interface);
  result->imgui_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(result->imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the workspace is fixed
  io.LogFilename = nullptr;
  io.UserData = &result->context_;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  mapKeys(io);
  if (output == Output::OpenGl) {
    if (!ImGui_ImplOpenGL3_Init("#version 410 core"))
      return crossfade::Error{"the interface could not find OpenGL's functions"};
    result->backendReady_ = true;
  }
  result->makeFonts(scale);
  return result;
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
  context_.fonts = loadFonts(*io.Fonts, context_.scale);
  io.FontDefault = context_.fonts.body;
  applyTheme(ImGui::GetStyle(), context_.scale);
  if (backendReady_) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_NewFrame();  // makes the shaders on the first call
    if (io.Fonts->TexID == nullptr) ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  io.DisplaySize = {1, 1};
  ImGui::NewFrame();  // an empty one: what draw lists share is ready, for canvases too that no frame draws
  ImGui::EndFrame();
}

void Interface::setScale(float scale) {
  if (scale == context_.scale) return;
  ImGui::SetCurrentContext(imgui_);
  makeFonts(scale);
}

void Interface::beginFrame(const UiInput& input, int width, int height, double delta) {
  ImGui::SetCurrentContext(imgui_);
  input_ = &input;
  delta_ = std::isfinite(delta) ? std::clamp(delta, kMinDelta, 1.0) : kMinDelta;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
  io.DeltaTime = static_cast<float>(delta_);
  feed(io, input);
  if (backendReady_) ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  context_.log.clear();
  context_.layout = layOut(io.DisplaySize.x, io.DisplaySize.y, context_.scale, context_.workspace);
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

void Interface::draw(const Session& session, const FrameHistory& history, Commands& out) {
  // Another scene may have come since the frame began.
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  context_.layout = layOut(size.x, size.y, context_.scale, context_.workspace, session.scene());
  drawTopBar(session, history, out);
  switch (session.scene()) {
    case SceneKind::Character:
      drawCharacter(session, history, out);
      break;
    case SceneKind::Shapes:
      drawShapesWorkspace(session, out);
      break;
    case SceneKind::Timing:
      drawTimingWorkspace(session, out);
      break;
    case SceneKind::Crowd:
      drawCrowdWorkspace(session, out);
      break;
  }
  countShownTimes(session);
  drawLoadingToast(session, loadingSeconds_, out);
  drawMessageToast(session, messageSeconds_, out);
  if (context_.workspace.recordOpen && !drawRecordPanel(session, out)) context_.workspace.recordOpen = false;
  if (context_.workspace.helpOpen && !drawHelpOverlay(session.scene())) context_.workspace.helpOpen = false;

  if (showsModel(session.scene())) {
    const bool character = session.scene() == SceneKind::Character;
    const int joint = character ? jointUnderPointer(session) : -1;
    if (character) drawJointMarks(session, joint);
    handleViewInput(*input_, context_.layout.viewport.height, joint, session, out);
  }
  if (!ImGui::GetIO().WantTextInput) handleKeys(*input_, session, context_.workspace, out);
}

void Interface::drawCharacter(const Session& session, const FrameHistory& history, Commands& out) {
  drawFadeChipsPanel(session, out);
  drawTransportPanel(session, out);
  const Layout& layout = context_.layout;
  if (!layout.tabs.empty()) drawTabsPanel(session, history, out);
  if (!layout.timing.empty()) {
    beginPanel("panel.timing", layout.timing, color::kPanel);
    panelEdge(layout.timing);
    drawTimingPanel(session, history, out);
    endPanel();
  }
  if (!layout.crossFade.empty()) {
    beginPanel("panel.crossFade", layout.crossFade, color::kPanel);
    panelEdge(layout.crossFade);
    drawCrossFadePanel(session, out);
    endPanel();
  }
}

void Interface::endFrame() {
  ImGui::Render();
  input_ = nullptr;
}

void Interface::render() {
  ImGui::SetCurrentContext(imgui_);
  if (backendReady_) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Interface::wantsMouse() const {
  ImGui::SetCurrentContext(imgui_);
  return ImGui::GetIO().WantCaptureMouse;
}

bool Interface::wantsKeyboard() const {
  ImGui::SetCurrentContext(imgui_);
  return ImGui::GetIO().WantTextInput;
}

void Interface::renderCanvas(const Session& session, const ViewOptions& view, int width, int height) {
  if (session.scene() == SceneKind::Character) return;
  ImGui::SetCurrentContext(imgui_);
  if (!canvas_) canvas_ = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
  ImDrawList& list = *canvas_;
  const ImVec2 size{static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
  list._ResetForNewFrame();
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
  list.PushClipRect({0, 0}, size);
  const Canvas canvas{.list = list,
                      .rect = {0, 0, size.x, size.y},
                      .scale = canvasScale(size.x, size.y),
                      .dark = view.darkBackground,
                      .transparent = view.transparent};
  switch (session.scene()) {
    case SceneKind::Character:
      break;
    case SceneKind::Shapes:
      drawShapesCanvas(session, canvas);
      break;
    case SceneKind::Timing:
      drawTimingCanvas(session, canvas);
      break;
    case SceneKind::Crowd:
      drawCrowdLabel(list, canvas.rect, session.crowd());
      break;  // over the picture that is there
  }
  list.PopClipRect();
  list.PopTextureID();
  if (!backendReady_) return;
  ImDrawData data;
  ImDrawList* lists = &list;
  data.Valid = true;
  data.CmdLists = &lists;
  data.CmdListsCount = 1;
  data.TotalVtxCount = list.VtxBuffer.Size;
  data.TotalIdxCount = list.IdxBuffer.Size;
  data.DisplaySize = size;
  data.FramebufferScale = {1, 1};
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

UiRect Interface::viewport(int width, int height, SceneKind scene) const {
  return layOut(static_cast<float>(width), static_cast<float>(height), context_.scale, context_.workspace, scene)
      .viewport;
}

}  // namespace app
