// What a session is exported as: what is asked of the host, and what the host knows before, while and after it writes.
#ifndef APP_SESSION_EXPORTS_H
#define APP_SESSION_EXPORTS_H

#include <string>
#include <vector>

#include "app/model/settings_formats.h"

namespace app {

/// What transitions a piece of work is about. Queue: that of the queue tab, as one clip.
enum class ExportedPart { Fade, Kept, All, Queue };

// ---- Requests. The long ones run on a thread, one at a time, on the session as it was when they were asked for.

/// Says what the transitions lose as this code, with ReportCode. Fade: that from From to To; else the whole set.
struct DescribeCode {
  SettingsTarget target = SettingsTarget::Three;
  bool wholeSet = true;
  friend bool operator==(const DescribeCode&, const DescribeCode&) = default;
};

/// Writes a copy of the model with new clips under a free numbered name. If something is lost, it waits for WriteCopy.
struct BakeClips {
  ExportedPart what = ExportedPart::Fade;  // or Kept, Queue
  bool loops = false;                      // the queue
  bool keepsOwnClips = true;
};
struct WriteCopy {};

/// Measures every transition and writes a page about them under a free numbered name.
struct WriteReport {};

/// Finds the least noticeable transition for each of these pairs, and puts what is better into the set, as one change.
struct TuneTransitions {
  ExportedPart what = ExportedPart::Fade;  // or Kept, All
};

/// Ends what runs, or drops the copy that waits for WriteCopy.
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

/// What code says about itself: one sentence each.
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
