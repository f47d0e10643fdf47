#include "app/ui/character/clip_chooser.h"

#include <array>

#include "app/ui/character/clip_names.h"
#include "app/ui/widgets/imgui_version.h"
#include "app/ui/widgets/name_text.h"
#include "app/ui/widgets/searched_menu.h"

namespace app {
namespace {

constexpr float kChoiceTag = 16;

/// One row of the list. True when clicked.
bool drawChoice(const char* id, int clip, std::string_view name, bool marked) {
  const bool pressed = menuRow(clip, marked);
  logItem("%s.%d", id, clip);
  if (!ImGui::IsItemVisible()) return pressed;
  const UiRect row = itemRect();
  if (clip >= 0)
    clipTag(*ImGui::GetWindowDrawList(), {row.x + px(4), row.centerY() - px(kChoiceTag / 2)}, px(kChoiceTag), clip);
  const float left = row.x + px(clip >= 0 ? 28 : 4);
  nameIn({left, row.y, row.right() - left - px(4), row.height}, name, clip < 0 ? colors().textDim : colors().text);
  return pressed;
}

}  // namespace

bool chooseClip(const char* id, const Session& session, int& clip, const char* none, float width, const char* sentence,
                int meant) {
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  std::array<char, 200> text;
  const int named = clip < 0 ? meant : clip;
  const std::string_view name = named < 0 ? none : names.shown(named, scratch);
  if (!beginDropDown(id, shortened(name, text.size() - 1, text).data(), clip < 0 ? colors().textDim : colors().text,
                     width, sentence))
    return false;
  const auto nameOf = [&](int row) { return row == 0 ? std::string_view(none) : names.shown(row - 1, scratch); };
  const auto draw = [&](int row, bool marked) { return drawChoice(id, row - 1, nameOf(row), marked); };
  std::array<char, 24> other;
  const auto fullOf = [&](int row) { return row == 0 ? std::string_view() : names.full(row - 1, other); };
  const auto taken = searchedRows({id, "Search clips", "No clip matches."}, ui().menuSearch, session.clipCount() + 1,
                                  clip + 1, nameOf, draw, fullOf);
  endCombo();
  if (!taken || *taken - 1 == clip) return false;
  clip = *taken - 1;
  return true;
}

int takeClip(const char* id, const Session& session, const char* title, float width, const char* sentence) {
  if (!beginDropDown(id, title, colors().textDim, width, sentence)) return -1;
  const ClipNames names(session.model());
  std::array<char, 24> scratch;
  const auto nameOf = [&](int clip) { return names.shown(clip, scratch); };
  const auto draw = [&](int clip, bool marked) { return drawChoice(id, clip, nameOf(clip), marked); };
  std::array<char, 24> other;
  const auto fullOf = [&](int clip) { return std::string_view(names.full(clip, other)); };
  const auto taken = searchedRows({id, "Search clips", "No clip matches."}, ui().menuSearch, session.clipCount(), -1,
                                  nameOf, draw, fullOf);
  endCombo();
  return taken.value_or(-1);
}

}  // namespace app
