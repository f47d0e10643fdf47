// Commands for layers and for masks with names.
#ifndef APP_SESSION_CHARACTER_LAYER_COMMANDS_H
#define APP_SESSION_CHARACTER_LAYER_COMMANDS_H

#include <string>
#include <variant>
#include <vector>

#include "app/session/character/layer_settings.h"

namespace app {

/// Adds a layer on top of the others.
struct AddLayer {
  LayerSettings settings;
};

struct SetLayer {
  int layer = 0;
  LayerSettings settings;
};

struct RemoveLayer {
  int layer = 0;
};

/// `to`: the index that the layer has afterward.
struct MoveLayer {
  int layer = 0;
  int to = 0;
};

/// Mute and solo of the base: what plays and fades, below all layers.
struct SetBaseLayer {
  bool muted = false;
  bool solo = false;
};

/// Replaces the whole stack.
struct SetLayers {
  LayerStack stack;
};

/// Makes a mask or changes the one of that name; fades and layers that use it follow at once. One weight per joint, 0
/// to 1.
struct SetMask {
  std::string name;
  std::vector<float> weights;
};

/// Everything that uses the mask follows.
struct RenameMask {
  std::string name;
  std::string newName;
};

/// Refused while the panel's fade, the queue, the transition set or a layer uses it.
struct RemoveMask {
  std::string name;
};

using LayerCommand =
    std::variant<AddLayer, SetLayer, RemoveLayer, MoveLayer, SetBaseLayer, SetLayers, SetMask, RenameMask, RemoveMask>;

}  // namespace app

#endif  // APP_SESSION_CHARACTER_LAYER_COMMANDS_H
