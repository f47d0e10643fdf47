// What the host of a session reports back: how far its work is, and what it has to ask the user.
#ifndef APP_SESSION_HOST_REPORTS_H
#define APP_SESSION_HOST_REPORTS_H

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

/// SaveProject would replace this file. An empty path withdraws the question.
struct AskToReplace {
  std::string path;
};

/// The program ended unexpectedly with unsaved changes to `what`. Empty: nothing to restore (any more).
struct OfferRestore {
  std::string what;
};

/// The user closes the window, and changes are not saved. False withdraws the question.
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

#endif  // APP_SESSION_HOST_REPORTS_H
