// The summary below each clock's column.
#include <array>
#include <cmath>

#include "app/session/timing/timing_scene.h"
#include "app/ui/timing/timing_paint.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/ui_context.h"

namespace app {
namespace {

using crossfade::ClockKind;

ImU32 cardColor(const Canvas& canvas) { return paletteOf(canvas.dark).panel; }

/// Breaks lines at spaces only; ImGui would also break at a decimal point. Lines that do not fit are left out.
void wrapped(const Canvas& canvas, const UiRect& rect, const char* text, ImU32 tint) {
  ImFont* const font = ui().fonts.small;
  const float size = std::round(heightOf(*font) / ui().scale * canvas.scale);
  const auto width = [&](const char* from, const char* to) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, from, to).x;
  };
  const auto wordEnd = [](const char* at) {
    while (*at == ' ') ++at;
    while (*at != 0 && *at != ' ') ++at;
    return at;
  };
  for (float y = rect.y; *text != 0 && y + size <= rect.bottom(); y += size + canvas.px(1)) {
    const char* end = wordEnd(text);
    while (*end != 0 && width(text, wordEnd(end)) <= rect.width) end = wordEnd(end);
    canvas.list.AddText(font, size, {rect.x, std::floor(y)}, tint, text, end);
    text = *end == ' ' ? end + 1 : end;
  }
}

const char* frameSentence(TimingText& text, const TimingView& view, const RateExtremes& ends, bool narrow) {
  const auto speed = [&](int row) { return relativeSpeed(view.scene.lane(row, ClockKind::FrameBased)); };
  const auto rate = [&](int row) {
    return view.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
  };
  if (rate(ends.slowest) == rate(ends.fastest))
    return write(text, narrow ? "%.2f\u00d7 at %.4g fps" : "Runs at the display's speed: %.2f\u00d7 at %.4g fps.",
                 speed(ends.slowest), rate(ends.slowest));
  return write(text,
               narrow ? "%.2f\u00d7 at %.4g fps, %.2f\u00d7 at %.4g"
                      : "Runs at the display's speed: %.2f\u00d7 at %.4g fps, %.2f\u00d7 at %.4g.",
               speed(ends.slowest), rate(ends.slowest), speed(ends.fastest), rate(ends.fastest));
}

/// The visible display that dropped the most time; -1: none did.
int droppedMost(const TimingView& view, ClockKind kind) {
  int worst = -1;
  const auto dropped = [&](int row) { return view.scene.lane(row, kind).clock().droppedSeconds; };
  for (int row = 0; row < view.scene.rowCount(); ++row)
    if (view.settings().rows[static_cast<std::size_t>(row)].shown && dropped(row) > 0 &&
        (worst < 0 || dropped(row) > dropped(worst)))
      worst = row;
  return worst;
}

const char* droppedSentence(TimingText& text, const TimingView& view, ClockKind kind, int row, bool narrow) {
  const TimingSettings& settings = view.settings();
  const double dropped = view.scene.lane(row, kind).clock().droppedSeconds;
  if (narrow) return write(text, "%.2f s dropped on one display", dropped);
  return write(text, "A frame advances at most %.3g s; the rest is dropped. One display is %.2f s late.",
               settings.maxSteps / settings.stepsPerSecond, dropped);
}

const char* timeSentence(TimingText& text, const TimingView& view, const RateExtremes& ends, bool narrow) {
  if (view.settings().edges == Edges::Reflect)
    return narrow ? "Nothing is lost at the ends." : "Nothing is lost at the ends: correct on every display.";
  const auto lost = [&](int row) { return view.scene.lane(row, ClockKind::TimeBased).statistics().lostPerReversal; };
  const auto rate = [&](int row) {
    return view.settings().rows[static_cast<std::size_t>(row)].display.framesPerSecond;
  };
  const auto turned = [&](int row) { return view.scene.lane(row, ClockKind::TimeBased).reversals() > 0; };
  if (!turned(ends.slowest) || !turned(ends.fastest)) return "No losses before the first bounce.";
  const double slow = lost(ends.slowest), fast = lost(ends.fastest);
  if (slow < kExactUnits && fast < kExactUnits)
    return narrow ? "Nothing is lost so far." : "Frames that end exactly at the ends lose nothing there.";
  const bool past = view.settings().edges == Edges::ClampPast;
  if (rate(ends.slowest) == rate(ends.fastest))
    return write(text,
                 narrow ? "%.1f per bounce lost at %.4g fps"
                 : past ? "A block turns only past an end: %.1f per bounce lost at %.4g fps."
                        : "A frame that passes an end stops there: %.1f per bounce lost at %.4g fps.",
                 slow, rate(ends.slowest));
  if (narrow)
    return write(text, "%.1f per bounce lost at %.4g fps, %.1f at %.4g", slow, rate(ends.slowest), fast,
                 rate(ends.fastest));
  if (past)
    return write(text, "A block turns only past an end: %.1f per bounce lost at %.4g fps, %.1f at %.4g.", slow,
                 rate(ends.slowest), fast, rate(ends.fastest));
  if (slow <= fast)
    return write(text, "A frame that passes an end stops there: %.1f per bounce lost at %.4g fps, %.1f at %.4g.", slow,
                 rate(ends.slowest), fast, rate(ends.fastest));
  return write(text, "Longer frames lose more at an end: %.1f per bounce at %.4g fps, %.1f at %.4g.", slow,
               rate(ends.slowest), fast, rate(ends.fastest));
}

const char* fixedSentence(TimingText& text, const TimingView& view, const RateExtremes& ends, bool narrow) {
  const double late = view.settings().unitsPerSecond / view.settings().stepsPerSecond;
  const double lost = view.scene.lane(ends.slowest, ClockKind::FixedStep).statistics().lostPerReversal;
  const char* const lag = view.settings().interpolates ? "one step late" : "up to one step late";
  if (view.settings().edges == Edges::Reflect || lost < kExactUnits)
    return narrow ? write(text, "Nothing is lost, %s", lag)
                  : write(text, "The same on every display: %s (%.2f units), nothing lost so far.", lag, late);
  if (narrow) return write(text, "%.2f per bounce lost everywhere, %s", lost, lag);
  return write(text, "All steps are equal, so every display loses %.2f per bounce. The picture is %s (%.2f).", lost,
               lag, late);
}

}  // namespace

void drawTimingSum(const Canvas& canvas, const TimingView& view, int clock, const UiRect& rect) {
  const RateExtremes ends = rateExtremes(view.scene);
  if (rect.empty() || ends.slowest < 0) return;
  fillRect(canvas, rect, cardColor(canvas), canvas.px(6));
  fillRect(canvas, {rect.x, rect.y + canvas.px(8), canvas.px(3), canvas.px(16)}, clockColorOf(clock, canvas.dark),
           canvas.px(1));
  const auto kind = static_cast<ClockKind>(clock);
  TimingText text;
  const UiRect inside{rect.x + canvas.px(11), rect.y + canvas.px(6), rect.width - canvas.px(20), canvas.px(20)};
  canvasText(canvas, inside, writeUnits(text, spreadAcrossDisplays(view.scene, kind)), inkColor(canvas), 0,
             TextStyle::Strong);
  const bool narrow = rect.width < canvas.px(200);
  canvasText(canvas, inside, narrow ? "spread" : "spread across displays", dimInkColor(canvas), 1, TextStyle::Small);
  const int late = droppedMost(view, kind);  // dropped time explains the spread best
  const char* const sentence = late >= 0                       ? droppedSentence(text, view, kind, late, narrow)
                               : kind == ClockKind::FrameBased ? frameSentence(text, view, ends, narrow)
                               : kind == ClockKind::TimeBased  ? timeSentence(text, view, ends, narrow)
                                                               : fixedSentence(text, view, ends, narrow);
  const float top = inside.bottom() + canvas.px(3);
  if (rect.bottom() - top < canvas.px(18)) return;  // a short sum
  wrapped(canvas, {inside.x, top, inside.width, rect.bottom() - canvas.px(4) - top}, sentence, dimInkColor(canvas));
}

}  // namespace app
