#include "app/ui/character/character_panels.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace app {
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
