// Requests and reports about files and folders.
#ifndef APP_SESSION_FILE_COMMANDS_H
#define APP_SESSION_FILE_COMMANDS_H

#include <string>
#include <variant>

#include "app/model/settings_formats.h"
#include "app/session/file_status.h"
#include "crossfade/base/result.h"

namespace app {

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
struct ReloadModel {};

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

/// Writes the transition set as code under a free numbered name in out/; the host's message says where.
struct SaveAsCode {
  SettingsTarget target = SettingsTarget::Three;
};

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
/// `path`; the host reports it.
struct SaveTrace {
  std::string path = "out/trace.json";
};
/// The error says that the path ends neither in .json nor in .csv.
crossfade::Result<void> checkTracePath(const std::string& path);

using FileRequest =
    std::variant<ListFolder, ShowFileDialog, FindPicture, AddClipsOf, ReloadModel, OpenNeighbor, SuggestRecording,
                 CopyText, CopyAsCode, SaveAsCode, ShowInFolder, SaveQueueScript, SaveTakeScript, SaveTrace>;

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

/// SaveTrace has written this file, an absolute path.
struct ReportTrace {
  std::string path;
};

using FileReport = std::variant<ReportFolder, ReportRecents, ReportDialog, ReportDialogMissed, ReportPictures,
                                ReportRecordingFiles, ReportTrace>;

}  // namespace app

#endif  // APP_SESSION_FILE_COMMANDS_H
