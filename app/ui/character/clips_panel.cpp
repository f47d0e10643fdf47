// The list of clips: a compact row each, one of them showing its details.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/character/character_panels.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

/// Opens the details of the clip with the largest weight whenever that changes, unless the user closed all details or
/// is holding a control right now: it must not slip away under the pointer. True when another clip was opened.
bool followDominantClip(const Session& session, ClipsPanelState& state) {
  const int dominant = session.dominantClip(), before = state.openClip;
  if (state.openClip == ClipsPanelState::kNotChosenYet) state.openClip = std::max(dominant, 0);
  const bool changed = dominant >= 0 && state.dominantClip >= 0 && dominant != state.dominantClip;
  if (changed && state.openClip != ClipsPanelState::kNone && !ImGui::IsAnyMouseDown()) state.openClip = dominant;
  if (dominant >= 0) state.dominantClip = dominant;
  return before >= 0 && state.openClip != before;
}

bool isShown(const crossfade::AnimationAction& action) { return action.isScheduled() && action.enabled; }

void drawPlayButton(const Session& session, int clip, Commands& out) {
  const bool playing = session.action(clip).isScheduled() && !session.action(clip).paused;
  if (iconButton(WidgetId("clip.%d.play", clip), playing ? Icon::Stop : Icon::Play,
                 playing ? "Stop this clip and rewind it." : "Play this clip now, on top of what is playing.",
                 {.quiet = true})) {
    if (playing)
      out.push_back(StopClip{clip});
    else
      out.push_back(PlayClip{clip});
  }
}

/// The effective weight as a short bar with its value.
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
  hint(open ? "Hide details." : "Show details.");

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

void drawOpenDetails(const Session& session, int clip, ClipLengths& lengths, Commands& out) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({start.x + px(10), start.y + px(4)});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - px(20));
  drawClipDetails(session, clip, lengths, out);
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + px(10);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(start, {start.x + width, bottom}, color::kCard, px(6), ImDrawFlags_RoundCornersBottom);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({start.x, bottom + px(6)});
}

}  // namespace

void drawClipsPanel(const Session& session, ClipsPanelState& state, Commands& out) {
  if (session.clipCount() == 0) {
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kTextDim);
    ImGui::TextUnformatted("This file has no clips.");
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  state.lengths.resize(static_cast<std::size_t>(session.clipCount()));
  const bool scrolls = followDominantClip(session, state);
  const int open = state.openClip;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    if (drawRow(session, clip, clip == open, out)) state.openClip = open == clip ? ClipsPanelState::kNone : clip;
    if (scrolls && clip == open && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.3f);
    if (clip == open)
      drawOpenDetails(session, clip, state.lengths[static_cast<std::size_t>(clip)], out);
    else
      ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y + px(2)});
  }
  ImGui::PopStyleVar();
}

}  // namespace app
