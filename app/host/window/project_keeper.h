// The project of the window: saves it, keeps unsaved changes, and says so in the title. Files are written on a thread.
// Whichever way a session is left, by another file or by closing, nothing is lost: work on a model that has no project
// is kept without asking, and comes back when the model is opened again; for a project, LeaveGuard asks first.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>

#include "app/host/files/autosave.h"
#include "app/host/files/task_queue.h"
#include "app/platform/window.h"
#include "app/session/session.h"

namespace app {

class ProjectKeeper {
 public:
  /// Keeps unsaved changes in `folder`; empty: nowhere.
  explicit ProjectKeeper(const std::filesystem::path& folder)
      : autosave_(folder), kept_(folder), keptWorkspaces_(folder), left_(autosave_.find()) {}

  /// Begins to write. The session's own file is replaced without asking; if open() had to leave out parts of it, a copy
  /// is kept beside it, such as "walk-damaged-001.crossfade". Returns what to report at once, if anything: a question
  /// or an error.
  std::optional<Command> save(const SaveProject& request, const Session& session);
  /// A new session is shown: brings it to what the project says that its model was opened through, and then to what was
  /// kept, which is one change that can be undone. Returns what to report, such as what was left out; the session then
  /// has unsaved changes. Workspaces that belong to no model come back from before the last project, or the last run.
  Commands open(const std::optional<ProjectSource>& project, Session& session);
  /// Once a frame: keeps changes, and returns what ended since. Allocates only when something happens.
  Commands update(double delta, const Session& session);

  /// The window ends without asking: finishes what is being written and keeps unsaved changes for the next run. Returns
  /// whether there is something that the next run will offer.
  bool leaveBehind(const Session& session);

  /// The session is left for another model, or the window closes. Unless `discards`, unsaved changes are kept until the
  /// project or model is opened again; returns whether there were any. Writes them before it returns. On an error they
  /// are in the session alone, and canKeep() is false until another one is opened.
  crossfade::Result<bool> leave(const Session& session, bool discards);
  /// What leave() kept of this model or project (LoadRequest::kept). If it is the one that is shown, keeps its changes.
  std::string keptFor(const std::string& path, const Session& session);
  /// Forgets what open() has brought back, and returns the command that takes it back.
  Command discardKept(const Session& session);
  bool canKeep() const { return kept_.isOn() && !keepFails_; }

  /// Whether a file that save() began is not finished.
  bool isSaving() const { return !saves_.empty(); }
  /// Whether a file is being written: a project, or unsaved changes.
  bool isWriting() { return !writer_.isIdle(); }

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
  crossfade::Result<std::string> keep(const Session& session);
  void forgetWholeKept();
  Commands openSaved(const ProjectSource& project, Session& session);
  void keepWorkspaces(const Session& session);
  void bringBack(const ProjectSource& project, Document asOpened, Session& session, Commands& reports);
  void bringWorkspacesBack(Session& session);
  static std::vector<std::string> applyKept(const std::filesystem::path& file, Document asOpened, Session& session);
  bool wasChangedByOthers(const std::string& path) const;

  Autosave autosave_;  // outlives the writer, which may still write its file
  KeptWork kept_, keptWorkspaces_;
  std::uint64_t stateBeforeKept_ = 0;  // what was kept is the change after it
  bool keptIsWhole_ = true;            // all of it fitted the model
  bool keepFails_ = false;
  bool hasOwnWorkspaces_ = false;  // the session has those that belong to no project
  std::optional<UnsavedWork> left_;
  bool restored_ = false;  // left_ was opened; it is deleted when this run has kept it again
  std::string source_;     // the text that the project was opened from
  std::string sourcePath_;
  std::filesystem::file_time_type sourceTime_;  // when the file was last opened or saved
  bool isDamaged_ = false;                      // open() left out parts of the project, and only its file has them
  std::deque<Save> saves_;                      // the first is being written
  std::string autosavePath_;
  bool unsavedShown_ = false;
  std::string nameShown_;
  std::string title_;
  BackgroundWriter writer_;
};

/// What unsaved changes are changes to: the file name of the project, or without one of the model.
std::string workName(const Model& model, const std::string& project);

// ---- When a session with unsaved changes may be left.

/// Of one thing that waits for it: the window that is to close, or a model that is ready.
class LeaveGuard {
 public:
  enum class Next {
    Wait,
    Ask,      // AskToLeave
    Go,       // ProjectKeeper::leave
    Discard,  // the same, and changes are lost
    Stay      // the user changed their mind, or saving failed
  };
  /// Once a frame while something waits. After Go, Discard and Stay it begins anew.
  Next update(const Session& session, const ProjectKeeper& project);
  /// The user's answer.
  void answer(const LeaveProject& answer) { answer_ = answer.how; }
  /// Whether it has asked, and waits.
  bool hasAsked() const { return hasAsked_; }
  void reset() { *this = {}; }

 private:
  Next end(Next next) {
    reset();
    return next;
  }
  bool hasAsked_ = false;
  std::optional<LeaveHow> answer_;
};

}  // namespace app
