// What a recording would show, marked in the window while its panel is open.
#include <algorithm>

#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

/// The region over everything else, because panels are recorded as well.
void drawRecordedPartOfWindow(const Session& session, const RecordingOptions& options) {
  if (!options.region || session.recording().running) return;
  const RecordingRegion& region = *options.region;
  ImGui::GetForegroundDrawList()->AddRect(
      {static_cast<float>(region.x), static_cast<float>(region.y)},
      {static_cast<float>(region.x + region.width), static_cast<float>(region.y + region.height)}, colors().accent);
}

}  // namespace

void drawRecordedFrame(const Session& session, const RecordPanelState& state, const UiRect& scene) {
  const RecordingOptions& options = state.options;
  if (options.interface) return drawRecordedPartOfWindow(session, options);
  if (options.width < 1 || options.height < 1 || session.recording().running) return;
  const float scale = scene.height / static_cast<float>(options.height);  // the camera's angle is that of the height
  const float left = scene.x + (scene.width - static_cast<float>(options.width) * scale) / 2;
  const RecordingRegion all{0, 0, options.width, options.height};
  const RecordingRegion region = options.region.value_or(all);
  const ImVec2 min{std::max(left + static_cast<float>(region.x) * scale, scene.x),
                   scene.y + static_cast<float>(region.y) * scale};
  const ImVec2 max{std::min(left + static_cast<float>(region.x + region.width) * scale, scene.right()),
                   scene.y + static_cast<float>(region.y + region.height) * scale};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImU32 shade = faded(rgb(0x000000), 0.35f);
  list.AddRectFilled({scene.x, scene.y}, {min.x, scene.bottom()}, shade);
  list.AddRectFilled({max.x, scene.y}, {scene.right(), scene.bottom()}, shade);
  list.AddRectFilled({min.x, scene.y}, {max.x, min.y}, shade);
  list.AddRectFilled({min.x, max.y}, {max.x, scene.bottom()}, shade);
  list.AddRect(min, max, colors().accent);
}

}  // namespace app
