#include "app/session/character/fade_map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include "app/jobs/background_thread.h"
#include "app/model/match_points.h"
#include "app/session/character/fade_meter.h"
#include "app/view/model_matrices.h"
#include "crossfade/match/sample_points.h"
#include "crossfade/pose/channel_layout.h"

namespace app {
namespace {

constexpr int kMostMapFrames = 1000;  // of a clip; longer ones have fewer a second
constexpr int kCheapest = 6;
constexpr int kRowsAtOnce = 32;
constexpr double kShortestHalfLife = 0.005;

double mapDuration(const Model& model, int clip) { return model.clips[static_cast<std::size_t>(clip)].duration(); }

/// Two clips as points.
struct ComparedClips {
  int from = -1, to = -1;
  std::optional<crossfade::ClipPoints> points[2];

  bool areThese(int otherFrom, int otherTo) const { return from == otherFrom && to == otherTo; }
};

ComparedClips comparedClips(const Model& model, const std::vector<int>& joints, int from, int to) {
  crossfade::ClipSet clips;
  for (const int clip : {from, to}) clips.add(model.clips[static_cast<std::size_t>(clip)]);
  const crossfade::SeamBench bench(model.skeleton,
                                   crossfade::ChannelLayout(model.skeleton.jointCount(), morphChannelsOf(model)),
                                   restPoseOf(model), clips);
  const double longest = std::max(mapDuration(model, from), mapDuration(model, to));
  const double rate = longest > 0 ? std::min(kMatchRate, (kMostMapFrames - 1) / longest) : kMatchRate;
  ComparedClips compared{.from = from, .to = to, .points = {}};
  for (std::size_t i = 0; i < 2; ++i) {
    auto points = crossfade::sampleClipPoints(model.skeleton, clips[i], joints, rate,
                                              isCycle(bench.loopSeamOf(static_cast<int>(i))));
    if (points) compared.points[i] = *std::move(points);
  }
  return compared;
}

/// Cheapest cells, and the ends of the scale.
void summarize(FadeMapResult& result) {
  result.cheapest = crossfade::localMinima(result.map, kCheapest);
  std::vector<float> costs = result.map.costs;
  result.least = *std::min_element(costs.begin(), costs.end());
  const auto high = costs.begin() + static_cast<std::ptrdiff_t>((costs.size() - 1) * 95 / 100);
  std::nth_element(costs.begin(), high, costs.end());
  result.high = *high;
}

}  // namespace

int windowOfFade(double seconds, double step) {
  return std::max(static_cast<int>(std::lround(std::min(seconds, kLongestFade) / step)), 1);
}

double halfLifeOfFade(double seconds) { return std::max(seconds / 5, kShortestHalfLife); }

/// What the frame and the thread exchange, and what only the thread uses.
struct FadeMap::Thread {
  explicit Thread(const Model& ofModel) : model(ofModel) {}

  /// Computes some rows; false: there is nothing to do.
  bool step() {
    {
      const std::scoped_lock lock(mutex);
      if (!wanted || (found && found->key == *wanted)) return false;
      if (!current || current->key != *wanted) {
        current = std::make_unique<FadeMapResult>(FadeMapResult{.key = *wanted, .map = {}, .cheapest = {}});
        mapper.reset();
        progress = 0;
      }
    }
    if (!mapper && !begin()) return finish();
    const int rows = current->map.rows;
    const int more = std::max(kRowsAtOnce, 2 * window), end = std::min(row + more, rows);
    switch (current->key.cost) {
      case MapCost::Distance:
        mapper->fillDistances(row, end, current->map);
        break;
      case MapCost::Inertial:
        mapper->fillInertialCosts(row, end, halfLifeOfFade(current->key.seconds), current->map);
        break;
    }
    row = end;
    progress = static_cast<double>(row) / rows;
    if (row < rows) return true;
    summarize(*current);
    return finish();
  }

  /// False: the clips cannot be compared.
  bool begin() {
    const FadeMapKey& key = current->key;
    if (joints.empty()) {
      joints = matchedJoints(model);
      weights = crossfade::boneWeights(model.skeleton, joints);
    }
    if (!clips.areThese(key.from, key.to)) clips = comparedClips(model, joints, key.from, key.to);
    const auto &from = clips.points[0], &to = clips.points[1];
    if (!from || !to) return false;
    window = key.cost == MapCost::Distance ? windowOfFade(key.seconds, from->step()) : 1;
    mapper.emplace(*from, *to, weights, window);
    current->map = mapper->emptyMap();
    row = 0;
    return true;
  }

  bool finish() {
    const std::scoped_lock lock(mutex);
    found = std::move(current);
    return true;  // something else may be wanted by now
  }

  const Model& model;
  std::atomic<double> progress = 0;
  std::mutex mutex;  // of these:
  std::optional<FadeMapKey> wanted;
  std::unique_ptr<FadeMapResult> found;
  // Of the thread alone:
  std::vector<int> joints;
  std::vector<double> weights;
  ComparedClips clips;
  std::unique_ptr<FadeMapResult> current;
  std::optional<crossfade::CostMapper> mapper;  // of `current`
  int window = 1, row = 0;
  BackgroundThread thread{[this] { return step(); }};
};

FadeMap::FadeMap(const Model& model) : model_(model) {}
FadeMap::~FadeMap() = default;

void FadeMap::update(int from, int to, double seconds) {
  const bool exists = cost_ && from >= 0 && to >= 0 && from != to &&
                      mapDuration(model_, from) + mapDuration(model_, to) <= kMostSampled;
  std::optional<FadeMapKey> key;
  if (exists) {
    key = FadeMapKey{.from = from, .to = to, .seconds = std::min(seconds, kLongestFade), .cost = *cost_};
    if (*cost_ == MapCost::Distance) key->seconds = std::max(std::round(key->seconds * kMatchRate), 1.0) / kMatchRate;
  }
  wanted_ = key && !find(*key) ? key : std::nullopt;
  if (wanted_ && !thread_) thread_ = std::make_unique<Thread>(model_);
  exchange();
  if (!key) {
    shown_ = nullptr;
  } else if (const FadeMapResult* const known = find(*key)) {
    shown_ = known;
    wanted_.reset();
  } else if (shown_ && !shown_->key.isOfSameClips(*key)) {
    shown_ = nullptr;
  }
}

/// With the thread, unless it holds the lock.
void FadeMap::exchange() {
  if (!thread_) return;
  std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock) return;
  if (thread_->found) {
    if (shown_ == kept_[next_].get()) shown_ = nullptr;
    kept_[next_] = std::move(thread_->found);
    next_ = (next_ + 1) % kept_.size();
    if (wanted_ && find(*wanted_)) wanted_.reset();
  }
  if (thread_->wanted == wanted_) return;
  thread_->wanted = wanted_;
  lock.unlock();
  if (wanted_) thread_->thread.wake();
}

const FadeMapResult* FadeMap::find(const FadeMapKey& key) const {
  const auto kept =
      std::find_if(kept_.begin(), kept_.end(), [&](const auto& each) { return each && each->key == key; });
  return kept == kept_.end() ? nullptr : kept->get();
}

double FadeMap::progress() const { return thread_ && wanted_ ? thread_->progress.load() : 0; }

}  // namespace app
