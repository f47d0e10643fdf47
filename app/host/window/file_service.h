// Serves the window's requests about files and keeps its settings. All disk work is done by TaskQueue, except reading
// the settings at the start. Recordings and projects write their own files.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/format/frame_trace.h"
#include "app/host/files/folders.h"
#include "app/host/files/task_queue.h"
#include "app/host/files/user_settings.h"
#include "app/platform/portal_dialog.h"
#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

// Files that the user chooses in the desktop's own dialog.

/// The dialog for this purpose: its title, and which files it shows. `model`: the name of the one that gets clips.
FileDialog fileDialogFor(BrowsePurpose purpose, const std::string& model);

class FileDialogs {
 public:
  /// Not `enabled`: no dialog is ever offered.
  explicit FileDialogs(bool enabled) : portal_(enabled ? sessionBusAddress() : std::string()) {}

  /// See ShowFileDialog. The answer comes with poll().
  void show(BrowsePurpose purpose, FileDialog dialog);
  /// Appends what the session is to be told: whether there is a dialog, and what was chosen in it.
  void poll(Commands& out);

 private:
  PortalDialog portal_;
  BrowsePurpose purpose_ = BrowsePurpose::Open;  // of the dialog shown last
  bool offered_ = false;                         // as the session knows it
};

class FileService {
 public:
  /// Without `keepsSettings` the user's settings are neither read nor written, and unsaved work is not kept.
  explicit FileService(bool keepsSettings);
  /// Writes settings that changed.
  ~FileService();
  FileService(const FileService&) = delete;
  FileService& operator=(const FileService&) = delete;

  const UserSettings& settings() const { return settings_; }
  /// Where unsaved work is kept; empty: nowhere.
  const std::filesystem::path& stateFolder() const { return folders_.state; }
  /// Where pictures of models are kept; empty: nowhere.
  std::filesystem::path modelFolder() const { return folders_.cache.empty() ? "" : folders_.cache / "models"; }
  std::filesystem::path pictureFolder() const { return folders_.cache.empty() ? "" : folders_.cache / "pictures"; }
  /// Why the settings could not be read; empty: they were.
  const std::string& complaint() const { return complaint_; }

  void list(const std::string& path);
  /// `from`: the model that is open, or is being opened.
  void openNeighbor(const std::string& from, int step);
  void suggestRecording(const std::string& path);
  void showInFolder(const std::string& file);
  /// Reads a file of shapes or a script; see commandsOfFile.
  void open(const std::string& path);
  /// The same for files that were dropped together; see commandsOfFiles.
  void open(std::vector<std::string> paths, std::optional<std::string> modelError = {});
  /// Writes a file of shapes; see app/host/files/session_files.h.
  void saveShapes(const std::string& path, ShapeDocument document);
  /// Writes a text under a free numbered name like `wanted`.
  void writeText(const std::string& wanted, std::string text);
  /// The model or project at `path` is on screen.
  void noteOpened(const std::string& path);
  void noteRecording(const std::string& path);
  /// Begins to check whether a recording would replace a file; see folders.h.
  void checkName(const std::string& path);
  /// The result of the last checkName(); nothing until it is known.
  std::optional<bool> checkedNameIsTaken() const;
  void noteExistingRecording(const std::string& path);
  /// See SaveTrace.
  void saveTrace(const std::string& path, FrameTrace trace);

  /// Nothing: as the GPU can. It is written with what keepWindow() keeps.
  void keepQuality(std::optional<PictureQuality> quality);
  /// Keeps what changed, at most once a second; `delta` in seconds.
  void keepWindow(int width, int height, const Workspace& workspace, const ViewOptions& view, double delta);
  /// Appends what the session is to be told.
  void poll(Commands& out);

 private:
  void setAside(const std::string& why);
  void saveSoon();
  void reportRecents();

  UserFolders folders_;  // empty: nothing is kept
  UserSettings settings_;
  std::string complaint_;
  RecordingFiles recording_;
  bool hasChanged_ = false;
  double sinceSave_ = 0;
  struct CheckedName {
    int check = 0;
    bool isTaken = false;
  };
  int checks_ = 0;                        // calls of checkName()
  std::atomic<CheckedName> checkedName_;  // set by its tasks
  TaskQueue tasks_;                       // last: its tasks use the above
};

}  // namespace app
