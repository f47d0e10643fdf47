// Exports of a session: requests to the host, and what it reports about them.
#ifndef APP_SESSION_EXPORTS_H
#define APP_SESSION_EXPORTS_H

#include <string>
#include <vector>

#include "app/model/settings_formats.h"

namespace app {

/// Which transitions an export covers. Queue: the queue tab's, as one clip.
enum class ExportedPart { Fade, Kept, All, Queue };

// ---- Requests. The long ones run on a thread, one at a time, on the session as it was when they were asked for.

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

// ---- Reports.

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

}  // namespace app

#endif  // APP_SESSION_EXPORTS_H
