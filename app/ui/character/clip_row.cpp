#include "app/ui/character/clip_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/ui/character/mask_text.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widget_id.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kClipRow = 34, kClipTag = 18, kStar = 22;
constexpr float kMeter = 74;   // bar and weight
constexpr float kLength = 52;  // of the clip

bool isShown(const crossfade::AnimationAction& action) { return action.isScheduled() && action.enabled; }

void drawPlayButton(const Session& session, int clip, const ClipLengths& lengths, Commands& out) {
  const bool playing = session.action(clip).isScheduled() && !session.action(clip).paused;
  if (!iconButton(WidgetId("clip.%d.play", clip), playing ? Icon::Stop : Icon::Play,
                  playing ? "Stop this clip and rewind it."
                          : "Fade to this clip. With Shift, fade it in beside what is playing.",
                  {.quiet = true}))
    return;
  if (playing)
    out.push_back(StopClip{clip});
  else if (ImGui::GetIO().KeyShift)
    out.push_back(FadeIn{clip, lengths.fade});
  else
    out.push_back(FadeTo{clip});
}

void drawStar(const Session& session, int clip, bool rowHovered, const UiRect& rect, Commands& out) {
  const bool on = session.isFavorite(clip);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  if (hitArea(WidgetId("clip.%d.star", clip), {rect.width, rect.height})) out.push_back(SetFavorite{clip, !on});
  logItem("clip.%d.star", clip);
  hint(on ? "No longer keep this clip on top." : "Keep this clip on top of the list.");
  const bool over = ImGui::IsItemHovered() || ui().focus.isOnItem();
  if (on || over || rowHovered)
    textIn(rect, icon(on ? Icon::Star : Icon::StarOutline),
           on     ? colors().warning
           : over ? colors().text
                  : colors().textFaint,
           0.5f);
}

/// The effective weight as a short bar with its value.
void drawMeter(int clip, double weight, const UiRect& rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float numberWidth = px(32);
  const UiRect bar{rect.x, rect.centerY() - px(3), rect.width - numberWidth - px(4), px(6)};
  list.AddRectFilled({bar.x, bar.y}, {bar.right(), bar.bottom()}, colors().control, px(3));
  const float level = bar.width * static_cast<float>(std::clamp(weight, 0.0, 1.0));
  if (level > 0) list.AddRectFilled({bar.x, bar.y}, {bar.x + level, bar.bottom()}, clipColor(clip), px(3));
  char number[16];
  std::snprintf(number, sizeof number, "%.2f", weight);
  textIn({rect.right() - numberWidth, rect.y, numberWidth, rect.height}, number, colors().text, 1);
}

/// The name, and right of it the weight while the clip plays, otherwise its length where there is room.
void drawNameAndMeter(const Session& session, const ClipNames& names, int clip, UiRect rect, bool showLength) {
  std::array<char, 24> scratch;
  const char* const name = names.shown(clip, scratch);
  const crossfade::AnimationAction& action = session.action(clip);
  const bool shown = isShown(action);
  if (shown) {
    drawMeter(clip, action.getEffectiveWeight(), {rect.right() - px(kMeter), rect.y, px(kMeter), rect.height});
    rect.width -= px(kMeter) + px(6);
  } else if (showLength || ImGui::CalcTextSize(name).x <= rect.width - px(kLength)) {
    char length[24];
    std::snprintf(length, sizeof length, "%.2f s", session.model().clips[static_cast<std::size_t>(clip)].duration());
    textIn(rect, length, colors().textFaint, 1, ui().fonts.small);
    rect.width -= px(kLength);
  }
  if (const auto mask = session.character().fade().choiceOf(action.mask); shown && mask) {
    std::array<char, 96> text;
    char on[112];
    std::snprintf(on, sizeof on, "on %s", maskSentence(session, *mask, text));
    const float line = std::floor(rect.height / 2);
    textIn({rect.x, rect.y + line - px(2), rect.width, line}, on, colors().textDim, 0, ui().fonts.small);
    rect.height = line + px(2);
  }
  nameIn(rect, name, shown ? colors().text : colors().textDim);
}

void hintOfRow(const Session& session, const ClipNames& names, int clip, bool open) {
  if (!hintIsDue()) return;
  std::array<char, 24> scratch;
  char sentence[400];
  std::snprintf(sentence, sizeof sentence, "%.300s\n%.2f s. Click to %s details.", names.full(clip, scratch),
                session.model().clips[static_cast<std::size_t>(clip)].duration(), open ? "hide" : "show");
  hint(sentence);
}

}  // namespace

float clipRowHeight() { return px(kClipRow); }

bool drawClipRow(const Session& session, const ClipNames& names, int clip, const ClipLengths& lengths,
                 const ClipRowLook& look, Commands& out) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const UiRect rect{start.x, start.y, ImGui::GetContentRegionAvail().x, px(kClipRow)};
  const UiRect play{rect.right() - rowHeight(), rect.y, rowHeight(), rect.height};
  const UiRect star{play.x - px(kStar), rect.y, px(kStar), rect.height};
  const bool pressed = hitArea(WidgetId("clip.%d.row", clip), {star.x - rect.x, rect.height});
  const bool hovered =
      ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.right(), rect.bottom()});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (look.open || hovered)
    list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, look.open ? colors().card : colors().row, px(6),
                       look.open ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersAll);
  if (look.chosen) list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, colors().accent, px(6));
  logItem("clip.%d.row", clip);
  hintOfRow(session, names, clip, look.open);

  textIn({rect.x + px(4), rect.y, px(14), rect.height}, icon(look.open ? Icon::Fold : Icon::Expand), colors().textFaint,
         0.5f);
  clipTag(list, {rect.x + px(22), rect.centerY() - px(kClipTag / 2)}, px(kClipTag), clip);
  const float left = rect.x + px(46);
  drawNameAndMeter(session, names, clip, {left, rect.y, star.x - left - px(2), rect.height}, look.showLength);
  drawStar(session, clip, hovered, star, out);
  ImGui::SetCursorScreenPos({play.x, rect.y + std::floor((rect.height - rowHeight()) / 2)});
  drawPlayButton(session, clip, lengths, out);
  ImGui::SetCursorScreenPos({start.x, rect.bottom()});
  return pressed;
}

}  // namespace app
