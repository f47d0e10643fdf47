// The list of clips: a compact row each, one of them open for details.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/panels.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr int kNothingChosen = -2;
constexpr int kNoneOpen = -1;

/// Which clip's details are open. They follow the clip that shows most when that changes, unless all are closed or the
/// change comes from a control that is held right now: it must not slip away under the hand.
struct OpenClip {
  int clip = kNoneOpen;
  bool moved = false;  // in this frame
};
OpenClip openClip(const Session& session) {
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const ImGuiID openKey = ImGui::GetID("open clip"), followedKey = ImGui::GetID("followed clip");
  const int dominant = session.dominantClip();
  const int before = memory.GetInt(openKey, kNothingChosen);
  int open = before == kNothingChosen ? std::max(dominant, 0) : before;
  const bool changed = dominant >= 0 && dominant != memory.GetInt(followedKey, dominant);
  if (changed && open != kNoneOpen && !ImGui::IsAnyMouseDown()) open = dominant;
  if (dominant >= 0) memory.SetInt(followedKey, dominant);
  memory.SetInt(openKey, open);
  return {open, before >= 0 && open != before};
}
void setOpenClip(int clip) { ImGui::GetStateStorage()->SetInt(ImGui::GetID("open clip"), clip); }

bool isShown(const crossfade::AnimationAction& action) { return action.isScheduled() && action.enabled; }

void drawPlayButton(const Session& session, int clip, Commands& out) {
  const bool playing = session.action(clip).isScheduled() && !session.action(clip).paused;
  if (iconButton(WidgetId("clip.%d.play", clip), playing ? Icon::Stop : Icon::Play,
                 playing ? "Stop this clip at once and take it back to its beginning."
                         : "Play this clip at once, beside what plays already.",
                 {.quiet = true})) {
    if (playing)
      out.push_back(StopClip{clip});
    else
      out.push_back(PlayClip{clip});
  }
}

/// Effective weight as a short bar with its number.
void drawWeightBar(const Session& session, int clip, const UiRect& rect) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double weight = action.isScheduled() ? action.getEffectiveWeight() : 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float numberWidth = px(34);
  const UiRect bar{rect.x, rect.centerY() - px(3), rect.width - numberWidth, px(6)};
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, color::kControl, px(3));
  const float level = bar.width * static_cast<float>(std::clamp(weight, 0.0, 1.0));
  if (level > 0) list.AddRectFilled({bar.x, bar.y}, {bar.x + level, bar.bottom()}, clipColor(clip), px(3));
  char number[16];
  std::snprintf(number, sizeof number, "%.2f", weight);
  textIn({bar.right(), rect.y, numberWidth, rect.height}, number, weight > 0 ? color::kText : color::kTextFaint, 1);
}

/// True when the row was clicked.
bool drawRow(const Session& session, int clip, bool open, Commands& out) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = px(34);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const UiRect rect{start.x, start.y, width, height};
  const float playWidth = rowHeight();
  const bool pressed = ImGui::InvisibleButton(WidgetId("clip.%d.row", clip), {width - playWidth - px(4), height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (open || ImGui::IsItemHovered())
    list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, open ? color::kCard : rgb(0x1F2329), px(6),
                       open ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersAll);
  logItem("clip.%d.row", clip);
  hint(open ? "Close this clip's details." : "Open this clip's details.");

  const bool shown = isShown(session.action(clip));
  const float barWidth = std::min(px(110), width * 0.34f);
  textIn({rect.x + px(4), rect.y, px(14), height}, icon(open ? Icon::Fold : Icon::Expand), color::kTextFaint, 0.5f);
  clipTag(list, {rect.x + px(22), rect.centerY() - px(9)}, px(18), clip, shown ? 1 : 0.55f);
  std::array<char, 24> scratch;
  const float nameLeft = rect.x + px(48);
  const float barLeft = rect.right() - playWidth - px(10) - barWidth;
  textIn({nameLeft, rect.y, barLeft - nameLeft - px(8), height},
         clipLabel(session.model().clips[static_cast<std::size_t>(clip)].name(), clip, scratch),
         shown ? color::kText : color::kTextDim);
  drawWeightBar(session, clip, {barLeft, rect.y, barWidth, height});
  ImGui::SetCursorScreenPos({rect.right() - playWidth - px(2), rect.y + std::floor((height - rowHeight()) / 2)});
  drawPlayButton(session, clip, out);
  ImGui::SetCursorScreenPos({start.x, start.y + height});
  return pressed;
}

void drawOpenDetails(const Session& session, int clip, Commands& out) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({start.x + px(10), start.y + px(4)});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - px(20));
  drawClipDetails(session, clip, out);
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + px(10);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(start, {start.x + width, bottom}, color::kCard, px(6), ImDrawFlags_RoundCornersBottom);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({start.x, bottom + px(6)});
}

}  // namespace

void drawClipsPanel(const Session& session, Commands& out) {
  if (session.clipCount() == 0) {
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kTextDim);
    ImGui::TextUnformatted("No clips in this file.");
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const auto [open, moved] = openClip(session);
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    if (drawRow(session, clip, clip == open, out)) setOpenClip(open == clip ? kNoneOpen : clip);
    if (moved && clip == open && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.3f);
    if (clip == open)
      drawOpenDetails(session, clip, out);
    else
      ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y + px(2)});
  }
  ImGui::PopStyleVar();
}

}  // namespace app
