// What a session asks of its host, which owns the files and the window. Session::apply checks and queues it; the host
// takes it with Session::takeRequests.
#ifndef APP_SESSION_HOST_REQUESTS_H
#define APP_SESSION_HOST_REQUESTS_H

#include <string>
#include <variant>

#include "app/session/checks/variant_join.h"
#include "app/session/file_commands.h"
#include "app/session/recording.h"

namespace app {

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

}  // namespace app

#endif  // APP_SESSION_HOST_REQUESTS_H
