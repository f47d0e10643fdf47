// Moves the focus ring over an interface, as a hand would.
#ifndef TESTS_APP_UI_KEYBOARD_WALK_H
#define TESTS_APP_UI_KEYBOARD_WALK_H

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/app/ui/stage.h"

namespace app::test {

inline constexpr Modifiers kShift{.shift = true};

/// Clips by the names Walk_0, Sit_Floor_1, Walk_2, ...: two prefixes that alternate.
inline Model manyClips(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back((i % 2 == 0 ? "Walk_" : "Sit_Floor_") + std::to_string(i));
  return handMadeModel(names);
}

inline std::string focusOf(const Stage& stage) { return std::string(stage.interface->widgets().focus()); }

/// The widget with the ring after a key, and the frames in which lists scroll.
inline std::string press(Stage& stage, Key key, Modifiers modifiers = {}) {
  (void)stage.key(key, modifiers);
  stage.frame();
  stage.frame();
  return focusOf(stage);
}

/// Where Tab goes from no focus until it comes back to the first.
inline std::vector<std::string> tabWalk(Stage& stage, Modifiers modifiers = {}) {
  std::vector<std::string> names{press(stage, Key::Tab, modifiers)};
  while (names.size() < 400) {
    const std::string next = press(stage, Key::Tab, modifiers);
    if (next == names.front()) break;
    names.push_back(next);
  }
  return names;
}

/// Calls `visit` for the stop with the ring and all members of the groups around it, until it returns true.
template <class Visit>
bool visitGroup(Stage& stage, Visit visit) {
  std::set<std::string> seen{focusOf(stage)};
  if (visit(focusOf(stage))) return true;
  const auto along = [&](Key key, auto each) {
    for (std::string before = focusOf(stage); press(stage, key) != before; before = focusOf(stage)) {
      const bool isNew = seen.insert(focusOf(stage)).second;
      if (isNew && (visit(focusOf(stage)) || each())) return true;
    }
    return false;
  };
  const auto nothing = [] { return false; };
  const auto row = [&] {  // Left closes a tree, Right opens it again
    return along(Key::Right, nothing) || along(Key::Left, nothing) || along(Key::Right, nothing);
  };
  return row() || along(Key::Up, row) || along(Key::Down, row);
}

/// With Tab inside the list row with the focus, and with the arrow keys in a row of buttons there.
inline bool focusInRow(Stage& stage, const std::string& name) {
  const bool isSegment = std::count(name.begin(), name.end(), '.') > 2;  // "queue.1.unit.0"
  const std::string buttons = isSegment ? name.substr(0, name.rfind('.')) : "none";
  for (int i = 0; i < 100; ++i) {  // around all panels, and back into the row
    if (press(stage, Key::Tab) == name) return true;
    if (!focusOf(stage).starts_with(buttons)) continue;
    for (const Key key : {Key::Right, Key::Left})
      for (std::string before = focusOf(stage); press(stage, key) != before; before = focusOf(stage))
        if (focusOf(stage) == name) return true;
  }
  return false;
}

/// With Tab, and if that does not do with the arrow keys, too. False if it cannot be reached.
inline bool focusOn(Stage& stage, const std::string& name) {
  const std::size_t stops = tabWalk(stage).size();
  for (std::size_t i = 0; i < stops; ++i)
    if (press(stage, Key::Tab) == name) return true;
  const auto isWanted = [&](const std::string& visited) { return visited == name; };
  const std::string group = name.substr(0, name.find('.'));
  for (std::size_t i = 0; i < stops; ++i)
    if (press(stage, Key::Tab).starts_with(group) && visitGroup(stage, isWanted)) return true;
  const std::string row = name.substr(0, name.find('.', name.find('.') + 1)) + ".";  // "queue.1."
  const auto isInRow = [&](const std::string& visited) { return visited.starts_with(row); };
  for (std::size_t i = 0; i < stops; ++i)
    if (press(stage, Key::Tab).starts_with(group) && visitGroup(stage, isInRow)) return focusInRow(stage, name);
  return false;
}

}  // namespace app::test

#endif  // TESTS_APP_UI_KEYBOARD_WALK_H
