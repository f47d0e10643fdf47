// What differs between the versions of Dear ImGui that we build with: 1.86 (Debian 12), 1.90 (Debian 13) and 1.92
// (testing). Code elsewhere tests no version.
#pragma once

#include <imgui.h>

#include "app/input/typed_keys.h"

namespace app {

/// Whether a key was pressed in this frame.
bool isKeyPressed(ImGuiKey key, bool repeats = false);

/// Tells Dear ImGui which keys text fields use. Call once, before the first frame.
void mapKeys(ImGuiIO& io);
/// The keys and modifiers that are down in this frame. Call before ImGui::NewFrame.
void feedKeys(ImGuiIO& io, const InputFrame& input);

/// In pixels.
float heightOf(const ImFont& font);
/// Size of a text in the font's own size, in pixels. Wraps at `wrapWidth` if that is above 0.
ImVec2 sizeOf(ImFont& font, const char* text, const char* end = nullptr, float wrapWidth = 0);

/// Draws a text that is cut off at `max`, with an ellipsis, in the current color. `size`: of the whole text, in pixels.
void drawCutText(ImDrawList& list, ImVec2 min, ImVec2 max, const char* text, ImVec2 size);

/// Draws these rows of a list (`end` is exclusive) even where they are out of sight. Call before the clipper's first
/// step.
void includeRows(ImGuiListClipper& clipper, int begin, int end);

/// As ImGui::EndChild() and so on. What they end reaches as far as the cursor was set.
void endChild();
void endCombo();
void endGroup();
void endPopup();
void endTooltip();
void endWindow();

/// Call before the control that later controls may cover.
void allowOverlapOfNext();
/// Call after that control.
void allowOverlapOfLast();

/// Whether the control that was drawn last is disabled, and whether it is a text field.
bool lastItemIsDisabled();
bool lastItemIsTextField();
/// Acts as if Enter had been pressed on the control, or opened the text field, in this frame. Call after
/// ImGui::NewFrame.
void activate(ImGuiID item);
void openTextField(ImGuiID field);
/// Whether a text field will have the keyboard in the next frame. Call between the last control and ImGui::EndFrame.
bool textFieldKeepsKeyboard();

/// Starts drawing with OpenGL, which must be current; again after ImGui_ImplOpenGL3_Shutdown().
bool startRenderer();
ImTextureID textureOf(unsigned int openGlTexture);
/// Uploads the font atlas after it was filled anew. Needs OpenGL.
void uploadFonts(ImGuiIO& io);
/// Empties a draw list that belongs to no window, and lets it draw text.
void beginList(ImDrawList& list);
/// Draws such a list with OpenGL, on a picture of that size in pixels.
void renderList(ImDrawList& list, ImVec2 size);

}  // namespace app
