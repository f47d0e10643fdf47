// The last 3600 frames (a minute at 60 Hz), and which of them were hitches. Fixed memory, about 2 MB.
#ifndef APP_PROFILE_FRAME_LOG_H
#define APP_PROFILE_FRAME_LOG_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/profile/frame_record.h"
#include "app/profile/hitch.h"

namespace app {

/// A frame that took much longer than the others, as seen when it ended.
struct Hitch {
  std::int64_t number = -1;  // of the frame
  Fault fault;
};

class FrameLog {
 public:
  static constexpr int kFrames = 3600;
  static constexpr int kHitches = 64;

  FrameLog() : records_(kFrames) {}

  /// Adds a finished frame; the oldest one goes. `typical`: of the frames before it. Does not allocate.
  void add(std::int64_t number, const FrameSample& cost, const FrameNotes& notes, const TypicalFrame& typical);
  /// What the GPU needed for the frame with this FrameNotes::gpuFrame, one of the last few. Unknown frames are ignored.
  void addGpuTimes(std::int64_t gpuFrame, std::span<const double> milliseconds);

  /// A model was shown in the frame with this number, which need not be here. add() sees it in the frame's events.
  void noteModelShown(std::int64_t number) { firstOfModel_ = number; }

  int size() const { return size_; }
  /// 0 is the oldest.
  const FrameRecord& operator[](int index) const { return records_[slotOf(index)]; }
  const FrameRecord& newest() const { return (*this)[size_ - 1]; }
  /// The index of the frame with this number, or of the nearest one before it; -1 if that is gone or was never there.
  int indexOf(std::int64_t number) const;

  /// Whether the frame showed the current model: earlier frames have clips that it does not know.
  bool isOfModel(const FrameRecord& frame) const { return frame.number >= firstOfModel_; }

  /// Hitches whose frames are still here.
  int hitchCount() const { return hitchCount_; }
  /// 0 is the newest.
  const Hitch& hitch(int index) const;

 private:
  std::size_t slotOf(int index) const { return static_cast<std::size_t>((next_ - size_ + index + kFrames) % kFrames); }
  void forgetOldHitches();

  std::vector<FrameRecord> records_;
  int next_ = 0;
  int size_ = 0;
  double firstBegin_ = 0;  // of the first frame, on the profiler's clock
  bool hasBegun_ = false;
  std::int64_t firstOfModel_ = 0;
  std::array<Hitch, kHitches> hitches_;
  int nextHitch_ = 0;
  int hitchCount_ = 0;
};

}  // namespace app

#endif  // APP_PROFILE_FRAME_LOG_H
