// The project of the window: saves it, keeps unsaved changes, and says so in the title. Files are written on a thread.
// What closing with unsaved changes does is the viewer's: it asks first (AskToClose).
#ifndef APP_HOST_WINDOW_PROJECT_KEEPER_H
#define APP_HOST_WINDOW_PROJECT_KEEPER_H

#include <deque>
#include <filesystem>
#include <optional>
#include <string>

#include "app/host/files/autosave.h"
#include "app/host/files/background_writer.h"
#include "app/platform/window.h"
#include "app/session/session.h"

namespace app {

class ProjectKeeper {
 public:
  /// Keeps unsaved changes in `folder`; empty: nowhere.
  explicit ProjectKeeper(const std::filesystem::path& folder) : autosave_(folder), left_(autosave_.find()) {}

  /// Begins to write. The session's own file is replaced without asking; if open() had to leave out parts of it, a copy
  /// is kept beside it, such as "walk-damaged-001.crossfade". Returns what to report at once, if anything: a question
  /// or an error.
  std::optional<Command> save(const SaveProject& request, const Session& session);
  /// Brings a session of the project's model to what the project says. Returns what to report, such as what was left
  /// out; the session then has unsaved changes.
  Commands open(const ProjectSource& project, Session& session);
  /// Once a frame: keeps changes, and returns what ended since. Allocates only when something happens.
  Commands update(double delta, const Session& session);

  /// The window ends without asking: finishes what is being written and keeps unsaved changes for the next run. Returns
  /// whether there is something that the next run will offer.
  bool leaveBehind(const Session& session);

  /// Whether a file that save() began is not finished.
  bool isSaving() const { return !saves_.empty(); }

  /// What an earlier run left behind, in words; empty: nothing.
  std::string leftBehind() const;
  /// The project file to open for it.
  std::string restore();
  void discard();

  /// Whether title() is new.
  bool titleChanged(const Session& session);
  const std::string& title() const { return title_; }

 private:
  struct Save {
    std::string path;
    std::uint64_t state = 0;
    std::string text;
    std::string copy = {};  // of the damaged file that it replaces, written before it; empty: that one is not damaged
  };
  void beginSave();
  Commands endSave(const WrittenFile& written);
  Commands reportsOf(const WrittenFile& written);
  void keepChanges(double delta, const Session& session);
  void writeChanges(const Session& session);

  Autosave autosave_;  // outlives the writer, which may still write its file
  std::optional<UnsavedWork> left_;
  bool restored_ = false;  // left_ was opened; it is deleted when this run has kept it again
  std::string source_;     // the text that the project was opened from
  std::string sourcePath_;
  bool isDamaged_ = false;  // open() left out parts of the project, and only its file has them
  std::deque<Save> saves_;  // the first is being written
  std::string autosavePath_;
  bool unsavedShown_ = false;
  std::string nameShown_;
  std::string title_;
  BackgroundWriter writer_;
};

// ---- When the window may close: unsaved changes are asked about first.

class WindowClosing {
 public:
  /// Whether a window that was asked to close may do so. If not, withdraws the request; the caller then has to ask the
  /// user (AskToClose).
  bool mayClose(Window& window, const Session& session) const;
  /// The user's answer.
  void answer(const CloseProgram& request, Window& window);
  /// Once a frame: closes the window if the user wanted to save first, and that is done.
  void update(Window& window, const Session& session, const ProjectKeeper& project);

 private:
  bool isUnsavedFine_ = false;
  bool waitsForSave_ = false;
};

}  // namespace app

#endif  // APP_HOST_WINDOW_PROJECT_KEEPER_H
