// The file being opened and its progress, at the top of the scene.
#include <algorithm>
#include <cmath>

#include "app/ui/panels.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kShowAfterSeconds = 0.2;  // faster loads show no bar

}  // namespace

void drawLoadingToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  const LoadingProgress& loading = session.loading();
  if (!loading.running || secondsShown < kShowAfterSeconds) return;
  const float width = std::min(px(380), scene.width - px(32));
  const float height = px(56);
  if (width < px(120) || scene.height < height + px(24)) return;
  const UiRect rect{std::floor(scene.x + (scene.width - width) / 2), scene.y + px(16), width, height};

  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("loading", rect, faded(colors().overlay, 0.98f), {px(16), px(10)});
  ImGui::PopStyleVar();
  ui().log.add("loading", rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float cancelWidth = px(86), room = width - px(16 + 12 + 14) - cancelWidth;
  const UiRect line{rect.x + px(16), rect.y + px(8), room, px(24)};
  ImFont* const small = ui().fonts.small;
  const float stageWidth = small->CalcTextSizeA(small->FontSize, FLT_MAX, 0, loading.stage.c_str()).x;
  textIn({line.x, line.y, std::max(line.width - stageWidth - px(10), 0.0f), line.height}, loading.file.c_str(),
         colors().text);
  textIn(line, loading.stage.c_str(), colors().textDim, 1, small);
  const UiRect bar{line.x, rect.bottom() - px(18), room, px(4)};
  const float fraction = static_cast<float>(std::clamp(loading.fraction, 0.0, 1.0));
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, colors().control, px(2));
  if (bar.width * fraction >= px(4))
    list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, colors().accent, px(2));
  ui().log.add("loading.bar", bar);
  ImGui::SetCursorScreenPos({rect.right() - px(12) - cancelWidth, rect.centerY() - rowHeight() / 2});
  if (button("loading.cancel", "Cancel  Esc", {cancelWidth, 0}, "Cancel loading. The current model stays."))
    out.push_back(CancelLoading{});
  endPanel();
}

}  // namespace app
