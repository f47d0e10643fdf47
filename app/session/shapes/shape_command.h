// Everything that can change a ShapeScene. Mouse, panels, files and tests all send these.
#ifndef APP_SESSION_SHAPES_SHAPE_COMMAND_H
#define APP_SESSION_SHAPES_SHAPE_COMMAND_H

#include <variant>

#include "app/session/checks/variant_join.h"
#include "app/session/shapes/key_commands.h"
#include "app/session/shapes/point_commands.h"
#include "app/session/shapes/shape_document.h"

namespace app {

/// Some of the settings.
struct SetShapes : FieldChange<ShapeSettings> {
  using FieldChange::FieldChange;
};

namespace shapes {

/// asInLesson(), from the start; points of shapes with equally many correspond as drawn.
struct UseLesson {
  int inBetweens = 5;
};
/// At the end of an animation that stops, playing starts over.
struct SetPlaying {
  bool playing = true;
};
struct SetTime {
  double seconds = 0;
};

using SettingsCommand = std::variant<SetShapes, UseLesson, SetPlaying, SetTime>;

}  // namespace shapes

using ShapeCommand = JoinedVariant<shapes::PointCommand, shapes::KeyCommand, shapes::SettingsCommand>;

}  // namespace app

#endif  // APP_SESSION_SHAPES_SHAPE_COMMAND_H
