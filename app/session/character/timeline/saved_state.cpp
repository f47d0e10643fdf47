#include "app/session/character/timeline/saved_state.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>

#include "crossfade/transition/player_snapshot_visit.h"

namespace app {
namespace {

using crossfade::AnimationCurve;
using crossfade::CurveId;
using crossfade::FadeShape;
using crossfade::JointMask;
using crossfade::Result;

constexpr double kMaxValue = 1e15;  // every integer up to here is exact

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

/// Appends each value. References become indices: of masks and own curves from 1 on, 0 for none and for the curve of
/// the settings.
class Writer {
 public:
  Writer(SavedState& to, CurveId settingsCurve, const crossfade::CurveSet& curves)
      : to_(to), settingsCurve_(settingsCurve), curves_(curves) {}

  template <Number T>
  void operator()(const T& value) {
    to_.values.push_back(static_cast<double>(value));
  }
  template <class Enum>
  void operator()(const Enum& value, Enum) {
    (*this)(static_cast<int>(value));
  }
  void orInfinity(double value) { (*this)(value); }
  void expect(int value) { (*this)(value); }
  void fail(const char*) {}  // what is written fits
  bool goesOn(bool more) { return more; }
  std::size_t length(std::size_t now, std::size_t) {
    (*this)(now);
    return now;
  }
  void slot(int value) { (*this)(value); }
  void slotOrNone(int value) { (*this)(value); }
  void mask(const JointMask* value) { (*this)(value == nullptr ? 0 : 1 + indexOf(*value)); }
  void shape(const FadeShape& value) {
    const AnimationCurve* const curve = value.kind == FadeShape::Kind::Curve ? curves_.find(value.curve) : nullptr;
    const bool isLost = value.kind == FadeShape::Kind::Curve && curve == nullptr;  // counts as smooth
    (*this)(static_cast<int>(isLost ? FadeShape::Kind::Smooth : value.kind));
    if (curve == nullptr) return;
    if (value.curve == settingsCurve_)
      (*this)(0);
    else
      this->curve(*curve);
  }
  void curve(const AnimationCurve& value) {
    if (value.keys().empty()) return (*this)(0);
    auto found = std::find(to_.curves.begin(), to_.curves.end(), value);
    if (found == to_.curves.end()) found = to_.curves.insert(found, value);
    (*this)(1 + (found - to_.curves.begin()));
  }

 private:
  std::ptrdiff_t indexOf(const JointMask& mask) {
    const std::vector<float> weights(mask.weights().begin(), mask.weights().end());
    auto found = std::find(to_.masks.begin(), to_.masks.end(), weights);
    if (found == to_.masks.end()) found = to_.masks.insert(found, weights);
    return found - to_.masks.begin();
  }

  SavedState& to_;
  CurveId settingsCurve_;
  const crossfade::CurveSet& curves_;
};

/// Reads what Writer writes. After the first value that does not fit, everything stays as it is.
class Reader {
 public:
  Reader(const SavedState& from, CrossFade& fade, int slots) : from_(from), fade_(fade), slots_(slots) {
    for (const std::vector<float>& weights : from.masks) {
      auto mask = JointMask::make(weights);
      if (!mask) fail("mask " + std::to_string(masks_.size()) + ": " + mask.error().message);
      masks_.push_back(mask ? fade.maskOf(*mask) : nullptr);
    }
  }

  void operator()(bool& value) { value = whole(value, 0, 1) != 0; }
  template <std::integral T>
  void operator()(T& value) {
    constexpr double kMin = static_cast<double>(std::numeric_limits<T>::min()),
                     kMax = static_cast<double>(std::numeric_limits<T>::max());
    value = static_cast<T>(whole(static_cast<double>(value), std::max(kMin, -kMaxValue), std::min(kMax, kMaxValue)));
  }
  template <std::floating_point T>
  void operator()(T& value) {
    value = static_cast<T>(next(static_cast<double>(value)));
  }
  void orInfinity(double& value) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!failed() && at_ < from_.values.size() && from_.values[at_] == kInfinity) {
      ++at_;
      value = kInfinity;
    } else {
      (*this)(value);
    }
  }
  template <class Enum>
  void operator()(Enum& value, Enum last) {
    value = static_cast<Enum>(static_cast<int>(whole(static_cast<int>(value), 0, static_cast<int>(last))));
  }
  void expect(int value) {
    if (next(value) != value) fail("it is of a model with other clips or joints");
  }
  void fail(const std::string& why) {
    if (failed()) return;
    error_ = "the state does not fit: " + why;
    if (at_ > 0) error_ += ", value " + std::to_string(at_ - 1);
  }
  /// Whether there are more values.
  bool goesOn(bool) { return !failed() && at_ < from_.values.size(); }
  std::size_t length(std::size_t now, std::size_t max) {
    const auto left = static_cast<double>(std::min(max, from_.values.size() - at_));
    return failed() ? now : static_cast<std::size_t>(whole(static_cast<double>(now), 0, left));
  }
  void slot(int& value) { value = static_cast<int>(whole(value, 0, slots_ - 1)); }
  void slotOrNone(int& value) { value = static_cast<int>(whole(value, -1, slots_ - 1)); }
  void mask(const JointMask*& value) {
    const auto index = static_cast<std::size_t>(whole(0, 0, static_cast<double>(masks_.size())));
    value = index == 0 ? nullptr : masks_[index - 1];
  }
  void shape(FadeShape& value) {
    (*this)(value.kind, FadeShape::Kind::Curve);
    value.curve = {};
    if (value.kind != FadeShape::Kind::Curve) return;
    const std::size_t index = curveIndex();
    value.curve = index == 0 ? fade_.curveId() : fade_.idOf(from_.curves[index - 1]);
  }
  void curve(AnimationCurve& value) {
    const std::size_t index = curveIndex();
    value = index == 0 ? AnimationCurve{} : from_.curves[index - 1];
  }

  Result<void> result() {
    if (!failed() && at_ != from_.values.size()) fail("it has values that nothing takes");
    return failed() ? Result<void>(crossfade::Error{error_}) : Result<void>();
  }

 private:
  bool failed() const { return !error_.empty(); }
  double next(double fallback) {
    if (failed()) return fallback;
    if (at_ == from_.values.size()) return fail("it ends too early"), fallback;
    const double value = from_.values[at_++];
    if (!(std::abs(value) <= kMaxValue))  // infinite or NaN, too
      return fail("a number is too large"), fallback;
    return value;
  }
  double whole(double fallback, double min, double max) {
    const double value = next(fallback);
    if (failed() || (value >= min && value <= max && value == std::floor(value))) return value;
    return fail("a number is out of range"), fallback;
  }
  std::size_t curveIndex() {
    const double index = whole(0, 0, static_cast<double>(from_.curves.size()));
    return failed() ? 0 : static_cast<std::size_t>(index);
  }

  const SavedState& from_;
  CrossFade& fade_;
  int slots_;
  std::vector<const JointMask*> masks_;
  std::size_t at_ = 0;
  std::string error_;
};

/// The clock's limits, speed and pause are the session's own.
template <class Visitor>
void visitClock(crossfade::Clock& clock, crossfade::ClockStep& step, Visitor& each) {
  each(clock.settings.kind, crossfade::ClockKind::FixedStep);
  each(clock.settings.rate.steps);
  each(clock.settings.rate.seconds);
  each(clock.ticks);
  each(clock.accumulator);
  each(clock.carry);
  each(clock.backward);
  each(clock.stepped);
  each(step.alpha);
}

template <class Visitor>
void visitTravel(TravelState& travel, Visitor& each) {
  for (glm::dvec3* const vector : {&travel.at.translation, &travel.velocity, &travel.camera, &travel.cameraRate})
    for (int axis = 0; axis < 3; ++axis) each((*vector)[axis]);
  each(travel.at.turn);
}

/// Since the last time cell began; older states have none.
template <class Visitor>
void visitCells(PlayerState& state, bool travels, bool locksFeet, Visitor& each) {
  if (!each.goesOn(travels || locksFeet)) {
    state.travelCell.begin = state.travel;
    state.travelCell.motion.clear();
    state.footLockCell = {};
    return;
  }
  if (travels) {
    visitTravel(state.travelCell.begin, each);
    crossfade::RootCell& cell = state.travelCell.motion;
    each(cell.seconds);
    each.expect(static_cast<int>(cell.motions.size()));
    for (crossfade::ActionMotion& motion : cell.motions) {
      each(motion.clip.index);
      each(motion.clip.generation);
      each(motion.blendMode, crossfade::BlendMode::Additive);
      each.mask(motion.mask);
      for (double* const value : {&motion.time, &motion.moved, &motion.weightSeconds}) each(*value);
    }
  }
  if (!locksFeet) return;
  each(state.footLockCell.seconds);
  for (int axis = 0; axis < 3; ++axis) each(state.footLockCell.groundMoved[axis]);
  each(state.footLockCell.cuts);
}

/// At the end, and only in use: older states have neither.
template <class Visitor>
void visitTravelAndFeet(PlayerState& state, Visitor& each) {
  bool travels = state.isTraveling, locksFeet = state.footLock.has_value();
  if (!each.goesOn(travels || locksFeet)) return;
  each(travels);
  each(locksFeet);
  if (travels)
    for (TravelState* const travel : {&state.shownTravel, &state.travel, &state.travelBefore})
      visitTravel(*travel, each);
  if (locksFeet && state.footLock)
    state.footLock->visit(each);
  else if (locksFeet)
    each.fail("its feet are locked; switch the foot lock on first");
  visitCells(state, travels, locksFeet, each);
}

template <class Visitor>
void visitMoment(PlayerMoment& moment, Visitor& each) {
  moment.actions.visit(each);
  PlayerState& state = moment.state;
  visitClock(state.clock, state.clockStep, each);
  each(state.betweenSteps);
  each(state.lead);
  each(state.layerTime);
  crossfade::visitPose(state.pose, each);
  bool inSteps = state.clock.settings.kind == crossfade::ClockKind::FixedStep;
  each(inSteps);
  if (inSteps) crossfade::visitPose(state.stepPose, each);
  if (inSteps) crossfade::visitPose(state.stepPoseBefore, each);
  each.expect(static_cast<int>(state.heldMorphs.size()));
  for (std::optional<float>& weight : state.heldMorphs)
    crossfade::visitOptional(weight, each, [&each](float& value) { each(value); });
  visitTravelAndFeet(state, each);
}

}  // namespace

SavedState savedStateOf(const PlayerMoment& moment, const CrossFade& fade, const Player& player) {
  SavedState state;
  Writer writer(state, fade.curveId(), player.transitions().mixer().curves);
  PlayerMoment copy = moment;
  if (!player.locksFeet()) copy.state.footLock.reset();  // switched off: the player that reads the state may have none
  visitMoment(copy, writer);
  return state;
}

Result<void> readState(const SavedState& state, CrossFade& fade, PlayerMoment& moment) {
  Reader reader(state, fade, moment.actions.slotCount());
  visitMoment(moment, reader);
  const crossfade::StepRate& rate = moment.state.clock.settings.rate;
  if (auto ok = reader.result(); !ok) return ok;
  if (rate.steps < 1 || rate.seconds < 1 || static_cast<double>(rate.steps) * rate.seconds > 1e10)
    return crossfade::Error{"the state does not fit: its clock has no steps"};
  return {};
}

}  // namespace app
