#include "app/host/window/viewer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "app/host/files/model_loader.h"
#include "app/host/files/script_file.h"
#include "app/host/files/shape_file.h"
#include "app/host/files/user_folders.h"
#include "app/host/film/demo.h"
#include "app/host/film/window_recorder.h"
#include "app/host/stage/picture_stage.h"
#include "app/host/terminal/messages.h"
#include "app/host/window/model_opening.h"
#include "app/host/window/project_keeper.h"
#include "app/host/window/shader_watch.h"
#include "app/host/window/state_file.h"
#include "app/platform/window.h"

namespace app {
namespace {

constexpr double kMaxStep = 0.25;           // seconds: after a longer stall the animation continues where it was
constexpr int kMaxSteps = 240;              // fixed steps per frame
constexpr double kStateFileInterval = 0.1;  // seconds
constexpr double kExitTimeout = 1;          // seconds

SessionSettings windowSettings() {
  SessionSettings settings;
  settings.clock.longestFrame = kMaxStep;
  settings.clock.maxSteps = kMaxSteps;
  return settings;
}

/// Members are declared before those that refer to them, and so outlive them.
class Viewer {
 public:
  Viewer(Window window, PictureStage stage, const ViewerOptions& options, ModelLoader& loader)
      : window_(std::move(window)),
        stage_(std::move(stage)),
        options_(options),
        session_(std::make_unique<Session>(Model{}, windowSettings())),
        opening_(stage_, loader),
        shaders_(options.shaderDir),
        project_(userFolders().state) {
    send(CrowdCommand{SetDrawLimit{options.drawLimit}});
    send(ForgetHistory{});
    if (const std::string left = project_.leftBehind(); !left.empty()) send(OfferRestore{left});
    stage_.showModel(session_->model());
    opening_.open(options.models.empty() ? "" : options.models.front(), options.clipFiles);
  }

  ExitCode run() {
    double before = steadySeconds();
    for (;;) {
      const InputFrame& input = window_.poll();
      if (input.shouldClose) return ExitCode::Done;
      if (input.framebufferWidth == 0) {  // minimized
        window_.wait(0.1);
        continue;
      }
      const double now = steadySeconds();
      frame(input, now - before);
      before = now;
    }
  }

 private:
  void frame(const InputFrame& input, double elapsed) {
    const double delta = std::clamp(elapsed, 0.0, kMaxStep);
    const PictureSize size{input.framebufferWidth, input.framebufferHeight};
    updateOpening();
    profiler_.beginFrame();
    send(ReportLoading{opening_.progress()});
    collectCommands(input, size, delta);
    for (const Command& command : commands_) send(command);
    serveRequests(size);
    send(SetAspect{stage_.aspect(size, session_->scene())});
    const double step = recorder_.delta(delta);
    session_->advance(recorder_.isRunning() ? step : elapsed, profiler_);  // the clock cuts a long frame and counts it
    stage_.draw(*session_, size, 0, profiler_);
    record(size, step);
    {
      const FrameProfiler::Scope scope(profiler_, FrameStage::Swap);
      window_.swapBuffers();
    }
    stage_.remember(profiler_.endFrame());
    for (const std::string& message : stage_.takeMessages()) warn(message);
    updateProject(delta);
    writeStateFile(delta);
    if (shaders_.changed(delta)) reloadShaders();
  }

  void collectCommands(const InputFrame& input, PictureSize size, double delta) {
    commands_.clear();
    stage_.interface().setScale(input.contentScale * options_.uiScale);
    for (const std::string& path : input.droppedPaths)
      commands_.push_back(isShapeFile(path) ? Command(RequestShapes{path}) : Command(RequestOpen{path}));
    stage_.runPanels(*session_, input, size, delta, profiler_, commands_);
  }

  /// The session shows why it refuses a command.
  void send(const Command& command) { [[maybe_unused]] const auto refused = session_->apply(command); }

  void say(const std::string& text, bool isError) {
    send(ShowMessage{text, isError});
    if (isError) warn(text);
  }

  void serveRequests(PictureSize window) {
    opensInThisFrame_ = 0;
    for (const HostRequest& request : session_->takeRequests())
      std::visit([&](const auto& each) { serve(each, window); }, request);
  }

  /// Files dropped together are opened one after the other; a later drop replaces what is still being opened.
  void serve(const RequestOpen& request, PictureSize) {
    if (opensInThisFrame_++ == 0)
      opening_.open(request.path);
    else
      opening_.openNext(request.path);
  }
  void serve(const CancelLoading&, PictureSize) {
    opening_.cancel();
    openCharacterIfEmpty();
  }
  void serve(const RequestShapes& request, PictureSize) {
    auto shapes = loadShapes(request.path);
    if (!shapes) return say(shapes.error().message, true);
    send(ShowScene{SceneKind::Shapes});
    if (session_->apply(ShapeCommand{*std::move(shapes)})) say(request.path + " is imported", false);
  }
  void serve(const SaveShapes& request, PictureSize) {
    const auto written = saveShapes(request.path, session_->shapes());
    say(written ? request.path + " is written" : written.error().message, !written);
  }
  void serve(const StartRecording& request, PictureSize window) {
    if (recorder_.isRunning()) return say("a recording is running already", true);
    recordingPath_ = request.options.path;
    if (auto started = recorder_.start(request.options, window); !started) say(started.error().message, true);
  }
  void serve(const StopRecording&, PictureSize) { recorder_.stop(); }
  void serve(const CancelRecording&, PictureSize) { recorder_.cancel(); }

  void serve(const SetRecordingOptions&, PictureSize) {}  // stays in the session
  void serve(const SaveProject& request, PictureSize) {
    if (const auto report = project_.save(request, *session_)) send(*report);
  }
  void serve(const SaveQueueScript&, PictureSize) {
    const auto written = saveQueueScript(*session_);
    say(written ? *written + " is written" : written.error().message, !written);
  }
  void serve(const RestoreUnsaved&, PictureSize) {
    if (const std::string file = project_.restore(); !file.empty()) opening_.open(file);
  }
  void serve(const DiscardUnsaved&, PictureSize) { project_.discard(); }

  void record(PictureSize window, double step) {
    recorder_.take(*session_, stage_, window, step);
    const int dropped = recorder_.progress().dropped;
    if (const auto ended = recorder_.poll())
      say(*ended ? recordingPath_ + " is written" +
                       (dropped > 0 ? "; " + std::to_string(dropped) + " frames were dropped" : "")
                 : ended->error().message,
          !*ended);
    send(ReportRecording{recorder_.progress()});
  }

  /// Broken shaders leave the old ones in use.
  void reloadShaders() {
    if (const auto loaded = stage_.reloadShaders(shaders_.folder()); !loaded) say(loaded.error().message, true);
  }

  void updateOpening() {
    auto opened = opening_.update(*session_);
    if (!opened) return;
    if (*opened) return show(std::move(**opened));
    say(opened->error().message, true);
    openCharacterIfEmpty();
  }

  void openCharacterIfEmpty() {
    if (session_->model().name.empty() && !opening_.isBusy()) opening_.open("");
  }

  void show(OpenedModel opened) {
    const std::optional<ProjectSource> project = std::exchange(opened.model.project, std::nullopt);
    session_ = std::make_unique<Session>(std::move(opened.model), std::move(*session_));
    if (opened.message) send(ShowMessage{opened.message->text, opened.message->isError});
    if (project)
      for (const Command& report : project_.open(*project, *session_)) send(report);
    stage_.showIncoming();
    stage_.showNames(session_->model());
  }

  void updateProject(double delta) {
    for (const Command& report : project_.update(delta, *session_)) send(report);
    if (project_.titleChanged(*session_)) window_.setTitle(project_.title());
  }

  void writeStateFile(double delta) {
    if (options_.stateFile.empty() || (sinceStateFile_ += delta) < kStateFileInterval) return;
    sinceStateFile_ = 0;
    writeState(options_.stateFile, *session_, stage_, ++stateFiles_);
  }

  Window window_;
  PictureStage stage_;
  ViewerOptions options_;
  std::unique_ptr<Session> session_;
  ModelOpening opening_;
  int opensInThisFrame_ = 0;
  ShaderWatch shaders_;
  ProjectKeeper project_;
  WindowRecorder recorder_;
  std::string recordingPath_;
  FrameProfiler profiler_;
  Commands commands_;
  double sinceStateFile_ = 0;
  int stateFiles_ = 0;
};

}  // namespace

ExitCode runViewer(const ViewerOptions& options) {
  auto window = Window::make({.width = options.size.width, .height = options.size.height});
  if (!window) {
    warn("there is no display to open a window on (" + window.error().message + "); rendering a demo instead");
    return runDemo(options.models.empty() ? "" : options.models.front(), options.shaderDir);
  }
  const float scale = window->poll().contentScale * options.uiScale;
  auto stage = PictureStage::make({.loader = Window::getProcAddress, .scale = scale});
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  if (!options.shaderDir.empty())
    if (auto loaded = stage->reloadShaders(options.shaderDir); !loaded) return fail(loaded.error().message);
  ModelLoader loader;
  const ExitCode code = Viewer(std::move(*window), std::move(*stage), options, loader).run();
  if (!loader.finishWithin(kExitTimeout)) {  // a thread is busy with an abandoned file; all else is closed
    std::fflush(nullptr);
    std::_Exit(static_cast<int>(code));
  }
  return code;
}

}  // namespace app
