// The exports that take a while, on a thread: a copy of the model with baked clips, a report, and a tuned set.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/format/report/report_page.h"
#include "app/host/bake/clip_writer.h"
#include "app/jobs/background_thread.h"
#include "app/session/session.h"

namespace app {

/// Runs one export at a time, on a copy of the session: later changes to the session do not affect it.
class Exporter {
 public:
  using Request = std::variant<BakeClips, WriteReport, TuneTransitions>;

  /// `folder`: where files are written. `threads`: for what is measured, at least one. `program`: the path of
  /// crossfade, which renders the films of a report; empty: a report has none.
  explicit Exporter(std::string folder = "out", int threads = usualThreads(), std::string program = {});
  static int usualThreads();
  /// Cancels what runs.
  ~Exporter() { canceled_ = true; }

  /// The error: one runs already, or there is nothing to export.
  crossfade::Result<void> start(const Request& request, const Session& session);
  /// Writes the copy that waits because something is lost.
  void writeCopy();
  /// Ends what runs, or drops that copy.
  void cancel();
  /// Another model is shown, so a search for this one ends without a result.
  void forgetModel();
  /// Appends commands that report progress and results to the session, if there are any. Call it in each frame; it
  /// never waits.
  void poll(Commands& out);

 private:
  struct Job {
    Request request;
    Model model;
    std::string project;           // the session's settings
    FadeChoice usual;              // the panel's, for what the set leaves open
    std::vector<CellIndex> pairs;  // empty: the queue
  };
  bool step();
  Commands run(Job job);
  crossfade::Result<Commands> bake(Session& session, const Job& job, const BakeClips& request);
  crossfade::Result<std::vector<BakedClip>> bakedClips(Session& session, const Job& job, const BakeClips& request);
  crossfade::Result<Commands> report(Session& session);
  void addFilms(Session& session, ReportedModel& model);
  crossfade::Result<Commands> tune(const Session& session, const Job& job);
  crossfade::Result<Commands> written(const ModelCopy& copy);
  std::string stemOf(const Session& session) const;
  bool goesOn(int done, int all);

  const std::string folder_;
  const int threads_;
  const std::string program_;
  ExportStage stage_ = ExportStage::None;
  ExportProgress reported_;
  bool tells_ = true;  // whether poll() passes on the result
  std::atomic<int> done_ = 0, all_ = 0;
  std::atomic<bool> canceled_ = false;
  std::optional<ModelCopy> copy_;  // the thread's while it runs
  std::string copyStem_, copyText_;
  std::mutex mutex_;  // of these:
  std::optional<Job> asked_;
  std::optional<Commands> told_;
  BackgroundThread thread_{[this] { return step(); }};  // last: it uses all of the above
};

}  // namespace app
