#include "app/ui/character/event_marks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

#include "app/ui/widgets/widgets.h"
#include "crossfade/ground/contact_markers.h"

namespace app {

const crossfade::GroundContacts* contactsOf(const Session& session, int clip) {
  const ClipStudy* const study = session.character().ground().knownStudy();
  const GroundFacts* const facts = study ? study->find(clip) : nullptr;
  return facts && !facts->contacts.feet.empty() ? &facts->contacts : nullptr;
}

void wantContacts(const Session& session, Commands& out) {
  const ClipStudy* const study = session.character().ground().knownStudy();
  if (!study || !study->hasBegun()) out.push_back(StudyClips{});
}

void drawFootBar(ImDrawList& list, std::size_t foot, float left, float right, float top) {
  list.AddRectFilled({left, top - px(1)}, {right, top + px(kFootBar + 1)}, faded(colors().plate, 0.8f));
  list.AddRectFilled({left, top}, {right, top + px(kFootBar)}, foot == 0 ? colors().accent : colors().text);
}

float topOfFootBars(const crossfade::GroundContacts& contacts, const UiRect& bar) {
  return bar.bottom() - static_cast<float>(contacts.feet.size()) * px(kFootBar + 1);
}

void drawContactBars(const crossfade::GroundContacts& contacts, const UiRect& bar) {
  if (!(contacts.duration > 0)) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto x = [&](double time) { return bar.x + static_cast<float>(time / contacts.duration) * bar.width; };
  float top = topOfFootBars(contacts, bar);
  for (std::size_t foot = 0; foot < contacts.feet.size(); ++foot, top += px(kFootBar + 1)) {
    for (const crossfade::ContactInterval& down : contacts.feet[foot].foot)
      for (const auto& [start, end] : crossfade::partsWithin(down, contacts.duration))
        if (end > start) drawFootBar(list, foot, x(start), x(end), top);
  }
}

namespace {

using EventList = std::vector<crossfade::ClipEvent>;

constexpr const char* kEventMenu = "eventMenu";
constexpr float kMenuField = 210;     // interface units
constexpr float kMarkReach = 5;       // to either side of a mark
constexpr double kLeastSpan = 0.001;  // seconds
constexpr double kSameStep = 0.02;    // seconds: steps of one name this close are one

double clipDuration(const Session& session, int clip) { return nth(session.model().clips, clip).duration(); }

EventList eventListOf(const Session& session, int clip) {
  const crossfade::ClipEvents* const events = eventsOf(session, clip);
  return events ? EventList(events->events().begin(), events->events().end()) : EventList();
}

bool isEventOf(const Session& session, int clip, int event) {
  const crossfade::ClipEvents* const events = eventsOf(session, clip);
  return events != nullptr && event >= 0 && event < static_cast<int>(events->events().size());
}

double boundaryTime(const crossfade::ClipEvent& event, bool isEnd) {
  return isEnd && event.end ? *event.end : event.time;
}

/// Sends the events in order of time; the view goes on with `picked`, or with none (-1).
void sendEvents(EventView& view, int clip, const EventList& events, int picked, Commands& out) {
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return events[i].time; });
  SetClipEvents command{.clip = clip, .events = EventList()};
  view.clip = clip;
  view.event = -1;
  for (const std::size_t i : order) {
    if (static_cast<int>(i) == picked) view.event = static_cast<int>(command.events->size());
    command.events->push_back(events[i]);
  }
  out.push_back(std::move(command));
}

/// A begin stays before its end, and an end behind its begin.
void moveEventTo(crossfade::ClipEvent& event, bool isEnd, double time, double duration) {
  if (isEnd && event.end)
    event.end = std::clamp(time, std::min(event.time + kLeastSpan, duration), duration);
  else
    event.time = std::clamp(time, 0.0, event.end ? std::max(0.0, *event.end - kLeastSpan) : duration);
}

void deleteEvent(const Session& session, EventView& view, int clip, int event, Commands& out) {
  EventList events = eventListOf(session, clip);
  events.erase(events.begin() + event);
  sendEvents(view, clip, events, -1, out);
}

std::string freeEventName(const EventList& events) {
  for (int number = 1;; ++number) {
    std::string name = number == 1 ? "event" : "event " + std::to_string(number);
    if (std::ranges::none_of(events, [&](const auto& each) { return each.name == name; })) return name;
  }
}

void showName(EventView& view, const std::string& name) {
  std::snprintf(view.name.data(), view.name.size(), "%s", name.c_str());
}

bool eventTimeSlider(const char* id, const char* label, double& time, double duration, const char* sentence) {
  const SliderLook look{.label = label, .max = duration, .format = "%.3f s", .resets = false};
  return slider(id, time, look, px(kMenuField), sentence);
}

/// Name, time and, of a span, its end.
void drawEventFields(const Session& session, EventView& view, Commands& out) {
  EventList events = eventListOf(session, view.clip);
  crossfade::ClipEvent& event = nth(events, view.event);
  const double duration = clipDuration(session, view.clip);
  const bool typed = textField("event.name", view.name, px(kMenuField), "name", ImGuiInputTextFlags_AutoSelectAll,
                               std::exchange(view.appears, false));
  hint("What it is called: your game receives this name.");
  if (ImGui::IsItemDeactivated() && isKeyPressed(ImGuiKey_Enter)) ImGui::CloseCurrentPopup();
  if (typed && view.name[0] != 0) {
    event.name = view.name.data();
    return sendEvents(view, view.clip, events, view.event, out);
  }
  double time = event.time, end = event.end.value_or(duration);
  bool isSpan = event.end.has_value(), changed = false;
  if (eventTimeSlider("event.time", isSpan ? "begins" : "at", time, duration, "When the clip passes it."))
    moveEventTo(event, false, time, duration), changed = true;
  if (checkbox("event.span", "Lasts a while", isSpan,
               "With a begin and an end, such as the time in which a hit counts.")) {
    if (isSpan && event.time > duration - kLeastSpan) event.time = std::max(0.0, duration - 2 * kLeastSpan);
    event.end =
        isSpan ? std::optional(std::min(event.time + std::max(0.1 * duration, kLeastSpan), duration)) : std::nullopt;
    changed = true;
  }
  if (event.end && !changed && eventTimeSlider("event.end", "ends", end, duration, "When the clip leaves it."))
    moveEventTo(event, true, end, duration), changed = true;
  if (changed) sendEvents(view, view.clip, events, view.event, out);
}

float markX(double time, double duration, const UiRect& bar) {
  return bar.x + (duration > 0 ? static_cast<float>(time / duration) * bar.width : 0);
}

void hintOfEvent(const crossfade::ClipEvent& event, bool isEnd) {
  if (!hintIsDue()) return;
  const char* const boundary = !event.end ? "" : isEnd ? " ends" : " begins";
  const auto text = [&](const char* use) {
    return Text("%.120s%s, %.2f s. %s", event.name.c_str(), boundary, boundaryTime(event, isEnd), use);
  };
  hint(text("Drag to move; double-click for its name."), text("Enter: name and time. Delete removes it."));
}

}  // namespace

const crossfade::ClipEvents* eventsOf(const Session& session, int clip) {
  return session.character().player().clipEvents(clip);
}

void drawEventMark(ImDrawList& list, float x, float y, bool held) {
  list.AddNgonFilled({x, y + px(4)}, px(5), colors().plate, 4);
  list.AddNgonFilled({x, y + px(4)}, px(4), held ? colors().accent : colors().warning, 4);
}

void holdEvent(const Session& session, EventView& view, int clip, int event, bool isEnd) {
  if (!isEventOf(session, clip, event)) return;
  const crossfade::ClipEvent& known = nth(eventsOf(session, clip)->events(), event);
  if (ImGui::IsMouseDoubleClicked(0)) return openEventMenu(session, view, clip, event, boundaryTime(known, isEnd));
  view.clip = clip;
  view.event = event;
  view.isEnd = isEnd;
  view.held = true;
  view.heldTime = boundaryTime(known, isEnd);
}

void releaseEvent(const Session& session, EventView& view, Commands& out) {
  if (!std::exchange(view.held, false) || !isEventOf(session, view.clip, view.event)) return;
  EventList events = eventListOf(session, view.clip);
  crossfade::ClipEvent& event = nth(events, view.event);
  const crossfade::ClipEvent before = event;
  moveEventTo(event, view.isEnd, view.heldTime, clipDuration(session, view.clip));
  if (event != before) sendEvents(view, view.clip, events, view.event, out);
}

void openEventMenu(const Session& session, EventView& view, int clip, int event, double time) {
  view.clip = clip;
  view.event = isEventOf(session, clip, event) ? event : -1;
  view.held = false;
  view.menuTime = time;
  view.appears = true;
  if (view.event >= 0) showName(view, nth(eventsOf(session, clip)->events(), event).name);
  ImGui::OpenPopup(kEventMenu);
}

void addEvent(const Session& session, EventView& view, int clip, double time, Commands& out) {
  EventList events = eventListOf(session, clip);
  events.push_back({.name = freeEventName(events), .time = std::clamp(time, 0.0, clipDuration(session, clip))});
  showName(view, events.back().name);
  view.appears = true;
  sendEvents(view, clip, events, static_cast<int>(events.size()) - 1, out);
}

bool hasSteps(const Session& session, int clip) {
  const crossfade::GroundContacts* const contacts = contactsOf(session, clip);
  return contacts && !crossfade::eventsOf(*contacts).empty();
}

void addSteps(const Session& session, EventView& view, int clip, Commands& out) {
  if (!hasSteps(session, clip)) return;
  EventList events = eventListOf(session, clip);
  for (crossfade::ClipEvent& step : crossfade::eventsOf(*contactsOf(session, clip))) {
    const bool isThere = std::ranges::any_of(events, [&](const crossfade::ClipEvent& each) {
      return each.name == step.name && std::abs(each.time - step.time) < kSameStep;
    });
    if (!isThere) events.push_back(std::move(step));
  }
  sendEvents(view, clip, events, -1, out);
}

void drawEventMenu(const Session& session, EventView& view, Commands& out) {
  if (!ImGui::BeginPopup(kEventMenu)) return;
  closeOnEscape();
  if (view.clip < 0 || view.clip >= session.clipCount()) {
    ImGui::CloseCurrentPopup();
    return endPopup();
  }
  const std::size_t before = out.size();
  const bool isEvent = isEventOf(session, view.clip, view.event);
  if (isEvent) drawEventFields(session, view, out);
  if (out.size() == before) {
    const FocusGroup group("choices", GroupLayout::Column);
    if (isEvent && menuText("event.delete", "Delete", false, px(kMenuField)))
      deleteEvent(session, view, view.clip, view.event, out);
    if (!isEvent && button("event.add", Text("Add an event at %.2f s", view.menuTime), {px(kMenuField), 0},
                           "Your game receives it whenever the clip passes this moment."))
      addEvent(session, view, view.clip, view.menuTime, out);
    if (!isEvent && hasSteps(session, view.clip) &&
        menuText("event.steps", "Add one for each step of the feet", false, px(kMenuField)))
      addSteps(session, view, view.clip, out);
    const bool changed = nth(session.character().clipSettings(), view.clip).events.has_value();
    if (changed && !isEvent && menuText("event.ofFile", "The file's own events", false, px(kMenuField)))
      out.push_back(SetClipEvents{.clip = view.clip, .events = std::nullopt});
  }
  endPopup();
}

bool takeEventMarks(const Session& session, EventView& view, int clip, const UiRect& bar, Commands& out) {
  const crossfade::ClipEvents* const events = eventsOf(session, clip);
  if (!events) return false;
  bool isOver = false;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const double duration = clipDuration(session, clip);
  const FocusGroup group("events", GroupLayout::Row);
  for (const crossfade::ClipEvents::Boundary& each : events->boundaries()) {
    const crossfade::ClipEvent& event = nth(events->events(), each.event);
    const WidgetId id(each.isEnd ? "clip.%d.event.%d.end" : "clip.%d.event.%d", clip, each.event);
    ImGui::SetCursorScreenPos({markX(each.time, duration, bar) - px(kMarkReach), bar.y - px(1)});
    ui().focus.nextTakes(kTakesEnter | kTakesDelete);
    hitArea(id, {px(2 * kMarkReach), px(10)});
    isOver = isOver || ImGui::IsItemHovered();
    hintOfEvent(event, each.isEnd);
    const FocusKeys keys = ui().focus.keysOfItem();
    if (keys.enter || keys.menu || ImGui::IsItemClicked(ImGuiMouseButton_Right))
      openEventMenu(session, view, clip, each.event, each.time);
    if (keys.remove) {
      deleteEvent(session, view, clip, each.event, out);
      break;
    }
    if (ImGui::IsItemActivated()) holdEvent(session, view, clip, each.event, each.isEnd);
    if (ImGui::IsItemActive() && view.held && ImGui::GetIO().MouseDelta.x != 0)
      view.heldTime =
          std::clamp(static_cast<double>((ImGui::GetMousePos().x - bar.x) / bar.width), 0.0, 1.0) * duration;
    if (ImGui::IsItemDeactivated()) releaseEvent(session, view, out);
  }
  ImGui::SetCursorScreenPos(cursor);
  return isOver;
}

void drawEventMarks(const Session& session, const EventView& view, int clip, const UiRect& bar) {
  const crossfade::ClipEvents* const events = eventsOf(session, clip);
  if (!events) return;
  const double duration = clipDuration(session, clip);
  for (const crossfade::ClipEvents::Boundary& each : events->boundaries()) {
    const bool held = view.held && view.clip == clip && view.event == each.event && view.isEnd == each.isEnd;
    drawEventMark(*ImGui::GetWindowDrawList(), markX(held ? view.heldTime : each.time, duration, bar), bar.y, held);
  }
}

}  // namespace app
