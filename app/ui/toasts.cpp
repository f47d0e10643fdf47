// Messages over the scene: what is being opened or run, and what the session says.
#include <algorithm>
#include <cmath>

#include "app/ui/panels.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr double kShowAfterSeconds = 0.2;  // faster loads show no bar

struct Shown {
  const char* id;  // of the toast; its button is id.cancel
  const char* name;
  const char* detail;
  double fraction = 0;
  const char* button;
  const char* sentence;
};

/// True when the button is pressed.
bool drawProgressToast(const Shown& shown, const UiRect& scene, float top) {
  const float width = std::min(px(380), scene.width - px(32));
  const float height = px(56);
  if (width < px(120) || scene.height < top + height + px(8)) return false;
  const UiRect rect{std::floor(scene.x + (scene.width - width) / 2), scene.y + top, width, height};

  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay(shown.id, rect, colors().overlay, {px(16), px(10)});
  ImGui::PopStyleVar();
  ui().log.add(shown.id, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float buttonWidth = px(86), room = width - px(16 + 12 + 14) - buttonWidth;
  const UiRect line{rect.x + px(16), rect.y + px(8), room, px(24)};
  ImFont* const small = ui().fonts.small;
  const float detailWidth = sizeOf(*small, shown.detail).x;
  textIn({line.x, line.y, std::max(line.width - detailWidth - px(10), 0.0f), line.height}, shown.name, colors().text);
  textIn(line, shown.detail, colors().textDim, 1, small);
  const UiRect bar{line.x, rect.bottom() - px(18), room, px(4)};
  const float fraction = static_cast<float>(std::clamp(shown.fraction, 0.0, 1.0));
  list.AddRectFilled(bar.min(), bar.max(), colors().control, px(2));
  if (bar.width * fraction >= px(4))
    list.AddRectFilled({bar.x, bar.y}, {bar.x + bar.width * fraction, bar.bottom()}, colors().accent, px(2));
  const WidgetId barId("%s.bar", shown.id);
  ui().log.add(static_cast<const char*>(barId), bar);
  ImGui::SetCursorScreenPos({rect.right() - px(12) - buttonWidth, rect.centerY() - rowHeight() / 2});
  const bool pressed = button(WidgetId("%s.cancel", shown.id), shown.button, {buttonWidth, 0}, shown.sentence);
  endPanel();
  return pressed;
}

}  // namespace

void drawLoadingToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  const LoadingProgress& loading = session.loading();
  if (!loading.running || secondsShown < kShowAfterSeconds) return;
  if (drawProgressToast({.id = "loading",
                         .name = loading.file.c_str(),
                         .detail = loading.stage.c_str(),
                         .fraction = loading.fraction,
                         .button = "Cancel  Esc",
                         .sentence = "Cancel loading. The current model stays."},
                        scene, px(16)))
    out.push_back(CancelLoading{});
}

void drawScriptToast(const Session& session, const UiRect& scene, Commands& out) {
  const ScriptProgress& script = session.script();
  if (!script.running) return;
  const Text detail("%.1f of %.1f s", script.time, script.seconds);
  if (drawProgressToast({.id = "script",
                         .name = script.file.c_str(),
                         .detail = detail,
                         .fraction = script.seconds > 0 ? script.time / script.seconds : 1,
                         .button = "Stop  Esc",
                         .sentence = "Stop the script. Clips keep playing."},
                        scene, session.loading().running ? px(80) : px(16)))
    out.push_back(StopScript{});
}

// ---- The session's message. Errors stay until dismissed, other messages disappear after a while.

namespace {

constexpr double kNoticeSeconds = 4;
constexpr double kOfferSeconds = 15;  // with a button

}  // namespace

void drawMessageToast(const Session& session, const UiRect& scene, double secondsShown, Commands& out) {
  if (!session.message()) return;
  const Message& message = *session.message();
  if (!message.isError && secondsShown > (message.offersDiscard ? kOfferSeconds : kNoticeSeconds)) {
    out.push_back(DismissMessage{});
    return;
  }
  const float width = std::min(px(380), scene.width - px(32));
  const float offer = message.offersDiscard ? px(84) : 0;
  const float wrap = width - px(16 + 26 + 44) - offer;
  const std::string& lines = wrapped(message.text, wrap, *ui().fonts.body);
  const ImVec2 text = ImGui::CalcTextSize(lines.c_str());
  const float height = std::min(std::max(text.y + px(24), px(48)), scene.height - px(24));
  const bool beside = width < scene.width / 2;  // of the character, which stands in the middle
  const UiRect rect{std::floor(beside ? scene.right() - px(16) - width : scene.x + (scene.width - width) / 2),
                    std::floor(beside ? scene.y + px(16) : scene.bottom() - px(16) - height), width, height};
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
  ImGui::TextUnformatted(lines.c_str());
  endChild();
  const float dismiss = rect.right() - px(8) - rowHeight();
  if (message.offersDiscard) {
    ImGui::SetCursorScreenPos({dismiss - offer, rect.centerY() - rowHeight() / 2});
    if (button("toast.discard", "Discard", {offer - px(8), 0}, "Show the file as it is, and forget these changes."))
      out.push_back(DiscardKept{});
  }
  ImGui::SetCursorScreenPos({dismiss, rect.centerY() - rowHeight() / 2});
  if (iconButton("toast.dismiss", Icon::Close, "Dismiss (Esc).", {.quiet = true})) out.push_back(DismissMessage{});
  endPanel();
}

}  // namespace app
