#include "app/profile/frame_record.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <utility>

namespace app {

const char* describe(FrameEvent event, const FrameNotes& notes, const char* clip, std::span<char> text) {
  const auto say = [&](const char* format, auto... values) {
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
  };
  switch (event) {
    case FrameEvent::Loading:
      return say("%s", "A file is being loaded");
    case FrameEvent::ModelShown:
      return say("%s", "New model shown");
    case FrameEvent::FilesReloaded:
      return say("%s", "Model reloaded from its files");
    case FrameEvent::FadeBegan:
      return *clip != 0 ? say("Fade to %s begins", clip) : say("%s", "Fade begins");
    case FrameEvent::FadeEnded:
      return say("%s", "Fade ends");
    case FrameEvent::Resized:
      return say("Resized to %d \u00d7 %d", notes.width, notes.height);
    case FrameEvent::QualityChanged:
      return say("Scene drawn at %d %% of each side", notes.percent);
    case FrameEvent::RecordingBegan:
      return say("%s", "Recording begins");
    case FrameEvent::RecordingEnded:
      return say("%s", "Recording ends");
    case FrameEvent::SceneShown:
      return say("%s", "Another workspace opens");
  }
  return "";
}

Fault faultOf(const FrameSample& frame, const TypicalFrame& typical) {
  constexpr double kNegligible = 0.05;
  Fault fault;
  for (int cost = 0; cost < kCostCount; ++cost) {
    const double excess = frame.cost(cost) - typical.costs[static_cast<std::size_t>(cost)];
    if (excess > kNegligible * typical.total && excess > fault.excess) fault = {cost, excess};
  }
  return fault;
}

bool isHitch(const FrameSample& frame, const TypicalFrame& typical) {
  return typical.frames >= kFramesToCompare && frame.total > kHitchBudgets * kFrameBudget &&
         frame.total > kHitchMedians * typical.total;
}

namespace {

constexpr int kGpuDelay = 16;  // frames after which no GPU time arrives any more

}  // namespace

void FrameLog::add(std::int64_t number, const FrameSample& cost, const FrameNotes& notes, const TypicalFrame& typical) {
  assert(size_ == 0 || number > newest().number);
  if (!std::exchange(hasBegun_, true)) firstBegin_ = cost.begin;
  records_[static_cast<std::size_t>(next_)] = {
      .number = number, .begin = cost.begin - firstBegin_, .cost = cost, .notes = notes};
  if (notes.events.has(FrameEvent::ModelShown)) noteModelShown(number);
  next_ = (next_ + 1) % kFrames;
  size_ = std::min(size_ + 1, kFrames);
  forgetOldHitches();
  if (!isHitch(cost, typical)) return;
  hitches_[static_cast<std::size_t>(nextHitch_)] = {.number = number, .fault = faultOf(cost, typical)};
  nextHitch_ = (nextHitch_ + 1) % kHitches;
  hitchCount_ = std::min(hitchCount_ + 1, kHitches);
}

void FrameLog::addGpuTimes(std::int64_t gpuFrame, std::span<const double> milliseconds) {
  if (gpuFrame < 0) return;
  for (int index = size_ - 1; index >= std::max(0, size_ - kGpuDelay); --index) {
    FrameRecord& record = records_[slotOf(index)];
    if (record.notes.gpuFrame != gpuFrame) continue;
    std::copy_n(milliseconds.begin(), std::min(milliseconds.size(), kTimedPassCount), record.gpuMilliseconds.begin());
    return;
  }
}

int FrameLog::indexOf(std::int64_t number) const {
  if (size_ == 0 || number < (*this)[0].number) return -1;
  int low = 0, high = size_;  // the frame is in [low, high)
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    ((*this)[middle].number <= number ? low : high) = middle;
  }
  return low;
}

const Hitch& FrameLog::hitch(int index) const {
  assert(index >= 0 && index < hitchCount_);
  return hitches_[static_cast<std::size_t>((nextHitch_ - 1 - index + 2 * kHitches) % kHitches)];
}

void FrameLog::forgetOldHitches() {
  while (hitchCount_ > 0 && hitch(hitchCount_ - 1).number < (*this)[0].number) --hitchCount_;
}

}  // namespace app
