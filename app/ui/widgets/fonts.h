// The fonts, with icons merged in: from the system if installed, otherwise built in.
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
  ImFont* strong = nullptr;  // headings and important values
  ImFont* small = nullptr;   // captions and axis labels
  bool icons = false;        // Font Awesome was found
};

/// Fills the atlas. Body text is 15 pixels high at scale 1.
Fonts loadFonts(ImFontAtlas& atlas, float scale);

/// The icon's character, or a short word without an icon font. Static text.
const char* iconText(Icon icon, bool haveIcons);

}  // namespace app
