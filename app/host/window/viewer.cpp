#include "app/host/window/viewer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include "app/format/frame_trace.h"
#include "app/format/sequence_text.h"
#include "app/format/take_text.h"
#include "app/host/files/file_watch.h"
#include "app/host/files/folders.h"
#include "app/host/files/model_file.h"
#include "app/host/files/model_loader.h"
#include "app/host/files/session_files.h"
#include "app/host/film/film.h"
#include "app/host/stage/picture_stage.h"
#include "app/host/window/clip_transfer.h"
#include "app/host/window/dropped_files.h"
#include "app/host/window/exporter.h"
#include "app/host/window/file_service.h"
#include "app/host/window/frame_pace.h"
#include "app/host/window/gamepad_stick.h"
#include "app/host/window/model_opening.h"
#include "app/host/window/model_pictures.h"
#include "app/host/window/project_keeper.h"
#include "app/host/window/script_run.h"
#include "app/host/window/state_file.h"
#include "app/host/window/window_recorder.h"
#include "app/jobs/background_thread.h"
#include "app/platform/memory_reserve.h"
#include "app/platform/window.h"
#include "app/session/timing/timing_scene.h"
#include "app/session/undo_history.h"

namespace app {
namespace {

constexpr double kMaxStep = 0.25;            // seconds: after a longer stall the animation continues where it was
constexpr int kMaxSteps = 240;               // fixed steps per frame
constexpr double kMaxAdvance = 0.05;         // seconds of work for a recorded frame, until the window is drawn again
constexpr double kStateFileInterval = 0.03;  // seconds
constexpr std::size_t kReserve = 8 << 20;    // bytes: without other memory, half of it is enough to write the project
constexpr double kExitTimeout = 1;           // seconds
constexpr const char* kNoMemory = "there is not enough memory to go on";
constexpr double kResetInterval = 10;  // seconds: a GPU that is reset again within them cannot be used

SessionSettings windowSettings(const ViewOptions& view) {
  SessionSettings settings;
  settings.view = view;
  settings.character.clock.longestFrame = kMaxStep;
  settings.character.clock.maxSteps = kMaxSteps;
  settings.waitsForCrowd = false;
  return settings;
}

/// Without destructors.
[[noreturn]] void endNow(ExitCode code) {
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(code));
}

/// Whether any clip plays; without one, the rest pose stands still.
bool plays(const Session& session) {
  const CharacterScene& character = session.character();
  bool any = !character.layers().layers.empty() || character.comparison().isOn() || session.runningFade();
  for (int clip = 0; clip < session.clipCount(); ++clip) any = any || character.player().plays(clip);
  return any;
}

/// Whether the picture changes by itself.
bool sceneMoves(const Session& session) {
  switch (session.scene()) {
    case SceneKind::Character:
      return !session.paused() && plays(session);
    case SceneKind::Crowd:
      return !session.crowd().settings().paused || session.crowd().sweeping() || session.crowd().isMaking();
    case SceneKind::Shapes:
      return session.shapes().playing();
    case SceneKind::Timing:
      return !session.timing().settings().paused;
    case SceneKind::Curves:
      return session.curves().playing();
  }
  return false;
}

/// Empty: it is not known.
std::string ownProgram() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

/// Members are declared before those that refer to them, and so outlive them.
class Viewer {
 public:
  Viewer(Window window, PictureStage stage, const ViewerOptions& options, ModelLoader& loader, FileService& files)
      : window_(std::move(window)),
        stage_(std::move(stage)),
        options_(options),
        files_(files),
        session_(std::make_unique<Session>(Model{}, windowSettings(files.settings().view))),
        opening_(stage_, loader, [this](const std::string& path) { return project_.keptFor(path, *session_); }),
        project_(files.stateFolder()),
        dialogs_(options.usesPortal),
        pictures_(files.pictureFolder()) {
    useSettings();
    if (!options.shaderDir.empty()) shaderWatch_.watch({options.shaderDir});
    send(CrowdCommand{SetCrowd{&CrowdSettings::drawLimit, options.drawLimit}});
    send(SetQuality{options.usesKeptQuality ? files.settings().quality : options.quality});
    send(ReportTransfers{});
    send(ForgetHistory{});
    if (const std::string left = project_.leftBehind(); !left.empty()) send(OfferRestore{left});
    stage_.interface().useClipboard({.read = [this] { return window_.clipboard(); },
                                     .write = [this](const std::string& text) { window_.setClipboard(text); }});
    stage_.showModel(session_->model());
    opening_.open({options.models.empty() ? "" : options.models.front(),
                   clipFileEntries(options.clipFiles),
                   options.importer,
                   {},
                   options.space});
  }

  ExitCode run() {
    try {
      return drawFrames();
    } catch (const std::bad_alloc&) {  // an interface that is half drawn cannot go on
      reserve_.release();
      endNow(endEarly(kNoMemory, ExitCode::Failed));  // the driver may hold its locks (~GlHandle)
    }
  }

 private:
  ExitCode drawFrames() {
    const EndRequest signals;
    double before = steadySeconds();
    for (;;) {
      const InputFrame& input = window_.wait(waitSeconds());
      if (input.displayLost) return endEarly("the Wayland compositor closed the connection", ExitCode::Failed);
      if (closes(input)) return ExitCode::Done;
      if (EndRequest::received()) {
        (void)project_.leaveBehind(*session_);
        return ExitCode::Done;
      }
      const double now = steadySeconds();
      const double elapsed = now - std::exchange(before, now);
      pace_.draws(now, causeOf(input)) ? frame(input, elapsed) : updateUndrawn(input, elapsed);
      if (!reserve_.refill()) return endEarly(kNoMemory, ExitCode::Failed);
      if (!stage_.wasReset()) continue;
      if (const auto recovered = recover(now); !recovered)
        return endEarly(
            "the graphics driver was reset and nothing can be drawn any more (" + recovered.error().message + ")",
            ExitCode::NoOpenGl);
    }
  }

  /// Whether the window closes now. A recording first ends and is kept; whoever closes again does not wait for it.
  bool closes(const InputFrame& input) {
    if (std::exchange(quits_, false) || input.shouldClose) {
      if (hasLeft_) return true;
      window_.cancelClose();
      guard_.reset();
      isClosing_ = true;
    }
    hasLeft_ = hasLeft_ || (isClosing_ && leaves(""));
    if (hasLeft_) recording_.stop();
    return hasLeft_ && !recording_.isRunning();
  }
  /// Whether the session is left now, for a file or, without a name, because the window closes.
  bool leaves(const std::string& next) {
    switch (const LeaveGuard::Next now = guard_.update(*session_, project_)) {
      case LeaveGuard::Next::Go:
      case LeaveGuard::Next::Discard: {
        const auto kept = project_.leave(*session_, now == LeaveGuard::Next::Discard);
        if (!kept) say(kept.error().message, true);  // then it asks
        wasKept_ = kept && *kept;
        return static_cast<bool>(kept);
      }
      case LeaveGuard::Next::Ask:
        send(AskToLeave{.next = next, .canKeep = project_.canKeep()});
        return false;
      case LeaveGuard::Next::Stay:
        if (next.empty())
          isClosing_ = false;
        else
          serve(CancelLoading{}, {});
        return false;
      case LeaveGuard::Next::Wait:
        return false;
    }
    return false;
  }

  ExitCode endEarly(const std::string& fault, ExitCode code) {
    const bool leavesChanges = project_.leaveBehind(*session_);
    return fail(fault + (leavesChanges ? "; the next start offers the changes that were not saved" : ""), code);
  }

  /// The GPU was reset and has lost everything: makes it again in a new context.
  crossfade::Result<void> recover(double now) {
    if (now - std::exchange(lastReset_, now) < kResetInterval)
      return crossfade::Error{"for the second time in " + std::to_string(static_cast<int>(kResetInterval)) +
                              " seconds"};
    const bool recorded = recording_.isRunning();
    pictures_.loseContext();
    recording_.loseContext();
    stage_.loseContext();
    if (auto renewed = window_.renew(); !renewed) return renewed;
    if (auto restored = stage_.restoreContext(Window::getProcAddress, session_->model()); !restored) return restored;
    if (!options_.shaderDir.empty()) reloadShaders();
    say(std::string("the graphics driver was reset; the view was rebuilt") +
            (recorded ? " and the recording ended" : ""),
        false);
    return {};
  }

  void useSettings() {
    const UserSettings& kept = files_.settings();
    Workspace& workspace = stage_.interface().workspace();
    workspace.columnOpen = kept.columnOpen;
    workspace.panelSizes = kept.panels;
    workspace.tab = kept.tab;
    workspace.scale = kept.scale;
    workspace.character.clips.sections = kept.card;
    workspace.files.usesSystemDialog = kept.systemDialog;
    workspace.startPage = options_.models.empty();
    if (!files_.complaint().empty()) say(files_.complaint(), true);
  }

  void frame(const InputFrame& input, double elapsed) {
    const double delta = std::clamp(elapsed, 0.0, kMaxStep);
    const PictureSize size{input.framebufferWidth, input.framebufferHeight};
    profiler_.beginFrame();
    takeReports(delta);
    send(ReportLoading{opening_.progress()});
    send(ReportQuality{stage_.quality()});
    for (const std::string& path : input.droppedPaths) send(RequestOpen{path, true});
    stage_.interface().setScale(scaleOf(input));
    stage_.runPanels(*session_, input, size, delta, profiler_, [this](const Command& command) { send(command); });
    followStick();
    serveRequests(size);
    drops_.open();
    check(recording_.update(size, files_));
    send(SetAspect{stage_.aspect(size, session_->scene())});
    recording_.beginStep(delta, *session_);
    if (!recording_.isWaiting()) advance(elapsed);
    stage_.chooseQuality(recording_.isRunning() ? PictureQuality::Full : session_->quality());
    stage_.draw(*session_, size, 0, profiler_);
    record(size);
    pictures_.take(*session_, stage_, isIdle(), delta);
    {
      const FrameProfiler::Scope scope(profiler_, FrameStage::Swap);
      window_.swapBuffers();
    }
    for (const std::string& message : stage_.takeMessages()) warn(message);
    isTold_ = false;
    keepFiles(input, delta);
    stage_.remember(*session_, size, profiler_.endFrame());
  }

  /// GLFW looks for gamepads only while there is something to move.
  void followStick() {
    const auto axes = session_->character().player().playingSpace() ? window_.stick() : std::nullopt;
    const auto stick = axes ? std::optional(glm::dvec2((*axes)[0], (*axes)[1])) : std::nullopt;
    for (const Command& command : stick_.follow(*session_, stick)) send(command);
  }

  /// Seconds to wait for an event before the next frame.
  double waitSeconds() const {
    return options_.stateFile.empty() ? pace_.wait() : std::min(pace_.wait(), kStateFileInterval);
  }

  FrameCause causeOf(const InputFrame& input) {
    const auto isDown = [](bool down) { return down; };
    const bool holds = std::ranges::any_of(input.keysDown, isDown) || std::ranges::any_of(input.buttonsDown, isDown);
    return {.acts = input.hasEvents || holds || std::exchange(isTold_, false),
            .moves = sceneMoves(*session_) || opening_.isBusy() || recording_.isRunning() || recording_.isWaiting() ||
                     script_.isOn() || (showsModel(session_->scene()) && !stage_.isSettled()),
            .works = BackgroundThread::anyIsBusy() || (session_->message() && !session_->message()->isError) ||
                     (pictures_.isWaiting() && isIdle()) || stage_.interface().wantsKeyboard(),
            .hidden = input.framebufferWidth == 0 || (input.isHidden && !goesOnHidden())};
  }

  /// Whether something that frames carry on has to go on though nobody sees it.
  bool goesOnHidden() const {
    return recording_.isRunning() || recording_.isWaiting() || script_.isOn() || opening_.isBusy();
  }

  /// Of the interface: as chosen, but no larger than fits into the window.
  float scaleOf(const InputFrame& input) {
    const float fits = std::min(static_cast<float>(input.framebufferWidth) / kLeastWidth,
                                static_cast<float>(input.framebufferHeight) / kLeastHeight);
    const float usual = input.contentScale * options_.uiScale;
    return usual * std::min(stage_.interface().workspace().scale, std::max(fits / usual, 1.0f));
  }

  /// A frame without a picture: takes what files and threads report, and keeps what is due.
  void updateUndrawn(const InputFrame& input, double elapsed) {
    isTold_ = false;
    takeReports(elapsed);
    keepFiles(input, elapsed);
  }
  void takeReports(double delta) {
    updateFiles();
    if (auto clips = transfer_.update(*session_, delta)) send(*std::move(clips));
  }
  void keepFiles(const InputFrame& input, double delta) {
    updateProject(delta);
    writeStateFile(delta);
    if (shaderWatch_.changed()) reloadShaders(), isTold_ = true;
    keepSettings(input, delta);
  }

  /// Nothing is going on but playback.
  bool isIdle() const {
    return session_->scene() == SceneKind::Character && !session_->runningFade() && !opening_.isBusy() &&
           !recording_.isRunning() && !recording_.isWaiting() && !script_.isOn();
  }

  /// The clock drops the excess of a long window frame and counts it. Scripts and recordings must not lose that time:
  /// they advance by the recording's step. A recorded frame may take several frames of the window.
  void advance(double elapsed) {
    const double began = steadySeconds();
    const bool showsBeginning = script_.isDue(opening_.isBusy());  // a script's first frame, in which no time passes
    if (!recording_.isRunning() || showsBeginning) {
      advanceBy(script_.isOn() ? recording_.step() : elapsed);
      recording_.dropParts();
    } else {
      while (const auto part = steadySeconds() - began < kMaxAdvance ? recording_.nextPart() : std::nullopt)
        advanceBy(*part);
    }
    send(ReportScript{script_.progress()});
  }
  void advanceBy(double seconds) {
    if (const auto said = script_.advance(seconds, opening_.isBusy(), *session_, profiler_))
      say(said->text, said->isError);
  }

  /// The session shows why it refuses a command.
  void send(const Command& command) {
    [[maybe_unused]] const auto refused = session_->apply(command);
    isTold_ = true;
  }

  void say(const std::string& text, bool isError) {
    send(ShowMessage{text, isError});
    if (isError) warn(text);
  }
  void check(const crossfade::Result<void>& done) {
    if (!done) say(done.error().message, true);
  }

  void serveRequests(PictureSize window) {
    for (const HostRequest& request : session_->takeRequests())
      std::visit([&](const auto& each) { serve(each, window); }, request);
  }

  void serve(const RequestOpen& request, PictureSize) {
    if (request.waits) return drops_.add(request.path);
    if (isShapeFile(request.path)) return files_.open(request.path);
    opening_.open({request.path});
  }
  void serve(const CancelLoading&, PictureSize) {
    opening_.cancel();
    (void)drops_.forgetScripts("");
    openCharacterIfEmpty();
  }
  void serve(const RequestShapes& request, PictureSize) { files_.open(request.path); }
  void serve(const SaveShapes& request, PictureSize) {
    const ShapeScene& shapes = session_->shapes();
    files_.saveShapes(request.path, {.keys = shapes.keys(), .settings = shapes.settings()});
  }
  void serve(const StartRecording& request, PictureSize window) { check(recording_.start(request, window, files_)); }
  void serve(const StopRecording&, PictureSize) { recording_.stop(); }
  void serve(const CancelRecording&, PictureSize) { recording_.cancel(); }
  void serve(const ListFolder& request, PictureSize) {
    files_.list(request.path);
    if (request.path.empty()) pictures_.forgetFound();  // the browser opens
  }
  void serve(const ShowFileDialog& request, PictureSize) {
    FileDialog dialog = fileDialogFor(request.purpose, session_->model().name);
    dialog.parent = window_.desktopName();
    dialog.folder = files_.settings().lastFolder;
    dialogs_.show(request.purpose, std::move(dialog));
  }
  void serve(const FindPicture& request, PictureSize) { pictures_.find(request.path); }
  void serve(const AddClipsOf& request, PictureSize) { opening_.openNext(request.path, OpenPurpose::AddClips); }
  void serve(const ReloadModel& request, PictureSize) {
    const Model& shown = session_->model();
    if (shown.path.empty() && shown.clipFiles.empty())
      return say("the bundled character is not a file that could change", false);
    if (!opening_.isBusy()) opening_.reload(*session_, request.importer);
  }
  void serve(const OpenNeighbor& request, PictureSize) {
    files_.openNeighbor(opening_.isBusy() ? opening_.newestPath() : session_->model().path, request.step);
  }
  void serve(const SuggestRecording& request, PictureSize) { files_.suggestRecording(request.path); }
  void serve(const CopyText& request, PictureSize) {
    window_.setClipboard(request.text);
    say("copied: " + request.text, false);
  }
  void serve(const CopyAsCode& request, PictureSize) {
    const auto code = exportedCode(request, *session_);
    if (!code) return say(code.error().message, true);
    window_.setClipboard(code->text);
    say("copied: " + code->what, false);
  }
  void serve(const SaveAsCode& request, PictureSize) {
    const auto code = exportedCode({.target = request.target, .wholeSet = request.wholeSet}, *session_);
    if (!code) return say(code.error().message, true);
    files_.writeText("out/" + std::string(formatOf(request.target).file), code->text);
  }
  void serve(const DescribeCode& request, PictureSize) { send(ReportCode{notesOfCode(request, *session_)}); }
  void serve(const Exporter::Request& request, PictureSize) { check(exporter_.start(request, *session_)); }
  void serve(const CloseWindow&, PictureSize) { quits_ = true; }
  void serve(const WriteCopy&, PictureSize) { exporter_.writeCopy(); }
  void serve(const CancelExport&, PictureSize) { exporter_.cancel(); }
  void serve(const ShowInFolder& request, PictureSize) { files_.showInFolder(request.path); }
  void serve(const SaveTrace& request, PictureSize) {
    files_.saveTrace(request.path, traceOf(stage_.history().log(), session_->model(), stage_.driverName()));
  }

  void serve(const SetRecordingOptions&, PictureSize) {}  // stays in the session
  void serve(const SaveProject& request, PictureSize) {
    if (const auto report = project_.save(request, *session_)) send(*report);
  }
  void serve(const SaveQueueScript& request, PictureSize) { files_.writeText(request.path, queueScript(*session_)); }
  void serve(const SaveTakeScript& request, PictureSize) { files_.writeText(request.path, takeScript(*session_)); }
  void serve(const RunScript& request, PictureSize) { script_.start(request); }
  void serve(const StopScript&, PictureSize) { script_.stop(); }
  void serve(const UseJointMap& request, PictureSize) {
    const auto command = useJointMap(*session_, request);
    if (!command) return say(command.error().message, true);
    send(*command);
  }
  void serve(const SaveJointMap& request, PictureSize) {
    if (const std::string text = shownJointMap(*session_); !text.empty()) files_.writeText(request.path, text);
  }
  void serve(const RestoreUnsaved&, PictureSize) {
    if (const std::string file = project_.restore(); !file.empty()) opening_.open({file});
  }
  void serve(const DiscardUnsaved&, PictureSize) { project_.discard(); }
  void serve(const LeaveProject& request, PictureSize) { guard_.answer(request); }
  void serve(const DiscardKept&, PictureSize) { send(project_.discardKept(*session_)); }

  void record(PictureSize window) {
    if (const auto said = recording_.take(*session_, stage_, window, files_)) say(said->text, said->isError);
    send(ReportRecording{recording_.progress()});
  }

  /// Broken shaders leave the old ones in use.
  void reloadShaders() { check(stage_.reloadShaders(options_.shaderDir)); }

  void updateFiles() {
    files_.poll(reports_);
    dialogs_.poll(reports_);
    pictures_.poll(reports_);
    exporter_.poll(reports_);
    for (const Command& report : reports_) send(report);
    reports_.clear();
    updateOpening();
    if (!opening_.isBusy() && modelWatch_.changed()) opening_.reload(*session_);
  }

  void updateOpening() {
    if (opening_.isReady() && (isClosing_ || !leaves(opening_.readyFile()))) return;
    if (!isClosing_ && guard_.hasAsked()) {  // for a file that does not come any more
      guard_.reset();
      send(AskToLeave{.asks = false});
    }
    auto ended = opening_.update(*session_);
    if (!ended) return;
    const auto notRun = drops_.noteEnd(*ended);
    if (ended->model) {
      show(std::move(*ended->model));
    } else {
      say(ended->model.error().message, true);
      modelWatch_.watch(opening_.usedFiles());
      openCharacterIfEmpty();
    }
    if (notRun) send(ShowMessage{*notRun, true});
  }

  void openCharacterIfEmpty() {
    if (session_->model().name.empty() && !opening_.isBusy()) opening_.open({});
  }

  void show(OpenedModel opened) {
    script_.leave(session_->model(), opened.model, opened.continues);
    exporter_.forgetModel();
    const std::optional<ProjectSource> project = std::exchange(opened.model.project, std::nullopt);
    const std::string left = workName(session_->model(), session_->project().path);
    auto next = opened.continues
                    ? Session::reloaded(std::move(opened.model), std::move(*session_), opened.bounds)
                    : std::make_unique<Session>(std::move(opened.model), std::move(*session_), opened.bounds);
    disposal_.take(std::exchange(session_, std::move(next)));
    if (std::exchange(wasKept_, false))
      send(ShowMessage{"Your changes to " + left + " are kept, and come back when you open it again"});
    if (opened.message)
      send(ShowMessage{opened.message->text, opened.message->isError});
    else if (const std::string missing = missingInPicture(session_->model()); !missing.empty())
      send(ShowMessage{missing});
    if (!opened.continues)
      for (const Command& report : project_.open(project, *session_)) send(report);
    stage_.showIncoming();
    if (opened.continues) stage_.note(FrameEvent::FilesReloaded);
    stage_.showNames(session_->model());
    modelWatch_.watch(opening_.usedFiles());
    const std::string& shown = session_->project().path.empty() ? session_->model().path : session_->project().path;
    pictures_.noteShown(shown);
    if (opened.continues) return;
    [[maybe_unused]] const bool ofThePreviousModel = modelWatch_.changed();
    files_.noteOpened(shown);
  }

  void updateProject(double delta) {
    for (const Command& report : project_.update(delta, *session_)) {
      send(report);
      const auto* saved = report.as<ReportProject>();
      if (saved == nullptr) continue;
      files_.noteOpened(saved->path);
      pictures_.noteShown(saved->path);
    }
    if (project_.titleChanged(*session_)) window_.setTitle(project_.title());
  }

  void keepSettings(const InputFrame& input, double delta) {
    const auto units = [&](int pixels) { return static_cast<int>(std::lround(pixels / input.contentScale)); };
    files_.keepWindow(units(input.framebufferWidth), units(input.framebufferHeight), stage_.interface().workspace(),
                      session_->view(), delta);
    if (options_.usesKeptQuality) files_.keepQuality(session_->quality());
  }

  void writeStateFile(double delta) {
    if (options_.stateFile.empty() || (sinceStateFile_ += delta) < kStateFileInterval) return;
    sinceStateFile_ = 0;
    writeState(options_.stateFile, *session_, stage_, ++stateFiles_);
  }

  Window window_;
  PictureStage stage_;
  ViewerOptions options_;
  FileService& files_;
  std::unique_ptr<Session> session_;
  Disposal disposal_;  // of sessions whose model was replaced
  ModelOpening opening_;
  ProjectKeeper project_;
  FileDialogs dialogs_;
  ModelPictures pictures_;
  ScriptRun script_;
  ClipTransfer transfer_;
  Exporter exporter_{"out", Exporter::usualThreads(), ownProgram()};
  DroppedFiles drops_{opening_, files_, script_};
  FileWatch shaderWatch_;
  FileWatch modelWatch_;
  Commands reports_;  // scratch memory
  MemoryReserve reserve_{kReserve};
  LeaveGuard guard_;
  bool quits_ = false;      // asked for by a key or the menu
  bool isClosing_ = false;  // the window, once guard_ lets it
  bool hasLeft_ = false;    // guard_ has let it
  bool wasKept_ = false;    // what the last session had unsaved
  RecordingRun recording_;
  FrameProfiler profiler_;
  FramePace pace_;
  GamepadStick stick_;
  bool isTold_ = true;                                           // the session, since the last frame began
  double lastReset_ = -std::numeric_limits<double>::infinity();  // steadySeconds()
  double sinceStateFile_ = 0;
  int stateFiles_ = 0;
};

}  // namespace

ExitCode runViewer(const ViewerOptions& options) {
  FileService files(options.keepsSettings);
  PictureSize size = options.size;
  if (options.keepsSettings && options.usesKeptSize)
    size = {files.settings().windowWidth, files.settings().windowHeight};
  auto window = Window::make({.width = size.width, .height = size.height});
  if (!window) {
    warn("no window can be opened (" + window.error().message + "); rendering a demo instead");
    return runDemo(options.models.empty() ? "" : options.models.front(), options.shaderDir);
  }
  const float scale = window->poll().contentScale * options.uiScale;
  auto stage = PictureStage::make({.loader = Window::getProcAddress, .scale = scale});
  if (!stage) return fail(stage.error().message, ExitCode::NoOpenGl);
  if (!options.shaderDir.empty())
    if (auto loaded = stage->reloadShaders(options.shaderDir); !loaded) return fail(loaded.error().message);
  ModelLoader loader(files.modelFolder());
  const ExitCode code = Viewer(std::move(*window), std::move(*stage), options, loader, files).run();
  if (!loader.finishWithin(kExitTimeout)) endNow(code);  // a thread is busy with an abandoned file; all else is closed
  return code;
}

}  // namespace app
