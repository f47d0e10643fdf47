// The typefaces, and the icons that are merged into them: from the system where installed, built in otherwise.
#pragma once

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
  Background,
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
};

struct Fonts {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;  // headings and numbers that matter
  ImFont* small = nullptr;   // captions and axis labels
  bool icons = false;        // Font Awesome was found
};

/// Fills the atlas for text of 15 pixels at scale 1. Text is never larger or smaller than its size times `scale`,
/// rounded.
Fonts loadFonts(ImFontAtlas& atlas, float scale);

/// The icon's character, or a short word where there is no icon font. Static text.
const char* iconText(Icon icon, bool haveIcons);

}  // namespace app
