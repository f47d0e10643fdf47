// The queue: clips in order, each with how long it plays and the fade into it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kQueueTag = 18, kLengthRoom = 66, kFade = 62;

struct Queue {
  const Session& session;
  ClipNames names;
  FadeSequence& now;
  bool changed = false;

  int count() const { return static_cast<int>(now.items.size()); }
  SequenceItem& at(int index) { return nth(now.items, index); }
  double seconds(int index) { return secondsOf(at(index), session.character().player()); }
  void move(int from, int to) {
    const SequenceItem moved = at(from);  // in std::swap, GCC 12 warns of an uninitialized curve
    at(from) = at(to);
    at(to) = moved;
    changed = true;
  }
};

Text lengthText(const SequenceItem& item) { return Text(item.inLoops ? "%.4g \u00d7" : "%.4g s", item.plays); }

/// How far the item that plays now has come, 0 to 1; -1: it is another one.
double playedFraction(const Queue& queue, int index) {
  const CharacterScene& scene = queue.session.character();
  const SequencePlayer::State& state = scene.sequence().state();
  if (!scene.playsQueue() || state.pass.itemAt(state.step) != index) return -1;
  const double whole = secondsOf(nth(state.pass.items, index), scene.player());
  return std::clamp(1 - (state.due - scene.player().mixerTime()) / whole, 0.0, 1.0);
}

void drawHead(Queue& queue, Commands& out) {
  const bool plays = queue.session.character().playsQueue(), any = queue.count() > 0;
  const float gap = px(6), width = fullWidth();
  if (plays) {
    if (button("queue.play", "Stop", {px(64), 0}, "Leave the queue. Clips keep playing.", {.on = true}))
      out.push_back(StopSequence{});
  } else if (button("queue.play", "Play", {px(64), 0}, "Play the queue from its first clip.",
                    {.accent = true, .enabled = any})) {
    out.push_back(PlayQueue{});
  }
  ImGui::SameLine(0, gap);
  if (iconButton("queue.loop", Icon::Repeat,
                 queue.now.loops ? "Loop: on. After the last clip the queue starts over."
                                 : "Loop: off. The last clip goes on by itself.",
                 {.on = queue.now.loops})) {
    queue.now.loops = !queue.now.loops;
    queue.changed = true;
  }
  ImGui::SameLine(0, gap);
  double seconds = 0;
  for (int i = 0; i < queue.count(); ++i) seconds += queue.seconds(i);
  const float save = px(96);
  ImGui::Dummy({width - px(64) - rowHeight() - save - 3 * gap, rowHeight()});
  textIn(itemRect(),
         any ? Text(queue.count() == 1 ? "%d clip, %.1f s" : "%d clips, %.1f s", queue.count(), seconds) : "",
         colors().textDim);
  ImGui::SameLine(0, gap);
  if (button(
          "queue.save", "Save script", {save, 0},
          "Write the queue as a script into the folder out: drop it on the window, or render it with 'crossfade render "
          "--script'.",
          {.enabled = any}))
    out.push_back(SaveQueueScript{});
}

/// The clip, the fade into it and its length; a press opens it, a drag moves it.
void drawRow(Queue& queue, QueuePanelState& state, int index) {
  const SequenceItem& item = queue.at(index);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = fullWidth();
  const bool pressed = hitArea(WidgetId("queue.%d.row", index), {width - rowHeight(), rowHeight()});
  const bool hovered = ImGui::IsItemHovered(), open = state.open == index;
  const UiRect rect{start.x, start.y, width, rowHeight()};
  state.take(index, pressed);
  if (state.open == index && !open) state.reveals = true;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (open || hovered || state.dragged == index)
    fillRect(rect, state.dragged == index ? colors().controlHovered : colors().card, px(6));
  if (const double played = playedFraction(queue, index); played >= 0)
    list.AddRectFilled({rect.x, rect.bottom() - px(3)},
                       {rect.x + rect.width * static_cast<float>(played), rect.bottom()}, clipColor(item.fade.clip));
  hint("Click to change it, drag to move it.");

  textIn({rect.x + px(4), rect.y, px(14), rect.height}, icon(open ? Icon::Fold : Icon::Expand), colors().textFaint,
         0.5f);
  clipTag(list, {rect.x + px(22), rect.centerY() - px(kQueueTag / 2)}, px(kQueueTag), item.fade.clip);
  const float left = rect.x + px(46), lengths = rect.right() - rowHeight() - px(kLengthRoom);
  const float fades = lengths - (index > 0 && width > px(300) ? px(kFade) : 0);
  std::array<char, 24> scratch;
  nameIn({left, rect.y, fades - left - px(4), rect.height}, queue.names.shown(item.fade.clip, scratch), colors().text);
  if (fades < lengths) {
    const double seconds = item.fade.how.seconds.value_or(queue.session.fadeSettings().seconds);
    textIn({fades, rect.y, px(kFade), rect.height}, Text("fade %.2g s", seconds), colors().textFaint, 1,
           ui().fonts.small);
  }
  textIn({lengths, rect.y, px(kLengthRoom) - px(6), rect.height}, lengthText(item), colors().text, 1);
  ImGui::SetCursorScreenPos({rect.right() - rowHeight(), rect.y});
  if (iconButton(WidgetId("queue.%d.remove", index), Icon::Close, "Remove it from the queue.", {.quiet = true}))
    state.removed = index;
}

void drawLength(Queue& queue, int index, float width) {
  constexpr std::array<const char*, 2> kUnits = {"Seconds", "Loops"};
  SequenceItem& item = queue.at(index);
  const float units = px(124), gap = px(6);
  const SliderLook look{.label = "plays",
                        .max = 10,
                        .defaultValue = item.inLoops ? 1.0 : 2.0,
                        .format = item.inLoops ? "%.4g \u00d7" : "%.2f s",
                        .fill = colors().accent,
                        .step = item.inLoops ? 1 : 0.1,
                        .typedMax = 3600};
  queue.changed |= slider(WidgetId("queue.%d.plays", index), item.plays, look, width - units - gap,
                          "From the beginning of this clip to the next fade.");
  ImGui::SameLine(0, gap);
  const int pressed = segments(WidgetId("queue.%d.unit", index), kUnits, item.inLoops ? 1 : 0, units,
                               "Count seconds, or loops of this clip at its own speed.");
  if (pressed < 0 || item.inLoops == (pressed == 1)) return;
  const double seconds = queue.seconds(index);
  item.inLoops = pressed == 1;
  item.plays = 1;
  const double perLoop = queue.seconds(index);
  item.plays = item.inLoops ? std::max(1.0, std::round(seconds / perLoop)) : std::round(seconds * 100) / 100;
  queue.changed = true;
}

void drawKind(Queue& queue, int index, float width) {
  SequenceItem& item = queue.at(index);
  const auto textOf = [](crossfade::TransitionKind kind) { return nth(kKindTexts, kind); };
  const WidgetId id("queue.%d.kind", index);
  const crossfade::TransitionKind usual = queue.session.fadeSettings().kind;
  if (!beginDropDown(id, textOf(item.fade.how.kind.value_or(usual)),
                     item.fade.how.kind ? colors().text : colors().textDim, width,
                     "The kind of this fade. Dim: as in the cross-fade panel."))
    return;
  const FocusGroup group("kinds", GroupLayout::Column);
  for (int i = -1; i < static_cast<int>(kKindOrder.size()); ++i) {
    const int row = i < 0 ? i : nth(kKindOrder, i);
    const auto kind = static_cast<crossfade::TransitionKind>(std::max(row, 0));
    const Text text(row < 0 ? "As the panel (%s)" : "%s", textOf(row < 0 ? usual : kind));
    const bool marked = row < 0 ? !item.fade.how.kind : item.fade.how.kind == kind;
    if (menuText(WidgetId("queue.%d.kind.%d", index, row), text, marked)) {
      item.fade.how.kind = row < 0 ? std::nullopt : std::optional(kind);
      queue.changed = true;
    }
  }
  endCombo();
}

void drawFade(Queue& queue, int index, float width) {
  SequenceItem& item = queue.at(index);
  const double usual = queue.session.fadeSettings().seconds;
  const float kinds = px(124), gap = px(6);
  const SliderLook look{.label = "fade",
                        .max = 3,
                        .defaultValue = usual,
                        .format = "%.2f s",
                        .step = 0.01,
                        .sqrtScale = true,
                        .typedMax = kMaxFadeSeconds};
  double seconds = item.fade.how.seconds.value_or(usual);
  if (slider(WidgetId("queue.%d.fade", index), seconds, look, width - kinds - gap,
             "Duration of the fade into this clip. The default is that of the cross-fade panel, which it follows.")) {
    item.fade.how.seconds = seconds == usual ? std::nullopt : std::optional(seconds);
    queue.changed = true;
  }
  ImGui::SameLine(0, gap);
  drawKind(queue, index, kinds);
}

/// The settings of the open item.
void drawDetails(Queue& queue, QueuePanelState& state, int index) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float gap = px(6), inset = px(8), rows = index > 0 ? 3 : 2;
  const float width = fullWidth() - 2 * inset;
  ImGui::GetWindowDrawList()->AddRectFilled(
      start, {start.x + width + 2 * inset, start.y + rows * (rowHeight() + gap) + px(2)}, colors().card, px(6));
  ImGui::SetCursorScreenPos({start.x, start.y + px(2)});
  ImGui::Indent(inset);
  int clip = queue.at(index).fade.clip;
  if (chooseClip(WidgetId("queue.%d.clip", index), queue.session, clip, "Remove", width - 2 * (rowHeight() + gap),
                 "Choose another clip.")) {
    if (clip < 0) state.removed = index;
    if (clip >= 0) queue.at(index).fade.clip = clip;
    queue.changed = true;
  }
  ImGui::SameLine(0, gap);
  const auto moveButton = [&](const char* format, Icon arrow, int to, const char* sentence) {
    if (!iconButton(WidgetId(format, index), arrow, sentence, {.enabled = to >= 0 && to < queue.count()})) return;
    queue.move(index, to);
    state.open = to;
    ui().focus.follow(WidgetId(format, to));
  };
  moveButton("queue.%d.up", Icon::Up, index - 1, "Earlier.");
  ImGui::SameLine(0, gap);
  moveButton("queue.%d.down", Icon::Down, index + 1, "Later.");
  drawLength(queue, index, width);
  if (index > 0) drawFade(queue, index, width);
  ImGui::Unindent(inset);
}

void drawAdd(Queue& queue, QueuePanelState& state, float width) {
  if (queue.count() >= static_cast<int>(kMaxQueued)) return;
  const int clip =
      takeClip("queue.add", queue.session, "Add a clip...", width, "Put another clip at the end of the queue.");
  if (clip < 0) return;
  queue.now.items.push_back({.fade = {.clip = clip}});
  state.open = queue.count() - 1;
  state.reveals = true;
  queue.changed = true;
}

}  // namespace

void drawQueuePanel(const Session& session, QueuePanelState& state, Commands& out) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  state.shown = session.character().program().queue();  // reuses the memory of the last frame
  Queue queue{session, ClipNames(session.model()), state.shown};
  state.removed = -1;
  drawHead(queue, out);
  ImGui::BeginChild("items", ImGui::GetContentRegionAvail(), false, ImGuiWindowFlags_NoNav);
  std::array<float, kMaxQueued> middles;
  const int count = queue.count();
  std::optional<FocusGroup> group(std::in_place, "rows", GroupLayout::Column, true);
  for (int i = 0; i < count; ++i) {
    focusMember();
    nth(middles, i) = ImGui::GetCursorScreenPos().y + rowHeight() / 2;
    drawRow(queue, state, i);
    if (state.open == i) drawDetails(queue, state, i);
    if (state.open == i && std::exchange(state.reveals, false)) ImGui::SetScrollHereY(1);
  }
  group.reset();
  const int dragged = state.dragged, to = state.follow(std::span(middles).first(static_cast<std::size_t>(count)));
  if (to >= 0) queue.move(dragged, to);
  if (state.removed >= 0) {
    queue.now.items.erase(queue.now.items.begin() + state.removed);
    state.forget(state.removed);
    queue.changed = true;
  }
  drawAdd(queue, state, fullWidth());
  if (count == 0) {
    sentence("Clips that play one after the other: Idle for 2 s, Walk for 3 loops, then Run.");
  }
  endScrollingPart();
  if (queue.changed) out.push_back(SetQueue{queue.now.items, queue.now.loops});
  ImGui::PopStyleVar();
}

}  // namespace app
