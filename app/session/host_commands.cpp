#include "app/session/host_commands.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

Result<void> checkRecording(const RecordingOptions& options) {
  const RecordingFormat* format = recordingFormatOf(options.path);
  if (format == nullptr) return Error{"'" + options.path + "' ends in none of " + recordingEndings()};
  if (auto ok = checkFields(options); !ok) return ok;
  if (auto ok = checkFrameRate(options.path, options.framesPerSecond); !ok) return ok;
  if (options.sheet != 0)
    if (auto ok = inRange("number of pictures", options.sheet, {2, kMaxSheet}); !ok) return ok;
  if (options.sheet > 0 && !format->isPicture) return Error{"only PNG can be a contact sheet"};
  if (options.region && !options.interface && !options.region->isInside(options.width, options.height))
    return Error{"the region is not inside the picture"};
  if (options.transparent && !format->hasAlpha) return Error{"only PNG can be transparent"};
  return {};
}

Result<void> checkTracePath(const std::string& path) {
  if (path.ends_with(".json") || path.ends_with(".csv")) return {};
  return Error{"'" + path + "' ends neither in .json nor in .csv"};
}

HostLink::HostLink(const RecordingOptions& recordingOptions) : recordingOptions_(recordingOptions) {}
HostLink::~HostLink() = default;

std::vector<HostRequest> HostLink::takeRequests() { return std::exchange(requests_, {}); }

void HostLink::takeOver(HostLink&& before) {
  requests_ = std::move(before.requests_);
  loading_ = before.loading_;
  report(before.recording_);
  drawnQuality_ = before.drawnQuality_;
  transfersClips_ = before.transfersClips_;
  project_.restorable = std::move(before.project_.restorable);
  project_.leaving = std::move(before.project_.leaving);
  files_ = std::move(before.files_);
}

/// Every frame of a recording comes here: no allocation once the path has its room.
void HostLink::report(const RecordingProgress& progress) {
  recordingPath_.assign(progress.path);
  recording_ = progress;
  recording_.path = recordingPath_;
}

Result<void> HostLink::apply(const HostRequest& request) {
  if (const auto* start = std::get_if<StartRecording>(&request)) {
    if (auto ok = checkRecording(start->options); !ok) return ok;
    if (recording_.running) return Error{"a recording is running already"};
    recordingOptions_ = start->options;
    files_.recording.inTheWay.clear();
  }
  if (const auto* set = std::get_if<SetRecordingOptions>(&request)) {
    if (auto ok = checkRecording(set->options); !ok) return ok;
    recordingOptions_ = set->options;
    return {};
  }
  if (const auto* save = std::get_if<SaveTrace>(&request))
    if (auto ok = checkTracePath(save->path); !ok) return ok;
  if (std::holds_alternative<SaveProject>(request)) project_.replacing = {};
  if (std::holds_alternative<RestoreUnsaved>(request) || std::holds_alternative<DiscardUnsaved>(request))
    project_.restorable.clear();
  if (std::holds_alternative<LeaveProject>(request)) project_.leaving.asks = false;
  if (std::holds_alternative<DiscardKept>(request)) message_.reset();
  requests_.push_back(request);
  return {};
}

void HostLink::apply(const HostReport& report) {
  struct Applier {
    HostLink& link;
    void operator()(const ReportLoading& r) { link.loading_ = r.progress; }
    void operator()(const ReportRecording& r) { link.report(r.progress); }
    void operator()(const ReportScript& r) { link.script_ = r.progress; }
    void operator()(const ReportQuality& r) { link.drawnQuality_ = r.quality; }
    void operator()(const ShowMessage& r) { link.message_ = Message{r.text, r.isError, r.offersDiscard}; }
    void operator()(const DismissMessage&) { link.message_.reset(); }
    void operator()(const ReportProject& r) {
      link.project_.path = r.path;
      link.project_.savedState = r.savedState;
    }
    void operator()(const AskToReplace& r) { link.project_.replacing = r; }
    void operator()(const OfferRestore& r) { link.project_.restorable = r.what; }
    void operator()(const AskToLeave& r) { link.project_.leaving = r; }
    void operator()(const ReportTransfers&) { link.transfersClips_ = true; }
    void operator()(const ReportFolder& r) {
      const int serial = link.files_.folder.serial + 1;
      link.files_.folder = r.folder;
      link.files_.folder.serial = serial;
    }
    void operator()(const ReportRecents& r) { link.files_.recents = r.recents; }
    void operator()(const ReportDialog& r) { link.files_.dialog.offered = r.offered; }
    void operator()(const ReportDialogMissed& r) {
      link.files_.dialog.missed = r.purpose;
      ++link.files_.dialog.misses;
    }
    void operator()(const ReportPictures& r) { link.files_.pictures = r.pictures; }
    void operator()(const ReportRecordingFiles& r) { link.files_.recording = r.files; }
    void operator()(const ReportCode& r) { link.files_.exports.code = r.notes; }
    void operator()(const ReportExport& r) { link.files_.exports.progress = r.progress; }
    void operator()(const ReportLosses& r) { link.files_.exports.lost = r.lost; }
    void operator()(const ReportWritten& r) { link.files_.exports.written = r.path; }
  };
  std::visit(Applier{*this}, report);
}

}  // namespace app
