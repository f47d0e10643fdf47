// The changes of a session that can be undone: for each, the commands that take it back and those that make it again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/document.h"
#include "app/session/scene_kind.h"

namespace app {

/// `undo` and `redo` are applied in order. A SetFadeSettings among them keeps the clips that are chosen by then.
struct UndoStep {
  std::string name;  // "Walk: Weight 1 -> 0.5"
  SceneKind scene = SceneKind::Character;
  Commands undo;
  Commands redo;
  bool isOfModel = true;  // it means nothing in another model
  std::size_t bytes = 0;
  std::uint64_t state = 0;  // after it; see UndoHistory::state
};

class UndoHistory {
 public:
  static constexpr std::size_t kMaxSteps = 500;
  static constexpr std::size_t kMaxBytes = 16u << 20;  // then the oldest are forgotten

  /// Notes what `command` changed, in `scene`; nothing if the documents are equal. Forgets what could be redone. Within
  /// a gesture it extends the step that the gesture began, and removes it when everything is as it was before.
  void add(const Document& before, const Document& after, const Command& command, SceneKind scene, const Model& model);
  void beginGesture(bool continues = false);
  void endGesture();
  /// Changes from now on become a step of their own, even in the middle of a gesture.
  void splitGesture();

  /// Go one step; the returned step is what to undo or redo. There must be one. Within a gesture this takes back what
  /// it did so far, and what it still changes becomes a step of its own.
  const UndoStep& back();
  const UndoStep& forward();
  bool canUndo() const { return position_ > 0; }
  bool canRedo() const { return position_ < stepCount(); }

  int stepCount() const { return static_cast<int>(steps_.size()); }
  /// The number of steps that are done; the others can be redone.
  int position() const { return position_; }
  const UndoStep& step(int index) const { return nth(steps_, index); }
  /// A number for the document as it is now: undo brings the earlier number back, any change a new one, except
  /// changes of the view.
  std::uint64_t state() const { return position_ > 0 ? step(position_ - 1).state : firstState_; }
  std::size_t bytes() const;

  void clear();
  /// Forgets the changes of clips, joints and morph weights, which mean nothing in another model.
  void forgetModel();

 private:
  void push(UndoStep step);

  std::vector<UndoStep> steps_;
  int position_ = 0;
  std::uint64_t firstState_ = 0;
  std::uint64_t newestState_ = 0;
  bool inGesture_ = false;
  std::optional<Document> gestureStart_;  // before the first change of the last gesture
  std::optional<std::uint64_t> gestureStep_;
  std::string gestureName_;  // if it edits a shape
};

}  // namespace app
