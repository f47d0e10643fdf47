#include "app/session/undo_history.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace app {
namespace {

using crossfade::AnimationCurve;

std::size_t bytesOf(const AnimationCurve& curve) { return curve.keys().size() * sizeof(crossfade::CurveKey); }

std::size_t bytesOf(const ShapeCommand& command) {
  if (const auto* change = std::get_if<SetShapes>(&command)) return bytesOf(change->settings.easing);
  const auto* content = std::get_if<shapes::SetContent>(&command);
  if (content == nullptr) return 0;
  std::size_t points = content->drawing.size();
  for (const KeyShape& key : content->keys) points += key.shape.points().size();
  return points * sizeof(glm::dvec2) + content->keys.size() * sizeof(KeyShape);
}

/// About what a command takes in memory.
std::size_t bytesOf(const Command& command) {
  std::size_t bytes = sizeof(Command);
  if (const auto* curve = command.as<SetFadeCurve>()) bytes += bytesOf(curve->curve);
  if (const auto* markers = command.as<SetMarkers>()) bytes += markers->markers.size() * sizeof(crossfade::SyncMarker);
  if (const auto* events = command.as<SetClipEvents>(); events && events->events)
    for (const crossfade::ClipEvent& event : *events->events) bytes += sizeof event + event.name.size();
  if (const auto* queue = command.as<SetQueue>()) bytes += queue->items.size() * sizeof(SequenceItem);
  if (const auto* comparison = command.as<SetComparison>()) bytes += comparison->variants.size() * sizeof(FadeChoice);
  if (const auto* cells = command.as<SetTransitionCell>())
    bytes += cells->cells.size() * sizeof(CellIndex) + bytesOf(cells->settings.curve.value_or(AnimationCurve()));
  if (const auto* retarget = command.as<SetRetarget>(); retarget && retarget->settings.map)
    bytes += retarget->settings.map->pairs.size() * sizeof(crossfade::JointPair);
  if (const auto* mask = command.as<SetMask>()) bytes += mask->weights.size() * sizeof(float);
  if (const auto* layers = command.as<SetLayers>()) bytes += layers->stack.layers.size() * sizeof(LayerSettings);
  if (const auto* space = command.as<SetBlendSpace>())
    bytes += space->space.samples.size() * sizeof(BlendSampleSettings);
  if (const auto* shape = command.as<ShapeCommand>()) bytes += bytesOf(*shape);
  return bytes;
}

/// What an edit of the shapes is called; null for settings, which are called by what differs.
struct ShapeEditName {
  const char* operator()(const shapes::AddPoint&) const { return "Add point"; }
  const char* operator()(const shapes::FinishShape&) const { return "Finish shape"; }
  const char* operator()(const shapes::MovePoint&) const { return "Move point"; }
  const char* operator()(const shapes::InsertPoint&) const { return "Insert point"; }
  const char* operator()(const shapes::DeletePoint&) const { return "Delete point"; }
  const char* operator()(const shapes::SetClosed&) const { return "Open or close shape"; }
  const char* operator()(const shapes::ClearCanvas&) const { return "Clear shapes"; }
  const char* operator()(const shapes::ClearPoints&) const { return "Clear drawing"; }
  const char* operator()(const shapes::UsePresetPair&) const { return "Ready-made pair"; }
  const char* operator()(const shapes::AddKey&) const { return "Add shape"; }
  const char* operator()(const shapes::RemoveKey&) const { return "Delete shape"; }
  const char* operator()(const shapes::MoveKey&) const { return "Order of shapes"; }
  const char* operator()(const shapes::SetHold&) const { return "Hold time"; }
  const char* operator()(const shapes::SetMorphSeconds&) const { return "Morph time"; }
  const char* operator()(const shapes::SetCorrespondence&) const { return "Point matching"; }
  const char* operator()(const shapes::ImportShapes&) const { return "Import shapes"; }
  template <class Setting>
  const char* operator()(const Setting&) const {
    return nullptr;
  }
};

const char* editName(const Command& command) {
  const auto* const shape = command.as<ShapeCommand>();
  return shape ? std::visit(ShapeEditName{}, *shape) : nullptr;
}

std::string nameOf(const std::vector<DocumentChange>& changes, const Command& command) {
  std::string name = changes.front().name;
  if (command.is<SetComparison>()) return name;
  if (changes.size() == 2) name += ", " + changes.back().name;
  if (changes.size() > 2) name += " and " + std::to_string(changes.size() - 1) + " more";
  return name;
}

Commands commandsOf(std::vector<DocumentChange> changes) {
  Commands commands;
  for (DocumentChange& change : changes) commands.push_back(std::move(change.command));
  return commands;
}

bool isAnyOfModel(const std::vector<DocumentChange>& changes) {
  return std::ranges::find(changes, ChangeOf::Model, &DocumentChange::of) != changes.end();
}

/// What turns `from` into `to`, except how one looks at things.
std::vector<DocumentChange> editsBetween(const Document& from, const Document& to, const Model& model) {
  auto changes = changesBetween(from, to, model);
  std::erase_if(changes, [](const DocumentChange& each) { return each.of == ChangeOf::View; });
  return changes;
}

}  // namespace

void UndoHistory::add(const Document& before, const Document& after, const Command& command, SceneKind scene,
                      const Model& model) {
  if (before == after || editsBetween(before, after, model).empty()) return;
  if (!inGesture_) splitGesture();
  steps_.resize(static_cast<std::size_t>(position_));
  if (gestureStep_ && canUndo() && steps_.back().state == *gestureStep_) {
    steps_.pop_back();
    --position_;
    gestureStep_.reset();
  }
  if (inGesture_ && !gestureStart_) gestureStart_ = before;
  const Document& start = gestureStart_ ? *gestureStart_ : before;
  const auto made = editsBetween(start, after, model), undone = editsBetween(after, start, model);
  if (made.empty()) return;
  const char* const edit = editName(command);
  if (edit && (!gestureStart_ || gestureName_.empty())) gestureName_ = edit;
  push({.name = gestureName_.empty() ? nameOf(made, command) : gestureName_,
        .scene = scene,
        .undo = commandsOf(undone),
        .redo = commandsOf(made),
        .isOfModel = isAnyOfModel(made) || isAnyOfModel(undone)});
  if (gestureStart_) gestureStep_ = state();
}

void UndoHistory::push(UndoStep step) {
  for (const Commands* commands : {&step.undo, &step.redo})
    for (const Command& command : *commands) step.bytes += bytesOf(command);
  step.state = ++newestState_;
  steps_.push_back(std::move(step));
  ++position_;
  std::size_t all = bytes(), forgotten = 0;
  while (steps_.size() - forgotten > kMaxSteps || (all > kMaxBytes && steps_.size() - forgotten > 1))
    all -= steps_[forgotten++].bytes;
  if (forgotten == 0) return;
  firstState_ = steps_[forgotten - 1].state;
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(forgotten));
  position_ -= static_cast<int>(forgotten);
}

std::size_t UndoHistory::bytes() const {
  std::size_t bytes = 0;
  for (const UndoStep& step : steps_) bytes += step.bytes;
  return bytes;
}

void UndoHistory::beginGesture(bool continues) {
  if (!continues) splitGesture();
  inGesture_ = true;
}

void UndoHistory::endGesture() { inGesture_ = false; }

void UndoHistory::splitGesture() {
  gestureStart_.reset();
  gestureStep_.reset();
  gestureName_.clear();
}

const UndoStep& UndoHistory::back() {
  assert(canUndo());
  splitGesture();
  return step(--position_);
}

const UndoStep& UndoHistory::forward() {
  assert(canRedo());
  splitGesture();
  return step(position_++);
}

void UndoHistory::clear() {
  const std::uint64_t newest = newestState_;
  *this = {};
  firstState_ = newestState_ = newest;
}

void UndoHistory::forgetModel() {
  splitGesture();
  for (int i = stepCount() - 1; i >= 0; --i) {
    if (!step(i).isOfModel) continue;
    steps_.erase(steps_.begin() + i);
    if (i < position_) --position_;
  }
}

}  // namespace app
