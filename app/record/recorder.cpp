#include "app/record/recorder.h"

#include <cassert>
#include <new>
#include <utility>

namespace app {
namespace {

template <class Encode>
crossfade::Result<void> withinMemory(Encode encode) {
  try {
    return encode();
  } catch (const std::bad_alloc&) {
    return crossfade::Error{"there is not enough memory to record"};
  }
}

}  // namespace

Recorder::Recorder(std::unique_ptr<FrameSink> sink, OverflowPolicy overflow, int queue)
    : sink_(std::move(sink)),
      overflow_(overflow),
      queue_(static_cast<std::size_t>(queue)),
      thread_([this] { work(); }) {}

Recorder::~Recorder() {
  {
    const std::lock_guard lock(mutex_);
    canceled_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

crossfade::Result<void> Recorder::add(const ImageView& image, int frame) {
  return addEntry(frame, [&](Entry& entry) {
    entry.width = image.width;
    entry.height = image.height;
    entry.rgba.assign(image.rgba.begin(), image.rgba.end());
  });
}

crossfade::Result<void> Recorder::add(int width, int height, std::vector<std::uint8_t>& rgba, int frame) {
  return addEntry(frame, [&](Entry& entry) {
    entry.width = width;
    entry.height = height;
    entry.rgba.swap(rgba);
  });
}

template <class Fill>
crossfade::Result<void> Recorder::addEntry(int frame, Fill fill) {
  std::unique_lock lock(mutex_);
  assert(!frames_);
  if (overflow_ == OverflowPolicy::Wait)
    changed_.wait(lock, [&] { return count_ < queue_.size() || status_.finished; });
  if (status_.error) return *status_.error;
  if (count_ == queue_.size()) {
    ++status_.dropped;
    return {};
  }
  Entry& entry = queue_[(first_ + count_) % queue_.size()];
  entry.frame = frame;
  fill(entry);
  ++count_;
  lock.unlock();
  changed_.notify_all();
  return {};
}

bool Recorder::hasRoom() const {
  const std::lock_guard lock(mutex_);
  return count_ < queue_.size() || status_.finished;
}

void Recorder::close(int frames) {
  {
    const std::lock_guard lock(mutex_);
    frames_ = frames;
  }
  changed_.notify_all();
}

crossfade::Result<void> Recorder::finish(int frames) {
  close(frames);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return status_.finished; });
  if (status_.error) return *status_.error;
  return {};
}

RecorderStatus Recorder::status() const {
  const std::lock_guard lock(mutex_);
  RecorderStatus now = status_;
  now.waiting = static_cast<int>(count_);
  return now;
}

/// Writes the picture for all frames before `until` that are not written yet.
crossfade::Result<void> Recorder::show(const ImageView& image, int until) {
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (status_.written >= until || canceled_) return {};
    }
    if (auto added = withinMemory([&] { return sink_->add(image); }); !added) return added;
    const std::lock_guard lock(mutex_);
    ++status_.written;
  }
}

void Recorder::work() {
  crossfade::Result<void> done;
  std::unique_lock lock(mutex_);
  while (done) {
    changed_.wait(lock, [&] { return count_ > 0 || frames_ || canceled_; });
    if (canceled_) break;
    const bool ends = count_ == 0;
    const int until = ends ? *frames_ : queue_[first_].frame;
    lock.unlock();
    if (!shown_.rgba.empty()) done = show(shown_.view(), until);
    lock.lock();
    if (canceled_) break;
    if (ends && done) {
      lock.unlock();
      done = withinMemory([&] { return sink_->finish(); });
      lock.lock();
    }
    if (ends) break;
    std::swap(shown_, queue_[first_]);  // reuses the memory of both
    first_ = (first_ + 1) % queue_.size();
    --count_;
    changed_.notify_all();
  }
  if (!done) status_.error = done.error();
  status_.finished = true;
  lock.unlock();
  changed_.notify_all();
  sink_.reset();  // an unfinished file is removed here
}

}  // namespace app
