#include "app/session/character/timeline/take.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace app {
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
