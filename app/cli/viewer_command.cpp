#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/cli/commands.h"
#include "app/host/film/demo.h"
#include "app/host/files/loading.h"
#include "app/host/files/model_loader.h"
#include "app/host/stage/picture_stage.h"
#include "app/host/window/shader_watch.h"
#include "app/host/window/state_file.h"
#include "app/host/film/window_recorder.h"
#include "app/model/add_clips.h"
#include "app/platform/window.h"

namespace app {
namespace {

constexpr double kMaxStep = 0.25;  // seconds: after a pause of the machine the animation goes on, it does not leap
constexpr int kMaxSteps = 240;     // fixed steps in a frame
constexpr double kStateFileEvery = 0.1;
constexpr double kUploadSeconds = 0.008;  // of a frame, for a model on its way to the graphics card
constexpr double kUploadFraction = 0.1;   // of the progress bar
constexpr double kExitTimeout = 1;        // seconds, for files that nobody wants any more

SessionSettings windowSettings() {
  SessionSettings settings;
  settings.clock.longestFrame = kMaxStep;
  settings.clock.maxSteps = kMaxSteps;
  return settings;
}

/// The window and everything it shows. Owners stand above what lives in them.
class Viewer {
 public:
  Viewer(Window window, PictureStage stage, const ViewerOptions& options, ModelLoader& loader)
      : window_(std::move(window)),
        stage_(std::move(stage)),
        options_(options),
        session_(std::make_unique<Session>(Model{}, windowSettings())),
        loader_(loader),
        shaders_(options.shaderDir) {
    [[maybe_unused]] const auto limited = session_->apply(CrowdCommand{SetDrawLimit{options.drawLimit}});
    stage_.showModel(session_->model());
    loader_.start(options.models.empty() ? "" : options.models.front(), options.clipFiles);
  }

  ExitCode run() {
    double before = steadySeconds();
    for (;;) {
      const InputFrame& input = window_.poll();
      if (input.shouldClose) return ExitCode::Done;
      if (input.framebufferWidth == 0) {  // minimised
        window_.wait(0.1);
        continue;
      }
      const double now = steadySeconds();
      frame(input, now - before);
      before = now;
    }
  }

 private:
  void open(std::string path) {
    forgetArrived();
    loader_.start(std::move(path));
  }

  void frame(const InputFrame& input, double elapsed) {
    const double delta = std::clamp(elapsed, 0.0, kMaxStep);
    takeLoaded();
    const PictureSize size{input.framebufferWidth, input.framebufferHeight};
    profiler_.beginFrame();
    commands_.clear();
    session_->setLoading(loadingProgress());
    stage_.interface().setScale(input.contentScale);
    for (const std::string& path : input.droppedPaths) {
      if (isShapesFile(path))
        commands_.push_back(RequestShapes{path});
      else
        commands_.push_back(RequestOpen{path});
    }
    stage_.runPanels(*session_, input, size, delta, profiler_, commands_);
    for (const Command& command : commands_)
      [[maybe_unused]] const auto refused = session_->apply(command);  // the session shows why
    if (session_->takeCancelLoading()) cancelLoading();
    if (auto path = session_->takeOpenRequest()) open(std::move(*path));
    takeShapesRequest();
    takeRecordingRequest(size);
    session_->setAspect(stage_.aspect(size, session_->scene()));
    const double step = recorder_.delta(delta);
    session_->advance(recorder_.isRunning() ? step : elapsed,
                      profiler_);  // its clock cuts what is too long, and says so
    stage_.draw(*session_, size, 0, profiler_);
    record(size, step);
    {
      const FrameProfiler::Scope scope(profiler_, FrameStage::Swap);
      window_.swapBuffers();
    }
    stage_.remember(profiler_.endFrame());
    for (const std::string& message : stage_.takeMessages()) warn(message);
    writeStateFile(delta);
    if (shaders_.changed(delta)) reloadShaders();
  }

  void takeShapesRequest() {
    const auto request = session_->takeShapesRequest();
    if (!request) return;
    if (const auto* read = std::get_if<RequestShapes>(&*request)) {
      auto shapes = loadShapes(read->path);
      if (!shapes) return say(shapes.error().message, true);
      const auto shown = session_->apply(ShowScene{SceneKind::Shapes});
      if (shown && session_->apply(ShapeCommand{*std::move(shapes)})) say(read->path + " is imported", false);
    } else if (const auto* write = std::get_if<SaveShapes>(&*request)) {
      const auto written = saveShapes(write->path, session_->shapes());
      say(written ? write->path + " is written" : written.error().message, !written);
    }
  }

  void takeRecordingRequest(PictureSize window) {
    const auto request = session_->takeRecordingRequest();
    if (!request) return;
    if (const auto* start = std::get_if<StartRecording>(&*request)) {
      if (recorder_.isRunning()) return;
      recordingOptions_ = start->options;
      if (auto started = recorder_.start(start->options, window); !started) say(started.error().message, true);
    } else if (std::holds_alternative<StopRecording>(*request)) {
      recorder_.stop();
    } else {
      recorder_.cancel();
    }
  }

  void record(PictureSize window, double step) {
    recorder_.take(*session_, stage_, window, step);
    const int dropped = recorder_.progress().dropped;
    if (const auto ended = recorder_.poll())
      say(*ended ? recordingOptions_.path + " is written" +
                       (dropped > 0 ? "; " + std::to_string(dropped) + " frames were dropped" : "")
                 : ended->error().message,
          !*ended);
    session_->setRecording(recorder_.progress());
  }

  void say(const std::string& text, bool isError) {
    [[maybe_unused]] const auto shown = session_->apply(ShowMessage{text, isError});
    if (isError) warn(text);
  }

  /// Broken shaders leave the old ones in place and say why.
  void reloadShaders() {
    const auto loaded = stage_.reloadShaders(shaders_.folder());
    if (loaded) return;
    say(loaded.error().message, true);
  }

  LoadingProgress loadingProgress() const {
    if (arrived_)
      return {.running = true,
              .file = arrived_->name,
              .stage = "uploading",
              .fraction = 1 - kUploadFraction + kUploadFraction * uploaded_};
    LoadingProgress progress = loader_.progress();
    progress.fraction *= 1 - kUploadFraction;
    return progress;
  }

  void forgetArrived() {
    arrived_.reset();
    stage_.forgetIncoming();
  }

  void cancelLoading() {
    forgetArrived();
    loader_.abandon();
    if (session_->model().name.empty()) open("");  // nothing is on screen yet: show the character
  }

  /// A broken file leaves everything as it is.
  void takeLoaded() {
    if (auto loaded = loader_.poll()) {
      if (*loaded) return arrive(std::move(**loaded));
      say(loaded->error().message, true);
      if (session_->model().name.empty()) open("");
    }
    if (!arrived_) return;
    uploaded_ = stage_.uploadIncoming(*arrived_, kUploadSeconds);
    if (uploaded_ >= 1) show(*std::exchange(arrived_, std::nullopt));
  }

  void arrive(Model loaded) {
    arrivedMessage_ = session_->model().name.empty() ? session_->message() : std::nullopt;
    uploaded_ = 0;
    if (isMotionOnly(loaded) &&
        !session_->model().clips.empty()) {  // its clips are for the model that is shown, if they fit it
      Model both = session_->model();
      if (const auto added = addClips(both, loaded)) {
        arrivedMessage_ = Message{.text = std::to_string(added->clips) + " clips of " + loaded.name + " were added"};
        loaded = std::move(both);
      }
    }
    arrived_ = std::move(loaded);
  }

  /// A new model is a new session with the old one's settings.
  void show(Model loaded) {
    auto next = std::make_unique<Session>(std::move(loaded), session_->settings());
    next->takeScenesFrom(*session_);
    session_ = std::move(next);
    if (arrivedMessage_) [[maybe_unused]]
      const auto applied = session_->apply(ShowMessage{arrivedMessage_->text, arrivedMessage_->isError});
    stage_.showIncoming();
    window_.setTitle(session_->model().name + " - Crossfade");
  }

  void writeStateFile(double delta) {
    if (options_.record.empty() || (sinceStateFile_ += delta) < kStateFileEvery) return;
    sinceStateFile_ = 0;
    writeState(options_.record, *session_, stage_, ++stateFiles_);
  }

  Window window_;
  PictureStage stage_;
  ViewerOptions options_;
  std::unique_ptr<Session> session_;
  ModelLoader& loader_;
  std::optional<Model> arrived_;  // read, and on its way to the graphics card
  std::optional<Message> arrivedMessage_;
  double uploaded_ = 0;
  ShaderWatch shaders_;
  WindowRecorder recorder_;
  RecordingOptions recordingOptions_;
  FrameProfiler profiler_;
  Commands commands_;
  double sinceStateFile_ = 0;
  int stateFiles_ = 0;
};

}  // namespace

ExitCode runViewer(const ViewerOptions& options) {
  auto window = Window::make({.width = options.width, .height = options.height});
  if (!window) {
    warn("there is no display to open a window on (" + window.error().message + "); rendering a demo instead");
    return runDemo(options.models.empty() ? "" : options.models.front(), options.shaderDir);
  }
  const float scale = window->poll().contentScale;
  auto stage = PictureStage::make({.loader = Window::getProcAddress, .scale = scale});
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  if (!options.shaderDir.empty())
    if (auto loaded = stage->reloadShaders(options.shaderDir); !loaded) return fail(loaded.error().message);
  ModelLoader loader;
  const ExitCode code = Viewer(std::move(*window), std::move(*stage), options, loader).run();
  if (!loader.finishWithin(kExitTimeout)) {  // everything else is closed: the thread has nothing to leave behind
    std::fflush(nullptr);
    std::_Exit(static_cast<int>(code));
  }
  return code;
}

}  // namespace app
