// The fonts: Roboto where the system has it (its paths are in fonts.cpp), otherwise the one of Dear ImGui; icons are
// merged in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace app {

enum class Icon {
  Play,
  Pause,
  Stop,
  StepBack,
  StepForward,
  Mesh,
  Skeleton,
  Grid,
  Settings,
  Frame,
  Help,
  Close,
  Column,
  Expand,
  Fold,
  Arrow,
  Repeat,
  Once,
  PingPong,
  Error,
  Info,
  Found,
  Repaired,
  Ignored,
  Lost,
  Record,
  Path,
  Undo,
  Star,
  StarOutline,
  Sort,
  Group,
  History,
  Save,
  Replay,
  Up,
  Down,
  Table,
  Brush,
  Road,
  Feet,
};

struct Fonts {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;  // headings and important values
  ImFont* small = nullptr;   // captions and axis labels
  bool icons = false;        // Font Awesome was found
};

/// A font file for characters that the interface's own font lacks: the host asks fontconfig for one
/// (host/stage/picture_stage.cpp).
struct ExtraFont {
  std::string file;
  int index = 0;                     // in a file with several fonts
  std::vector<char32_t> characters;  // those it is for
  friend bool operator==(const ExtraFont&, const ExtraFont&) = default;
};

/// Adds to `out` the characters of a UTF-8 text that the interface's own font lacks and another could have. Dear ImGui
/// draws none beyond U+FFFF, such as most emoji; it has no ligatures or right-to-left order either.
void addMissingCharacters(std::string_view text, std::vector<char32_t>& out);

/// Fills the atlas. Body text is 15 pixels high at scale 1.
Fonts loadFonts(ImFontAtlas& atlas, float scale, const std::vector<ExtraFont>& extra = {});

/// The icon's character, or a short word without an icon font. Static text.
const char* iconText(Icon icon, bool haveIcons);

}  // namespace app
