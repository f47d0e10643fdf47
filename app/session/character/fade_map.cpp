#include "app/session/character/fade_map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include "app/jobs/background_thread.h"
#include "app/model/match_points.h"

namespace app {

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
  const auto duration = [this](int clip) { return model_.clips[static_cast<std::size_t>(clip)].duration(); };
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
