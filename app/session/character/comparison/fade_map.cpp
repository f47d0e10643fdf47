#include "app/session/character/comparison/fade_map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <utility>

#include "app/jobs/background_thread.h"
#include "app/model/clip_choice.h"
#include "app/model/match_points.h"
#include "crossfade/match/point_distance.h"
#include "crossfade/match/sample_points.h"
#include "crossfade/pose/channel_layout.h"

namespace app {

void FadeGhosts::use(Figure& figure, int clip) const {
  if (figure.clip == clip) return;
  figure.clip = clip;
  figure.sampler.emplace(model_.skeleton, nth(model_.clips, clip));
  if (figure.matrices) return;
  figure.pose = restPoseOf(model_);
  figure.matrices.emplace(model_);
}

void FadeGhosts::show(int from, int to, const FadeMoment& moment, const glm::vec3& position) {
  if (joints_.empty()) {
    joints_ = matchedJoints(model_);
    weights_ = crossfade::boneWeights(model_.skeleton, joints_);
  }
  moment_ = moment;
  use(figures_[0], from);
  use(figures_[1], to);
  const double times[] = {moment.from, moment.to};
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    Figure& figure = figures_[i];
    figure.sampler->moveTo(times[i]);
    figure.sampler->write(figure.pose.locals);
    figure.matrices->makeWorlds(model_, figure.pose);
  }

  crossfade::PointSums sums;
  for (std::size_t i = 0; i < joints_.size(); ++i)
    sums.add(weights_[i], figures_[0].sampler->position(joints_[i]), figures_[1].sampler->position(joints_[i]));
  const crossfade::PlanarAlignment fit = crossfade::matchOf(sums).alignment;
  const glm::dvec3 middle(sums.px / sums.weight, 0, sums.pz / sums.weight), toPosition = glm::dvec3(position) - middle;
  figures_[0].matrices->moveWorlds(toPosition, 0);
  figures_[1].matrices->moveWorlds(toPosition + glm::dvec3(fit.x, 0, fit.z), fit.angle);
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    figures_[i].matrices->makePalettes(model_);
    ghosts_[i] = {.pose = figures_[i].matrices->posed(figures_[i].pose)};
  }
}

namespace {

constexpr int kMostMapFrames = 1000;  // of a clip; longer ones have fewer a second
constexpr int kCheapest = 6;
constexpr int kRowsAtOnce = 32;
constexpr int kCellsShown = 96;  // measured before they show, in a grid that shows coarser cells meanwhile
constexpr double kShortestHalfLife = 0.005;

/// The ends of the scale.
struct CostRange {
  float least = 0, high = 0;

  explicit CostRange(std::vector<float> costs) : least(*std::min_element(costs.begin(), costs.end())) {
    const auto most = costs.begin() + static_cast<std::ptrdiff_t>((costs.size() * 95 + 99) / 100 - 1);
    std::nth_element(costs.begin(), most, costs.end());
    high = *most;
  }
  /// From 0 at the least cost to 1 at the high one.
  double share(float cost) const { return high > least ? static_cast<double>((cost - least) / (high - least)) : 0; }
};

/// The cost at these times: of the closest cell. The map is of points, whose steps are above 0.
float costAt(const crossfade::CostMap& map, double from, double to) {
  const auto index = [](double time, double step, int count, bool wraps) {
    const int nearest = static_cast<int>(std::lround(time / step));
    return wraps ? nearest % count : std::min(nearest, count - 1);
  };
  return map.at(index(from, map.rowStep, map.rows, map.rowsWrap),
                index(to, map.columnStep, map.columns, map.columnsWrap));
}

}  // namespace

int windowOfFade(double seconds, double step) {
  return std::max(static_cast<int>(std::lround(std::min(seconds, kLongestFade) / step)), 1);
}

double halfLifeOfFade(double seconds) { return std::max(seconds / 5, kShortestHalfLife); }

void FadeMapMaker::begin(const FadeMapRequest& request) {
  request_ = request;
  distances_.reset();
  inertials_.reset();
  grid_.reset();
  sinceShown_ = 0;
  isComplete_ = false;
  compareClips();
  if (!clips_.points[0] || !clips_.points[1]) return;
  if (uses(MapCost::Distance)) distances_ = PointMap{};
  if (uses(MapCost::Inertial)) inertials_ = PointMap{};
  const auto duration = [this](int clip) { return nth(model_.clips, clip).duration(); };
  if (measures()) grid_.emplace(duration(clips_.from), clips_.wraps[0], duration(clips_.to), clips_.wraps[1]);
}

void FadeMapMaker::compareClips() {
  const int from = request_->key.from, to = request_->key.to;
  if (clips_.from == from && clips_.to == to) return;
  if (joints_.empty()) {
    joints_ = matchedJoints(model_);
    weights_ = crossfade::boneWeights(model_.skeleton, joints_);
  }
  meter_.reset();
  clips_ = {.from = from, .to = to, .points = {}, .wraps = {}};
  const ClipChoice choice(model_, {from, to});
  const crossfade::ClipSet& clips = choice.clips();
  const crossfade::SeamBench bench(model_.skeleton, channelLayoutOf(model_), restPoseOf(model_), clips, body_);
  const double longest = std::max(clips[0].duration(), clips[1].duration());
  const double rate = longest > 0 ? std::min(kMatchRate, (kMostMapFrames - 1) / longest) : kMatchRate;
  for (std::size_t i = 0; i < 2; ++i) {
    clips_.wraps[i] = isCycle(bench.loopSeamOf(static_cast<int>(i)));
    auto points = crossfade::sampleClipPoints(model_.skeleton, clips[i], joints_, rate, clips_.wraps[i]);
    if (points) clips_.points[i] = *std::move(points);
  }
}

bool FadeMapMaker::step() {
  const bool comparable = clips_.points[0] && clips_.points[1];
  if (comparable && distances_ && !fill(MapCost::Distance, *distances_)) return false;
  if (comparable && inertials_ && !fill(MapCost::Inertial, *inertials_)) return false;
  if (comparable && grid_) return measure();
  isComplete_ = true;
  return true;
}

/// Some rows; true: all are known.
bool FadeMapMaker::fill(MapCost cost, PointMap& points) {
  const crossfade::ClipPoints &from = *clips_.points[0], &to = *clips_.points[1];
  const double seconds = request_->key.seconds;
  const int window = cost == MapCost::Distance ? windowOfFade(seconds, from.step()) : 1;
  if (points.map.rows > 0 && points.done == points.map.rows) return true;
  const crossfade::CostMapper mapper(from, to, weights_, window);
  if (points.map.rows == 0) points.map = mapper.emptyMap();
  const int end = std::min(points.done + std::max(kRowsAtOnce, 2 * window), points.map.rows);
  if (cost == MapCost::Distance)
    mapper.fillDistances(points.done, end, points.map);
  else
    mapper.fillInertialCosts(points.done, end, halfLifeOfFade(seconds), points.map);
  points.done = end;
  return points.done == points.map.rows;
}

/// One fade; true: there is more to show.
bool FadeMapMaker::measure() {
  if (const auto cell = grid_->next()) {
    if (!meter_) meter_.emplace(model_, body_, std::vector{clips_.from, clips_.to});
    const FadeFigures found =
        meter_->measure(request_->fade.how, request_->fade.curve, request_->mask ? &*request_->mask : nullptr,
                        cell->row * grid_->rows().step(), cell->column * grid_->columns().step(), MeasuredFeet::Free);
    grid_->set(*cell, {.velocityRatio = found.velocityRatio, .excess = found.excess, .slide = found.slideInLegs});
    const bool isCoarsest = grid_->isCoarsest();
    if (++sinceShown_ < kCellsShown || isCoarsest) return false;
    sinceShown_ = 0;
    return true;
  }
  sinceShown_ = 0;
  isComplete_ = !grid_->refine();
  return true;
}

FadeMapResult FadeMapMaker::result() {
  FadeMapResult result{.key = request_->key,
                       .map = {},
                       .cheapest = {},
                       .figures = {},
                       .isComplete = isComplete_,
                       .revision = ++revision_};
  if (grid_) {
    result.map = costsOfGrid();
    result.figures = grid_->figures();
  } else if (distances_ || inertials_) {
    result.map = (distances_ ? distances_ : inertials_)->map;
  }
  if (result.map.rows == 0) return result;
  const CostRange range(result.map.costs);
  result.least = range.least;
  result.high = range.high;
  result.cheapest = crossfade::localMinima(result.map, kCheapest);
  return result;
}

/// The costs of what was measured; in a sum, the mean of all three, each relative to its own range.
crossfade::CostMap FadeMapMaker::costsOfGrid() const {
  const SeamGrid::Axis &rows = grid_->rows(), &columns = grid_->columns();
  crossfade::CostMap map{.rows = rows.count(),
                         .columns = columns.count(),
                         .rowStep = rows.step(),
                         .columnStep = columns.step(),
                         .rowsWrap = rows.wraps,
                         .columnsWrap = columns.wraps,
                         .costs = {}};
  for (const SeamFigures& each : grid_->figures())
    map.costs.push_back(static_cast<float>(seamCost(each, kUsualMaxRatio)));
  if (request_->key.cost == MapCost::Seam) return map;

  const CostRange seams(map.costs), distances(distances_->map.costs), inertials(inertials_->map.costs);
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column) {
      const double from = row * map.rowStep, to = column * map.columnStep;
      float& cost = nth(map.costs, row * map.columns + column);
      cost = static_cast<float>((seams.share(cost) + distances.share(costAt(distances_->map, from, to)) +
                                 inertials.share(costAt(inertials_->map, from, to))) /
                                3);
    }
  return map;
}

double FadeMapMaker::progress() const {
  if (grid_) return grid_->progress();
  const auto& points = distances_ ? distances_ : inertials_;
  return points && points->map.rows > 0 ? static_cast<double>(points->done) / points->map.rows : 0;
}

/// What the frame and the thread exchange, and what only the thread uses.
struct FadeMap::Thread {
  Thread(const Model& model, const crossfade::MeasuredBody& body) : maker(model, body) {}

  /// Computes a part; false: there is nothing to do. What is begun and not wanted now goes on when it is wanted again.
  bool step() {
    std::unique_ptr<FadeMapRequest> begins;
    {
      const std::scoped_lock lock(mutex);
      if (!wanted || (found && found->isComplete && found->key == *wanted)) return false;
      if (!maker.isMaking(*wanted)) begins = std::make_unique<FadeMapRequest>(*request);
    }
    if (begins) maker.begin(*begins);
    const bool isNews = maker.step();
    progress = maker.progress();
    if (!isNews) return true;
    auto result = std::make_unique<FadeMapResult>(maker.result());
    const std::scoped_lock lock(mutex);
    found = std::move(result);
    return true;  // something else may be wanted by now
  }

  std::atomic<double> progress = 0;
  std::mutex mutex;  // of these:
  std::optional<FadeMapKey> wanted;
  std::unique_ptr<FadeMapRequest> request;  // for `wanted`
  std::unique_ptr<FadeMapResult> found;
  FadeMapMaker maker;  // of the thread alone
  BackgroundThread thread{[this] { return step(); }};
};

FadeMap::FadeMap(const Model& model, const crossfade::MeasuredBody& body) : model_(model), body_(body) {}
FadeMap::~FadeMap() = default;

void FadeMap::update(int from, int to, const FadeInputs& inputs) {
  if (cost_) follow(inputs);
  if (const Asked now{from, to, cost_, setups_}; now != asked_) {
    asked_ = now;
    request_ = requestFor(from, to);
  }
  const auto known = [this] { return request_ ? find(request_->key) : nullptr; };
  const FadeMapResult* result = known();
  wanted_.reset();
  if (request_ && !(result && result->isComplete)) wanted_ = request_->key;
  if (wanted_ && !thread_) thread_ = std::make_unique<Thread>(model_, body_);
  exchange();
  result = known();
  if (result) {
    shown_ = result;
    if (result->isComplete) wanted_.reset();
  } else if (!request_ || (shown_ && !shown_->key.isOfSameClips(request_->key))) {
    shown_ = nullptr;
  }
}

void FadeMap::follow(const FadeInputs& inputs) {
  if (setup_ && revision_ == inputs.revision && setup_->isFor(inputs.panel, inputs.curve)) return;
  setup_ = std::make_unique<FadeSetup>(FadeSetup{inputs.cells, inputs.panel, inputs.curve, inputs.masks});
  revision_ = inputs.revision;
  ++setups_;
}

/// None: there is no map.
std::optional<FadeMapRequest> FadeMap::requestFor(int from, int to) const {
  if (!cost_ || from < 0 || to < 0 || from == to) return std::nullopt;
  const auto duration = [this](int clip) { return nth(model_.clips, clip).duration(); };
  if (duration(from) + duration(to) > kMostSampled) return std::nullopt;
  FadeMapRequest request{.key = {.from = from, .to = to, .cost = *cost_}, .fade = setup_->fade(from, to), .mask = {}};
  request.fade.fromPhase = request.fade.toPhase = std::nullopt;  // the map has all of them
  request.key.seconds = request.fade.how.seconds;
  switch (*cost_) {
    case MapCost::Distance:  // in whole frames
      request.key.seconds = std::max(std::round(request.key.seconds * kMatchRate), 1.0) / kMatchRate;
      break;
    case MapCost::Inertial:
      break;
    case MapCost::Seam:
    case MapCost::Sum:
      request.mask = setup_->maskOf(request.fade.how, model_.skeleton);
      request.key.fade = setup_->keyOf(request.fade);
      break;
  }
  return request;
}

/// With the thread, unless it holds the lock.
void FadeMap::exchange() {
  if (!thread_) return;
  std::unique_lock lock(thread_->mutex, std::try_to_lock);
  if (!lock) return;
  if (thread_->found) {
    const FadeMapKey& key = thread_->found->key;
    auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const auto& each) { return each && each->key == key; });
    if (kept == kept_.end()) {
      kept = kept_.begin() + static_cast<std::ptrdiff_t>(next_);
      next_ = (next_ + 1) % kept_.size();
    }
    const bool isFiner = !*kept || (*kept)->key != key || thread_->found->map.rows >= (*kept)->map.rows;
    if (isFiner) {
      if (shown_ == kept->get()) shown_ = nullptr;
      *kept = std::move(thread_->found);
    }
    thread_->found.reset();
    if (wanted_ == (*kept)->key && (*kept)->isComplete) wanted_.reset();
  }
  if (thread_->wanted == wanted_) return;
  thread_->wanted = wanted_;
  if (wanted_) thread_->request = std::make_unique<FadeMapRequest>(*request_);
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
