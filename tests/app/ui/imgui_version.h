// As app/ui/widgets/imgui_version.h: what differs between versions of Dear ImGui, for tests alone.
#ifndef TESTS_APP_UI_IMGUI_VERSION_H
#define TESTS_APP_UI_IMGUI_VERSION_H

#include <imgui_internal.h>

namespace app::test {

#if IMGUI_VERSION_NUM < 19200  // Debian 12 and 13

/// nullptr: the font lacks the character.
inline const ImFontGlyph* glyphOf(ImFont& font, ImWchar character) { return font.FindGlyphNoFallback(character); }
/// The one that is drawn for a character, perhaps in its place.
inline const ImFontGlyph* drawnGlyphOf(ImFont& font, ImWchar character) { return font.FindGlyph(character); }
/// Whether the control under the pointer is disabled.
inline bool hoveredIsDisabled() { return GImGui->HoveredIdDisabled; }

#else

inline const ImFontGlyph* glyphOf(ImFont& font, ImWchar character) {
  return font.GetFontBaked(font.LegacySize)->FindGlyphNoFallback(character);
}
inline const ImFontGlyph* drawnGlyphOf(ImFont& font, ImWchar character) {
  return font.GetFontBaked(font.LegacySize)->FindGlyph(character);
}
inline bool hoveredIsDisabled() { return GImGui->HoveredIdIsDisabled; }

#endif

}  // namespace app::test

#endif  // TESTS_APP_UI_IMGUI_VERSION_H
