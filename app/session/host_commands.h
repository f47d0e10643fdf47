// What a session asks of its host, which owns the files and the window, and what the host reports back.
#ifndef APP_SESSION_HOST_COMMANDS_H
#define APP_SESSION_HOST_COMMANDS_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/session/checks/variant_join.h"
#include "app/session/file_commands.h"
#include "app/session/loading_progress.h"
#include "app/session/recording.h"
#include "app/session/script_progress.h"
#include "app/view/picture_quality.h"

namespace app {

// Requests. Session::apply checks and queues them; the host takes them with Session::takeRequests.

/// Opens a model or project in a session that replaces this one, imports shapes, or runs a script: a .json says by its
/// content what it is. An empty path is the bundled character.
struct RequestOpen {
  std::string path;
  bool waits = false;  // opened after everything that is being opened, in the order of host/files/drop_order.h with the
                       // others of this frame; otherwise it replaces what is being opened
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

/// Answers AskToClose: ends the program, with unsaved changes or as soon as SaveProject has written them.
struct CloseProgram {
  bool afterSaving = false;
};

using HostRequest =
    JoinedVariant<std::variant<RequestOpen, CancelLoading, RequestShapes, SaveShapes, StartRecording, StopRecording,
                               CancelRecording, SetRecordingOptions, SaveProject, RunScript, StopScript, UseJointMap,
                               SaveJointMap, RestoreUnsaved, DiscardUnsaved, CloseProgram>,
                  FileRequest>;

// Reports.

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
};

struct DismissMessage {};

/// The session is the project `path` (empty: none), whose file has the document of `savedState` (UndoHistory::state);
/// none: the file differs from every state.
struct ReportProject {
  std::string path;
  std::optional<std::uint64_t> savedState = std::nullopt;
};

/// SaveProject would replace this file. An empty path takes the question back.
struct AskToReplace {
  std::string path;
};

/// The program ended unexpectedly with unsaved changes to `what`. Empty: nothing to restore (any more).
struct OfferRestore {
  std::string what;
};

/// The user closes the window, and changes are not saved. False takes the question back.
struct AskToClose {
  bool asks = true;
};

/// The host transfers clips after SetRetarget, on a thread, and sends ReplaceClips.
struct ReportTransfers {};

using HostReport =
    JoinedVariant<std::variant<ReportLoading, ReportRecording, ReportScript, ReportQuality, ShowMessage, DismissMessage,
                               ReportProject, AskToReplace, OfferRestore, AskToClose, ReportTransfers>,
                  FileReport>;

}  // namespace app

#endif  // APP_SESSION_HOST_COMMANDS_H
