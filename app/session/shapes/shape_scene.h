// The shapes workspace: key shapes, the one being drawn, and everything that is to be seen of them. Plain; no window,
// no OpenGL.
#pragma once

#include <span>
#include <vector>

#include "app/session/shapes/shape_command.h"
#include "app/session/shapes/shape_document.h"
#include "app/session/shapes/shape_timeline.h"

namespace app {

/// One outline to be drawn.
struct MorphedShape {
  crossfade::MorphKind kind = crossfade::MorphKind::Linear;
  TimelinePosition position;  // its fraction is that of the time, before easing
  bool closed = true;
  std::span<const glm::dvec2> points;  // until the next apply or advance
  bool isKey() const { return position.fraction == 0; }
};

/// Canvas units.
struct ShapeBox {
  glm::dvec2 min{0};
  glm::dvec2 max{0};
  friend bool operator==(const ShapeBox&, const ShapeBox&) = default;
};

class ShapeScene {
 public:
  /// Starts empty.
  ShapeScene() = default;
  /// Starts with what has been checked already (assert), playing, and with nothing to undo.
  explicit ShapeScene(ShapeDocument document);
  ShapeScene(ShapeScene&&) = default;
  ShapeScene& operator=(ShapeScene&&) = default;
  ShapeScene(const ShapeScene&) = delete;  // what morphed() lends lies in the scene itself
  ShapeScene& operator=(const ShapeScene&) = delete;

  /// The one door for change. A refused command changes nothing; the error says what is wrong with it.
  crossfade::Result<void> apply(const ShapeCommand& command);
  /// The one door for time: moves the animation on while it plays; seconds that are no number count as 0. Allocates
  /// nothing.
  void advance(double seconds);

  const std::vector<KeyShape>& keys() const { return content_.keys; }
  const std::vector<glm::dvec2>& drawing() const { return content_.drawing; }
  const ShapeSettings& settings() const { return settings_; }
  bool playing() const { return playing_; }
  double time() const { return time_; }            // seconds, within timelinePeriod
  double shownTime() const { return shownTime_; }  // the frame on screen
  double length() const { return timelineLength(content_.keys); }
  /// Around everything that is to be seen at any time, of all kinds in use; a usual canvas where there is nothing.
  const ShapeBox& extent() const { return extent_; }
  bool canUndo() const { return !past_.empty(); }
  bool canRedo() const { return !future_.empty(); }
  /// The correspondence in use between a key shape and the next one; `shape` below keys().size() - 1 (assert).
  const crossfade::Correspondence& correspondence(int shape) const;

  /// What is to be seen now, kind by kind (one, or all side by side). Animation: the outline of the frame. Picture:
  /// every key shape and the in-betweens, in order. Key shapes are there as they were drawn; nothing without key
  /// shapes.
  std::span<const MorphedShape> morphed() const { return morphed_; }
  /// The same for one kind.
  std::span<const MorphedShape> morphed(crossfade::MorphKind kind) const;
  /// The in-betweens of picture mode around the frame of the animation, likewise; nothing in picture mode or without
  /// onion skin.
  std::span<const MorphedShape> onionSkin(crossfade::MorphKind kind) const;

 private:
  static constexpr ShapeBox kDefaultCanvas{.min = {0, 0}, .max = {700, 400}};
  struct Applier;
  struct Content {
    std::vector<KeyShape> keys;
    std::vector<glm::dvec2> drawing;
  };

  void remember();
  void contentChanged();
  void makePlans(int first, int last);
  void show();
  void measure();
  void addRow(crossfade::MorphKind kind, std::vector<MorphedShape>& row, std::size_t& used);
  void add(crossfade::MorphKind kind, TimelinePosition position, std::vector<MorphedShape>& row, std::size_t& used);

  Content content_;
  ShapeSettings settings_;
  std::vector<Content> past_;  // before each edit that can be undone
  std::vector<Content> future_;
  bool playing_ = false;
  double time_ = 0;
  double shownTime_ = 0;
  std::vector<crossfade::MorphPlan> plans_;  // one per pair of neighbours
  std::vector<glm::dvec2> points_;           // of the in-betweens, one after the other
  std::vector<MorphedShape> morphed_;
  std::vector<MorphedShape> onion_;
  ShapeBox extent_ = kDefaultCanvas;
};

/// What the workspace opens with: the classic pencil that gets up.
ShapeDocument openingShapes();

}  // namespace app
