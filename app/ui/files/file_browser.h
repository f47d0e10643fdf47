// The file browser: recent models and a folder, by keyboard or mouse. Folders are listed by the host.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/session/host_commands.h"
#include "app/session/session.h"
#include "app/ui/widgets/ui_rect.h"
#include "app/ui/widgets/widgets.h"

namespace app {

// ---- Rows of files, for the browser and the start page.

// Pictures of models, beside their names in the file browser and on the start page.

/// The pictures that were asked for and have not come.
struct PictureAsks {
  std::vector<std::string> waiting;
};

/// The picture of this file, or of the bundled character for an empty path; null while it is not known, or if there is
/// none. Asks the host for it the first time.
const ModelPicture* pictureOf(const std::string& path, const FileStatus& files, PictureAsks& asks, Commands& out);

/// A box with the picture in its middle, as large as fits; null leaves the box empty. `id`: for the widget log, of the
/// picture.
void pictureBox(const UiRect& box, const ModelPicture* picture, const char* id);

/// A path on one line: its end, after "...", where it does not fit.
void pathIn(const UiRect& rect, std::string_view path, ImU32 tint, ImFont* font = nullptr);
/// The background of ImGui's last item as a row.
void rowGround(bool selected);
/// A recent file as wide as the window: its picture if there is one, name and folder, or that it is missing. Null is
/// the bundled character. True when pressed.
bool recentRow(const char* id, const RecentFile* recent, bool selected, const ModelPicture* picture);
float recentRowHeight();

struct FileBrowser {
  bool isOpen = false;
  bool usesSystemDialog = true;  // instead of the browser, where the desktop has one
  int seenMisses = 0;            // of SystemDialog::misses
  BrowsePurpose purpose = BrowsePurpose::Open;
  bool showsAll = false;           // also what does not open
  bool inRecents = false;          // the arrow keys move in the recent models
  int selected = 0;                // in `shown`, or in the recents
  bool scrolls = false;            // to the selected row
  std::array<char, 1024> typed{};  // a filter, or a path
  int fieldSerial = 0;             // a new text field whenever the text is cleared
  std::vector<int> shown;          // indices of the listed entries that pass the filter
  int shownSerial = -1;            // of the listing that `shown` is of
  int seenSerial = 0;              // of the last listing that came
  double askedAt = -1;             // when a folder was asked for whose listing has not come; below 0: none
  std::string picked;              // the file of the selected row that may have a picture; empty: none
  PictureAsks pictures;
};

/// Lets the user choose a file: in the desktop's dialog where there is one and the user wants it, else in the browser.
void chooseFile(const Session& session, FileBrowser& browser, BrowsePurpose purpose, Commands& out);
/// Call it every frame: opens the browser if the desktop's dialog was requested but never appeared.
void replaceMissedDialog(const Session& session, FileBrowser& browser, Commands& out);

/// Shows it and asks for the folder used last.
void openFileBrowser(FileBrowser& browser, BrowsePurpose purpose, Commands& out);
/// Over everything else. What the user chooses is requested, and the browser closes.
void drawFileBrowser(const Session& session, FileBrowser& browser, Commands& out);

// What the file browser lists and selects. Plain data, without Dear ImGui.

/// Whether a file of this name can be opened for the purpose.
bool opens(std::string_view name, BrowsePurpose purpose);
/// Whether what is typed is a path, and not a filter.
bool isPath(std::string_view typed);
std::string joined(const std::string& folder, const std::string& name);

/// Lists the entries that pass the filter again.
void filter(const FolderListing& folder, FileBrowser& browser);
/// Null: a recent file or nothing is selected.
const FolderEntry* selectedEntry(const FileStatus& files, const FileBrowser& browser);
/// Remembers the file of the selected row. Allocates only when it changes.
void pick(const FileStatus& files, FileBrowser& browser);
void moveSelection(int rows, int count, FileBrowser& browser);
void switchList(bool toRecents, FileBrowser& browser);

/// Rows of the recent files. The last is the bundled character, unless clips are added.
int recentCount(const FileStatus& files, const FileBrowser& browser);
/// Null for the bundled character.
const RecentFile* recentAt(const FileStatus& files, int row);

/// What a session without a model of the user's own offers: recent files, and how to open one. Beside the bundled
/// character; not in a small window. False for good when it was closed or something was opened.
bool drawStartPage(const Session& session, FileBrowser& browser, const UiRect& scene, Commands& out);

}  // namespace app
