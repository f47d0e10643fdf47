#include "app/session/character/timeline/take.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <string>
#include <utility>

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

namespace {

constexpr std::size_t kMaxFrames = 1 << 14;
constexpr std::size_t kUsualFrames = 1 << 12;
constexpr auto kMoments = static_cast<std::size_t>(Take::kSeconds / Take::kBetweenMoments) + 3;

std::size_t bytesOf(const PlayerState& state) {
  std::size_t bytes = state.heldMorphs.capacity() * sizeof(state.heldMorphs[0]);
  for (const crossfade::Pose* const pose : {&state.pose, &state.stepPose, &state.stepPoseBefore})
    bytes += pose->locals.capacity() * sizeof(crossfade::Transform) + pose->morphWeights.capacity() * sizeof(float);
  return bytes;
}

}  // namespace

Take::Take() {
  frames_.reserve(kUsualFrames);
  moments_.reserve(kMoments);
  spare_.reserve(kMoments);
}

void Take::restart(double time, const std::function<void(CharacterMoment&)>& save) {
  for (auto& logged : moments_) spare_.push_back(std::move(logged));
  moments_.clear();
  frames_.clear();
  commands_.clear();
  first_ = 0;
  begin_ = time;
  while (spare_.size() < kMoments) save(spare_.emplace_back(std::make_unique<LoggedMoment>())->moment);
  save(addMoment(first_));
}

void Take::add(const TakeFrame& frame) {
  frames_.push_back(frame);
  trim();
}

void Take::add(const TakeCommand& command) {
  commands_.push_back({.id = nextId_++, .frame = endFrame(), .command = command});
}

bool Take::momentIsDue(std::int64_t number) const {
  const std::int64_t last = moments_.back()->frame;
  return last < number && timeBefore(number) - timeBefore(last) >= kBetweenMoments;
}

CharacterMoment& Take::addMoment(std::int64_t number) {
  assert(!spare_.empty());
  moments_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  moments_.back()->frame = number;
  return moments_.back()->moment;
}

/// Drops the oldest moment, and what came before the next one, when that is older than the log should be.
void Take::trim() {
  const auto tooLong = [this] {
    return moments_.size() > 1 && moments_[1]->frame < endFrame() &&
           (end() - frame(moments_[1]->frame).begin > kSeconds || frames_.size() > kMaxFrames);
  };
  while (tooLong()) {
    spare_.push_back(std::move(moments_.front()));
    moments_.erase(moments_.begin());
    const std::int64_t first = moments_.front()->frame;
    frames_.erase(frames_.begin(), frames_.begin() + (first - first_));
    first_ = first;
    begin_ = frame(first).begin;
    std::erase_if(commands_, [&](const LoggedCommand& logged) { return logged.frame < first; });
  }
}

std::int64_t Take::framesUntil(double time) const {
  const auto after = std::partition_point(frames_.begin(), frames_.end(),
                                          [time](const TakeFrame& frame) { return frame.end <= time; });
  return first_ + (after - frames_.begin());
}

TakeFrame partOf(const TakeFrame& whole, double time) {
  const double fraction = (time - whole.begin) / (whole.end - whole.begin);
  TakeFrame part = whole;
  part.input.delta *= fraction;
  part.input.step *= fraction;
  part.end = time;
  return part;
}

std::int64_t Take::splitAt(double time) {
  const std::int64_t number = framesUntil(time);
  if (number == endFrame() || !(frame(number).begin < time) || !frame(number).divisible) return number;
  TakeFrame& whole = nth(frames_, number - first_);
  const TakeFrame part = partOf(whole, time);
  whole.input.delta -= part.input.delta;
  whole.input.step -= part.input.step;
  whole.begin = time;
  frames_.insert(frames_.begin() + (number - first_), part);
  for (LoggedCommand& logged : commands_) logged.frame += logged.frame > number;
  for (auto& logged : moments_) logged->frame += logged->frame > number;
  return number + 1;
}

void Take::truncate(std::int64_t frame) {
  dropMomentsAfter(frame);
  frames_.erase(frames_.begin() + (frame - first_), frames_.end());
  std::erase_if(commands_, [frame](const LoggedCommand& logged) { return logged.frame >= frame; });
}

void Take::dropMomentsAfter(std::int64_t frame) {
  for (; moments_.size() > 1 && moments_.back()->frame > frame; moments_.pop_back())
    spare_.push_back(std::move(moments_.back()));
}

void Take::insert(std::int64_t frame, const TakeCommand& command, std::optional<std::int64_t> id) {
  dropMomentsAfter(frame);
  const double time = timeBefore(frame);
  frames_.insert(frames_.begin() + (frame - first_), {.begin = time, .end = time});
  for (LoggedCommand& logged : commands_) logged.frame += logged.frame >= frame;
  const auto after = std::find_if(commands_.begin(), commands_.end(),
                                  [frame](const LoggedCommand& logged) { return logged.frame > frame; });
  commands_.insert(after, {.id = id ? *id : nextId_++, .frame = frame, .command = command});
}

void Take::remove(std::int64_t command) {
  const auto found = std::find_if(commands_.begin(), commands_.end(),
                                  [command](const LoggedCommand& logged) { return logged.id == command; });
  if (found == commands_.end()) return;
  dropMomentsAfter(found->frame);
  commands_.erase(found);
}

std::size_t Take::bytes() const {
  std::size_t bytes = frames_.capacity() * sizeof(TakeFrame) + commands_.capacity() * sizeof(LoggedCommand);
  for (const auto* const list : {&moments_, &spare_})
    for (const auto& logged : *list)
      bytes += sizeof(LoggedMoment) + logged->moment.player.actions.bytes() + bytesOf(logged->moment.player.state);
  return bytes;
}

const Take::LoggedMoment& Take::momentBefore(double time) const {
  assert(!moments_.empty());
  const auto startsLater = [&](const auto& logged) { return timeBefore(logged->frame) > time; };
  const auto after = std::find_if(moments_.begin(), moments_.end(), startsLater);
  return after == moments_.begin() ? *moments_.front() : **std::prev(after);
}

}  // namespace app
