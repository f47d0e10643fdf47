#include "app/session/crowd/crowd_scene.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include <glm/geometric.hpp>

#include "app/jobs/background_thread.h"
#include "app/session/checks/variant_join.h"
#include "app/session/crowd/crowd.h"

namespace app {
namespace {

using crossfade::Result;

constexpr int kFirstDrawn = 8;       // characters in the first picture of a crowd that a thread made
constexpr int kCompared = 8;         // characters compared with the exact path in each frame
constexpr double kLongFrame = 0.02;  // seconds
constexpr int kFewFrames = 5;        // measured in a sweep where frames are long

}  // namespace

/// A crowd that a thread makes, and then its first pictures, each with twice as many characters: one of all of them may
/// take most of a second. Destroying it waits for the thread.
struct CrowdScene::Making {
  Making(const Model& model, const Bounds& bounds, const CrowdSettings& how, int characters)
      : thread([this, &model, bounds, how, characters] {
          try {
            made = std::make_unique<Crowd>(model, bounds, how.threads, how.travel);
            made->resize(characters);
          } catch (const std::bad_alloc&) {
            made.reset();  // the frame that finds nothing tries it again, and fails where that is handled
          }
          isDone = true;
          return false;
        }) {
    thread.wake();
  }

  std::unique_ptr<Crowd> made;  // the thread's until isDone
  std::atomic<bool> isDone = false;
  int shown = 0;            // characters at most; 0: the crowd is not there yet
  BackgroundThread thread;  // last: it uses the others
};

CrowdScene::CrowdScene() = default;
CrowdScene::~CrowdScene() = default;
CrowdScene::CrowdScene(CrowdScene&& other) noexcept = default;
CrowdScene& CrowdScene::operator=(CrowdScene&& other) noexcept = default;

Result<void> CrowdScene::apply(const CrowdCommand& command) {
  struct Applier {
    CrowdScene& s;
    Result<void> operator()(const SetCrowd& c) {
      const auto next = c.appliedTo(s.settings_);
      if (!next) return next.error();
      s.follow(*next, c.sets(&CrowdSettings::characters));
      return {};
    }
    void operator()(const SetCrowdPaused& c) { s.settings_.paused = c.paused; }
    void operator()(const SweepCrowd& c) {
      s.sweepStep_ = c.run ? 0 : -1;
      if (c.run) nth(s.curve_, s.settings_.path) = {};
      s.clearCosts();
    }
  };
  return carriedOut(Applier{*this}, command);
}

void CrowdScene::follow(const CrowdSettings& next, bool choosesCharacters) {
  const CrowdSettings before = std::exchange(settings_, next);
  if (choosesCharacters) sweepStep_ = -1;
  const bool sameCosts = before.threads == next.threads && before.travel == next.travel;
  if (!sameCosts) curve_ = {};
  if (!sameCosts || before.path != next.path) clearCosts();
}

void CrowdScene::clearCosts() {
  mixerCosts_ = ValueHistory(kFrames);
  poseCosts_ = ValueHistory(kFrames);
}

void CrowdScene::forgetModel() {
  making_.reset();
  crowd_.reset();
  drawnMatrices_.clear();
  drawnMorphs_.clear();
  curve_ = {};
  sweepStep_ = -1;
  largestDifference_ = 0;
  clearCosts();
}

int CrowdScene::wantedCharacters() const { return sweeping() ? nth(kCrowdSizes, sweepStep_) : settings_.characters; }
int CrowdScene::characters() const { return crowd_ ? crowd_->size() : 0; }
int CrowdScene::drawn() const {
  const int all = std::min(characters(), settings_.drawLimit);
  return making_ && making_->shown > 0 ? std::min(all, making_->shown) : all;
}

CrowdCost CrowdScene::cost() const { return {.mixer = mixerCosts_.summary().p50, .poses = poseCosts_.summary().p50}; }

/// Whether there is a crowd with these settings now.
bool CrowdScene::make(const Model& model, const Bounds& bounds) {
  if (!makesOnThread_) {
    crowd_ = std::make_unique<Crowd>(model, bounds, settings_.threads, settings_.travel);
    return true;
  }
  if (!making_ || making_->shown > 0) making_ = std::make_unique<Making>(model, bounds, settings_, wantedCharacters());
  if (!making_->isDone) return false;
  auto made = making_->made ? std::move(making_->made)
                            : std::make_unique<Crowd>(model, bounds, settings_.threads, settings_.travel);
  if (crowd_)
    making_.reset();  // all of the crowd before it was shown
  else
    making_->shown = kFirstDrawn;
  crowd_ = std::move(made);
  return crowd_->travels() == settings_.travel;
}

void CrowdScene::advance(const Model& model, const Bounds& bounds, double seconds, FrameProfiler& profiler) {
  if (making_ && making_->shown > 0) {
    making_->shown *= 2;
    if (making_->shown >= std::min(characters(), settings_.drawLimit)) making_.reset();
  }
  const bool fits = crowd_ && crowd_->travels() == settings_.travel;
  if (!fits && !make(model, bounds) && !crowd_) return;
  if (crowd_->threads() != settings_.threads) crowd_->useThreads(settings_.threads);
  if (crowd_->size() != wantedCharacters()) {
    crowd_->resize(wantedCharacters());
    largestDifference_ = 0;
    clearCosts();
  }
  measure(settings_.paused || !(seconds > 0) ? 0 : seconds, profiler);
  largestDifference_ = std::max(largestDifference_, crowd_->difference(nextCompared_, kCompared));
  nextCompared_ = (nextCompared_ + kCompared) % std::max(1, crowd_->size());
  layOutDrawn();
  continueSweep();
}

void CrowdScene::measure(double seconds, FrameProfiler& profiler) {
  const double perCharacter = 1e6 / crowd_->size();
  const double begin = steadySeconds();
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::Mixer);
    crowd_->mix(seconds);
  }
  const double mixed = steadySeconds();
  const FrameProfiler::Scope scope(profiler, FrameStage::Sampling);
  mixerCosts_.add((mixed - begin) * perCharacter);
  poseCosts_.add(crowd_->measurePose(settings_.path) * perCharacter);
}

/// A crowd size gets its point on the curve once enough frames are measured, whether you chose it or a sweep did.
void CrowdScene::continueSweep() {
  const auto size = std::find(kCrowdSizes.begin(), kCrowdSizes.end(), crowd_->size());
  const CrowdCost now = cost();
  const bool isLong = (now.mixer + now.poses) * 1e-6 * crowd_->size() > kLongFrame;
  if (size == kCrowdSizes.end() || poseCosts_.size() < (isLong ? kFewFrames : kFrames)) return;
  nth(nth(curve_, settings_.path), size - kCrowdSizes.begin()) = now;
  if (!sweeping()) return;
  ++sweepStep_;
  if (sweepStep_ == static_cast<int>(kCrowdSizes.size())) sweepStep_ = -1;
}

void CrowdScene::layOutDrawn() {
  const int count = drawn();
  const CrowdLayout& layout = crowd_->layout();
  drawnMatrices_.resize(static_cast<std::size_t>(count * layout.matrixCount));
  drawnMorphs_.resize(static_cast<std::size_t>(count * layout.morphCount));
  const glm::vec3 origin(crowd_->origin());
  auto* out = drawnMatrices_.data();
  for (int i = 0; i < count; ++i) {
    const glm::mat4 placement = placementOf(crowd_->traveled(i), positionInCrowd(i, crowd_->spacing()));
    for (glm::mat4 matrix : crowd_->matrices(i)) {
      matrix[3] -= glm::vec4(origin, 0);
      *out++ = placement * matrix;
    }
    const auto morphs = crowd_->morphWeights(i);
    std::copy(morphs.begin(), morphs.end(), drawnMorphs_.begin() + static_cast<std::ptrdiff_t>(i) * layout.morphCount);
  }
}

float CrowdScene::radiusOf(const Bounds& bounds) const {
  const float spacing = crowdSpacing(bounds);
  const int last = std::max(0, std::min(settings_.characters, settings_.drawLimit) - 1);
  return glm::length(positionInCrowd(last, spacing)) + (settings_.travel ? kReachInSpacings * spacing : 0);
}

}  // namespace app
