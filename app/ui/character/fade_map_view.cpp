#include "app/ui/character/fade_map_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <imgui_internal.h>
#include <glm/trigonometric.hpp>

#include "app/ui/character/character_panels.h"
#include "app/ui/widgets/canvas.h"
#include "app/ui/widgets/widgets.h"

namespace app {
namespace {

/// A color by Oklab lightness, chroma, and hue in degrees.
struct ScaleEnd {
  double lightness, chroma, hue;
};
constexpr ScaleEnd kCheapOnDark{0.92, 0.13, 102}, kCostlyOnDark{0.26, 0.09, 290};
constexpr ScaleEnd kCheapOnLight{0.36, 0.12, 290}, kCostlyOnLight{0.96, 0.03, 102};
constexpr double kDegree = 3.14159265358979 / 180;

}  // namespace

ImU32 costColor(double share, bool dark) {
  const ScaleEnd &a = dark ? kCheapOnDark : kCheapOnLight, &b = dark ? kCostlyOnDark : kCostlyOnLight;
  const double t = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 1;
  const double hue = std::lerp(a.hue, b.hue, t) * kDegree, chroma = std::lerp(a.chroma, b.chroma, t);
  return colorOf(
      linearOfOklab({std::lerp(a.lightness, b.lightness, t), chroma * std::cos(hue), chroma * std::sin(hue)}));
}

namespace {

constexpr int kMostAcross = 120, kMostDown = 60;  // patches, each the mean of its cells
constexpr float kPatch = 2;                       // interface units, at least
constexpr float kLeft = 26, kBelow = 15;          // room of the axes
constexpr float kTag = 13;
constexpr float kSnap = 6;  // from a ring
constexpr const char* kTooltip =
    "What a fade costs if it leaves the first clip at this time (upward) and enters the second at that time (to the "
    "right). The scale above goes from the lowest cost to the highest. Rings mark the best moments. Click to fade "
    "there.";

/// A map and where it is drawn. Row 0 is at the bottom.
struct MapPlot {
  const crossfade::CostMap& map;
  UiRect area;

  double duration(bool ofTo) const {
    return ofTo ? map.columnStep * (map.columns - !map.columnsWrap) : map.rowStep * (map.rows - !map.rowsWrap);
  }
  float x(double time) const { return xOfCell(map.columnStep > 0 ? time / map.columnStep : 0); }
  float y(double time) const { return yOfCell(map.rowStep > 0 ? time / map.rowStep : 0); }
  float xOfCell(double column) const { return area.x + static_cast<float>((column + 0.5) / map.columns) * area.width; }
  float yOfCell(double row) const { return area.bottom() - static_cast<float>((row + 0.5) / map.rows) * area.height; }
  crossfade::CostMapCell cell(int row, int column) const {
    const int r = std::clamp(row, 0, map.rows - 1), c = std::clamp(column, 0, map.columns - 1);
    return {r, c, map.at(r, c)};
  }
  crossfade::CostMapCell cellAt(ImVec2 at) const {
    return cell(static_cast<int>((area.bottom() - at.y) / area.height * static_cast<float>(map.rows)),
                static_cast<int>((at.x - area.x) / area.width * static_cast<float>(map.columns)));
  }
  FadeMoment momentOf(const crossfade::CostMapCell& of) const {
    return {of.row * map.rowStep, of.column * map.columnStep};
  }
};

float meanOf(const crossfade::CostMap& map, int row, int rowEnd, int column, int columnEnd) {
  double sum = 0;
  for (int r = row; r < rowEnd; ++r)
    for (int c = column; c < columnEnd; ++c) sum += static_cast<double>(map.at(r, c));
  return static_cast<float>(sum / ((rowEnd - row) * (columnEnd - column)));
}

/// Colors change evenly from patch to patch.
void drawPatches(const CostPatches& patches, const UiRect& area) {
  const int across = patches.across, down = patches.down;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto position = [](int index, int count, float begin, float size) {  // the outer ones reach the edges
    if (index == 0) return begin;
    if (index == count - 1) return begin + size;
    return begin + (static_cast<float>(index) + 0.5f) / static_cast<float>(count) * size;
  };
  list.PrimReserve((across - 1) * (down - 1) * 6, across * down);
  const unsigned int first = list._VtxCurrentIdx;
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  for (int row = 0; row < down; ++row)
    for (int column = 0; column < across; ++column)
      list.PrimWriteVtx(
          {position(column, across, area.x, area.width), position(row, down, area.bottom(), -area.height)}, white,
          nth(patches.tints, row * across + column));
  for (int row = 0; row + 1 < down; ++row)
    for (int column = 0; column + 1 < across; ++column)
      for (const int corner : {0, 1, across + 1, 0, across + 1, across})  // of two triangles
        list.PrimWriteIdx(static_cast<ImDrawIdx>(first + static_cast<unsigned int>(row * across + column + corner)));
}

/// Times along both axes, and which clip each is of.
void drawAxes(const MapPlot& plot, int from, int to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const UiRect& area = plot.area;
  const float tag = px(kTag);
  clipTag(list, {area.x - px(kLeft), area.y}, tag, from);
  clipTag(list, {area.right() - tag, area.bottom() + px(2)}, tag, to);
  const auto step = [](double duration, float size, float each) {
    return std::max(niceStep(duration, std::max(static_cast<int>(size / px(each)), 1)), duration / 20);
  };
  const auto number = [](double time, double by) { return Text(by < 1 ? "%.1f" : "%.0f", time); };
  const double up = step(plot.duration(false), area.height, 24), across = step(plot.duration(true), area.width, 44);
  for (double time = 0; time <= plot.duration(false) + 1e-6 && up > 0; time += up) {
    const float y = plot.y(time);
    if (y < area.y + tag + px(6)) break;
    textIn(list, {area.x - px(kLeft), y - px(7), px(kLeft) - px(5), px(14)}, number(time, up), colors().textDim, 1,
           ui().fonts.small);
  }
  for (double time = 0; time <= plot.duration(true) + 1e-6 && across > 0; time += across) {
    const float x = plot.x(time), half = px(16);
    if (x + half > area.right() - tag) break;
    textIn(list, {x - half, area.bottom() + px(1), 2 * half, px(14)}, number(time, across), colors().textDim, 0.5f,
           ui().fonts.small);
  }
}

void drawRing(ImVec2 at, float radius, float thickness) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircle(at, radius, faded(rgb(0x000000), 0.75f), 20, thickness + px(2));
  list.AddCircle(at, radius, rgb(0xFFFFFF), 20, thickness);
}

/// A line that can be seen on any color.
void drawRuler(ImVec2 a, ImVec2 b) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine(a, b, faded(rgb(0x000000), 0.6f), px(3));
  list.AddLine(a, b, rgb(0xFFFFFF), px(1));
}

/// Where the pair begins, as the replay plays it.
void drawEntry(const Session& session, const MapPlot& plot, int from, int to) {
  const FadePair& pair = session.character().program().pair();
  const UiRect& area = plot.area;
  if (pair.fromPhase) {
    const float y = std::round(plot.y(*pair.fromPhase * session.action(from).duration()));
    if (y >= area.y) drawRuler({area.x, y}, {area.right(), y});
  }
  if (pair.toPhase) {
    const float x = std::round(plot.x(*pair.toPhase * session.action(to).duration()));
    if (x <= area.right()) drawRuler({x, area.y}, {x, area.bottom()});
  }
}

/// The cell under the pointer, or a ring close to it.
crossfade::CostMapCell pointedCell(const MapPlot& plot, const FadeMapResult& result) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const crossfade::CostMapCell* best = nullptr;
  float nearest = px(kSnap);
  for (const crossfade::CostMapCell& each : result.cheapest) {
    const float off = std::hypot(plot.xOfCell(each.column) - mouse.x, plot.yOfCell(each.row) - mouse.y);
    if (off > nearest) continue;
    nearest = off;
    best = &each;
  }
  return best ? *best : plot.cellAt(mouse);
}

/// The cell of the arrow keys: they begin where the pair does, or at the cheapest.
crossfade::CostMapCell cellOfKeys(const Session& session, FadeMapView& view, const MapPlot& plot,
                                  const FadeMapResult& result, const FocusKeys& keys) {
  if (view.row < 0) {
    const FadePair& pair = session.character().program().pair();
    const auto cellOf = [](double phase, double duration, double step) {
      return step > 0 ? static_cast<int>(std::lround(phase * duration / step)) : 0;
    };
    const crossfade::CostMapCell start = result.cheapest.empty() ? plot.cell(0, 0) : result.cheapest.front();
    view.row = pair.fromPhase ? cellOf(*pair.fromPhase, plot.duration(false), plot.map.rowStep) : start.row;
    view.column = pair.toPhase ? cellOf(*pair.toPhase, plot.duration(true), plot.map.columnStep) : start.column;
  }
  const int by = keys.shift ? 10 : 1;
  const crossfade::CostMapCell at = plot.cell(view.row + by * keys.up, view.column + by * keys.right);
  view.row = at.row;
  view.column = at.column;
  return at;
}

/// Lets the fade begin there, and plays it.
void playAt(const Session& session, const FadeMapKey& key, const FadeMoment& moment, Commands& out) {
  const auto phaseOf = [&](double time, int clip) {
    const double duration = session.action(clip).duration();
    return duration > 0 ? std::clamp(time / duration, 0.0, 1.0) : 0.0;
  };
  FadeSettings settings = session.fadeSettings();
  if (std::exchange(settings.from, key.from) != key.from) out.push_back(SetFadeSettings{settings});
  FadePair pair = session.character().program().pair();
  pair.fromPhase = phaseOf(moment.from, key.from);
  pair.toPhase = phaseOf(moment.to, key.to);
  out.push_back(SetPair{pair});
  out.push_back(ReplayFade{});
}

void pointAt(const Session& session, const std::optional<FadeMoment>& moment, Commands& out) {
  if (session.character().fadeGhosts().moment() != moment) out.push_back(PointAtFade{moment});
}

/// With its unit, if it has one.
Text costText(float cost, MapCost of) {
  const double value = static_cast<double>(cost);
  switch (of) {
    case MapCost::Distance:
      return Text("%.3f m", value);
    case MapCost::Inertial:
      return Text("%.3f m s", value);
    case MapCost::Seam:
    case MapCost::Sum:
      break;
  }
  return Text("%.2f", value);
}

/// The scale, or what is pointed at; as much as there is room for.
void drawReadout(const FadeMapResult& result, const std::optional<crossfade::CostMapCell>& at, const MapPlot& plot,
                 const UiRect& rect) {
  const MapCost cost = result.key.cost;
  const auto widthOf = [](const char* of) { return sizeOf(*ui().fonts.small, of).x; };
  if (at) {
    const FadeMoment moment = plot.momentOf(*at);
    const Text text(result.figures.empty() ? "%.2f -> %.2f s: %.3f" : "%.2f -> %.2f s: %.2f", moment.from, moment.to,
                    static_cast<double>(at->cost));
    return textIn(rect, widthOf(text) > rect.width ? costText(at->cost, cost) : text, colors().text, 1,
                  ui().fonts.small);
  }
  constexpr int kSteps = 12;
  const float width = px(44), height = px(8), top = rect.centerY() - height / 2;
  const Text high = costText(result.high, cost);
  const float wide = widthOf(high);
  textIn({rect.right() - wide - px(1), rect.y, wide + px(1), rect.height}, high, colors().textDim, 1, ui().fonts.small);
  const float right = rect.right() - wide - px(7), left = right - width;
  for (int i = 0; i < kSteps; ++i) {
    const auto edge = [&](int k) { return left + width * static_cast<float>(k) / kSteps; };
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
        {edge(i), top}, {edge(i + 1), top + height}, costColor(1.0 * i / kSteps, ui().dark),
        costColor(1.0 * (i + 1) / kSteps, ui().dark), costColor(1.0 * (i + 1) / kSteps, ui().dark),
        costColor(1.0 * i / kSteps, ui().dark));
  }
  const Text least(result.figures.empty() ? "%.3f" : "%.2f", static_cast<double>(result.least));
  const float room = left - px(6) - rect.x;
  if (widthOf(least) <= room) textIn({rect.x, rect.y, room, rect.height}, least, colors().textDim, 1, ui().fonts.small);
}

/// The sentence about what is pointed at, with the names of both clips.
void hintAt(const Session& session, const FadeMapResult& result, const crossfade::CostMapCell& at,
            const FadeMoment& moment) {
  if (!hintIsDue()) return;
  const auto& clips = session.model().clips;
  char from[16], to[16];
  const int a = result.key.from, b = result.key.to;
  const bool byKeys = ui().focus.hidesPointerHints();
  Text figures;
  if (!result.figures.empty()) {
    const SeamFigures& seam = nth(result.figures, at.row * result.map.columns + at.column);
    const Text slide = seam.slide ? Text(", feet slide %.0f %% of a leg length", 100 * *seam.slide) : Text();
    figures = Text(" Velocity ratio %.2f, overshoot %.0f degrees, sinks %.0f %%%s.", seam.velocityRatio,
                   glm::degrees(seam.excess.overshoot), 100 * seam.excess.sink, slide.text());
  }
  hint(Text("%.60s %.2f s -> %.60s %.2f s: %s %s.%s %s", clipLabel(nth(clips, a).name(), a, from), moment.from,
            clipLabel(nth(clips, b).name(), b, to), moment.to,
            result.key.cost == MapCost::Distance ? "distance" : "cost", costText(at.cost, result.key.cost).text(),
            figures.text(),
            byKeys ? "The arrow keys move, with Shift by ten; Enter plays the fade there." : "Click to fade there."));
}

void drawProgress(const Session& session, const UiRect& area) {
  const float done = static_cast<float>(session.character().fadeMap().progress());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({area.x, area.y}, {area.right(), area.y + px(2)}, colors().control);
  list.AddRectFilled({area.x, area.y}, {area.x + area.width * done, area.y + px(2)}, colors().accent);
}

void drawNote(const UiRect& area, const char* text) {
  textIn({area.x, area.y, area.width, std::min(area.height, rowHeight())}, text, colors().textDim, 0, ui().fonts.small);
}

void drawMap(const Session& session, FadeMapView& view, const FadeMapResult& result, const UiRect& head,
             const UiRect& area, Commands& out) {
  const MapPlot plot{result.map, area};
  if (const int before = std::exchange(view.rows, result.map.rows); view.row > 0 && before > 0)
    view.row = view.row * view.rows / before;
  if (const int before = std::exchange(view.columns, result.map.columns); before > 0)
    view.column = view.column * view.columns / before;
  ui().focus.nextTakes(kTakesEnter | kTakesAcross | kTakesUpDown);
  const bool pressed = hitAreaIn("fade.map", area);
  const bool byPointer = ImGui::IsItemHovered();
  const bool byKeys = ui().focus.isOnItem() && (!byPointer || ui().focus.hidesPointerHints());
  std::optional<crossfade::CostMapCell> at;
  if (byKeys) {
    at = cellOfKeys(session, view, plot, result, ui().focus.keysOfItem());
  } else if (byPointer) {
    at = pointedCell(plot, result);
    view.row = at->row;
    view.column = at->column;
  }

  const auto room = [](float size, int most) { return std::clamp(static_cast<int>(size / px(kPatch)), 2, most); };
  updatePatches(result, room(area.width, kMostAcross), room(area.height, kMostDown), ui().dark, view.patches);
  drawPatches(view.patches, area);
  drawAxes(plot, result.key.from, result.key.to);
  ImGui::PushClipRect(area.min(), area.max(), true);
  drawEntry(session, plot, result.key.from, result.key.to);
  for (const crossfade::CostMapCell& each : result.cheapest)
    drawRing({plot.xOfCell(each.column), plot.yOfCell(each.row)}, px(&each == &result.cheapest.front() ? 5.0f : 3.5f),
             px(1));
  if (at) drawRing({plot.xOfCell(at->column), plot.yOfCell(at->row)}, px(2), px(2));
  ImGui::PopClipRect();
  drawReadout(result, at, plot, head);
  if (session.character().fadeMap().isComputing()) drawProgress(session, area);

  pointAt(session, at ? std::optional(plot.momentOf(*at)) : std::nullopt, out);
  if (at && ((pressed && byPointer) || ui().focus.keysOfItem().enter))
    playAt(session, result.key, plot.momentOf(*at), out);
  if (at)
    hintAt(session, result, *at, plot.momentOf(*at));
  else
    hint(kTooltip);
}

}  // namespace

void updatePatches(const FadeMapResult& result, int across, int down, bool dark, CostPatches& patches) {
  if (patches.key == result.key && patches.revision == result.revision && patches.across == across &&
      patches.down == down && patches.dark == dark)
    return;
  patches.key = result.key;
  patches.revision = result.revision;
  patches.across = across;
  patches.down = down;
  patches.dark = dark;
  patches.tints.resize(static_cast<std::size_t>(across * down));
  const auto part = [](int index, int count, int cells) {  // of the cells, at least one
    const auto edge = [&](int i) { return static_cast<int>(static_cast<std::int64_t>(i) * cells / count); };
    return std::pair(edge(index), std::max(edge(index) + 1, edge(index + 1)));
  };
  const double range = static_cast<double>(result.high - result.least);
  for (int i = 0; i < down; ++i)
    for (int j = 0; j < across; ++j) {
      const auto [row, rowEnd] = part(i, down, result.map.rows);
      const auto [column, columnEnd] = part(j, across, result.map.columns);
      const double above = static_cast<double>(meanOf(result.map, row, rowEnd, column, columnEnd) - result.least);
      nth(patches.tints, i * across + j) = costColor(range > 0 ? above / range : 0, dark);
    }
}

void drawFadeMapView(const Session& session, FadeMapView& view, Commands& out) {
  constexpr std::array<const char*, 4> kCosts = {"Distance", "Inertial", "Seam", "Sum"};
  constexpr std::array<const char*, 4> kCostSentences = {
      "Distance: how far apart the bodies are during the fade, after the best shift and turn on the ground.",
      "Inertial: how far and for how long an inertial fade keeps the body away from the second clip.",
      "Seam: the fade as it is set, played and measured: velocity ratio, overshoot and sliding feet, as in crossfade "
      "tune. Gets finer while it is shown.",
      "Sum: the mean of the three, each from 0 at its lowest to 1 where 95 % are lower."};
  view.isDrawn = true;
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float costs = px(186), gap = px(6);
  if (const int pressed = segments("fade.map.cost", kCosts, static_cast<int>(view.cost), costs, kCostSentences);
      pressed >= 0)
    view.cost = static_cast<MapCost>(pressed);
  const FadeMap& map = session.character().fadeMap();
  if (map.cost() != view.cost) out.push_back(ShowFadeMap{view.cost});
  const UiRect head{start.x + costs + gap, start.y, room.x - costs - gap, rowHeight()};
  const float top = start.y + rowHeight() + px(6);
  const UiRect below{start.x, top, room.x, start.y + room.y - top};
  const UiRect area{below.x + px(kLeft), below.y, below.width - px(kLeft), below.height - px(kBelow)};
  const FadeMapResult* const result = map.shown();
  const bool fits = area.width >= px(40) && area.height >= px(24);
  if (result && result->map.rows > 0 && fits) return drawMap(session, view, *result, head, area, out);

  view.row = -1;
  pointAt(session, std::nullopt, out);
  const int from = session.character().program().from(), to = session.fadeSettings().to;
  if (from < 0 || to < 0 || from == to) {
    drawNote(below, to < 0 ? "Choose the clip to fade to, to see when a fade costs least."
                           : "Choose another clip to fade from, to see when a fade costs least.");
  } else if (session.action(from).duration() + session.action(to).duration() > kMostSampled) {
    drawNote(below, "Two clips of more than ten minutes together have no map.");
  } else if (result && result->map.rows == 0) {
    drawNote(below, "These clips cannot be compared.");
  } else if (fits) {
    drawNote(area, "Comparing all moments...");
    drawProgress(session, area);
  }
}

void endFadeMapView(const Session& session, FadeMapView& view, Commands& out) {
  if (!std::exchange(view.isDrawn, false) && session.character().fadeMap().cost()) out.push_back(ShowFadeMap{});
}

namespace {

using Markers = std::vector<crossfade::SyncMarker>;

constexpr float kBar = 38;         // interface units
constexpr float kMarkerReach = 7;  // to either side of a marker
constexpr float kLabel = 40;       // width of a name

const Markers& markersOf(const Session& session, int clip) {
  return nth(session.character().clipSettings(), clip).markers;
}

bool hasName(const Markers& markers, const std::string& name) {
  return std::any_of(markers.begin(), markers.end(), [&](const auto& marker) { return marker.name == name; });
}

/// One that only the other clip has, so that the two belong together; otherwise the first free letter.
std::string newName(const Markers& markers, const Markers& others) {
  for (const crossfade::SyncMarker& other : others)
    if (!hasName(markers, other.name)) return other.name;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (std::string name(1, letter); !hasName(markers, name)) return name;
  return "marker " + std::to_string(markers.size() + 1);
}

/// Sends the markers in order of time, and picks the one with this name.
void send(const Session& session, MarkerView& view, int clip, Markers markers, const std::string& picked,
          Commands& out) {
  const double duration = session.action(clip).duration();
  for (crossfade::SyncMarker& marker : markers)
    marker.time = std::clamp(marker.time, 0.0, std::nextafter(duration, 0.0));
  std::sort(markers.begin(), markers.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
  view.clip = clip;
  view.marker = -1;
  for (std::size_t i = 0; i < markers.size(); ++i)
    if (markers[i].name == picked) view.marker = static_cast<int>(i);
  view.names = false;
  out.push_back(SetMarkers{clip, std::move(markers)});
}

struct Bar {
  UiRect rect;
  double duration = 1;

  float x(double time) const { return rect.x + static_cast<float>(time / duration) * rect.width; }
  double time(float x) const { return std::clamp(static_cast<double>((x - rect.x) / rect.width), 0.0, 1.0) * duration; }
};

int markerUnder(const Bar& bar, const Markers& markers) {
  const float mouse = ImGui::GetIO().MousePos.x;
  int best = -1;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const float off = std::abs(bar.x(markers[i].time) - mouse);
    if (off <= px(kMarkerReach) && (best < 0 || off < std::abs(bar.x(nth(markers, best).time) - mouse)))
      best = static_cast<int>(i);
  }
  return best;
}

/// A press picks a marker or adds one; what is held moves when it is released.
void handleBar(const Session& session, MarkerView& view, int clip, int other, const Bar& bar, Commands& out) {
  const Markers& markers = markersOf(session, clip);
  const double mouse = bar.time(ImGui::GetIO().MousePos.x);
  const bool isPicked = view.clip == clip && view.marker >= 0 && view.marker < static_cast<int>(markers.size());
  if (ImGui::IsItemActivated()) {
    const int under = markerUnder(bar, markers);
    Markers changed = markers;
    if (under >= 0 && ImGui::IsMouseDoubleClicked(0)) {
      changed.erase(changed.begin() + under);
      return send(session, view, clip, std::move(changed), "", out);
    }
    if (under < 0) {
      const std::string name = newName(markers, other < 0 ? Markers{} : markersOf(session, other));
      changed.push_back({.name = name, .time = mouse});
      return send(session, view, clip, std::move(changed), name, out);
    }
    view.clip = clip;
    view.marker = under;
    view.held = true;
    view.heldTime = nth(markers, under).time;
  } else if (view.held && isPicked && ImGui::IsItemActive() && ImGui::GetIO().MouseDelta.x != 0) {
    view.heldTime = mouse;
  } else if (view.held && isPicked && ImGui::IsItemDeactivated()) {
    view.held = false;
    crossfade::SyncMarker moved = nth(markers, view.marker);
    if (moved.time == view.heldTime) return;
    Markers changed = markers;
    nth(changed, view.marker).time = view.heldTime;
    send(session, view, clip, std::move(changed), moved.name, out);
  }
}

/// Left and Right pick a marker, with Shift they move it; Enter adds one where the clip is, Delete removes it.
void useKeys(const Session& session, MarkerView& view, int clip, int other, const Bar& bar, Commands& out) {
  const FocusKeys keys = ui().focus.keysOfItem();
  if (keys == FocusKeys{}) return;
  const int count = static_cast<int>(markersOf(session, clip).size());
  const bool isPicked = view.clip == clip && view.marker >= 0 && view.marker < count;
  if (keys.right != 0 && count > 0 && !(keys.shift && isPicked)) {
    view.marker = isPicked ? std::clamp(view.marker + keys.right, 0, count - 1) : keys.right > 0 ? 0 : count - 1;
    view.clip = clip;
    return;
  }
  Markers changed = markersOf(session, clip);
  if (keys.enter) {
    const std::string name = newName(changed, other < 0 ? Markers{} : markersOf(session, other));
    changed.push_back({.name = name, .time = std::clamp(session.action(clip).time, 0.0, bar.duration)});
    send(session, view, clip, std::move(changed), name, out);
  } else if (keys.remove && isPicked) {
    changed.erase(changed.begin() + view.marker);
    send(session, view, clip, std::move(changed), "", out);
  } else if (keys.right != 0 && isPicked) {
    crossfade::SyncMarker& moved = nth(changed, view.marker);
    moved.time += keys.right * bar.duration / 100;
    const std::string name = moved.name;
    send(session, view, clip, std::move(changed), name, out);
  }
}

void drawBar(const Session& session, const MarkerView& view, int clip, const Bar& bar) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = bar.rect.y + px(9);
  const ImU32 ground = ImGui::IsItemHovered() ? colors().controlHovered : colors().control;
  list.AddRectFilled({bar.rect.x, y - px(5)}, {bar.rect.right(), y + px(5)}, ground, px(4));
  const crossfade::AnimationAction& action = session.action(clip);
  if (action.isScheduled())
    list.AddRectFilled({bar.rect.x, y - px(5)}, {bar.x(std::clamp(action.time, 0.0, bar.duration)), y + px(5)},
                       faded(clipColor(clip), 0.6f), px(4));
  const Markers& markers = markersOf(session, clip);
  if (const auto* const contacts = contactsOf(session, clip))
    drawContactBars(*contacts, {bar.rect.x, y - px(5), bar.rect.width, px(10)});
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const bool picked = view.clip == clip && view.marker == static_cast<int>(i);
    const float x = std::round(bar.x(picked && view.held ? view.heldTime : markers[i].time));
    const ImU32 ink = picked ? colors().accent : colors().text;
    list.AddTriangleFilled({x - px(4), y - px(8)}, {x + px(4), y - px(8)}, {x, y - px(2)}, ink);
    list.AddLine({x, y - px(8)}, {x, y + px(7)}, ink, px(1.5f));
    const float left = std::clamp(x - px(kLabel / 2), bar.rect.x, bar.rect.right() - px(kLabel));
    textIn({left, y + px(7), px(kLabel), px(16)}, markers[i].name.c_str(), picked ? ink : colors().textDim, 0.5f,
           ui().fonts.small);
  }
}

void drawClip(const Session& session, MarkerView& view, int clip, int other, const char* id, float width,
              Commands& out) {
  const double duration = session.action(clip).duration();
  if (!(duration > 0)) {
    ImGui::Dummy({width, px(kBar)});
    return textIn(itemRect(), "A clip without length has no markers.", colors().textDim, 0, ui().fonts.small);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  clipTag(*ImGui::GetWindowDrawList(), {at.x, at.y + px(1)}, px(17), clip);
  const float tag = px(24), edge = px(6);
  ImGui::SetCursorScreenPos({at.x + tag, at.y});
  ui().focus.nextTakes(kTakesEnter | kTakesAcross | kTakesDelete);
  hitArea(id, {width - tag, px(kBar)});
  const UiRect rect = itemRect();
  const Bar bar{.rect = {rect.x + edge, rect.y, rect.width - 2 * edge, rect.height}, .duration = duration};
  handleBar(session, view, clip, other, bar, out);
  if (ui().focus.isOnItem()) useKeys(session, view, clip, other, bar, out);
  drawBar(session, view, clip, bar);
  hint(
      "Click to add a marker, drag one to move it, double-click it to remove it. Markers of the same name meet in a "
      "fade that syncs by markers.",
      "Enter adds a marker where the clip is. Left and Right choose one, with Shift they move it; Delete removes it. "
      "Markers of the same name meet in a fade that syncs by markers.");
}

/// While no marker is picked.
void drawHint(const Session& session, float width, Commands& out) {
  const float feet = px(92);
  label({width - feet - px(6), rowHeight()}, "Click a bar to add a marker.", colors().textDim, 0, ui().fonts.small);
  ImGui::SameLine(0, px(6));
  const FadeSettings& settings = session.fadeSettings();
  if (!button("fade.markers.feet", "From feet", {feet, 0},
              "Set markers where the feet of both clips come down; with Shift, also where they lift. Clips without "
              "markers sync where their feet come down anyway."))
    return;
  const bool ups = ImGui::GetIO().KeyShift;
  out.push_back(MarkersFromFeet{settings.from, ups});
  if (settings.to != settings.from) out.push_back(MarkersFromFeet{settings.to, ups});
}

/// The name of the picked marker.
void drawName(const Session& session, MarkerView& view, float width, Commands& out) {
  const Markers* const markers =
      view.clip >= 0 && view.clip < session.clipCount() ? &markersOf(session, view.clip) : nullptr;
  if (markers == nullptr || view.marker < 0 || view.marker >= static_cast<int>(markers->size())) {
    return drawHint(session, width, out);
  }
  const crossfade::SyncMarker& picked = nth(*markers, view.marker);
  const float remove = px(78);
  if (!view.names) std::snprintf(view.name.data(), view.name.size(), "%s", picked.name.c_str());
  textField("fade.markers.name", view.name, width - remove - px(6), "name");
  view.names = ImGui::IsItemActive();
  hint("The name of this marker. Markers of both clips belong together if they have the same name.");
  if (ImGui::IsItemDeactivatedAfterEdit() && view.name[0] != 0 && !hasName(*markers, view.name.data())) {
    Markers changed = *markers;
    nth(changed, view.marker).name = view.name.data();
    send(session, view, view.clip, std::move(changed), std::string(view.name.data()), out);
  }
  ImGui::SameLine(0, px(6));
  if (!button("fade.markers.remove", "Remove", {remove, 0}, "Remove this marker.")) return;
  Markers changed = *markers;
  std::erase_if(changed, [&](const auto& marker) { return marker.name == picked.name; });
  send(session, view, view.clip, std::move(changed), "", out);
}

}  // namespace

void drawMarkerView(const Session& session, MarkerView& view, Commands& out) {
  const FadeSettings& settings = session.fadeSettings();
  const float width = fullWidth();
  wantContacts(session, out);
  if (settings.from < 0 || settings.to < 0) {
    ImGui::Dummy({width, rowHeight()});
    return textIn(itemRect(), "Choose From and To to see their markers.", colors().textDim, 0, ui().fonts.small);
  }
  if (!ImGui::IsMouseDown(0) && !ImGui::IsMouseReleased(0)) view.held = false;  // released while this was not drawn
  ImGui::Dummy({width, px(2)});
  drawClip(session, view, settings.from, settings.to, "fade.markers.from", width, out);
  if (settings.to != settings.from) drawClip(session, view, settings.to, settings.from, "fade.markers.to", width, out);
  drawName(session, view, width, out);
}

}  // namespace app
