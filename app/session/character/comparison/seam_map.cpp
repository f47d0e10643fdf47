#include "app/session/character/comparison/seam_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "app/jobs/background_thread.h"
#include "app/model/match_points.h"
#include "app/session/character/settings/fade_settings.h"

namespace app {
namespace {

constexpr double kSlideWeight = 4, kPopWeight = 10, kTiltWeight = 4, kSinkWeight = 10;

/// How many frames long. Key times are floats, so a clip may be longer than its frames by their rounding.
double framesIn(double duration) { return duration * kMatchRate * (1 - 1e-7); }

SeamGrid::Axis coarsest(double duration, bool wraps) {
  const double most = std::ceil(framesIn(duration));
  return {.duration = duration,
          .wraps = wraps,
          .intervals = static_cast<int>(std::clamp(most, 1.0, static_cast<double>(SeamGrid::kCoarsest)))};
}

bool isFine(const SeamGrid::Axis& axis) {
  return 2 * axis.intervals > SeamGrid::kFinest || axis.intervals >= framesIn(axis.duration);
}

SeamGrid::Axis halved(SeamGrid::Axis axis) {
  axis.intervals *= 2;
  return axis;
}

int finestCount(SeamGrid::Axis axis) {
  while (!isFine(axis)) axis = halved(axis);
  return axis.count();
}

}  // namespace

double seamCost(const SeamFigures& figures, double maxRatio) {
  const crossfade::SeamExcess& excess = figures.excess;
  return std::max(figures.velocityRatio - 1, 0.0) + excess.overshoot + kTiltWeight * excess.tilt +
         kSinkWeight * excess.sink + kSlideWeight * figures.slide.value_or(0) +
         kPopWeight * std::max(figures.velocityRatio - maxRatio, 0.0);
}

SeamGrid::SeamGrid(double fromDuration, bool fromWraps, double toDuration, bool toWraps)
    : axes_{coarsest(fromDuration, fromWraps), coarsest(toDuration, toWraps)},
      figures_(static_cast<std::size_t>(rows().count() * columns().count())),
      isMeasured_(figures_.size()),
      finest_(finestCount(rows()) * finestCount(columns())) {}

std::optional<SeamGrid::Cell> SeamGrid::next() {
  while (next_ < figures_.size() && isMeasured_[next_]) ++next_;
  if (next_ == figures_.size()) return std::nullopt;
  const int index = static_cast<int>(next_), across = columns().count();
  return Cell{index / across, index % across};
}

void SeamGrid::set(const Cell& cell, const SeamFigures& figures) {
  const auto index = static_cast<std::size_t>(cell.row * columns().count() + cell.column);
  if (!isMeasured_[index]) ++measured_;
  isMeasured_[index] = true;
  figures_[index] = figures;
}

bool SeamGrid::refine() {
  const Axis before[] = {rows(), columns()};
  for (Axis& axis : axes_)
    if (!isFine(axis)) axis = halved(axis);
  const int byRow = rows().intervals / before[0].intervals, byColumn = columns().intervals / before[1].intervals;
  if (byRow == 1 && byColumn == 1) return false;
  const std::vector<SeamFigures> coarser = std::exchange(figures_, {});
  isMeasured_.clear();
  for (int row = 0; row < rows().count(); ++row)
    for (int column = 0; column < columns().count(); ++column) {
      figures_.push_back(nth(coarser, row / byRow * before[1].count() + column / byColumn));
      isMeasured_.push_back(row % byRow == 0 && column % byColumn == 0);
    }
  next_ = 0;
  isCoarsest_ = false;
  return true;
}

double SeamGrid::progress() const { return static_cast<double>(measured_) / finest_; }

namespace {

constexpr int kMaxJobs = 16;    // few, so that what comes into sight is measured soon
constexpr int kLookedAt = 256;  // cells in a frame
constexpr std::size_t kCachedPerCell = 4, kMaxCached = 1u << 20;

struct Job {
  int from = 0, to = 0;
  std::uint64_t key = 0;
};
struct JobResult {
  Job job;
  FadeFigures figures;
};

}  // namespace

/// What the frame and the thread exchange, and what only the thread uses.
struct SeamMap::Thread {
  Thread(const Model& measured, const crossfade::MeasuredBody& measuredBody) : model(measured), body(measuredBody) {}

  /// Measures one fade; false: there is none.
  bool step() {
    std::optional<Job> job;
    {
      const std::scoped_lock lock(mutex);
      if (next) settings = std::move(next);
      if (jobCount == 0) return false;
      job = jobs[0];
      std::copy(jobs.begin() + 1, jobs.begin() + jobCount, jobs.begin());
      --jobCount;
    }
    const FadeFigures figures = measure(job->from, job->to);
    const std::scoped_lock lock(mutex);
    nth(results, resultCount++) = {*job, figures};
    return true;
  }

  FadeFigures measure(int from, int to) {
    if (!meter) {
      std::vector<int> clips(model.clips.size());
      std::iota(clips.begin(), clips.end(), 0);
      meter.emplace(model, body, std::move(clips));
    }
    const FadeAsSet fade = settings->fade(from, to);
    const auto durationOf = [this](int clip) { return nth(model.clips, clip).duration(); };
    const std::optional<crossfade::JointMask> mask = settings->maskOf(fade.how, model.skeleton);
    const auto entry = fade.toPhase ? std::optional(*fade.toPhase * durationOf(to)) : std::nullopt;
    FadeFigures worst;
    for (const double start : measuredStarts(fade.fromPhase)) {
      const FadeFigures found =
          meter->measure(fade.how, fade.curve, mask ? &*mask : nullptr, start * durationOf(from), entry);
      if (found.velocityRatio > worst.velocityRatio) {
        worst.joint = found.joint;
        worst.value = found.value;
      }
      worst.velocityRatio = std::max(worst.velocityRatio, found.velocityRatio);
      worst.positionRatio = std::max(worst.positionRatio, found.positionRatio);
      worst.excess.raise(found.excess);
    }
    return worst;
  }

  const Model& model;
  const crossfade::MeasuredBody& body;
  std::mutex mutex;  // of these:
  std::unique_ptr<FadeSetup> next;
  std::array<Job, kMaxJobs> jobs;
  int jobCount = 0;
  std::array<JobResult, 2 * kMaxJobs> results;  // the frame fetches them whenever it adds jobs
  int resultCount = 0;
  // Of the thread alone:
  std::unique_ptr<FadeSetup> settings;
  std::optional<FadeMeter> meter;
  BackgroundThread thread{[this] { return step(); }};
};

SeamMap::SeamMap(const Model& model, const crossfade::MeasuredBody& body)
    : model_(model), body_(body), clipCount_(static_cast<int>(model.clips.size())) {}
SeamMap::~SeamMap() = default;

void SeamMap::watch(bool on, std::vector<int> from, std::vector<int> to) {
  on_ = on;
  from_ = std::move(from);
  to_ = std::move(to);
  double length = 0;  // of all clips, each of which is sampled before the first fade is measured
  for (const crossfade::AnimationClip& clip : model_.clips) length += clip.duration();
  if (on && !thread_ && length <= kMostSampled) begin();
}

void SeamMap::begin() {
  cells_.resize(static_cast<std::size_t>(clipCount_ * clipCount_));
  cache_.resize(std::clamp<std::size_t>(cells_.size() * kCachedPerCell, 1, kMaxCached));
  thread_ = std::make_unique<Thread>(model_, body_);
}

void SeamMap::update(const TransitionCells& cells, std::uint64_t revision, const FadeSettings& panel,
                     const crossfade::AnimationCurve& curve, const std::vector<NamedMask>& masks) {
  if (!on_ || !thread_) return;
  const bool isNew = !settings_ || revision != revision_ || !settings_->isFor(panel, curve);
  if (isNew) useSettings(cells, panel, curve, masks);
  revision_ = revision;
  if (measured_ == fadeCount() && next_ == clipCount_ * clipCount_) return;
  const std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock) return;
  if (std::exchange(settingsAreNew_, false)) {
    thread_->next = std::make_unique<FadeSetup>(*settings_);
    thread_->jobCount = 0;
    for (Cell& cell : cells_) cell.isQueued = false;
  }
  takeResults();
  lookedAt_ = 0;
  for (const int from : from_)
    for (const int to : to_)
      if (lookedAt_ < kLookedAt && !lookAt(from, to)) return thread_->thread.wake();
  for (const int end = clipCount_ * clipCount_; next_ < end && lookedAt_ < kLookedAt; ++next_)
    if (!lookAt(next_ / clipCount_, next_ % clipCount_)) break;
  if (thread_->jobCount > 0) thread_->thread.wake();
}

/// Figures stay until their cell is looked at.
void SeamMap::useSettings(const TransitionCells& cells, const FadeSettings& panel,
                          const crossfade::AnimationCurve& curve, const std::vector<NamedMask>& masks) {
  settings_ = std::make_unique<FadeSetup>(FadeSetup{cells, panel, curve, masks});
  settingsAreNew_ = true;
  next_ = 0;
  for (Cell& cell : cells_) cell.key = 0;
}

/// Sees to it that a cell is measured as it is set now; false: the queue is full.
bool SeamMap::lookAt(int from, int to) {
  if (from == to) return true;
  Cell& cell = nth(cells_, from * clipCount_ + to);
  if (cell.key == 0) {
    ++lookedAt_;
    cell.key = settings_->keyOf(settings_->fade(from, to));
    const CachedResult& known = cached(cell.key);
    if (cell.measuredKey != cell.key && known.key == cell.key) set(cell, known.key, known.figures);
    if (cell.measuredKey != cell.key && std::exchange(cell.measuredKey, 0) != 0) --measured_;
  }
  if (cell.measuredKey != 0 || cell.isQueued) return true;
  if (thread_->jobCount == kMaxJobs) return false;
  nth(thread_->jobs, thread_->jobCount++) = {.from = from, .to = to, .key = cell.key};
  cell.isQueued = true;
  return true;
}

void SeamMap::set(Cell& cell, std::uint64_t key, const FadeFigures& figures) {
  if (std::exchange(cell.measuredKey, key) == 0) ++measured_;
  cell.figures = figures;
}

void SeamMap::takeResults() {
  const int count = std::exchange(thread_->resultCount, 0);
  for (int i = 0; i < count; ++i) {
    const auto& [job, figures] = nth(thread_->results, i);
    cached(job.key) = {job.key, figures};
    Cell& cell = nth(cells_, job.from * clipCount_ + job.to);
    if (cell.key != job.key) continue;
    cell.isQueued = false;
    set(cell, job.key, figures);
  }
}

const FadeFigures* SeamMap::at(int from, int to) const {
  if (cells_.empty()) return nullptr;
  const Cell& cell = nth(cells_, from * clipCount_ + to);
  return cell.measuredKey != 0 ? &cell.figures : nullptr;
}

}  // namespace app
