// The session's message. Errors stay until dismissed, other messages disappear after a while.
#include <algorithm>

#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kNoticeSeconds = 4;

}  // namespace

void drawMessageToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  if (!session.message()) return;
  const Message& message = *session.message();
  if (!message.isError && secondsShown > kNoticeSeconds) {
    out.push_back(DismissMessage{});
    return;
  }
  const float width = std::min(px(520), scene.width - px(32));
  const float wrap = width - px(16 + 26 + 44);
  const ImVec2 text = ImGui::CalcTextSize(message.text.c_str(), nullptr, false, wrap);
  const float height = std::min(std::max(text.y + px(24), px(48)), scene.height - px(24));
  const UiRect rect{scene.x + (scene.width - width) / 2, scene.bottom() - px(16) - height, width, height};
  const ImU32 tint = message.isError ? colors().error : colors().good;

  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("toast", rect, colors().overlay, {px(16), px(12)});
  ImGui::PopStyleVar();
  ui().log.add("toast", rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRectFilled({rect.x, rect.y}, {rect.x + px(4), rect.bottom()}, tint, px(4), ImDrawFlags_RoundCornersLeft);
  list.PopClipRect();
  textIn({rect.x + px(14), rect.y, px(22), rect.height}, icon(message.isError ? Icon::Error : Icon::Info), tint, 0.5f);
  const float textHeight = std::min(text.y, rect.height - px(16));
  ImGui::SetCursorScreenPos({rect.x + px(44), rect.centerY() - textHeight / 2});
  ImGui::BeginChild("text", {wrap + px(4), textHeight}, false, ImGuiWindowFlags_NoNav);
  ImGui::PushTextWrapPos(wrap);
  ImGui::TextUnformatted(message.text.c_str());
  ImGui::PopTextWrapPos();
  endChild();
  ImGui::SetCursorScreenPos({rect.right() - px(8) - rowHeight(), rect.centerY() - rowHeight() / 2});
  if (iconButton("toast.dismiss", Icon::Close, "Dismiss (Esc).", {.quiet = true})) out.push_back(DismissMessage{});
  endPanel();
}

}  // namespace app
