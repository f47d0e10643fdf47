// The shapes workspace: key shapes, the one being drawn, and the outlines to show. Knows no window and no OpenGL.
#pragma once

#include <span>
#include <vector>

#include "app/session/shapes/shape_command.h"
#include "app/session/shapes/shape_document.h"

namespace app {

// When each key shape holds and when it morphs into the next: hold, morph, hold, morph, hold.

/// Seconds that a key shape holds, and then takes to become the next one; the latter is unused in the last.
struct TimelineKey {
  double hold = 0.5;
  double morph = 1;
};

/// Those of the key shapes or, by pictures, one frame for each in-between and each key shape. On the way back of a
/// ping-pong the last shape is not shown twice.
void makeTimeline(std::span<const KeyShape> keys, const ShapeSettings& settings, std::vector<TimelineKey>& timeline);

/// Between `key` and the next one; `fraction` of the morph's time has passed. 0: the key itself.
struct TimelinePosition {
  int key = 0;
  double fraction = 0;
  friend bool operator==(const TimelinePosition&, const TimelinePosition&) = default;
};

/// Seconds from the first hold to the end of the last.
double timelineLength(std::span<const TimelineKey> keys);

/// Seconds after which the animation repeats: its length, or twice that for ping-pong.
double timelinePeriod(double length, ShapeEnding ending);

/// `time` folded into [0, length] for an animation that stops, else into [0, period). 0 for NaN or a length of 0.
double foldedTime(double time, double length, ShapeEnding ending);

/// When the frame shown at `time` began, at `fps` frames per second. An animation that stops always shows its end.
double frameTime(double time, double fps, double length, ShapeEnding ending);

/// The position at `time` (folded), also on the way back of a ping-pong. A morph of 0 seconds is a step.
TimelinePosition timelinePositionAt(std::span<const TimelineKey> keys, double time, ShapeEnding ending);

/// One outline to draw.
struct MorphedShape {
  crossfade::MorphKind kind = crossfade::MorphKind::Linear;
  TimelinePosition position;  // its fraction is of time, before easing
  bool closed = true;
  std::span<const glm::dvec2> points;  // valid until the next apply or advance
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
  /// Starts playing. The document must pass checkShapes and checkFields.
  explicit ShapeScene(ShapeDocument document);
  ShapeScene(ShapeScene&&) = default;
  ShapeScene& operator=(ShapeScene&&) = default;
  ShapeScene(const ShapeScene&) = delete;  // morphed() lends memory of the scene itself
  ShapeScene& operator=(const ShapeScene&) = delete;

  /// Every change goes through here. On an error nothing changes; it says what is wrong.
  crossfade::Result<void> apply(const ShapeCommand& command);
  /// Moves the animation while it plays and is shown as one; seconds that are not finite count as 0. Does not allocate.
  void advance(double seconds);

  const std::vector<KeyShape>& keys() const { return keys_; }
  const std::vector<glm::dvec2>& drawing() const { return drawing_; }
  const ShapeSettings& settings() const { return settings_; }
  bool playing() const { return playing_; }
  double time() const { return time_; }            // seconds, within timelinePeriod
  double shownTime() const { return shownTime_; }  // the frame on screen
  double length() const { return timelineLength(timeline_); }
  std::span<const TimelineKey> timeline() const { return timeline_; }  // one for each key shape
  /// Bounds of everything that is visible at any time, over all kinds in use; kDefaultCanvas if there is nothing.
  const ShapeBox& extent() const { return extent_; }
  /// The correspondence between a key shape and the next; `shape` must be below keys().size() - 1.
  const crossfade::Correspondence& correspondence(int shape) const;

  /// The outlines to show now, kind by kind (one kind, or all side by side). Animation: the outline of this frame.
  /// Picture: every key shape and the in-betweens, in order. Empty without key shapes.
  std::span<const MorphedShape> morphed() const { return morphed_; }
  /// The same for one kind.
  std::span<const MorphedShape> morphed(crossfade::MorphKind kind) const;
  /// The in-betweens to show faintly around an animation, in the same order. Empty in picture mode or without onion
  /// skin.
  std::span<const MorphedShape> onionSkin(crossfade::MorphKind kind) const;

 private:
  static constexpr ShapeBox kDefaultCanvas{.min = {0, 0}, .max = {700, 400}};
  struct Applier;

  void contentChanged();
  void makePlans(int first, int last);
  void show();
  void measure();
  void addRow(crossfade::MorphKind kind, std::vector<MorphedShape>& row, std::size_t& used);
  void add(crossfade::MorphKind kind, TimelinePosition position, std::vector<MorphedShape>& row, std::size_t& used);

  std::vector<KeyShape> keys_;
  std::vector<glm::dvec2> drawing_;
  ShapeSettings settings_;
  bool playing_ = false;
  double time_ = 0;
  double shownTime_ = 0;
  std::vector<TimelineKey> timeline_;
  std::vector<crossfade::MorphPlan> plans_;  // one per pair of neighbors
  std::vector<glm::dvec2> points_;           // of all in-betweens
  std::vector<MorphedShape> morphed_;
  std::vector<MorphedShape> onion_;
  ShapeBox extent_ = kDefaultCanvas;
};

/// The document the workspace opens with: the classic pencil that stands up.
ShapeDocument openingShapes();

}  // namespace app
