// Commands for the points of key shapes and of the drawing.
#ifndef APP_SESSION_SHAPES_POINT_COMMANDS_H
#define APP_SESSION_SHAPES_POINT_COMMANDS_H

#include <variant>
#include <vector>

#include "app/session/shapes/shape_document.h"

namespace app::shapes {

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

}  // namespace app::shapes

#endif  // APP_SESSION_SHAPES_POINT_COMMANDS_H
