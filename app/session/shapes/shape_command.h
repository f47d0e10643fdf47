// Everything that can change a ShapeScene. Mouse, panels, files and tests all send these.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "app/session/checks/variant_join.h"
#include "app/session/shapes/shape_document.h"

namespace app::shapes {

// Commands for the points of key shapes and of the drawing.

inline constexpr int kDrawing = -1;  // as a `shape`: the one being drawn

// `shape` is an index into keys() or kDrawing; positions are canvas units, y downward.
/// Appends to the drawing.
struct AddPoint {
  glm::dvec2 at{0};
};
/// Turns the drawing into the last key shape.
struct FinishShape {
  bool closed = true;
};
struct MovePoint {
  int shape = kDrawing;
  int point = 0;
  glm::dvec2 to{0};
};
/// `before` may be the number of points: appends.
struct InsertPoint {
  int shape = kDrawing;
  int before = 0;
  glm::dvec2 at{0};
};
struct DeletePoint {
  int shape = kDrawing;
  int point = 0;
};
struct SetClosed {
  int shape = 0;
  bool closed = true;
};
/// Removes all key shapes and the drawing.
struct ClearCanvas {};
/// Removes the drawing.
struct ClearPoints {};
/// Replaces all key shapes and the drawing as they are: undo and project files send it.
struct SetContent {
  std::vector<KeyShape> keys;
  std::vector<glm::dvec2> drawing;
};

using PointCommand = std::variant<AddPoint, FinishShape, MovePoint, InsertPoint, DeletePoint, SetClosed, ClearCanvas,
                                  ClearPoints, SetContent>;

// Commands for the key shapes, their order and their times.

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
