// Changes that were not saved. Those of this run are in a file that stays only if the program ends unexpectedly; those
// of a model or project that was left for another are kept until it is opened again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace app {

/// What a run that ended unexpectedly left behind.
struct UnsavedWork {
  std::filesystem::path file;  // a project file with absolute paths
  std::string project;         // the project that it changed; empty: it was never saved
  bool isDamaged = false;      // parts of that project could not be read, and its file is the only one that has them
};

class Autosave {
 public:
  static constexpr double kQuietSeconds = 1;  // without a change, before the work is written
  static constexpr double kMaxSeconds = 2.5;  // of changes without such a pause: it is written anyway

  /// `folder`, in the window userFolders().state, is created on the first write. Empty: nothing is kept.
  explicit Autosave(std::filesystem::path folder);
  /// Ends the run as planned: removes its file.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Call once a frame with the current state (UndoHistory::state) and whether it is saved. True when its text is due:
  /// kQuietSeconds after the last change, or kMaxSeconds after the first. A saved state removes the file.
  bool isDue(double delta, std::uint64_t state, bool saved);
  /// Where to write the text, for changes to `project`; `isDamaged`: see UnsavedWork. Claims the file for this run;
  /// empty if that fails.
  std::filesystem::path claim(const std::string& project, bool isDamaged);

  /// Leaves the file behind, as a run that ends unexpectedly does.
  void leave();

  /// The newest work of runs that ended unexpectedly.
  std::optional<UnsavedWork> find() const;
  /// Forgets such work.
  static void discard(const UnsavedWork& work);

 private:
  void remove();

  std::filesystem::path folder_;
  std::filesystem::path file_;   // of this run
  std::filesystem::path owner_;  // beside it, locked while the run lasts; says which project it is
  int lock_ = -1;
  std::uint64_t state_ = 0;  // of the last frame
  std::uint64_t keptState_ = 0;
  double sinceChange_ = 0;
  double sinceKept_ = 0;  // while the state differs from the one that was kept
};

/// Work that was left without being saved: for each model or project a project file with absolute paths. If several
/// programs leave work on the same one, each has its own file.
class KeptWork {
 public:
  /// `folder` is created on the first write. Empty: nothing is kept.
  explicit KeptWork(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The newest work on the model or project at this absolute path (empty: the bundled character); empty: none.
  std::filesystem::path find(const std::string& of) const;
  /// Continues the work of this file: the next claim() replaces it, unless another program has written it by then.
  void take(const std::filesystem::path& file);
  /// Where to write work on `of`, a file of its own; empty if the folder cannot be written to. Ends take().
  std::filesystem::path claim(const std::string& of);
  /// Deletes what was taken: it is saved, or not wanted any more.
  void forgetTaken();
  /// Whether work can be kept.
  bool isOn() const { return !folder_.empty(); }

 private:
  std::filesystem::path fileOf(const std::string& of, int number) const;

  std::filesystem::path folder_;
  std::filesystem::path taken_;
  std::filesystem::file_time_type takenTime_;
};

}  // namespace app
