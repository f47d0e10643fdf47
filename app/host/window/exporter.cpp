#include "app/host/window/exporter.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>
#include <utility>

#include <glm/gtc/constants.hpp>

#include "app/format/project_json.h"
#include "app/host/files/folders.h"
#include "app/host/files/session_files.h"
#include "app/host/files/text_file.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/quality/transition_search.h"
#include "app/host/report/report_content.h"
#include "app/model/counted.h"
#include "app/record/pending_file.h"
#include "app/ui/character/character_text.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;

constexpr std::size_t kReportFilms = 5;

ExportStage stageOf(const Exporter::Request& request) {
  if (std::holds_alternative<BakeClips>(request)) return ExportStage::Baking;
  return std::holds_alternative<WriteReport>(request) ? ExportStage::Measuring : ExportStage::Tuning;
}

/// The pairs of a request; the error says what is missing.
Result<std::vector<CellIndex>> pairsOf(const Session& session, ExportedPart what) {
  std::vector<CellIndex> pairs;
  if (what == ExportedPart::Fade) {
    const CellIndex fade{session.character().program().from(), session.fadeSettings().to};
    if (fade.from < 0 || fade.to < 0 || fade.from == fade.to) return Error{"choose two clips for the fade first"};
    pairs.push_back(fade);
  } else if (what == ExportedPart::Kept) {
    pairs = keptPairs(session);
    if (pairs.empty()) return Error{"the transition set names no pair of clips yet"};
  } else {
    pairs = orderedPairs(sweptClips(session.model()).clips);
    if (pairs.empty()) return Error{"a transition needs two clips that have a length"};
  }
  return pairs;
}

/// The same for any request, so that what is impossible is refused before the thread starts.
Result<std::vector<CellIndex>> pairsOf(const Session& session, const Exporter::Request& request) {
  const auto* const bake = std::get_if<BakeClips>(&request);
  const auto* const tune = std::get_if<TuneTransitions>(&request);
  if (bake && bake->what == ExportedPart::Queue) {
    if (session.character().program().queue().items.empty()) return Error{"the queue is empty"};
    return std::vector<CellIndex>();
  }
  auto pairs = pairsOf(session, bake ? bake->what : tune ? tune->what : ExportedPart::All);
  if (!pairs || !tune) return pairs;
  for (const CellIndex& pair : *pairs)
    for (const int clip : {pair.from, pair.to})
      if (const auto& data = session.model().clips[static_cast<std::size_t>(clip)]; !(data.duration() > 0))
        return Error{"clip '" + data.name() + "' has no length"};
  return pairs;
}

/// The phases that the panel sets for this fade alone become those of its pair.
void setPhases(Session& session, CellIndex pair) {
  const FadePair& phases = session.character().program().pair();
  if (phases.fromPhase || phases.toPhase)
    (void)session.apply(
        SetTransitionCell{.cells = {pair}, .settings = {.fromPhase = phases.fromPhase, .toPhase = phases.toPhase}});
}

}  // namespace

Exporter::Exporter(std::string folder, int threads, std::string program)
    : folder_(std::move(folder)), threads_(threads), program_(std::move(program)) {}

/// One core is left to the window.
int Exporter::usualThreads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

Result<void> Exporter::start(const Request& request, const Session& session) {
  if (stage_ != ExportStage::None) return Error{"an export is running already"};
  auto pairs = pairsOf(session, request);
  if (!pairs) return pairs.error();
  Job job{.request = request,
          .model = session.model(),
          .project = projectTextAt("", session),
          .usual = wholeChoice(session.fadeSettings(), session.fadeCurve()),
          .pairs = *std::move(pairs)};
  done_ = all_ = 0;
  canceled_ = false;
  tells_ = true;
  stage_ = stageOf(request);
  {
    const std::lock_guard lock(mutex_);
    asked_ = std::move(job);
  }
  thread_.wake();
  return {};
}

void Exporter::writeCopy() {
  if (stage_ != ExportStage::Asking) return;
  stage_ = ExportStage::Baking;
  canceled_ = false;
  thread_.wake();
}

void Exporter::cancel() {
  canceled_ = true;
  if (stage_ != ExportStage::Asking) return;
  stage_ = ExportStage::None;
  copy_.reset();
}

void Exporter::forgetModel() {
  if (stage_ != ExportStage::Tuning) return;
  tells_ = false;
  canceled_ = true;
}

void Exporter::poll(Commands& out) {
  if (stage_ != ExportStage::None) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (auto told = lock ? std::exchange(told_, std::nullopt) : std::nullopt) {
      stage_ = copy_ ? ExportStage::Asking : ExportStage::None;
      if (tells_) std::move(told->begin(), told->end(), std::back_inserter(out));
    }
  }
  const ExportProgress now{.stage = stage_, .done = done_, .all = all_};
  const ExportProgress before = std::exchange(reported_, now);
  if (before.stage != now.stage || before.done != now.done || before.all != now.all) out.push_back(ReportExport{now});
}

bool Exporter::step() {
  std::optional<Job> job;
  {
    const std::lock_guard lock(mutex_);
    job = std::exchange(asked_, std::nullopt);
  }
  if (!job && !copy_) return false;
  Commands told;
  if (job) {
    told = run(*std::move(job));
  } else {
    const auto done = withinMemory(
        copyStem_, [&] { return written(*copy_); }, "write");
    copy_.reset();
    told = done ? *done : Commands{ShowMessage{done.error().message, true}};
  }
  const std::lock_guard lock(mutex_);
  told_ = std::move(told);
  return false;
}

Commands Exporter::run(Job job) {
  const auto done = withinMemory(
      job.model.name,
      [&]() -> Result<Commands> {
        Session session(std::move(job.model));
        (void)openProject({.path = {}, .text = job.project, .warnings = {}}, session);
        (void)session.apply(ShowScene{SceneKind::Character});  // time passes in the scene that is shown
        if (const auto* asked = std::get_if<BakeClips>(&job.request)) return bake(session, job, *asked);
        return std::holds_alternative<TuneTransitions>(job.request) ? tune(session, job) : report(session);
      },
      "export");
  if (canceled_) {
    copy_.reset();
    return {ShowMessage{"The export was canceled."}};
  }
  return done ? *done : Commands{ShowMessage{done.error().message, true}};
}

bool Exporter::goesOn(int done, int all) {
  done_ = done;
  all_ = all;
  return !canceled_;
}

/// "out/knight" for knight.glb.
std::string Exporter::stemOf(const Session& session) const {
  const std::string stem = std::filesystem::path(session.model().name).stem().string();
  return (std::filesystem::path(folder_) / (stem.empty() ? "model" : stem)).string();
}

Result<std::vector<BakedClip>> Exporter::bakedClips(Session& session, const Job& job, const BakeClips& request) {
  std::vector<BakedClip> baked;
  const BakeOptions options{.loops = request.loops && request.what == ExportedPart::Queue, .canceled = &canceled_};
  if (request.what == ExportedPart::Queue) {
    auto clip = bakeQueue(session, session.character().program().queue().items, options);
    if (!clip) return clip.error();
    baked.push_back(*std::move(clip));
  } else {
    if (request.what == ExportedPart::Fade) setPhases(session, job.pairs.front());
    for (const CellIndex& pair : job.pairs) {
      if (!goesOn(static_cast<int>(baked.size()), static_cast<int>(job.pairs.size()))) break;
      auto clip = bakeTransition(session, pair.from, pair.to, options);
      if (!clip) return clip.error();
      baked.push_back(*std::move(clip));
    }
  }
  giveFreeNames(session.model(), baked);
  return baked;
}

Result<Commands> Exporter::bake(Session& session, const Job& job, const BakeClips& request) {
  const auto baked = bakedClips(session, job, request);
  if (!baked) return baked.error();
  auto copy = copyWithBaked(session, *baked, request.keepsOwnClips);
  if (!copy) return copy.error();
  copyStem_ = stemOf(session);
  copyText_ = counted(baked->size(), "new clip");
  if (copy->lost.empty()) return canceled_ ? Result<Commands>(Commands{}) : written(*copy);
  const ReportLosses losses{copy->lost};
  copy_ = *std::move(copy);
  return Commands{losses};
}

Result<Commands> Exporter::written(const ModelCopy& copy) {
  const std::string path = freeName(copyStem_ + "-baked.glb");
  if (auto done = app::writeCopy(path, copy); !done) return done.error();
  return Commands{ReportLosses{}, ReportWritten{path}, ShowMessage{path + " is written, with " + copyText_}};
}

/// Of the roughest transitions, as `crossfade report` has them. While they are made, all transitions are done.
void Exporter::addFilms(Session& session, ReportedModel& model) {
  done_ = all_.load();
  const auto folder = ResultFolder::make(folder_);
  if (!folder) {
    model.noFilms = folder.error().message;
    return;
  }
  std::vector<ReportedPair*> roughest = model.roughest();
  roughest.resize(std::min(roughest.size(), kReportFilms));
  for (ReportedPair* const pair : roughest) {
    const CellIndex clips = clipsOf(model, *pair);
    auto film = filmByProgram(program_, session, clips.from, clips.to, folder_, [this] { return !canceled_; });
    if (!film) {
      model.noFilms = film.error().message;
      break;
    }
    pair->film = *std::move(film);
  }
}

Result<Commands> Exporter::report(Session& session) {
  ReportedModel model = measureModel(session, kUsualMaxRatio, kMaxSweptClips, threads_,
                                     [&](int done, int all) { return goesOn(done, all); });
  if (!model.error.empty()) return Error{model.error};
  if (!program_.empty()) addFilms(session, model);
  if (canceled_) return Commands{};
  const std::string path = freeName(stemOf(session) + "-report.html");
  if (auto done = writeTextFile(path, reportPage(model)); !done) return done.error();
  return Commands{ReportWritten{path},
                  ShowMessage{path + " is written: " + std::to_string(model.pastLimits()) + " of " +
                              counted(model.pairs.size(), "transition") + " are past the limits"}};
}

namespace {

/// "Walk to Run", as the window names them.
std::string nameOf(const Model& model, CellIndex pair) {
  const ClipNames names(model);
  std::array<char, 24> from, to;
  return std::string(names.shown(pair.from, from)) + " to " + std::string(names.shown(pair.to, to));
}

/// "sinks less, 8 to 1.5 %": the figure that was worst before, if it is better now.
std::string gainOf(const FoundTransition& found) {
  const FadeFault worst = worstFigure(found.before, kUsualMaxRatio);
  const auto figure = [&](const TransitionFigures& of) { return figureOf(worst, of.velocityRatio, 0, of.excess); };
  const double before = figure(found.before), after = figure(found.after);
  if (worst == FadeFault::None || !(after < before)) return "less noticeable";
  const bool isAngle = worst == FadeFault::Tilt || worst == FadeFault::Overshoot;
  const double unit = isAngle ? 180 / glm::pi<double>() : worst == FadeFault::Sink ? 100 : 1;
  const std::string text = formatNumber(before * unit, 1) + " to " + formatNumber(after * unit, 1) +
                           (isAngle                    ? "\u00b0"
                            : worst == FadeFault::Sink ? " %"
                                                       : " \u00d7");
  const std::string what = worst == FadeFault::Velocity ? "less abrupt"
                           : worst == FadeFault::Sink   ? "sinks less"
                           : worst == FadeFault::Tilt   ? "leans over less"
                                                        : "overshoots less";
  return what + ", " + text;
}

/// What was found, and what stays because nothing is better.
std::string summaryText(const Model& model, std::span<const FoundTransition> found) {
  const auto isKept = [](const FoundTransition& each) { return each.settings == FadeChoice{}; };
  const auto kept = static_cast<std::size_t>(std::ranges::count_if(found, isKept));
  const std::size_t better = found.size() - kept;
  if (found.size() == 1 && kept == 1)
    return nameOf(model, found[0].pair) + " stays as it is: nothing that was tried is less noticeable.";
  if (found.size() == 1)
    return nameOf(model, found[0].pair) + ": found a better fade (" + gainOf(found[0]) + "). Ctrl+Z undoes it.";
  if (better == 0)
    return "All " + counted(kept, "transition") + " stay as they are: nothing that was tried is less noticeable.";
  std::string text =
      "Found better settings for " + std::to_string(better) + " of " + counted(found.size(), "transition") + ".";
  if (kept > 0) text += " The others stay: nothing that was tried is less noticeable.";
  return text + " Ctrl+Z undoes it.";
}

}  // namespace

/// What is found replaces what the set says about a pair, if it is better than that.
Result<Commands> Exporter::tune(const Session& session, const Job& job) {
  const TransitionCells& set = session.character().transitions();
  std::vector<SearchedPair> pairs;
  for (const CellIndex pair : job.pairs) pairs.push_back(searchedPair(set, job.usual, pair));
  const auto found = findTransitions(session.model(), pairs, {}, threads_,
                                     [&](int done) { return goesOn(done, static_cast<int>(pairs.size())); });
  if (found.empty()) return Commands{};  // canceled
  Commands told{BeginGesture{}};
  for (const FoundTransition& each : found)
    if (each.settings != FadeChoice{}) told.push_back(cellOf(set, each));
  told.push_back(EndGesture{});
  told.push_back(ShowMessage{summaryText(session.model(), found)});
  return told;
}

}  // namespace app
