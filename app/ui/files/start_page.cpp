#include "app/ui/files/file_browser.h"

#include <algorithm>

#include "app/ui/files/file_rows.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kStartWidth = 260, kStartPad = 12, kGap = 6;
constexpr float kMinSceneWidth = 600;  // below, it would cover the character
constexpr int kMaxRows = 6;

bool nothingIsOpen(const Session& session) {
  const Model& model = session.model();
  return model.path.empty() && model.clipFiles.empty() && session.project().path.empty();
}

}  // namespace

bool drawStartPage(const Session& session, FileBrowser& browser, const UiRect& scene, Commands& out) {
  if (session.model().name.empty() || session.loading().running || scene.width < px(kMinSceneWidth)) return true;
  if (!nothingIsOpen(session) || session.runningFade()) return false;  // a fade has been made
  const std::vector<RecentFile>& recents = session.files().recents;
  const float fixed = px(2 * kStartPad + 3 * kGap + 40) + 2 * rowHeight();
  const int fitting = static_cast<int>((scene.height - px(24) - fixed - px(20)) / (recentRowHeight() + px(kGap)));
  const int rows = std::clamp(std::min(static_cast<int>(recents.size()), fitting), 0, kMaxRows);
  const float list = rows > 0 ? px(18 + kGap) + static_cast<float>(rows) * (recentRowHeight() + px(kGap)) : 0;
  if (fixed > scene.height - px(24)) return true;
  const UiRect card{scene.x + px(12), scene.y + px(12), px(kStartWidth), fixed + list};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("start", card, colors().card, {px(kStartPad), px(kStartPad)});
  ImGui::PopStyleVar();
  ui().log.add("start", card);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kGap), px(kGap)});
  const float width = ImGui::GetContentRegionAvail().x;
  label({width - rowHeight() - px(kGap), rowHeight()}, "Your own model", colors().text, 0, ui().fonts.strong);
  ImGui::SameLine();
  const bool closed = iconButton("start.close", Icon::Close, "Close.", {.quiet = true});
  if (button("start.open", "Open a file", {width, 0}, "A model, project or shapes (Ctrl+O).", {.accent = true}))
    chooseFile(session, browser, BrowsePurpose::Open, out);
  label({width, px(20)}, "Ctrl+O, or drop a file here", colors().textFaint, 0.5f, ui().fonts.small);
  label({width, px(20)}, "Click a clip below, or press 1 to 9", colors().textFaint, 0.5f, ui().fonts.small);
  if (rows > 0) {
    label({width, px(18)}, "Recent", colors().textFaint, 0, ui().fonts.small);
  }
  const FocusGroup group("recents", GroupLayout::Column);
  for (int row = 0; row < rows; ++row) {
    const RecentFile& recent = recents[static_cast<std::size_t>(row)];
    const ModelPicture* picture =
        recent.isMissing ? nullptr : pictureOf(recent.path, session.files(), browser.pictures, out);
    if (recentRow(WidgetId("start.recent.%d", row), &recent, false, picture) && !recent.isMissing)
      out.push_back(RequestOpen{recent.path});
  }
  ImGui::PopStyleVar();
  endPanel();
  return !closed;
}

}  // namespace app
