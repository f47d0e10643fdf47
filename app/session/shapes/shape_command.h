// Everything that can change a ShapeScene. Mouse, panels, files and tests all send these.
#ifndef APP_SESSION_SHAPES_SHAPE_COMMAND_H
#define APP_SESSION_SHAPES_SHAPE_COMMAND_H

#include <variant>

#include "app/session/checks/variant_join.h"
#include "app/session/shapes/key_commands.h"
#include "app/session/shapes/point_commands.h"
#include "app/session/shapes/shape_document.h"

namespace app {

namespace shapes {

struct SetAlgorithm {
  crossfade::MorphKind kind = crossfade::MorphKind::Linear;
  ShapeClosing closing = ShapeClosing::Spread;
};
struct SetSideBySide {
  bool sideBySide = true;
};
struct SetEasing {
  crossfade::AnimationCurve easing;
};
struct SetLook {
  ShapeLook look;
};
struct SetMode {
  ShapeMode mode = ShapeMode::Picture;
};
struct SetPace {
  ShapePace pace = ShapePace::Seconds;
};
struct SetInBetweens {
  int count = 5;
};
struct SetFps {
  double fps = 25;
};
struct SetEnding {
  ShapeEnding ending = ShapeEnding::Stop;
};
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

using SettingsCommand = std::variant<SetAlgorithm, SetSideBySide, SetEasing, SetLook, SetMode, SetPace, SetInBetweens,
                                     SetFps, SetEnding, UseLesson, SetPlaying, SetTime>;

}  // namespace shapes

using ShapeCommand = JoinedVariant<shapes::PointCommand, shapes::KeyCommand, shapes::SettingsCommand>;

}  // namespace app

#endif  // APP_SESSION_SHAPES_SHAPE_COMMAND_H
