#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <glm/trigonometric.hpp>

#include "app/session/character/settings/fade_limits.h"
#include "app/session/character/settings/fade_settings.h"
#include "app/ui/character/character_panels.h"
#include "app/ui/character/character_text.h"
#include "app/ui/character/pair_fade.h"
#include "app/ui/widgets/widgets.h"
#include "app/view/bones.h"
#include "app/view/draw_list.h"

namespace app {
namespace {

constexpr float kNarrowestPlate = 100, kWidestPlate = 240, kPlatePad = 8;

constexpr float kUse = 26;  // height of the button on a plate

struct Picture {
  ImDrawList& list;
  const UiRect& view;
  const Session& session;
  glm::mat4 viewProjection;
  std::span<UiRect> plates;  // in the window: each lane's, with room for a button

  std::optional<ImVec2> at(const glm::vec3& point) const {
    const auto position = positionInPicture(viewProjection, point);
    if (!position) return std::nullopt;
    return ImVec2(view.x + position->x * view.width, view.y + position->y * view.height);
  }
  glm::vec3 offsetOf(int lane) const {
    const FadeComparison& all = session.character().comparison();
    if (all.isOverlaid()) return glm::vec3(0.0f);
    return positionInRow(session.camera(), rowSpacing(session.character().bounds().framed), lane, all.laneCount());
  }
};

FadeFault faultIn(const FadeFigures& figures) {
  return faultOf(figures.velocityRatio, figures.positionRatio, figures.excess);
}

/// The largest part of a limit that a figure takes: at most 1 is good.
double costOf(const FadeFigures& figures) {
  const FadeLimits limits;
  const double jump = figures.positionRatio > limits.positionRatio ? figures.positionRatio / limits.positionRatio : 0;
  return std::max({jump, figures.velocityRatio / limits.velocityRatio, shareOfLimit(figures.excess, limits)});
}

ImU32 inkOf(const FadeFigures& figures) {
  if (faultIn(figures) != FadeFault::None) return colors().error;
  return costOf(figures) > kCalm ? colors().warning : colors().good;
}

/// The lane that does least wrong; -1 until all are measured. Among those that read as good, the one whose feet slide
/// least, then the one that overshoots least, to the degree that is shown, then the smoothest.
int bestLane(const FadeComparison& comparison) {
  const auto rank = [&](int lane) {
    const FadeFigures& figures = *comparison.figures(lane);
    return std::tuple(std::max(costOf(figures), kCalm), figures.slide.value_or(0),
                      std::round(glm::degrees(figures.excess.overshoot)), figures.velocityRatio);
  };
  int best = -1;
  for (int lane = 0; lane < comparison.laneCount(); ++lane) {
    if (!comparison.figures(lane)) return -1;
    if (best < 0 || rank(lane) < rank(best)) best = lane;
  }
  return best;
}

float plateHeight(const Picture& picture, int lines) {
  return heightOf(*ui().fonts.strong) + static_cast<float>(lines) * (heightOf(*ui().fonts.small) + px(2)) + px(9) +
         (picture.plates.empty() ? 0 : px(kUse + 2));
}

/// "Inertial", "A: Linear 0.40 s": what a lane of the comparison does differently.
Text laneText(const FadeComparison& comparison, int lane) {
  const FadeSettings settings = comparison.settings(lane);
  const FadeChoice& variant = comparison.variant(lane);
  const char* const kind = nth(kKindTexts, settings.kind);
  const bool isPinned = variant.seconds || variant.sync || !variant.kind;
  return isPinned ? Text("%c: %s %.2f s", 'A' + lane, kind, settings.seconds) : Text("%s", kind);
}

/// What the fade does wrong, or that it does nothing wrong.
Text verdictOn(const FadeFigures& figures) {
  const crossfade::SeamExcess& excess = figures.excess;
  switch (faultIn(figures)) {
    case FadeFault::None:
      return Text("stays near both clips");
    case FadeFault::Position:
      return Text("jumps %.1f \u00d7", figures.positionRatio);
    case FadeFault::Velocity:
      return Text("abrupt: %.1f \u00d7", figures.velocityRatio);
    case FadeFault::Sink:
      return Text("sinks %.0f %% below both", 100 * excess.sink);
    case FadeFault::Tilt:
      return Text("leans %.0f\u00b0 past both", glm::degrees(excess.tilt));
    case FadeFault::Overshoot:
      return Text("swings %.0f\u00b0 past both", glm::degrees(excess.overshoot));
  }
  return Text();
}

float widthOf(ImFont& font, const char* text) { return sizeOf(font, text).x; }

/// What a plate says: a name with a swatch, and lines below it. `ink` is of the first line.
struct Plate {
  const char* name = "";
  ImU32 swatch = 0;
  std::span<const char* const> lines;
  ImU32 ink = 0;
  bool isBest = false;
};

/// The first that fits; else the last, which is the shortest.
const char* fitting(std::span<const Text> texts, float room) {
  for (const Text& text : texts)
    if (widthOf(*ui().fonts.small, text) <= room) return text;
  return texts.back();
}

/// Starts at `x`; what does not fit is cut off.
void drawLine(ImDrawList& list, ImFont& font, float x, float right, float top, const char* text, ImU32 ink) {
  const ImVec4 clip{x, top, right, top + heightOf(font) + px(2)};
  list.AddText(&font, heightOf(font), {x, top}, ink, text, nullptr, 0, &clip);
}

/// The middle of its upper edge is at `top`, if there is room in the view.
void drawPlate(const Picture& picture, int lane, ImVec2 top, float widest, const Plate& plate) {
  ImFont &strong = *ui().fonts.strong, &small = *ui().fonts.small;
  const float tag = px(10), gap = px(6), pad = px(kPlatePad);
  float width = tag + gap + widthOf(strong, plate.name);
  for (const char* line : plate.lines) width = std::max(width, widthOf(small, line));
  width = std::min(width + 2 * pad, widest);
  const float height = plateHeight(picture, static_cast<int>(plate.lines.size()));
  const UiRect& view = picture.view;
  const auto within = [](float at, float size, float from, float to) {
    return std::floor(std::clamp(at, from, std::max(from, to - size)));
  };
  const UiRect rect{within(top.x - width / 2, width, view.x + px(2), view.right() - px(2)),
                    within(top.y, height, view.y + px(4), view.bottom() - px(4)), width, height};
  ui().log.add(static_cast<const char*>(WidgetId("compare.label.%d", lane)), rect);
  if (!picture.plates.empty()) nth(picture.plates, lane) = rect;
  ImDrawList& list = picture.list;
  list.AddRectFilled(rect.min(), rect.max(), faded(colors().plate, 0.88f), px(5));
  if (plate.isBest) list.AddRect(rect.min(), rect.max(), colors().good, px(5), 0, px(1.5f));
  const float left = rect.x + pad, right = rect.right() - pad, nameTop = rect.y + px(4);
  const float nameLeft = std::max(left, std::floor((left + right - tag - gap - widthOf(strong, plate.name)) / 2));
  const float tagTop = nameTop + std::floor((heightOf(strong) - tag) / 2);
  list.AddRectFilled({nameLeft, tagTop}, {nameLeft + tag, tagTop + tag}, plate.swatch, px(3));
  drawLine(list, strong, nameLeft + tag + gap, right, nameTop, plate.name, colors().text);
  float lineTop = nameTop + heightOf(strong) + px(1);
  for (std::size_t i = 0; i < plate.lines.size(); ++i, lineTop += heightOf(small) + px(2))
    drawLine(list, small, std::max(left, std::floor((left + right - widthOf(small, plate.lines[i])) / 2)), right,
             lineTop, plate.lines[i], i == 0 ? plate.ink : colors().textDim);
}

void markJoint(const Picture& picture, int lane, int joint, ImU32 ink) {
  const FadeComparison& comparison = picture.session.character().comparison();
  const auto at = picture.at(comparison.posed(lane).positionOf(joint) + picture.offsetOf(lane));
  if (!at) return;
  picture.list.AddCircle(*at, px(8), faded(colors().plate, 0.78f), 0, px(4));
  picture.list.AddCircle(*at, px(8), ink, 0, px(2));
}

/// `widest`: how wide its plate may be.
void drawLane(const Picture& picture, int lane, ImVec2 top, float widest, int maxLines) {
  const FadeComparison& comparison = picture.session.character().comparison();
  const Text name = laneText(comparison, lane);
  Plate plate{.name = name, .swatch = clipColor(lane), .lines = {}};
  const auto& figures = comparison.figures(lane);
  constexpr std::array kToCome{"measuring...", " ", " ", " "};  // so that the button stays where it is
  if (!figures) {
    const int from = picture.session.character().program().from(), to = picture.session.fadeSettings().to;
    if (from >= 0 && to >= 0 && from != to)
      plate.lines = std::span(kToCome).first(static_cast<std::size_t>(std::min(maxLines, 4)));
    plate.ink = colors().textDim;
    return drawPlate(picture, lane, top, widest, plate);
  }
  const ImU32 ink = inkOf(*figures);
  if (figures->joint >= 0) markJoint(picture, lane, figures->joint, ink);
  std::array<char, 24> scratch;
  std::array<char, 41> joint;
  const char* const worst =
      figures->joint >= 0 ? jointLabel(picture.session.model(), figures->joint, scratch) : "no joint";
  const float room = widest - 2 * px(kPlatePad);
  const auto letters = static_cast<std::size_t>(std::clamp(room / px(6), 10.0f, 40.0f));
  const char* const jointName = shortened(worst, letters, joint).data();
  const double jump = figures->velocityRatio, swing = glm::degrees(figures->excess.overshoot),
               sink = 100 * figures->excess.sink;
  const std::array jumps{Text("%.1f \u00d7 the clips' own jump", jump), Text("%.1f \u00d7 their own jump", jump),
                         Text("%.1f \u00d7 own jump", jump)};
  const std::array swings{Text("overshoot %.0f\u00b0, sinks %.0f %%", swing, sink),
                          Text("swings %.0f\u00b0, sinks %.0f %%", swing, sink),
                          Text("%.0f\u00b0, sinks %.0f %%", swing, sink)};
  const std::array most{Text("most at %s", jointName), Text("at %s", jointName), Text("%s", jointName)};
  const Text verdict = verdictOn(*figures), slide("slide %.1f cm/step", figures->slide.value_or(0) * 100);
  const std::array<const char*, 5> lines{verdict, fitting(jumps, room), fitting(swings, room), fitting(most, room),
                                         slide};
  plate.lines = std::span(lines).first(static_cast<std::size_t>(std::min(maxLines, figures->slide ? 5 : 4)));
  plate.ink = ink;
  plate.isBest = lane == bestLane(comparison);
  drawPlate(picture, lane, top, widest, plate);
}

/// The middle of the upper edge of each label below its figure, and the width that each may have; 0 if they do not fit
/// there.
float labelPositions(const Picture& picture, std::span<ImVec2> positions) {
  const Bounds& bounds = picture.session.character().bounds().framed;
  const glm::vec3 feet{bounds.center().x, bounds.min.y, bounds.center().z};
  float width = px(kWidestPlate);
  for (std::size_t lane = 0; lane < positions.size(); ++lane) {
    const auto at = picture.at(feet + picture.offsetOf(static_cast<int>(lane)));
    if (!at) return 0;
    positions[lane] = {at->x, at->y + px(14)};
    if (lane > 0) width = std::min(width, at->x - positions[lane - 1].x - px(4));
  }
  const float room = std::min(positions.front().x - picture.view.x, picture.view.right() - positions.back().x) - px(4);
  width = std::min(width, 2 * room);
  return width >= px(kNarrowestPlate) ? width : 0;
}

/// How many lines plates may have without covering a foot; all when no foot is in sight.
int linesBelowFeet(const Picture& picture, int count) {
  constexpr int kAll = 5;
  const Bounds& bounds = picture.session.character().bounds().framed;
  const glm::vec3 feet{bounds.center().x, bounds.min.y, bounds.center().z};
  float lowest = picture.view.y;
  for (int lane = 0; lane < count; ++lane)
    if (const auto at = picture.at(feet + picture.offsetOf(lane))) lowest = std::max(lowest, at->y);
  if (lowest >= picture.view.bottom()) return kAll;
  int lines = kAll;
  while (lines > 1 && lowest + px(6) + plateHeight(picture, lines) > picture.view.bottom()) --lines;
  return lines;
}

/// Below each figure, or in a row along the lower edge if that is too narrow or all figures are in one place.
void drawLanes(const Picture& picture) {
  const FadeComparison& comparison = picture.session.character().comparison();
  const int count = comparison.laneCount();
  std::array<ImVec2, kMaxVariants> positions;
  const float width = comparison.isOverlaid()
                          ? 0
                          : labelPositions(picture, std::span(positions).first(static_cast<std::size_t>(count)));
  const UiRect& view = picture.view;
  const float part = std::min(view.width / static_cast<float>(count), px(kWidestPlate));
  const float left = view.x + (view.width - part * static_cast<float>(count)) / 2;
  const int lines = linesBelowFeet(picture, count);
  for (int lane = 0; lane < count; ++lane) {
    if (width > 0)
      drawLane(picture, lane, nth(positions, lane), width, lines);
    else
      drawLane(picture, lane, {left + part * (static_cast<float>(lane) + 0.5f), view.bottom()}, part - px(4), lines);
  }
}

}  // namespace

void drawComparisonLabels(ImDrawList& list, const UiRect& view, const Session& session, std::span<UiRect> plates) {
  if (!session.character().isComparing() || !(view.height > 0)) return;
  list.PushClipRect(view.min(), view.max());
  const float aspect = view.width / view.height;
  const Picture picture{
      .list = list,
      .view = view,
      .session = session,
      .viewProjection = projectionMatrix(session.shownCamera(), aspect) * viewMatrix(session.shownCamera()),
      .plates = plates};
  drawLanes(picture);
  list.PopClipRect();
}

void drawComparison(ImDrawList& list, const UiRect& view, const Session& session, Commands& out) {
  std::array<UiRect, kMaxVariants> plates{};
  drawComparisonLabels(list, view, session, plates);
  const FadeComparison& comparison = session.character().comparison();
  for (int lane = 0; lane < comparison.laneCount(); ++lane) {
    const UiRect& plate = nth(plates, lane);
    if (!(plate.width > 0)) continue;
    const float inset = px(4), height = px(kUse);
    beginOverlay(WidgetId("panel.compare.%d", lane),
                 {plate.x + inset, plate.bottom() - height - inset, plate.width - 2 * inset, height}, 0, {0, 0});
    if (button(WidgetId("compare.use.%d", lane), "Use this", {plate.width - 2 * inset, height},
               "Fade like this: takes over its kind, length and sync.")) {
      const PairFade fade(session);
      FadeSettings next = fade.settings();
      const FadeSettings& shown = comparison.settings(lane);
      next.kind = shown.kind;
      next.seconds = shown.seconds;
      next.sync = shown.sync;
      fade.change(next, out);
    }
    endPanel();
  }
}

namespace {

bool isOfKinds(const FadeComparison& comparison) {
  for (int lane = 0; lane < comparison.laneCount(); ++lane)
    if (const FadeChoice& variant = comparison.variant(lane); !variant.kind || variant.seconds || variant.sync)
      return false;
  return true;
}

/// The session's choice, which a script may have made. A single kind is no choice yet, and only known here.
void read(const FadeComparison& comparison, CompareView& state) {
  if (!comparison.isOn() && std::ranges::count(state.kinds, true) < 2) return;
  state.kinds = {};
  if (!comparison.isOn()) return;
  if (!isOfKinds(comparison)) return;
  for (int lane = 0; lane < comparison.laneCount(); ++lane) nth(state.kinds, *comparison.variant(lane).kind) = true;
}

void showKinds(const CompareView& state, bool overlaid, Commands& out) {
  SetComparison command{.variants = {}, .overlaid = overlaid};
  for (std::size_t i = 0; i < state.kinds.size(); ++i)
    if (state.kinds[i]) command.variants.push_back({.kind = static_cast<crossfade::TransitionKind>(i)});
  if (command.variants.size() < 2) command.variants.clear();
  out.push_back(std::move(command));
}

void drawKinds(const FadeComparison& comparison, CompareView& state, Commands& out) {
  constexpr int kColumns = 3;
  const float gap = px(6);
  const float each = std::floor((fullWidth() - gap * (kColumns - 1)) / kColumns);
  for (std::size_t i = 0; i < kKindOrder.size(); ++i) {
    const int kind = kKindOrder[i];
    if (i % kColumns > 0) ImGui::SameLine(0, gap);
    bool& chosen = nth(state.kinds, kind);
    if (!button(WidgetId("fade.compare.%d", kind), nth(kKindTexts, kind), {each, 0},
                "Show the fade by this kind, too. Two or more are drawn at once, with how strongly each pops.",
                {.on = chosen}))
      continue;
    chosen = !chosen;
    showKinds(state, comparison.isOverlaid(), out);
  }
}

/// What the panel says now, and what it will say.
void pinSettings(const Session& session, CompareView& state, Commands& out) {
  const FadeSettings& now = session.fadeSettings();
  state.kinds = {};
  out.push_back(SetComparison{.variants = {{.seconds = now.seconds, .kind = now.kind, .sync = now.sync}, {}},
                              .overlaid = session.character().comparison().isOverlaid()});
}

}  // namespace

void drawCompareView(const Session& session, CompareView& state, Commands& out) {
  constexpr std::array<const char*, 2> kArrangements = {"Side by side", "Overlaid"};
  const FadeComparison& comparison = session.character().comparison();
  read(comparison, state);
  const bool pinned = comparison.isOn() && !isOfKinds(comparison);
  const char* const note = pinned                                       ? "A keeps its settings, B follows the panel."
                           : comparison.isOn()                          ? "Length, sync and mask above apply to all."
                           : std::ranges::count(state.kinds, true) == 1 ? "Choose another kind."
                           : session.fadeSettings().to < 0              ? "Choose From and To, then two kinds or more."
                                                                        : "Choose two kinds or more to see at once.";
  const float needed = px(16) + 3 * (rowHeight() + px(6)), room = ImGui::GetContentRegionAvail().y;
  const float closer = std::clamp((needed - room) / 3, 0.0f, px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(6) - closer});
  label({fullWidth(), px(16)}, note, colors().textDim, 0, ui().fonts.small);
  drawKinds(comparison, state, out);

  const float gap = px(6), width = fullWidth(), pin = px(66), off = px(44);
  if (button("fade.compare.pin", "A and B", {pin, 0},
             "A keeps the settings of this moment, B follows the panel: change kind, length or sync and watch.",
             {.on = pinned}))
    pinSettings(session, state, out);
  ImGui::SameLine(0, gap);
  if (button("fade.compare.off", "Off", {off, 0}, "Show one figure again.", {.enabled = comparison.isOn()})) {
    state.kinds = {};
    out.push_back(SetComparison{.variants = {}, .overlaid = comparison.isOverlaid()});
  }
  ImGui::SameLine(0, gap);
  const int pressed =
      segments("fade.compare.view", kArrangements, comparison.isOverlaid() ? 1 : 0, width - pin - off - 2 * gap,
               "The figures beside each other, or as ghosts over the first.");
  if (pressed >= 0 && comparison.isOverlaid() != (pressed == 1))
    out.push_back(SetComparison{.variants = comparison.choice().variants, .overlaid = pressed == 1});
  ImGui::PopStyleVar();
}

}  // namespace app
