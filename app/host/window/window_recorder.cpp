#include "app/host/window/window_recorder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/profile/frame_profiler.h"
#include "app/record/contact_sheet.h"
#include "app/record/image_view.h"

namespace app {
namespace {

constexpr double kFrameRoundOff = 1e-9;  // of a frame

crossfade::Result<std::unique_ptr<FrameSink>> openSink(const RecordingOptions& options, PictureSize size,
                                                       const FrameRate& rate) {
  if (options.region && !options.region->isInside(size.width, size.height))
    return crossfade::Error{std::string("the region is not inside the ") + (options.interface ? "window" : "picture") +
                            ", which is " + std::to_string(size.width) + " x " + std::to_string(size.height) +
                            " pixels"};
  if (options.region) size = {options.region->width, options.region->height};
  const SinkOptions sink{.width = size.width, .height = size.height, .rate = rate};
  return options.sheet > 0 ? openContactSheet(options.path, sink, options.sheet) : openFrameSink(options.path, sink);
}

}  // namespace

crossfade::Result<void> WindowRecorder::start(const RecordingOptions& options, PictureSize window) {
  const PictureSize size = options.interface ? window : PictureSize{options.width, options.height};
  auto target = OffscreenTarget::make(size);
  if (!target) return target.error();
  const FrameRate rate = frameRateOf(options.framesPerSecond);
  auto sink = openSink(options, size, rate);
  if (!sink) return sink.error();
  options_ = options;
  rate_ = rate;
  const int frames = std::max(1, static_cast<int>(std::lround(options.seconds * rate.perSecond())));
  total_ = options.sheet > 0 ? options.sheet : isSinglePicture(options.path) ? 1 : frames;
  next_ = arrived_ = missed_ = 0;
  time_ = 0;
  began_ = steadySeconds();
  stopping_ = closed_ = due_ = false;
  target_ = std::move(*target);
  readback_ = std::make_unique<PixelReadback>();
  recorder_ = std::make_unique<Recorder>(std::move(*sink), options.live ? OverflowPolicy::Drop : OverflowPolicy::Wait);
  return {};
}

void WindowRecorder::stop() {
  if (!isRunning()) return;
  if (next_ == 0) cancel();
  stopping_ = true;
}

void WindowRecorder::cancel() {
  premultiplied_.clear();
  recorder_.reset();
  readback_.reset();
  target_.reset();
}

void WindowRecorder::loseContext() {
  if (!isRunning()) return;
  readback_ = std::make_unique<PixelReadback>();
  target_.reset();
  premultiplied_.clear();
  if (!closed_) next_ = arrived_;
  stop();
}

double WindowRecorder::delta(double wall) {
  if (!isRunning() || stopping_ || options_.live) return wall;
  due_ = recorder_->hasRoom() && readback_->hasRoom();
  if (!due_) return 0;
  return next_ == 0 ? 0 : timeOf(next_) - timeOf(next_ - 1);
}

/// Seconds from the first frame.
double WindowRecorder::timeOf(int frame) const {
  return options_.sheet > 1 ? options_.seconds * frame / (options_.sheet - 1) : rate_.timeOf(frame);
}

void WindowRecorder::take(const Session& session, PictureStage& stage, PictureSize window, double delta) {
  if (!isRunning()) return;
  if (options_.live && !stopping_) {
    time_ += delta;
    const double perSecond = timeOf(1) > 0 ? 1 / timeOf(1) : 0;
    const int frame = std::min(total_, static_cast<int>(std::floor(time_ * perSecond + kFrameRoundOff)));
    due_ = frame >= next_ && frame < total_;
    next_ = std::max(next_, frame);
  }
  if (due_ && !stopping_) shoot(session, stage, window);
  if (next_ == total_) stopping_ = true;
  handOverAll();
}

void WindowRecorder::shoot(const Session& session, PictureStage& stage, PictureSize window) {
  ViewOptions view = session.view();
  view.transparent = options_.transparent;
  if (options_.interface)
    target_->copyFrom(0, window);
  else
    stage.drawSceneAlone(session, view, target_->size(), target_->framebuffer());
  if (readback_->hasRoom()) {
    readback_->request(target_->framebuffer(), target_->size(), next_);
    premultiplied_.push_back(!options_.interface && stage.isPremultiplied(session, view));
  } else {
    ++missed_;
  }
  ++next_;
  due_ = false;
}

/// False after an error, which poll() returns.
bool WindowRecorder::handOver(const FetchedPicture& picture) {
  arrived_ = picture.tag + 1;
  const bool premultiplied = premultiplied_.front();
  premultiplied_.pop_front();
  if (premultiplied) makeAlphaStraight(*picture.pixels);
  const int width = picture.size.width, height = picture.size.height;
  if (!options_.region) return static_cast<bool>(recorder_->add(width, height, *picture.pixels, picture.tag));
  const auto [x, y, regionWidth, regionHeight] = *options_.region;
  const ImageView whole{width, height, *picture.pixels};
  return static_cast<bool>(recorder_->add(cropped(whole, {x, y, regionWidth, regionHeight}, cropped_), picture.tag));
}

/// Passes finished pictures on to the encoder, as far as it has room.
void WindowRecorder::handOverAll() {
  while (options_.live || recorder_->hasRoom()) {
    const auto picture = readback_->fetch();
    if (!picture) break;
    if (!handOver(*picture)) return;
  }
  if (!stopping_ || closed_ || !readback_->isEmpty()) return;
  recorder_->close(next_);
  closed_ = true;
}

std::optional<crossfade::Result<void>> WindowRecorder::poll() {
  if (!isRunning()) return std::nullopt;
  const RecorderStatus status = recorder_->status();
  if (!status.finished) return std::nullopt;
  cancel();
  if (status.error) return crossfade::Result<void>(*status.error);
  return crossfade::Result<void>();
}

RecordingProgress WindowRecorder::progress() const {
  if (!isRunning()) return {};
  const RecorderStatus status = recorder_->status();
  const double spent = steadySeconds() - began_;
  const double left = options_.live ? options_.seconds - time_ : next_ > 0 ? spent / next_ * (total_ - next_) : 0;
  return {.running = true,
          .closing = stopping_,
          .frames = next_,
          .total = total_,
          .dropped = status.dropped + missed_,
          .secondsLeft = std::max(0.0, left),
          .path = options_.path};
}

using crossfade::Error;
using crossfade::Result;

Result<void> RecordingRun::start(const StartRecording& request, PictureSize window, FileService& files) {
  if (isRunning() || isWaiting()) return Error{"a recording is running already"};
  if (request.replace) return record(request.options, window);
  checked_ = request.options;
  files.checkName(request.options.path);
  return {};
}

Result<void> RecordingRun::update(PictureSize window, FileService& files) {
  const std::optional<bool> taken = checked_ ? files.checkedNameIsTaken() : std::nullopt;
  if (!taken) return {};
  const RecordingOptions options = *std::exchange(checked_, std::nullopt);
  if (!*taken) return record(options, window);
  files.noteExistingRecording(options.path);
  return {};
}

Result<void> RecordingRun::record(const RecordingOptions& options, PictureSize window) {
  parts_.drop();
  path_ = wholePath(options.path);
  return recorder_.start(options, window);
}

void RecordingRun::stop() {
  checked_.reset();
  parts_.drop();
  recorder_.stop();
}

void RecordingRun::cancel() {
  checked_.reset();
  parts_.drop();
  recorder_.cancel();
}

void RecordingRun::loseContext() {
  parts_.drop();
  recorder_.loseContext();
}

RecordingProgress RecordingRun::progress() const {
  if (checked_) return {.running = true, .path = checked_->path};
  return recorder_.progress();
}

void RecordingRun::beginStep(double delta, const Session& session) {
  if (isRunning() && !parts_.isComplete()) return;
  step_ = recorder_.delta(delta);
  if (isRunning()) parts_.begin(step_, session);
}

std::optional<Message> RecordingRun::take(const Session& session, PictureStage& stage, PictureSize window,
                                          FileService& files) {
  if (parts_.isComplete()) recorder_.take(session, stage, window, step_);
  const int dropped = recorder_.progress().dropped;
  const auto ended = recorder_.poll();
  if (!ended) return std::nullopt;
  if (!*ended) return Message{ended->error().message, true};
  files.noteRecording(path_);
  return Message{path_ + " is written" + (dropped > 0 ? "; " + std::to_string(dropped) + " frames were dropped" : "")};
}

}  // namespace app
