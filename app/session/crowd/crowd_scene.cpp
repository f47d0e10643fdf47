#include "app/session/crowd/crowd_scene.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <glm/geometric.hpp>

#include "app/session/crowd/crowd.h"
#include "app/session/crowd/crowd_travel.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr int kMaxThreads = 64;
constexpr int kCompared = 8;         // characters compared with the exact path in each frame
constexpr double kLongFrame = 0.02;  // seconds
constexpr int kFewFrames = 5;        // measured in a sweep where frames are long

Result<void> inRange(const char* what, int value, int min, int max) {
  if (value >= min && value <= max) return {};
  return Error{std::string(what) + " " + std::to_string(value) + " is not between " + std::to_string(min) + " and " +
               std::to_string(max)};
}

}  // namespace

CrowdScene::CrowdScene() = default;
CrowdScene::~CrowdScene() = default;
CrowdScene::CrowdScene(CrowdScene&& other) noexcept = default;
CrowdScene& CrowdScene::operator=(CrowdScene&& other) noexcept = default;

Result<void> CrowdScene::apply(const CrowdCommand& command) {
  struct Applier {
    CrowdScene& s;
    Result<void> operator()(const SetCharacters& c) {
      if (auto ok = inRange("number of characters", c.count, 1, kMaxCharacters); !ok) return ok;
      s.settings_.characters = c.count;
      s.sweepStep_ = -1;
      return {};
    }
    Result<void> operator()(const SetDrawLimit& c) {
      if (auto ok = inRange("draw limit", c.count, 0, kMaxCharacters); !ok) return ok;
      s.settings_.drawLimit = c.count;
      return {};
    }
    Result<void> operator()(const SetCrowdPath& c) {
      s.settings_.path = c.path;
      s.clearCosts();
      return {};
    }
    Result<void> operator()(const SetCrowdThreads& c) {
      if (auto ok = inRange("number of threads", c.count, 1, kMaxThreads); !ok) return ok;
      s.settings_.threads = c.count;
      s.curve_ = {};
      s.clearCosts();
      return {};
    }
    Result<void> operator()(const SetCrowdTravel& c) {
      s.settings_.travel = c.on;
      s.curve_ = {};
      s.clearCosts();
      return {};
    }
    Result<void> operator()(const SetCrowdPaused& c) {
      s.settings_.paused = c.paused;
      return {};
    }
    Result<void> operator()(const SweepCrowd& c) {
      s.sweepStep_ = c.run ? 0 : -1;
      if (c.run) s.curve_[static_cast<std::size_t>(s.settings_.path)] = {};
      s.clearCosts();
      return {};
    }
  };
  return std::visit(Applier{*this}, command);
}

void CrowdScene::clearCosts() {
  mixerCosts_ = ValueHistory(kFrames);
  poseCosts_ = ValueHistory(kFrames);
}

void CrowdScene::forgetModel() {
  crowd_.reset();
  curve_ = {};
  sweepStep_ = -1;
  largestDifference_ = 0;
  clearCosts();
}

int CrowdScene::wantedCharacters() const {
  return sweeping() ? kCrowdSizes[static_cast<std::size_t>(sweepStep_)] : settings_.characters;
}
int CrowdScene::characters() const { return crowd_ ? crowd_->size() : 0; }
int CrowdScene::drawn() const { return std::min(characters(), settings_.drawLimit); }

CrowdCost CrowdScene::cost() const { return {.mixer = mixerCosts_.summary().p50, .poses = poseCosts_.summary().p50}; }

void CrowdScene::advance(const Model& model, const Bounds& bounds, double seconds, FrameProfiler& profiler) {
  if (!crowd_ || crowd_->travels() != settings_.travel)
    crowd_ = std::make_unique<Crowd>(model, bounds, settings_.threads, settings_.travel);
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
  curve_[static_cast<std::size_t>(settings_.path)][static_cast<std::size_t>(size - kCrowdSizes.begin())] = now;
  if (!sweeping()) return;
  ++sweepStep_;
  if (sweepStep_ == static_cast<int>(kCrowdSizes.size())) sweepStep_ = -1;
}

void CrowdScene::layOutDrawn() {
  const int count = drawn();
  const CrowdLayout& layout = crowd_->layout();
  drawnMatrices_.resize(static_cast<std::size_t>(count * layout.matrixCount));
  drawnMorphs_.resize(static_cast<std::size_t>(count * layout.morphCount));
  auto* out = drawnMatrices_.data();
  for (int i = 0; i < count; ++i) {
    const glm::mat4 placement = placementOf(crowd_->traveled(i), positionInCrowd(i, crowd_->spacing()));
    for (const glm::mat4& matrix : crowd_->matrices(i)) *out++ = placement * matrix;
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
