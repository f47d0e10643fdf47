// What a session asks of its host (open a file, record, save), and what the host reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/model/file_formats.h"
#include "app/model/settings_formats.h"
#include "app/session/checks/variant_join.h"
#include "app/session/recording.h"
#include "app/view/view_options.h"
#include "crossfade/base/result.h"

namespace app {

// ---- Exports: requests to the host, and what it reports about them.

/// Which transitions an export covers. Queue: the queue tab's, as one clip.
enum class ExportedPart { Fade, Kept, All, Queue };

// Requests. The long ones run on a thread, one at a time, on the session as it was when they were asked for.

/// Asks what transitions lose when written as this code; ReportCode answers. Not the whole set: the fade of the panel.
struct DescribeCode {
  SettingsTarget target = SettingsTarget::Three;
  bool wholeSet = true;
  friend bool operator==(const DescribeCode&, const DescribeCode&) = default;
};

/// Writes a copy of the model with new clips to a new numbered file. If the copy loses something, waits for WriteCopy.
struct BakeClips {
  ExportedPart what = ExportedPart::Fade;  // or Kept, Queue
  bool loops = false;                      // the queue
  bool keepsOwnClips = true;
};
struct WriteCopy {};

/// Measures every transition and writes an HTML page about them to a new numbered file.
struct WriteReport {};

/// Finds the least noticeable transition for each of these pairs, and puts better ones into the set, as one change.
struct TuneTransitions {
  ExportedPart what = ExportedPart::Fade;  // or Kept, All
};

/// Cancels the running export, or drops the copy that waits for WriteCopy.
struct CancelExport {};

// Reports.

enum class ExportStage { None, Baking, Measuring, Tuning, Asking };  // Asking: the copy waits for WriteCopy

struct ExportProgress {
  ExportStage stage = ExportStage::None;
  int done = 0, all = 0;  // clips or pairs; `all` 0: not known yet
  bool runs() const { return stage != ExportStage::None && stage != ExportStage::Asking; }
};
struct ReportExport {
  ExportProgress progress;
};

/// Notes on exported code, one sentence each.
struct CodeNotes {
  DescribeCode of;
  std::vector<std::string> lost, others;
  std::string error;  // there is no such code
};
struct ReportCode {
  CodeNotes notes;
};

/// What the copy that waits for WriteCopy has lost, one sentence each.
struct ReportLosses {
  std::vector<std::string> lost;
};

/// An export is complete: an absolute path.
struct ReportWritten {
  std::string path;
};

/// All that a session knows of its exports.
struct ExportStatus {
  ExportProgress progress;
  CodeNotes code;
  std::vector<std::string> lost;  // see ReportLosses
  std::string written;            // the last file; empty: none
};

// ---- Files.

/// What a file is chosen for.
enum class BrowsePurpose { Open, AddClips };

struct FolderEntry {
  std::string name;
  bool isFolder = false;
  std::uint64_t bytes = 0;
  std::string modified;  // "2026-11-22 03:50", local time
};

/// A folder as it was when it was read; folders first, then by name, whatever the case.
struct FolderListing {
  std::string path;  // absolute; empty: nothing was listed yet
  std::string file;  // not empty: the path that was asked for is this file in the folder
  std::string error;
  std::vector<FolderEntry> entries;
  int serial = 0;  // counts the listings
};

struct RecentFile {
  std::string path;  // absolute
  bool isMissing = false;
};

/// The dialog of the desktop, in which ShowFileDialog lets the user choose.
struct SystemDialog {
  bool offered = false;                        // the desktop has one
  int misses = 0;                              // how often it was asked for and did not come
  BrowsePurpose missed = BrowsePurpose::Open;  // the last time
};

/// A small picture of a model as it was on screen.
struct ModelPicture {
  std::string path;          // of the model or project, absolute
  unsigned int texture = 0;  // OpenGL's name, of the host; 0: the file was not on screen, or has changed since
  int width = 0, height = 0;
};

/// Absolute paths of recordings; empty: none.
struct RecordingFiles {
  std::string suggested;  // for the next one: a name that is free
  std::string written;    // the last one, complete
  std::string inTheWay;   // exists, and the recording that was asked for would replace it
};

struct FileStatus {
  FolderListing folder;
  std::vector<RecentFile> recents;     // the last opened first
  std::vector<ModelPicture> pictures;  // those found last; see FindPicture
  SystemDialog dialog;
  RecordingFiles recording;
  ExportStatus exports;
};

// ---- The progress of opening a file.

struct LoadingProgress {
  bool running = false;
  std::string file;     // its name without the folder
  std::string stage;    // one word: "reading"
  double fraction = 0;  // of the work, 0 to 1
};

// ---- How far the script that runs in the window has come.

struct ScriptProgress {
  bool running = false;
  std::string file;  // its name
  double time = 0;   // seconds of the script
  double seconds = 0;
};

// ---- Requests and reports about files and folders.

// Requests.

/// Lists a folder, or the folder of a file. Relative paths start at the listed folder, "~" is the user's home. Empty:
/// the folder used last.
struct ListFolder {
  std::string path;
};

/// Lets the user choose files in the desktop's dialog; the host opens them. It reports ReportDialogMissed if the dialog
/// does not come.
struct ShowFileDialog {
  BrowsePurpose purpose = BrowsePurpose::Open;
};

/// Looks for the picture of a model or project; the host reports it with ReportPictures.
struct FindPicture {
  std::string path;
};

/// Adds the clips of a file to the current model (app/model/add_clips.h).
struct AddClipsOf {
  std::string path;
};

/// Reads the model and its clip files again. Camera, what plays, and fade settings stay.
struct ReloadModel {
  std::optional<Importer> importer;  // nothing: the one that read it
};

/// Opens the model `step` files after the current one in its folder, in the browser's order; from the last to the
/// first.
struct OpenNeighbor {
  int step = 1;
};

/// Suggests a free numbered name for a recording like `path`.
struct SuggestRecording {
  std::string path;
};

/// Puts text on the clipboard.
struct CopyText {
  std::string text;
};

/// Puts the fade from From to To on the clipboard as code; with `wholeSet` the whole transition set. The host's message
/// says what was copied.
struct CopyAsCode {
  SettingsTarget target = SettingsTarget::Three;
  bool wholeSet = false;
};

/// Writes the same under a free numbered name in out/; the host's message says where.
struct SaveAsCode {
  SettingsTarget target = SettingsTarget::Three;
  bool wholeSet = true;
};

/// Closes the window, as its own button does: nothing is lost.
struct CloseWindow {};

/// Opens the folder of a file in the desktop's file manager.
struct ShowInFolder {
  std::string path;
};

/// Write the queue, or what the timeline has logged, as a script under a free numbered name like `path`
/// ("out/take-001.json"); the host's message says where.
struct SaveQueueScript {
  std::string path = "out/queue.json";
};
struct SaveTakeScript {
  std::string path = "out/take.json";
};

/// Writes the frames that the profiler has as a Chrome trace (.json) or a table (.csv), under a free numbered name like
/// `path`.
struct SaveTrace {
  std::string path = "out/trace.json";
};
/// The error says that the path ends neither in .json nor in .csv.
crossfade::Result<void> checkTracePath(const std::string& path);

using FileRequest =
    std::variant<ListFolder, ShowFileDialog, FindPicture, AddClipsOf, ReloadModel, OpenNeighbor, SuggestRecording,
                 CopyText, CopyAsCode, SaveAsCode, CloseWindow, ShowInFolder, SaveQueueScript, SaveTakeScript,
                 SaveTrace, DescribeCode, BakeClips, WriteCopy, WriteReport, TuneTransitions, CancelExport>;

// Reports.

struct ReportFolder {
  FolderListing folder;
};

struct ReportRecents {
  std::vector<RecentFile> recents;
};

/// Whether the desktop has a dialog for files.
struct ReportDialog {
  bool offered = false;
};

/// ShowFileDialog for this purpose showed none.
struct ReportDialogMissed {
  BrowsePurpose purpose = BrowsePurpose::Open;
};

/// All pictures that are known now, also of files that have none.
struct ReportPictures {
  std::vector<ModelPicture> pictures;
};

struct ReportRecordingFiles {
  RecordingFiles files;
};

using FileReport = std::variant<ReportFolder, ReportRecents, ReportDialog, ReportDialogMissed, ReportPictures,
                                ReportRecordingFiles, ReportCode, ReportExport, ReportLosses, ReportWritten>;

// ---- What a session asks of its host, which owns the files and the window. Session::apply checks and queues it; the
// host takes it with Session::takeRequests.

/// Opens a model or project in a session that replaces this one, imports shapes, or runs a script: a .json says by its
/// content what it is. An empty path is the bundled character.
struct RequestOpen {
  std::string path;
  bool waits = false;  // opens after the files that are being opened, ordered among those of this frame
                       // (host/window/dropped_files.h); otherwise it replaces what is being opened
};

/// Stops all loading; the current model stays.
struct CancelLoading {};

/// Imports the shapes of a .json or .svg file.
struct RequestShapes {
  std::string path;
};

/// Writes all key shapes as .json or .svg.
struct SaveShapes {
  std::string path;
};

/// An existing file is replaced only on `replace`; otherwise the host reports that it is in the way.
struct StartRecording {
  RecordingOptions options;
  bool replace = false;
};

/// The options that the next recording is offered with. Stays in the session: there is nothing for the host to do.
struct SetRecordingOptions {
  RecordingOptions options;
};

/// Ends the recording and keeps the file.
struct StopRecording {};

/// Ends the recording and writes nothing.
struct CancelRecording {};

/// Writes the session as a project file. An empty path is the project's own. An existing other file is replaced only on
/// `replace`; otherwise the host reports AskToReplace.
struct SaveProject {
  std::string path;
  bool replace = false;
};

/// Plays a script of the model that is shown, or of the one that is being opened; another script ends. `path`: for
/// messages, and what its own paths are relative to.
struct RunScript {
  std::string path;
  std::string text;
};

/// Ends the script that runs; clips keep playing.
struct StopScript {};

/// Fits the clips of the file that is shown (ShowRetarget), or of the only one, with a joint map (joint_map_json.h).
/// `path`: for messages.
struct UseJointMap {
  std::string path;
  std::string text;
};

/// Writes the joint map of the clip file that is shown, under a free numbered name like `path`; the host's message says
/// where.
struct SaveJointMap {
  std::string path = "out/map.json";
};

/// Answers OfferRestore.
struct RestoreUnsaved {};
struct DiscardUnsaved {};

enum class LeaveHow {
  AfterSaving,  // as soon as SaveProject has written the changes
  Keep,         // they come back when the file is opened again
  Discard
};
/// Answers AskToLeave.
struct LeaveProject {
  LeaveHow how = LeaveHow::Keep;
};
/// Takes back changes that came back with the model (ShowMessage::offersDiscard), and forgets them.
struct DiscardKept {};

using HostRequest =
    JoinedVariant<std::variant<RequestOpen, CancelLoading, RequestShapes, SaveShapes, StartRecording, StopRecording,
                               CancelRecording, SetRecordingOptions, SaveProject, RunScript, StopScript, UseJointMap,
                               SaveJointMap, RestoreUnsaved, DiscardUnsaved, LeaveProject, DiscardKept>,
                  FileRequest>;

// ---- What the host of a session reports back: how far its work is, and what it has to ask the user.

struct ReportLoading {
  LoadingProgress progress;
};

struct ReportRecording {
  RecordingProgress progress;
};

struct ReportScript {
  ScriptProgress progress;
};

/// The quality that moving scenes are drawn with now.
struct ReportQuality {
  PictureQuality quality = PictureQuality::Full;
};

struct ShowMessage {
  std::string text;
  bool isError = false;
  bool offersDiscard = false;  // see DiscardKept
};

struct DismissMessage {};

/// The session is the project `path` (empty: none), whose file has the document of `savedState` (UndoHistory::state);
/// none: the file differs from every state.
struct ReportProject {
  std::string path;
  std::optional<std::uint64_t> savedState = std::nullopt;
};

/// SaveProject would replace this file. An empty path withdraws the question.
struct AskToReplace {
  std::string path;
  bool wasChanged = false;  // it is the session's own, and another program has written it since
};

/// The program ended unexpectedly with unsaved changes to `what`. Empty: nothing to restore (any more).
struct OfferRestore {
  std::string what;
};

/// Unsaved changes are about to be left. `asks` false withdraws the question.
struct AskToLeave {
  bool asks = true;
  std::string next = {};  // the file that is to be shown instead; empty: the window is to close
  bool canKeep = true;    // LeaveHow::Keep is possible
};

/// The host transfers clips after SetRetarget, on a thread, and sends ReplaceClips.
struct ReportTransfers {};

using HostReport =
    JoinedVariant<std::variant<ReportLoading, ReportRecording, ReportScript, ReportQuality, ShowMessage, DismissMessage,
                               ReportProject, AskToReplace, OfferRestore, AskToLeave, ReportTransfers>,
                  FileReport>;

// A session's side of the conversation with its host: open requests, and what was reported last.

struct Message {
  std::string text;
  bool isError = false;
  bool offersDiscard = false;  // see DiscardKept
};

/// The project file of a session.
struct ProjectStatus {
  std::string path;                             // empty: not saved yet
  std::optional<std::uint64_t> savedState = 0;  // see ReportProject
  AskToReplace replacing = {};                  // `path` empty: no question
  std::string restorable;                       // see OfferRestore
  AskToLeave leaving = {.asks = false};
};

/// What would copy or destroy its requests is not inline, as each unit that includes this would compile that.
class HostLink {
 public:
  explicit HostLink(const RecordingOptions& recordingOptions);
  ~HostLink();

  /// Queues the request; the error says why it cannot be done.
  crossfade::Result<void> apply(const HostRequest& request);
  void apply(const HostReport& report);
  /// All requests since the last call, in order.
  std::vector<HostRequest> takeRequests();

  /// Takes over the open requests and the reports of the previous session.
  void takeOver(HostLink&& before);

  const LoadingProgress& loading() const { return loading_; }
  const RecordingProgress& recording() const { return recording_; }
  const ScriptProgress& script() const { return script_; }
  PictureQuality drawnQuality() const { return drawnQuality_; }
  /// Those of the last StartRecording or SetRecordingOptions.
  const RecordingOptions& recordingOptions() const { return recordingOptions_; }
  const std::optional<Message>& message() const { return message_; }
  const ProjectStatus& project() const { return project_; }
  const FileStatus& files() const { return files_; }
  /// See ReportTransfers.
  bool transfersClips() const { return transfersClips_; }

 private:
  void report(const RecordingProgress& progress);

  std::vector<HostRequest> requests_;
  LoadingProgress loading_;
  RecordingProgress recording_;  // its path is in recordingPath_
  std::string recordingPath_;
  ScriptProgress script_;
  PictureQuality drawnQuality_ = PictureQuality::Full;
  RecordingOptions recordingOptions_;
  std::optional<Message> message_;
  ProjectStatus project_;
  FileStatus files_;
  bool transfersClips_ = false;
};

}  // namespace app
