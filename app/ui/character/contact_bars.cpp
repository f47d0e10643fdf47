#include "app/ui/character/contact_bars.h"

#include "app/ui/widgets/theme.h"
#include "app/ui/widgets/ui_context.h"

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

}  // namespace app
