// Serves the window's requests about files and keeps its settings. All disk work is done by TaskQueue, except reading
// the settings at the start.
#pragma once

#include <optional>
#include <string>

#include "app/format/frame_trace.h"
#include "app/host/files/task_queue.h"
#include "app/host/files/user_folders.h"
#include "app/host/files/user_settings.h"
#include "app/session/session.h"

namespace app {

class FileService {
 public:
  /// Without `keepsSettings` the user's settings are neither read nor written.
  explicit FileService(bool keepsSettings);
  /// Writes settings that changed.
  ~FileService();
  FileService(const FileService&) = delete;
  FileService& operator=(const FileService&) = delete;

  const UserSettings& settings() const { return settings_; }
  /// Why the settings could not be read; empty: they were.
  const std::string& complaint() const { return complaint_; }

  void list(const std::string& path);
  /// `from`: the model that is open, or is being opened.
  void openNeighbor(const std::string& from, int step);
  void suggestRecording(const std::string& path);
  void showInFolder(const std::string& file);
  /// Reads a file of shapes or a script; see commandsOfFile.
  void open(const std::string& path);
  /// Writes a text under a free numbered name like `wanted`.
  void writeText(const std::string& wanted, std::string text);
  /// The model or project at `path` is on screen.
  void noteOpened(const std::string& path);
  void noteRecording(const std::string& path);
  void noteExistingRecording(const std::string& path);
  /// See SaveTrace.
  void saveTrace(const std::string& path, FrameTrace trace);

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
  TaskQueue tasks_;
};

}  // namespace app
