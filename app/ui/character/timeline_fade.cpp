// A fade of the last 30 seconds: when it begins, how long it takes, and its kind.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/ui/character/clip_names.h"
#include "app/ui/character/kind_text.h"
#include "app/ui/character/timeline_lanes.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kWidth = 400;
constexpr double kShortest = 0.02, kLongest = 4;  // seconds of a fade, by slider

const char* nameOf(const ClipNames& names, int clip, std::span<char> scratch) {
  return clip < 0 ? "nothing" : names.shown(clip, scratch);
}

/// "Walk to Run", and the button that closes the card.
void drawTitle(const Session& session, TimelineView& view, const LoggedFade& fade, float width) {
  const ClipNames names(session.model());
  std::array<char, 24> from, to;
  char text[256];
  std::snprintf(text, sizeof text, "%s to %s", nameOf(names, fade.from, from), nameOf(names, fade.to, to));
  ImGui::Dummy({width - rowHeight() - px(6), rowHeight()});
  const UiRect row = itemRect();
  const float arrow = px(24), half = (row.width - arrow) / 2;
  nameIn({row.x, row.y, half, row.height}, nameOf(names, fade.from, from), colors().text, 0, ui().fonts.strong);
  textIn({row.x + half, row.y, arrow, row.height}, icon(Icon::Arrow), colors().textDim, 0.5f);
  nameIn({row.x + half + arrow, row.y, half, row.height}, nameOf(names, fade.to, to), colors().text, 0,
         ui().fonts.strong);
  hint(text);
  ImGui::SameLine(0, px(6));
  if (iconButton("timeline.fade.close", Icon::Close, "Close.", {.quiet = true})) view.pickedFade = -1;
}

}  // namespace

void drawPickedFade(const Session& session, TimelineView& view, const LoggedFade& fade, const TimeAxis& axis,
                    Commands& out) {
  const Timeline& timeline = session.character().timeline();
  const float width = std::min(px(kWidth), axis.area.width), height = px(20) + 3 * rowHeight() + px(12);
  const float left =
      std::clamp(axis.x(fade.begin + fade.seconds / 2) - width / 2, axis.area.x, axis.area.right() - width);
  const UiRect card{std::floor(left), std::floor(axis.area.y - height - px(12)), width, height};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(8));
  beginOverlay("timeline.fade", card, colors().overlay, {px(12), px(10)});
  ImGui::PopStyleVar();
  ui().log.add("timeline.fade", card);
  if (ui().focus.dismissible()) view.pickedFade = -1;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6)});
  const float room = ImGui::GetContentRegionAvail().x;
  drawTitle(session, view, fade, room);
  const int kind = segments("timeline.fade.kind", kKindTexts, static_cast<int>(fade.kind), room,
                            "How this fade took over. What follows it changes, too.");
  if (kind >= 0) out.push_back(EditFade{.fade = fade.id, .kind = static_cast<crossfade::TransitionKind>(kind)});
  const float half = std::floor((room - px(6)) / 2);
  double begin = fade.begin, seconds = fade.seconds;
  const SliderLook start{.label = "begins",
                         .min = timeline.begin(),
                         .max = timeline.end(),
                         .origin = timeline.begin(),
                         .format = "%.2f s",
                         .resets = false};
  if (slider("timeline.fade.begin", begin, start, half, "When it begins, in the time of the timeline."))
    out.push_back(EditFade{.fade = fade.id, .begin = begin});
  ImGui::SameLine(0, px(6));
  const SliderLook length{.label = "length",
                          .min = kShortest,
                          .max = kLongest,
                          .defaultValue = FadeSettings{}.seconds,
                          .format = "%.2f s",
                          .fill = clipColor(std::max(fade.to, 0)),
                          .sqrtScale = true,
                          .typedMin = 0,
                          .typedMax = kMaxFadeSeconds};
  if (slider("timeline.fade.length", seconds, length, half, "How long it takes."))
    out.push_back(EditFade{.fade = fade.id, .seconds = seconds});
  ImGui::PopStyleVar();
  endPanel();
}

}  // namespace app
