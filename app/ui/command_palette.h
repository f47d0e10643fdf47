// Ctrl+K: commands, clips, joints, help topics and the settings of what is shown, found by a few letters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/fields/field.h"
#include "app/session/command.h"
#include "app/ui/bindings.h"
#include "app/ui/layout.h"
#include "app/ui/widgets/search_list.h"

namespace app {

class CharacterScene;
class Session;
struct Workspace;

/// What the palette finds. It has one of `command`, `binding`, `setNumber` and `show`.
struct CommandPaletteEntry {
  std::string name;
  std::string group;                              // what it belongs to: "Fade", the name of a clip
  std::string_view otherWords = {};               // separated by commas: it is found by them, too
  std::string otherName = {};                     // it is found by that, too, after others
  std::string value = {};                         // of a setting, as it is now
  std::optional<Command> command = {};            // to send
  const KeyBinding* binding = nullptr;            // to do what its key does
  std::function<Command(double)> setNumber = {};  // of a setting that is a number, typed after its name
  ValueRange range = kAnyNumber;                  // of that number
  const char* unit = "";
  std::function<void(Workspace& workspace)> show = {};  // a tab, a panel, the help
};

/// Everything that can be done now. Settings of a clip are those of the one that plays most.
std::vector<CommandPaletteEntry> commandPaletteEntries(const Session& session);

/// The number that a query ends with ("fade length 0.6"), and the query without it.
struct TypedNumber {
  std::string_view name;
  double value = 0;
};
std::optional<TypedNumber> typedNumberIn(std::string_view query);

struct CommandPalette {
  bool open = false;
  SearchList search;
  std::vector<CommandPaletteEntry> entries;  // made when it opens,
  const CharacterScene* of = nullptr;        // for this character
  std::vector<int> found;                    // scratch memory

  void openFor(const Session& session);
};

/// The palette over the scene. False when the user closed it, or chose something, which is then done.
bool drawCommandPalette(const Session& session, Workspace& workspace, const UiRect& area, Commands& out);

}  // namespace app
