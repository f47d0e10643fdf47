#include "app/model/json/event_json.h"

#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/model/json/json_tree.h"
#include "crossfade/base/result.h"

namespace app {
namespace {

using crossfade::Error;
using Json = nlohmann::json;

/// A member that must be a number; nullopt without one.
crossfade::Result<std::optional<double>> numberOf(const Json& entry, const char* member) {
  const auto found = entry.find(member);
  if (found == entry.end()) return std::optional<double>();
  if (!found->is_number()) return Error{"its " + std::string(member) + " is not a number"};
  return std::optional(found->get<double>());
}

crossfade::Result<crossfade::ClipEvent> eventOf(const Json& entry) {
  if (!entry.is_object()) return Error{"it is not an object"};
  const auto name = entry.find("name");
  if (name == entry.end() || !name->is_string()) return Error{"it has no name"};
  if (name->get_ref<const std::string&>().find('\0') != std::string::npos) return Error{"its name has a NUL"};
  const auto time = numberOf(entry, "time"), end = numberOf(entry, "end"), value = numberOf(entry, "value");
  for (const auto* const number : {&time, &end, &value})
    if (!*number) return number->error();
  if (!*time) return Error{"it has no time"};
  return crossfade::ClipEvent{.name = name->get<std::string>(), .time = **time, .end = *end, .value = *value};
}

}  // namespace

Json clipEventsToJson(std::span<const crossfade::ClipEvent> events) {
  Json list = Json::array();
  for (const crossfade::ClipEvent& event : events) {
    Json entry = {{"name", event.name}, {"time", event.time}};
    if (event.end) entry["end"] = *event.end;
    if (event.value) entry["value"] = *event.value;
    list.push_back(std::move(entry));
  }
  return list;
}

ReadClipEvents clipEventsFromJson(const Json& list, double duration) {
  ReadClipEvents read;
  const auto fault = [&read](std::string what) {
    if (read.faults.size() < kMostEventFaults) read.faults.push_back(std::move(what));
  };
  if (!list.is_array()) {
    fault("\"events\" is not a list");
    return read;
  }
  std::vector<crossfade::ClipEvent> events;
  std::size_t spans = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto event = eventOf(list[i]);
    if (!event) {
      fault("event " + std::to_string(i) + ": " + event.error().message);
      continue;
    }
    if (const auto alone = crossfade::ClipEvents::make({*event}, duration); !alone) {
      fault(alone.error().message);
      continue;
    }
    if (events.size() == crossfade::ClipEvents::kMostEvents ||
        (event->end && spans == crossfade::ClipEvents::kMostSpans)) {
      fault("a clip has at most " + std::to_string(crossfade::ClipEvents::kMostEvents) + " events, of which " +
            std::to_string(crossfade::ClipEvents::kMostSpans) + " are spans");
      break;
    }
    if (event->end) ++spans;
    events.push_back(*std::move(event));
  }
  read.events = *crossfade::ClipEvents::make(std::move(events), duration);
  return read;
}

}  // namespace app
