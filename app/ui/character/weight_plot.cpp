#include "app/ui/character/weight_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/character/settings/clip_settings.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/choosers.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

constexpr float kDefaultCursor = 0.66f;
constexpr float kDefaultSpan = 3.5f;
constexpr float kFadeEnds = 0.88f;  // fraction of the window within which a fade should end
constexpr std::size_t kMaxPlotPoints = 192;
constexpr std::size_t kMaxLabels = 8;
constexpr int kCurveSegments = 96;  // of a fade that follows a curve

/// From mixer time and weight to pixels.
struct Axes {
  UiRect area;
  TimeWindow window;
  double maxWeight = 1;  // at the top

  float x(double time) const {
    return area.x + static_cast<float>((time - window.begin) / (window.end - window.begin)) * area.width;
  }
  float y(double weight) const {
    return area.bottom() - static_cast<float>(std::clamp(weight / maxWeight, 0.0, 1.0)) * area.height;
  }
};

struct Curve {
  std::array<ImVec2, kMaxPlotPoints> points;
  std::size_t count = 0;
  double maxWeight = 0;

  void add(const Axes& axes, double time, double weight) {
    maxWeight = std::max(maxWeight, weight);
    const ImVec2 point{axes.x(time), axes.y(weight)};
    const bool separate =
        count == 0 || std::hypot(point.x - points[count - 1].x, point.y - points[count - 1].y) > 0.75f;
    if (separate && count < kMaxPlotPoints) points[count++] = point;  // near-zero segments draw as blots
  }
  std::span<const ImVec2> line() const { return {points.data(), count}; }
};

void fillPast(const Session& session, int clip, const Axes& axes, double now, Curve& curve) {
  const WeightHistory& history = session.weightHistory();
  curve.count = 0;
  curve.maxWeight = 0;
  const int begin = std::max(0, history.rowAt(axes.window.begin) - 1);
  const int end = history.rowAt(now);
  const int stride = 1 + (end - begin) / static_cast<int>(kMaxPlotPoints - 2);
  // Rows are chosen by their own index, not from the window's edge, so that the line does not flicker as it moves.
  for (int row = begin; row < end; ++row)
    if (row == begin || row % stride == 0)
      curve.add(axes, history.time(row), static_cast<double>(history.weight(row, clip)));
  const int last = std::min(end, history.size() - 1);
  if (last >= 0) curve.add(axes, now, static_cast<double>(history.weight(last, clip)));
}

void fillFuture(const Session& session, int clip, const Axes& axes, double now, Curve& curve) {
  curve.count = 0;
  curve.maxWeight = 0;
  const auto& fade = session.action(clip).fadeRamp();
  curve.add(axes, now, projectedWeight(session, clip, now));
  if (fade) {
    const int segments = fade->shape.kind != crossfade::FadeShape::Kind::Straight ? kCurveSegments : 1;
    for (int segment = 0; segment <= segments; ++segment) {
      const double time = fade->begin + (fade->end - fade->begin) * segment / segments;
      if (time > now && time < axes.window.end) curve.add(axes, time, projectedWeight(session, clip, time));
    }
  }
  curve.add(axes, axes.window.end, projectedWeight(session, clip, axes.window.end));
}

double maxShownWeight(const Session& session, const TimeWindow& window) {
  double maxWeight = 1;
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const WeightHistory& history = session.weightHistory();
    for (int row = history.rowAt(window.begin); row < history.size(); ++row)
      maxWeight = std::max(maxWeight, static_cast<double>(history.weight(row, clip)));
    maxWeight = std::max(maxWeight, projectedWeight(session, clip, window.end));
  }
  return maxWeight;
}

void axisText(const UiRect& rect, const char* text, float align, ImU32 tint = colors().textFaint) {
  textIn(rect, text, tint, align, ui().fonts.small);
}

void drawAxes(ImDrawList& list, const Axes& axes, double now) {
  for (const double fraction : {0.0, 0.5, 1.0}) {
    const float y = axes.y(fraction * axes.maxWeight);
    list.AddLine({axes.area.x, y}, {axes.area.right(), y}, faded(colors().line, fraction == 0 ? 1.0f : 0.55f));
    axisText({axes.area.x - px(30), y - px(8), px(25), px(16)},
             Text(axes.maxWeight > 9.9 ? "%.0f" : "%.1f", fraction * axes.maxWeight), 1);
  }
  const double step =
      niceStep(axes.window.end - axes.window.begin, std::max(2, static_cast<int>(axes.area.width / px(44))));
  const double first = std::ceil((axes.window.begin - now) / step) * step;
  for (double offset = first; now + offset <= axes.window.end + step * 1e-6; offset += step) {
    const float x = axes.x(now + offset);
    list.AddLine({x, axes.area.y}, {x, axes.area.bottom()}, faded(colors().line, 0.4f));
    const bool here = std::abs(offset) < step * 1e-6;
    const Text text(here ? "now" : step < 0.1 ? "%+.2f s" : step < 1 ? "%+.1f s" : "%+.0f s", offset);
    const float half = px(28);
    const float middle = std::clamp(x, axes.area.x + (here ? 0 : px(12)), axes.area.right() - px(12));
    axisText({middle - half, axes.area.bottom() + px(3), 2 * half, px(14)}, text, 0.5f,
             here ? colors().textDim : colors().textFaint);
  }
}

void drawFadeSpan(ImDrawList& list, const Axes& axes, const RunningFade& fade) {
  const float from = std::clamp(axes.x(fade.begin), axes.area.x, axes.area.right());
  const float to = std::clamp(axes.x(fade.end), axes.area.x, axes.area.right());
  list.AddRectFilled({from, axes.area.y}, {to, axes.area.bottom()}, faded(colors().accent, 0.07f));
  for (const float x : {from, to})
    if (x > axes.area.x && x < axes.area.right())
      list.AddLine({x, axes.area.y}, {x, axes.area.bottom()}, faded(colors().accent, 0.5f));
}

struct Label {
  int clip = 0;
  float y = 0;
};

/// Sorted from top to bottom. Labels beyond the maximum are dropped.
struct Labels {
  std::array<Label, kMaxLabels> sorted;
  std::size_t count = 0;

  void add(Label label) {
    if (count == kMaxLabels) return;
    std::size_t slot = count++;
    for (; slot > 0 && sorted[slot - 1].y > label.y; --slot) sorted[slot] = sorted[slot - 1];
    sorted[slot] = label;
  }
};

/// To the right of the curves' ends, moved apart so that none overlap.
void drawLabels(ImDrawList& list, const Session& session, std::span<Label> labels, const UiRect& area) {
  const float height = px(17);
  for (std::size_t i = 1; i < labels.size(); ++i) labels[i].y = std::max(labels[i].y, labels[i - 1].y + height);
  float limit = area.bottom() - height / 2;
  for (std::size_t i = labels.size(); i-- > 0; limit = labels[i].y - height) labels[i].y = std::min(labels[i].y, limit);
  const ClipNames names(session.model());
  for (const Label& label : labels) {
    const float tag = px(15);
    clipTag(list, {area.right() + px(5), std::floor(label.y - tag / 2)}, tag, label.clip);
    std::array<char, 24> scratch;
    const float left = area.right() + px(5) + tag + px(4);
    nameIn({left, label.y - height / 2, px(60) - tag, height}, names.shown(label.clip, scratch), colors().textDim, 0,
           ui().fonts.small);
  }
}

}  // namespace

PlotView follow(const PlotView& view, const Session& session, double delta, double played) {
  const auto& fade = session.runningFade();
  const bool usable = std::isfinite(view.span) && view.span > 0.01f && std::isfinite(view.cursor);
  PlotView next = usable ? view : PlotView{kDefaultSpan, kDefaultCursor};
  const float ease = 1 - std::exp(-8.0f * static_cast<float>(std::clamp(delta, 0.0, 1.0)));
  const float spanWanted = fade ? std::clamp(static_cast<float>(fade->seconds) * 3.0f, kDefaultSpan * 0.7f, 120.0f)
                                : std::min(next.span, kDefaultSpan);
  next.span += (std::max(spanWanted, 0.2f) - next.span) * ease;
  if (!fade) {
    const float slow = 1 - std::exp(-1.5f * static_cast<float>(std::clamp(delta, 0.0, 1.0)));
    next.cursor += (kDefaultCursor - next.cursor) * slow;
  } else {
    const float remaining = static_cast<float>(std::max(0.0, fade->end - session.mixerTime())) / next.span;
    next.cursor += static_cast<float>(std::clamp(played, 0.0, 1.0)) / next.span;
    if (next.cursor + remaining > kFadeEnds)
      next.cursor += (std::max(0.1f, kFadeEnds - remaining) - next.cursor) * ease;
  }
  next.cursor = std::clamp(next.cursor, 0.05f, 0.95f);
  return next;
}

TimeWindow windowOf(const PlotView& view, double now) {
  const double span = static_cast<double>(view.span);
  const double begin = now - static_cast<double>(view.cursor) * span;
  return {begin, begin + span};
}

double projectedWeight(const Session& session, int clip, double time) {
  const crossfade::AnimationAction& action = session.action(clip);
  return action.weight * action.fadeValueAt(time);
}

void drawWeightPlot(const Session& session, const UiRect& rect, const TimeWindow& window) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fillRect(rect, colors().well, px(6));
  const Axes axes{.area = {rect.x + px(34), rect.y + px(10), rect.width - px(34) - px(74), rect.height - px(31)},
                  .window = window,
                  .maxWeight = maxShownWeight(session, window)};
  if (axes.area.empty()) return;
  const double now = session.mixerTime();
  if (session.runningFade()) drawFadeSpan(list, axes, *session.runningFade());
  drawAxes(list, axes, now);

  Labels labels;
  Curve curve;
  list.PushClipRect({axes.area.x, axes.area.y - px(2)}, {axes.area.right(), axes.area.bottom() + px(2)}, true);
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    fillPast(session, clip, axes, now, curve);
    const double maxPastWeight = curve.maxWeight;
    if (maxPastWeight > 0) {
      fillUnder(list, curve.line(), axes.area.bottom(), faded(clipColor(clip), 0.13f));
      styledLine(list, curve.line(), clipColor(clip), px(2), clipLineStyle(clip), ui().scale);
    }
    fillFuture(session, clip, axes, now, curve);
    if (curve.maxWeight > 0)
      styledLine(list, curve.line(), faded(clipColor(clip), 0.55f), px(2), clipLineStyle(clip), ui().scale);
    if (maxPastWeight > 0.005 || curve.maxWeight > 0.005) labels.add({clip, curve.points[curve.count - 1].y});
  }
  const float cursor = axes.x(now);
  list.AddLine({cursor, axes.area.y - px(2)}, {cursor, axes.area.bottom()}, colors().text, px(1));
  list.PopClipRect();
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (const double weight = projectedWeight(session, clip, now); weight > 0) {
      list.AddCircleFilled({cursor, axes.y(weight)}, px(4), colors().well);
      list.AddCircleFilled({cursor, axes.y(weight)}, px(3), clipColor(clip));
    }
  drawLabels(list, session, std::span(labels.sorted).first(labels.count), axes.area);
}

namespace {

constexpr float kTag = 18, kSpeed = 82, kShare = 40, kMixGap = 4;

bool isOfWholeBody(const crossfade::AnimationAction& action) { return action.mask == nullptr; }

/// Of the clips of the whole body.
double sumOfWeights(const Session& session) {
  double sum = 0;
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (const auto& action = session.action(clip); isMixed(action) && isOfWholeBody(action))
      sum += action.getEffectiveWeight();
  for (const SampleAction& each : session.character().player().samples())
    if (isMixed(*each.action) && isOfWholeBody(*each.action)) sum += each.action->getEffectiveWeight();
  return sum;
}

bool anyIsMixed(const Session& session) {
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (isMixed(session.action(clip))) return true;
  return session.character().player().playingSpace().has_value();
}

void drawShare(double share, ImU32 ink, const char* sentence) {
  label({px(kShare), rowHeight()}, Text("%.0f %%", share * 100), ink, 1);
  hint(sentence);
}

void drawClip(const Session& session, const ClipNames& names, int clip, Commands& out) {
  const crossfade::AnimationAction& action = session.action(clip);
  const float gap = px(kMixGap), width = fullWidth();
  std::array<char, 24> scratch;
  std::array<char, 41> name;
  ImGui::Dummy({px(kTag), rowHeight()});
  const UiRect tag = itemRect();
  clipTag(*ImGui::GetWindowDrawList(), {tag.x, tag.centerY() - px(kTag / 2)}, px(kTag), clip);
  ImGui::SameLine(0, gap);
  double weight = action.weight;
  const float room = width - px(kTag + kSpeed + kShare) - 3 * gap;
  const auto letters = static_cast<std::size_t>(std::clamp((room - px(48)) / px(8), 3.0f, 40.0f));
  const SliderLook look{.label = shortened(names.shown(clip, scratch), letters, name).data(),
                        .defaultValue = 1,
                        .fill = clipColor(clip),
                        .marker = action.getEffectiveWeight(),
                        .typedMax = kWeight.max};
  if (slider(WidgetId("mix.%d.weight", clip), weight, look, room,
             "This clip's own weight, multiplied by its fade. The thin line shows the product."))
    out.push_back(SetClip{clip, &ClipSettings::weight, weight});
  ImGui::SameLine(0, gap);
  double timeScale = action.timeScale;
  SliderLook speed = speedLook("", kTimeScale.max);
  speed.marker = action.getEffectiveTimeScale();
  if (slider(WidgetId("mix.%d.timeScale", clip), timeScale, speed, px(kSpeed),
             "Playback speed of this clip, multiplied by warp and halt. Negative plays backward."))
    out.push_back(SetClip{clip, &ClipSettings::timeScale, timeScale});
  ImGui::SameLine(0, gap);
  drawShare(shareOf(session, clip), colors().text,
            isOfWholeBody(action) ? "The part of the pose that is this clip's."
                                  : "This clip plays on a mask, over what is below.");
}

void drawRest(double share) {
  ImGui::Dummy({fullWidth() - px(kShare + kMixGap), rowHeight()});
  const UiRect row = itemRect();
  textIn({row.x + px(kTag + kMixGap + 8), row.y, row.width, row.height}, "rest pose", colors().textDim);
  ImGui::GetWindowDrawList()->AddRect({row.x, row.centerY() - px(kTag / 2)},
                                      {row.x + px(kTag), row.centerY() + px(kTag / 2)}, colors().textFaint, px(4));
  ImGui::SameLine(0, px(kMixGap));
  ui().log.add("mix.rest", row);
  drawShare(share, colors().textDim, "Weights that sum to less than 1 leave the rest to the rest pose.");
}

/// Scales the weights of the whole body so that they sum to 1.
void normalize(const Session& session, double sum, Commands& out) {
  for (int clip = 0; clip < session.clipCount(); ++clip) {
    const crossfade::AnimationAction& action = session.action(clip);
    if (!isMixed(action) || !isOfWholeBody(action) || action.weight == 0) continue;
    out.push_back(SetClip{clip, &ClipSettings::weight, std::min(action.weight / sum, kWeight.max)});
  }
}

void drawFoot(const Session& session, Commands& out) {
  const float gap = px(6), half = std::floor((fullWidth() - gap) / 2);
  const int added = takeClip("mix.add", session, "Add a clip...", half,
                             "Fade a clip in beside what plays (Shift+click on its tile).");
  if (added >= 0) out.push_back(FadeIn{added});
  ImGui::SameLine(0, gap);
  const double sum = sumOfWeights(session);
  if (button("mix.normalize", "Normalize", {half, 0}, "Scale the weights so that they sum to 1, as a cross-fade's do.",
             {.enabled = sum > 0 && std::abs(sum - 1) > 1e-9}))
    normalize(session, sum, out);
}

}  // namespace

bool isMixed(const crossfade::AnimationAction& action) { return action.isScheduled() && action.enabled; }

double shareOf(const Session& session, int clip) {
  const crossfade::AnimationAction& action = session.action(clip);
  const double weight = session.character().player().effectiveWeight(clip);
  if (!(weight > 0)) return 0;
  return isOfWholeBody(action) || !isMixed(action) ? weight / std::max(1.0, sumOfWeights(session)) : weight;
}

double restShare(const Session& session) { return anyIsMixed(session) ? std::max(0.0, 1 - sumOfWeights(session)) : 0; }

void drawMixView(const Session& session, const ImVec2& room, Commands& out) {
  ImGui::BeginChild("mix", room, false, ImGuiWindowFlags_NoNav);
  const ClipNames names(session.model());
  for (int clip = 0; clip < session.clipCount(); ++clip)
    if (isMixed(session.action(clip))) drawClip(session, names, clip, out);
  if (const double rest = restShare(session); rest > 1e-6 || !anyIsMixed(session))
    drawRest(anyIsMixed(session) ? rest : 1);
  drawFoot(session, out);
  endScrollingPart();
}

}  // namespace app
