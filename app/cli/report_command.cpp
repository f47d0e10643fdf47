// crossfade report: HTML pages for people, JSON lines and JUnit results for machines.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/shared_options.h"
#include "app/cli/subcommands.h"
#include "app/format/model_words.h"
#include "app/format/report/report_list.h"
#include "app/format/report/report_page.h"
#include "app/format/visible_text.h"
#include "app/host/files/text_file.h"
#include "app/host/quality/seam_sweep.h"
#include "app/host/report/report_content.h"
#include "app/host/terminal/messages.h"
#include "app/model/fnv1a.h"
#include "app/record/pending_file.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;

constexpr int kMostFilms = 20;

class ReportCommand final : public Subcommand {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* parser = program.add_subcommand(
        "report",
        "Write a page for each model: every transition measured, with curves and films; and JSON and JUnit "
        "files; exit code 4 when a limit is exceeded");
    auto* models = parser->add_option("MODEL", models_, modelHelp() + "; several");
    parser->add_option("--out", out_, "Write into this folder")->required();
    auto* from = parser
                     ->add_option("--from", lists_,
                                  "Measure nothing; merge these report.jsonl files from other runs into one index")
                     ->excludes(models);
    addMaxRatio(*parser, maxRatio_);
    addNumber(*parser, "--films", films_, "Films of this many of the roughest transitions", 0, kMostFilms)
        ->capture_default_str();
    parser->add_option("--film", filmed_, "FROM,TO: a film of this transition, too; may be repeated")
        ->allow_extra_args(false);
    addMostClips(*parser, mostClips_);
    addJobs(*parser, jobs_);
    parser
        ->add_flag(
            "--resume", resumes_,
            "Keep what report.jsonl in the --out folder already has; measure only what is missing, changed or failed")
        ->excludes(from);
    addOpeningOptions(*parser, opened_);
    return parser;
  }

  void check() const override {
    if (models_.empty() && lists_.empty()) throw CLI::RequiredError("MODEL or --from");
  }

  ExitCode run() const override {
    const auto folder = ResultFolder::make(out_);
    if (!folder) return fail(folder.error().message);
    auto models = lists_.empty() ? measureAll() : readLists();
    if (!models) return fail(models.error().message);
    for (const auto& [name, text] : {std::pair{"index.html", indexPage(*models)},
                                     {"junit.xml", junitText(*models)},
                                     {"report.json", reportJson(*models)}})
      if (auto written = writeTextFile(fs::path(out_) / name, text); !written) return fail(written.error().message);
    std::printf("%s\n", visible((fs::path(out_) / "index.html").string()).c_str());
    return exitCodeOf(*models);
  }

 private:
  static ExitCode exitCodeOf(const std::vector<ReportedModel>& models) {
    bool exceeded = false;
    for (const ReportedModel& model : models) {
      if (!model.error.empty()) return ExitCode::Failed;
      exceeded |= model.pastLimits() > 0;
    }
    return exceeded ? ExitCode::LimitExceeded : ExitCode::Done;
  }

  Result<std::vector<ReportedModel>> readLists() const {
    std::vector<ReportedModel> all;
    for (const std::string& path : lists_) {
      const auto text = readTextFile(path);
      if (!text) return text.error();
      auto list = readReportList(*text);
      if (!list) return Error{path + ": " + list.error().message};
      for (ReportedModel& model : list->models) {
        if (model.page.empty()) continue;
        std::error_code failure;
        const fs::path page = fs::path(path).parent_path() / model.page;
        model.page = fs::proximate(page, out_, failure).generic_string();
      }
      merge(all, std::move(list->models));
    }
    return all;
  }

  fs::path listPath() const { return fs::path(out_) / "report.jsonl"; }

  /// The results of an earlier run, for --resume; cuts an incomplete last line off its file. Without --resume, deletes
  /// that file.
  Result<std::vector<ReportedModel>> resumed() const {
    std::error_code failure;
    if (!resumes_ || !fs::exists(listPath(), failure)) {
      fs::remove(listPath(), failure);
      return std::vector<ReportedModel>();
    }
    const auto text = readTextFile(listPath().string());
    if (!text) return text.error();
    auto list = readReportList(*text);
    if (!list) return Error{listPath().string() + ": " + list.error().message};
    fs::resize_file(listPath(), list->complete, failure);
    if (failure) return Error{listPath().string() + ": " + failure.message()};
    return std::move(list->models);
  }

  Result<std::vector<ReportedModel>> measureAll() const {
    auto known = resumed();
    if (!known) return known;
    std::vector<ReportedModel> all;
    std::set<std::string> pages;
    for (const ReportedModel& model : *known) pages.insert(model.page);
    std::optional<HeadlessStage> stage;
    std::string noStage;
    if (films_ > 0 || !filmed_.empty()) {
      auto made = HeadlessStage::make(kPairFilmSize, false);
      if (made)
        stage.emplace(*std::move(made));
      else
        noStage = made.error().message;
    }
    for (const std::string& path : models_) {
      const std::string key = keyOf(path);
      const auto before = std::find_if(known->begin(), known->end(), [&](const ReportedModel& each) {
        return each.path == path && each.key == key && each.error.empty();
      });
      if (before != known->end()) {
        merge(all, {*before});
        continue;
      }
      ReportedModel model = reportOf(path, stage, noStage);
      model.path = path;
      model.key = key;
      if (model.error.empty()) {
        model.page = pageName(path, *known, pages);
        if (auto written = writeTextFile(fs::path(out_) / model.page, reportPage(model)); !written)
          return written.error();
      } else {
        warn(model.error);
      }
      if (auto added = addLine(model); !added) return added.error();
      print(model);
      merge(all, {std::move(model)});
    }
    return all;
  }

  /// A hash of everything that the result depends on, except the version of the program.
  std::string keyOf(const std::string& path) const {
    std::uint64_t hash = fileHash(path);
    const auto add = [&](const std::string& text) { hash = fnv1a(text + '\n', hash); };
    for (const std::string& file : opened_.clipFiles) add(std::to_string(fileHash(file)));
    add(opened_.set.empty() ? "" : std::to_string(fileHash(opened_.set)));
    add(formatNumber(maxRatio_) + " " + std::to_string(films_) + " " + std::to_string(mostClips_));
    for (const std::string& pair : filmed_) add(pair);
    return std::to_string(hash);
  }

  /// "knight.html", with a number if another model has that name; a known model keeps its file name.
  static std::string pageName(const std::string& path, const std::vector<ReportedModel>& known,
                              std::set<std::string>& pages) {
    for (const ReportedModel& each : known)
      if (each.path == path && !each.page.empty()) return each.page;
    const std::string stem = path.empty() ? "character" : fs::path(path).stem().string();
    std::string name = stem + ".html";
    for (int i = 2; name == "index.html" || !pages.insert(name).second; ++i)
      name = stem + "-" + std::to_string(i) + ".html";
    return name;
  }

  Result<void> addLine(const ReportedModel& model) const {
    std::ofstream file(listPath(), std::ios::app | std::ios::binary);
    file << reportLine(model) + "\n" << std::flush;
    if (!file) return Error{listPath().string() + ": cannot be written"};
    sayOnSignals(visible("canceled; " + out_ + " keeps the models that are done, and --resume measures the others"));
    return {};
  }

  ReportedModel reportOf(const std::string& path, std::optional<HeadlessStage>& stage,
                         const std::string& noStage) const {
    const auto begin = std::chrono::steady_clock::now();
    const auto failed = [&](const std::string& why) {
      ReportedModel model;
      model.name = fs::path(path).filename().string();
      model.error = why;
      return model;
    };
    SessionOptions asked = opened_;
    asked.model = path;
    auto opened = openSession(asked);
    if (!opened) return failed(opened.error().message);
    Session& session = **opened;
    std::optional<Progress> progress;
    ReportedModel model = measureModel(session, maxRatio_, mostClips_, jobs_, [&](int done, int all) {
      if (!progress) progress.emplace(all, "transitions");
      progress->show(done);
      return true;
    });
    progress.reset();
    model.noFilms = noStage;
    if (stage) addFilms(session, *stage, model);
    model.took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return model;
  }

  /// Films of the roughest transitions, and of the requested ones whose clips the model has.
  void addFilms(Session& session, HeadlessStage& stage, ReportedModel& model) const {
    std::vector<ReportedPair*> chosen = model.roughest();
    const auto rest = chosen.begin() + std::min<std::ptrdiff_t>(films_, std::ssize(chosen));
    std::vector<CellIndex> wanted;
    for (const std::string& text : filmed_) {
      const auto pair = findPair(session.model(), text);
      const auto isMeasured = [&](const ReportedPair* each) { return clipsOf(model, *each) == *pair; };
      if (pair && std::any_of(chosen.begin(), chosen.end(), isMeasured))
        wanted.push_back(*pair);
      else
        warn("--film: " + (pair ? "'" + text + "' is not among the transitions of " + model.name + " that are measured"
                                : model.name + ": " + pair.error().message));
    }
    const auto isAskedFor = [&](const ReportedPair* pair) {
      return std::find(wanted.begin(), wanted.end(), clipsOf(model, *pair)) != wanted.end();
    };
    chosen.erase(std::remove_if(rest, chosen.end(), [&](const ReportedPair* pair) { return !isAskedFor(pair); }),
                 chosen.end());
    for (ReportedPair* pair : chosen) {
      const CellIndex clips = clipsOf(model, *pair);
      auto film = filmOfPair(session, clips.from, clips.to, stage, out_);
      if (film)
        pair->film = *std::move(film);
      else
        model.noFilms = film.error().message;
    }
  }

  static void print(const ReportedModel& model) {
    if (!model.error.empty()) return;
    const std::string worst = model.pairs.empty() ? "-" : formatNumber(model.worst(), 3);
    std::printf("%s: %zu transitions, %zu past the limits, velocity at most %s (limit %s), in %s s\n",
                visible(model.name).c_str(), model.pairs.size(), model.pastLimits(), worst.c_str(),
                formatNumber(model.maxRatio).c_str(), formatNumber(model.took, 2).c_str());
    std::fflush(stdout);
  }

  std::vector<std::string> models_, lists_, filmed_;
  SessionOptions opened_;
  std::string out_;
  double maxRatio_ = kUsualMaxRatio;
  int films_ = 5;
  int mostClips_ = kMaxSweptClips;
  int jobs_ = usualJobs();
  bool resumes_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> makeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace app
