// Hands pictures to a FrameSink on a thread of its own, so that encoding never holds up the drawing.
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

/// What happens to a picture when the encoder is behind.
enum class OverflowPolicy {
  Wait,  // offline: no picture is lost, drawing waits
  Drop,  // live: the picture before is shown longer, and the loss is counted
};

struct RecorderStatus {
  int written = 0;  // frames of the recording, repeated ones too
  int dropped = 0;
  int waiting = 0;        // in the queue
  bool finished = false;  // nothing more happens: the file is there, or `error` says why not
  std::optional<crossfade::Error> error;
};

/// Its memory is the queue's pictures, made once. Without finish() the recording is cancelled, and nothing is left of
/// it.
class Recorder {
 public:
  static constexpr int kQueue = 4;

  Recorder(std::unique_ptr<FrameSink> sink, OverflowPolicy overflow, int queue = kQueue);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Copies the picture, to be shown from frame `frame` on (increasing). Frames that were left out show the picture
  /// before. The error is the encoder's: once there is one, pictures are for nothing.
  crossfade::Result<void> add(const ImageView& image, int frame);
  /// There is room: add() would not wait.
  bool hasRoom() const;

  /// The recording has `frames` frames, and is then complete; returns at once. status() tells when.
  void close(int frames);
  /// close() and wait.
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

  void work();
  crossfade::Result<void> show(const ImageView& image, int until);

  std::unique_ptr<FrameSink> sink_;
  const OverflowPolicy overflow_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> queue_;  // a ring
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::optional<int> frames_;  // as close() said
  bool cancelled_ = false;
  RecorderStatus status_;
  Entry shown_;         // the thread's: the picture that is on until the next one
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace app
