#include "app/ui/widgets/imgui_version.h"

#include <cfloat>
#include <cstdint>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <dlfcn.h>
#include <imgui_internal.h>

namespace app {
namespace {

#if IMGUI_VERSION_NUM < 19000
constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif

constexpr const char* kShaderVersion = "#version 410 core";

constexpr std::pair<ImGuiKey, Key> kKeys[] = {
    {ImGuiKey_Tab, Key::Tab},
    {ImGuiKey_LeftArrow, Key::Left},
    {ImGuiKey_RightArrow, Key::Right},
    {ImGuiKey_UpArrow, Key::Up},
    {ImGuiKey_DownArrow, Key::Down},
    {ImGuiKey_PageUp, Key::PageUp},
    {ImGuiKey_PageDown, Key::PageDown},
    {ImGuiKey_Home, Key::Home},
    {ImGuiKey_End, Key::End},
    {ImGuiKey_Insert, Key::Insert},
    {ImGuiKey_Delete, Key::Delete},
    {ImGuiKey_Backspace, Key::Backspace},
    {ImGuiKey_Space, Key::Space},
    {ImGuiKey_Enter, Key::Enter},
    {kKeypadEnter, Key::KeypadEnter},
    {ImGuiKey_Escape, Key::Escape},
    {ImGuiKey_A, Key::A},
    {ImGuiKey_C, Key::C},
    {ImGuiKey_V, Key::V},
    {ImGuiKey_X, Key::X},
    {ImGuiKey_Y, Key::Y},
    {ImGuiKey_Z, Key::Z},
};

bool isDown(const InputFrame& input, Key key) {
  for (const KeyPress& press : input.keyPresses)
    if (press.key == key) return true;  // perhaps released within the frame
  return input.keysDown[indexOf(key)];
}

/// From 1.92 on, a cursor that was set counts only if an item follows.
void reachToCursor() {
#if IMGUI_VERSION_NUM >= 19200
  if (GImGui->CurrentWindow->DC.IsSetPos) ImGui::Dummy({0, 0});
#endif
}

void render(ImDrawData& data, ImVec2 size) {
#if IMGUI_VERSION_NUM >= 19200
  data.Textures = &ImGui::GetPlatformIO().Textures;
#endif
  data.Valid = true;
  data.DisplaySize = size;
  data.FramebufferScale = {1, 1};
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace

#if IMGUI_VERSION_NUM < 19000  // Debian 12

bool isKeyPressed(ImGuiKey key, bool repeats) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats); }

void mapKeys(ImGuiIO& io) {
  for (const auto& [imguiKey, key] : kKeys) io.KeyMap[imguiKey] = static_cast<int>(key);
}

void feedKeys(ImGuiIO& io, const InputFrame& input) {
  for (std::size_t i = 0; i < kKeyCount; ++i) io.KeysDown[i] = isDown(input, static_cast<Key>(i));
  io.KeyShift = input.modifiers.shift;
  io.KeyCtrl = input.modifiers.control;
  io.KeyAlt = input.modifiers.alt;
  io.KeySuper = input.modifiers.super;
}

void includeRows(ImGuiListClipper& clipper, int begin, int end) { clipper.ForceDisplayRangeByIndices(begin, end); }

void allowOverlapOfNext() {}
void allowOverlapOfLast() { ImGui::SetItemAllowOverlap(); }

void openTextField(ImGuiID field) { GImGui->NavActivateInputId = field; }

void renderList(ImDrawList& list, ImVec2 size) {
  ImDrawList* lists = &list;
  ImDrawData data;
  data.CmdLists = &lists;
  data.CmdListsCount = 1;
  data.TotalVtxCount = list.VtxBuffer.Size;
  data.TotalIdxCount = list.IdxBuffer.Size;
  render(data, size);
}

#else

bool isKeyPressed(ImGuiKey key, bool repeats) { return ImGui::IsKeyPressed(key, repeats); }

void mapKeys(ImGuiIO& io) { io.ConfigInputTrickleEventQueue = false; }  // a frame handles all of its keys

void feedKeys(ImGuiIO& io, const InputFrame& input) {
  io.AddKeyEvent(ImGuiMod_Shift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Ctrl, input.modifiers.control);
  io.AddKeyEvent(ImGuiMod_Alt, input.modifiers.alt);
  io.AddKeyEvent(ImGuiMod_Super, input.modifiers.super);
  for (const auto& [imguiKey, key] : kKeys) io.AddKeyEvent(imguiKey, isDown(input, key));
}

void includeRows(ImGuiListClipper& clipper, int begin, int end) { clipper.IncludeItemsByIndex(begin, end); }

void allowOverlapOfNext() { ImGui::SetNextItemAllowOverlap(); }
void allowOverlapOfLast() {}

void openTextField(ImGuiID field) {
  GImGui->NavActivateId = field;
  GImGui->NavActivateFlags = ImGuiActivateFlags_PreferInput;
}

void renderList(ImDrawList& list, ImVec2 size) {
  ImDrawData data;
  data.AddDrawList(&list);
  render(data, size);
}

#endif

#if IMGUI_VERSION_NUM < 19200  // Debian 12 and 13

ImTextureID textureOf(unsigned int openGlTexture) {
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(openGlTexture));
}

float heightOf(const ImFont& font) { return font.FontSize; }

void drawCutText(ImDrawList& list, ImVec2 min, ImVec2 max, const char* text, ImVec2 size) {
  ImGui::RenderTextEllipsis(&list, min, max, max.x, max.x, text, nullptr, &size);
}

bool lastItemIsDisabled() { return (GImGui->LastItemData.InFlags & ImGuiItemFlags_Disabled) != 0; }
bool lastItemIsTextField() { return (GImGui->LastItemData.InFlags & ImGuiItemFlags_Inputable) != 0; }
bool textFieldKeepsKeyboard() { return GImGui->WantTextInputNextFrame == 1; }

bool startRenderer() { return ImGui_ImplOpenGL3_Init(kShaderVersion); }

void uploadFonts(ImGuiIO& io) {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_NewFrame();  // creates the shaders on the first call
  if (io.Fonts->TexID == nullptr) ImGui_ImplOpenGL3_CreateFontsTexture();
}

void beginList(ImDrawList& list) {
  list._ResetForNewFrame();
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
}

#else

ImTextureID textureOf(unsigned int openGlTexture) { return openGlTexture; }

float heightOf(const ImFont& font) { return font.LegacySize; }

void drawCutText(ImDrawList& list, ImVec2 min, ImVec2 max, const char* text, ImVec2 size) {
  ImGui::RenderTextEllipsis(&list, min, max, max.x, text, nullptr, &size);
}

bool lastItemIsDisabled() { return (GImGui->LastItemData.ItemFlags & ImGuiItemFlags_Disabled) != 0; }
bool lastItemIsTextField() { return (GImGui->LastItemData.ItemFlags & ImGuiItemFlags_Inputable) != 0; }
bool textFieldKeepsKeyboard() { return GImGui->PlatformImeData.WantTextInput; }

bool startRenderer() {
  const bool started = ImGui_ImplOpenGL3_Init(kShaderVersion);
  // When it shuts down, 1.92.2 unloads OpenGL, but calls the functions where they were when it starts again (#9112).
  for (const char* const library : {"libOpenGL.so.0", "libGL.so", "libGL.so.1"})
    if (void* const loaded = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) ::dlclose(loaded);
  for (ImTextureData* const texture : ImGui::GetPlatformIO().Textures)  // or 1.92.2 asserts when fonts change
    if (texture->Status == ImTextureStatus_Destroyed) texture->SetStatus(ImTextureStatus_WantCreate);
  return started;
}

void uploadFonts(ImGuiIO&) {
  ImGui_ImplOpenGL3_NewFrame();
}  // creates the shaders; drawing uploads each glyph when it is needed

void beginList(ImDrawList& list) {
  list._ResetForNewFrame();
  list.PushTexture(ImGui::GetIO().Fonts->TexRef);
}

#endif

void endChild() {
  reachToCursor();
  ImGui::EndChild();
}
void endCombo() {
  reachToCursor();
  ImGui::EndCombo();
}
void endGroup() {
  reachToCursor();
  ImGui::EndGroup();
}
void endPopup() {
  reachToCursor();
  ImGui::EndPopup();
}
void endTooltip() {
  reachToCursor();
  ImGui::EndTooltip();
}
void endWindow() {
  reachToCursor();
  ImGui::End();
}

void activate(ImGuiID item) {
  ImGuiContext& imgui = *GImGui;
  imgui.NavActivateId = imgui.NavActivateDownId = imgui.NavActivatePressedId = item;
  imgui.NavActivateFlags = ImGuiActivateFlags_None;
}

ImVec2 sizeOf(ImFont& font, const char* text, const char* end, float wrapWidth) {
  return font.CalcTextSizeA(heightOf(font), FLT_MAX, wrapWidth, text, end);
}

}  // namespace app
