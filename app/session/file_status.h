// What the host reports about files: a listed folder, recently opened models and their pictures, recordings.
#ifndef APP_SESSION_FILE_STATUS_H
#define APP_SESSION_FILE_STATUS_H

#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// What a file is chosen for.
enum class BrowsePurpose { Open, AddClips };

struct FolderEntry {
  std::string name;
  bool isFolder = false;
  std::uint64_t bytes = 0;
  std::string modified;  // "2026-11-22 03:50", local time
};

/// A folder as it was when it was read; folders first, then by name, whatever the case.
struct FolderListing {
  std::string path;  // absolute; empty: nothing was listed yet
  std::string file;  // not empty: the path that was asked for is this file in the folder
  std::string error;
  std::vector<FolderEntry> entries;
  int serial = 0;  // counts the listings
};

struct RecentFile {
  std::string path;  // absolute
  bool isMissing = false;
};

/// The dialog of the desktop, in which ShowFileDialog lets the user choose.
struct SystemDialog {
  bool offered = false;                        // the desktop has one
  int misses = 0;                              // how often it was asked for and did not come
  BrowsePurpose missed = BrowsePurpose::Open;  // the last time
};

/// A small picture of a model as it was on screen.
struct ModelPicture {
  std::string path;          // of the model or project, absolute
  unsigned int texture = 0;  // OpenGL's name, of the host; 0: the file was not on screen, or has changed since
  int width = 0, height = 0;
};

/// Absolute paths of recordings; empty: none.
struct RecordingFiles {
  std::string suggested;  // for the next one: a name that is free
  std::string written;    // the last one, complete
  std::string inTheWay;   // exists, and the recording that was asked for would replace it
};

struct FileStatus {
  FolderListing folder;
  std::vector<RecentFile> recents;     // the last opened first
  std::vector<ModelPicture> pictures;  // those found last; see FindPicture
  SystemDialog dialog;
  RecordingFiles recording;
  std::string trace;  // the last file of SaveTrace, an absolute path; empty: none
};

}  // namespace app

#endif  // APP_SESSION_FILE_STATUS_H
