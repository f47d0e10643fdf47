// A session's side of the conversation with its host: open requests, and what was reported last.
#ifndef APP_SESSION_HOST_LINK_H
#define APP_SESSION_HOST_LINK_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/host_commands.h"
#include "crossfade/base/result.h"

namespace app {

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

class HostLink {
 public:
  explicit HostLink(const RecordingOptions& recordingOptions) : recordingOptions_(recordingOptions) {}

  /// Queues the request; the error says why it cannot be done.
  crossfade::Result<void> apply(const HostRequest& request);
  void apply(const HostReport& report);
  /// All requests since the last call, in order.
  std::vector<HostRequest> takeRequests() { return std::exchange(requests_, {}); }

  /// Takes over the open requests and the reports of the previous session.
  void takeOver(HostLink&& before) {
    requests_ = std::move(before.requests_);
    loading_ = before.loading_;
    report(before.recording_);
    drawnQuality_ = before.drawnQuality_;
    transfersClips_ = before.transfersClips_;
    project_.restorable = std::move(before.project_.restorable);
    project_.leaving = std::move(before.project_.leaving);
    files_ = std::move(before.files_);
  }

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

#endif  // APP_SESSION_HOST_LINK_H
