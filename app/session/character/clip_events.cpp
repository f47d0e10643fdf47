#include "app/session/character/clip_events.h"

#include <algorithm>

namespace app {

void ClipEvents::add(int clip, const ClipEvent& event) {
  OfClip& events = clips_[static_cast<std::size_t>(clip)];
  const auto begin = events.latest.begin();
  const auto kept = std::find_if(begin, begin + events.count,
                                 [&event](const ClipEvent& before) { return before.mixerTime <= event.mixerTime; });
  events.count = static_cast<int>(begin + events.count - kept);
  std::move(kept, kept + events.count, begin);
  events.count = std::min(events.count, kKept - 1);
  std::move_backward(begin, begin + events.count, begin + events.count + 1);
  *begin = event;
  begin->number = added_++;
  ++events.count;
}

}  // namespace app
