// Feeds a FrameSink on a thread of its own, so that encoding does not hold up drawing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/record/frame_sink.h"

namespace app {

/// What happens to a picture when the queue is full.
enum class OverflowPolicy {
  Wait,  // offline: add() waits, no picture is lost
  Drop,  // live: it is dropped and counted, and the previous picture is shown longer
};

struct RecorderStatus {
  int written = 0;  // frames, including repeated ones
  int dropped = 0;
  int waiting = 0;        // in the queue
  bool finished = false;  // the file is complete, or `error` says why not
  std::optional<crossfade::Error> error;
};

/// Allocates the pictures of its queue once. Destroying it before status().finished cancels the recording and leaves no
/// file behind.
class Recorder {
 public:
  static constexpr int kQueue = 4;

  Recorder(std::unique_ptr<FrameSink> sink, OverflowPolicy overflow, int queue = kQueue);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Copies the picture, to be shown from frame `frame` on (increasing; skipped frames repeat the previous picture).
  /// The error is the sink's; after one, further pictures are ignored.
  crossfade::Result<void> add(const ImageView& image, int frame);
  /// The same without a copy: swaps `rgba` with the memory of an earlier picture.
  crossfade::Result<void> add(int width, int height, std::vector<std::uint8_t>& rgba, int frame);
  /// Whether add() would return at once.
  bool hasRoom() const;

  /// Ends the recording after `frames` frames. Returns at once; status() says when it is finished.
  void close(int frames);
  /// Like close(), but waits until it is finished.
  crossfade::Result<void> finish(int frames);

  RecorderStatus status() const;

 private:
  struct Entry {
    int frame = 0;
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;
    ImageView view() const { return {width, height, rgba}; }
  };

  template <class Fill>
  crossfade::Result<void> addEntry(int frame, Fill fill);
  void work();
  crossfade::Result<void> show(const ImageView& image, int until);

  std::unique_ptr<FrameSink> sink_;
  const OverflowPolicy overflow_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> queue_;  // a ring
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::optional<int> frames_;  // set by close()
  bool canceled_ = false;
  RecorderStatus status_;
  Entry shown_;         // the thread's: the picture shown until the next one
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace app
