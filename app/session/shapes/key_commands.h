// Commands for the key shapes, their order and their times.
#ifndef APP_SESSION_SHAPES_KEY_COMMANDS_H
#define APP_SESSION_SHAPES_KEY_COMMANDS_H

#include <optional>
#include <variant>
#include <vector>

#include "app/session/shapes/shape_document.h"
#include "app/session/shapes/shape_presets.h"

namespace app::shapes {

/// Replaces all key shapes.
struct UsePresetPair {
  ShapePreset from = ShapePreset::PencilLying;
  ShapePreset to = ShapePreset::PencilUpright;
};
/// Without a center it goes to the right of the last one.
struct AddKey {
  ShapePreset preset = ShapePreset::Apple;
  std::optional<glm::dvec2> center = std::nullopt;
};
struct RemoveKey {
  int shape = 0;
};
/// Changes the order of the key shapes.
struct MoveKey {
  int shape = 0;
  int to = 0;
};
struct SetHold {
  int shape = 0;
  double seconds = 0.5;
};
struct SetMorphSeconds {
  int shape = 0;
  double seconds = 1;
};
/// Reverses the order of all key shapes, and with it what lies between them: the animation runs the other way.
struct ReverseKeys {};
struct SetCorrespondence {
  int shape = 0;
  PairCorrespondence toNext;
};
/// Key shapes from a file, and its settings if it has any. `append` keeps the current shapes.
struct ImportShapes {
  std::vector<KeyShape> keys;
  std::optional<ShapeSettings> settings = std::nullopt;
  bool append = false;
};

using KeyCommand = std::variant<UsePresetPair, AddKey, RemoveKey, MoveKey, SetHold, SetMorphSeconds, ReverseKeys,
                                SetCorrespondence, ImportShapes>;

}  // namespace app::shapes

#endif  // APP_SESSION_SHAPES_KEY_COMMANDS_H
