// What a session asks of its host, which owns the files and the window, and what the host reports back.
#pragma once

#include <string>
#include <variant>

#include "app/session/loading_progress.h"
#include "app/session/recording.h"

namespace app {

// Requests. Session::apply checks and queues them; the host takes them with Session::takeRequests.

/// Opens a model in a session that replaces this one.
struct RequestOpen {
  std::string path;
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

struct StartRecording {
  RecordingOptions options;
};

/// Ends the recording and keeps the file.
struct StopRecording {};

/// Ends the recording and writes nothing.
struct CancelRecording {};

using HostRequest =
    std::variant<RequestOpen, CancelLoading, RequestShapes, SaveShapes, StartRecording, StopRecording, CancelRecording>;

// Reports.

struct ReportLoading {
  LoadingProgress progress;
};

struct ReportRecording {
  RecordingProgress progress;
};

struct ShowMessage {
  std::string text;
  bool isError = false;
};

struct DismissMessage {};

using HostReport = std::variant<ReportLoading, ReportRecording, ShowMessage, DismissMessage>;

}  // namespace app
