#include "app/session/shapes/shape_scene.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/common.hpp>

namespace app {

void makeTimeline(std::span<const KeyShape> keys, const ShapeSettings& settings, std::vector<TimelineKey>& timeline) {
  timeline.clear();
  for (const KeyShape& key : keys) timeline.push_back({.hold = key.hold, .morph = key.morph});
  if (settings.pace == ShapePace::Seconds || timeline.empty()) return;
  const double frame = 1 / settings.fps;
  for (TimelineKey& key : timeline) key = {.hold = 0, .morph = (settings.inBetweens + 1) * frame};
  if (settings.ending != ShapeEnding::PingPong) timeline.back().hold = frame;
}

double timelineLength(std::span<const TimelineKey> keys) {
  double length = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) length += keys[i].hold + (i + 1 < keys.size() ? keys[i].morph : 0);
  return length;
}

double timelinePeriod(double length, ShapeEnding ending) {
  return ending == ShapeEnding::PingPong ? 2 * length : length;
}

double foldedTime(double time, double length, ShapeEnding ending) {
  if (!(length > 0) || std::isnan(time)) return 0;
  if (ending == ShapeEnding::Stop) return std::clamp(time, 0.0, length);
  if (std::isinf(time)) return 0;
  const double period = timelinePeriod(length, ending), inside = std::fmod(time, period);
  const double positive = inside < 0 ? inside + period : inside;
  return positive < period ? positive : 0;  // a tiny step back from 0 rounds to the whole period
}

double frameTime(double time, double fps, double length, ShapeEnding ending) {
  constexpr double kAlreadyThere = 1e-6;  // of a frame: sums of 1/fps end just below the frame they mean
  if (ending == ShapeEnding::Stop && time >= length) return length;
  return std::floor(time * fps + kAlreadyThere) / fps;
}

TimelinePosition timelinePositionAt(std::span<const TimelineKey> keys, double time, ShapeEnding ending) {
  constexpr double kSameTime = 1e-9;  // seconds: frames of pictures end just beside the key shape they mean
  if (keys.empty()) return {};
  const double length = timelineLength(keys), folded = foldedTime(time, length, ending);
  double left = ending == ShapeEnding::PingPong && folded > length ? 2 * length - folded : folded;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    const int key = static_cast<int>(i);
    left -= keys[i].hold;
    if (left <= kSameTime) return {.key = key};
    if (left < keys[i].morph - kSameTime) return {.key = key, .fraction = left / keys[i].morph};
    left -= keys[i].morph;
  }
  return {.key = static_cast<int>(keys.size()) - 1};
}

namespace {

using crossfade::MorphKind;

constexpr MorphKind kAllKinds[]{MorphKind::Linear, MorphKind::VectorClockwise, MorphKind::VectorCounterClockwise,
                                MorphKind::VectorShortest};

std::span<const MorphKind> kindsOf(const ShapeSettings& settings) {
  if (settings.sideBySide) return kAllKinds;
  return {&settings.kind, 1};
}

crossfade::MorphPlan planOf(const KeyShape& from, const KeyShape& to) {
  const PairCorrespondence& c = from.toNext;
  return crossfade::MorphPlan::make(
      from.shape, to.shape,
      c.automatic ? std::nullopt
                  : std::optional(crossfade::Correspondence{.rotation = c.rotation, .reversed = c.reversed}));
}

crossfade::ClosingError closingErrorOf(ShapeClosing closing) {
  return closing == ShapeClosing::Spread ? crossfade::ClosingError::Spread : crossfade::ClosingError::Raw;
}

/// The range of one kind in a list sorted by kind.
std::span<const MorphedShape> ofKind(std::span<const MorphedShape> shapes, MorphKind kind) {
  const auto isOfKind = [kind](const MorphedShape& shape) { return shape.kind == kind; };
  const auto first = std::find_if(shapes.begin(), shapes.end(), isOfKind);
  return {first, std::find_if_not(first, shapes.end(), isOfKind)};
}

}  // namespace

ShapeScene::ShapeScene(ShapeDocument document) : settings_(std::move(document.settings)), playing_(true) {
  assert(checkShapes(document.keys) && checkFields(settings_));
  keys_ = std::move(document.keys);
  contentChanged();
  makeTimeline(keys_, settings_, timeline_);
  show();
  measure();
}

void ShapeScene::advance(double seconds) {
  if (!playing_ || settings_.mode == ShapeMode::Picture || !std::isfinite(seconds)) return;
  time_ = foldedTime(time_ + seconds, length(), settings_.ending);
  if (settings_.ending == ShapeEnding::Stop && time_ >= length()) playing_ = false;
  show();
}

const crossfade::Correspondence& ShapeScene::correspondence(int shape) const {
  assert(shape >= 0 && static_cast<std::size_t>(shape) < plans_.size());
  return nth(plans_, shape).correspondence();
}

std::span<const MorphedShape> ShapeScene::morphed(MorphKind kind) const { return ofKind(morphed_, kind); }
std::span<const MorphedShape> ShapeScene::onionSkin(MorphKind kind) const { return ofKind(onion_, kind); }

void ShapeScene::contentChanged() { makePlans(0, static_cast<int>(keys_.size()) - 2); }

/// Plans the morphs that start with the keys `first` to `last`; indices without a pair are ignored.
void ShapeScene::makePlans(int first, int last) {
  const int pairs = std::max(0, static_cast<int>(keys_.size()) - 1);
  plans_.resize(static_cast<std::size_t>(pairs));
  for (int i = std::max(0, first); i <= std::min(last, pairs - 1); ++i) {
    const auto k = static_cast<std::size_t>(i);
    plans_[k] = planOf(keys_[k], keys_[k + 1]);
  }
}

/// Fills morphed_. Its order and sizes depend only on content and settings, so that a frame finds enough memory
/// reserved.
void ShapeScene::show() {
  shownTime_ = frameTime(time_, settings_.fps, length(), settings_.ending);
  morphed_.clear();
  onion_.clear();
  const bool picture = settings_.mode == ShapeMode::Picture;
  const bool onion = !picture && settings_.look.onionSkin;
  const auto kinds = kindsOf(settings_);
  std::size_t room = 0, maxPoints = 0;
  for (const crossfade::MorphPlan& plan : plans_) {
    const auto count = static_cast<std::size_t>(plan.pointCount());
    if (picture || onion) room += count * static_cast<std::size_t>(settings_.inBetweens);
    maxPoints = std::max(maxPoints, count);
  }
  if (!picture) room += maxPoints;
  points_.resize(std::max(points_.size(), room * kinds.size()));
  std::size_t used = 0;
  for (const MorphKind kind : kinds) {
    if (picture)
      addRow(kind, morphed_, used);
    else if (!keys_.empty())
      add(kind, timelinePositionAt(timeline_, shownTime_, settings_.ending), morphed_, used);
    if (onion) addRow(kind, onion_, used);
  }
}

/// Computes extent_ after a change.
void ShapeScene::measure() {
  constexpr int kMoments = 24;  // of each morph
  extent_ = kDefaultCanvas;
  bool any = false;
  const auto include = [&](std::span<const glm::dvec2> points) {
    for (const glm::dvec2 p : points) {
      extent_ = any ? ShapeBox{glm::min(extent_.min, p), glm::max(extent_.max, p)} : ShapeBox{p, p};
      any = true;
    }
  };
  for (const KeyShape& key : keys_) include(key.shape.points());
  std::vector<glm::dvec2> between;
  for (const MorphKind kind : kindsOf(settings_))
    for (const crossfade::MorphPlan& plan : plans_)
      for (int i = 1; i < kMoments; ++i) {
        between.resize(static_cast<std::size_t>(plan.pointCount()));
        crossfade::morph(plan, kind, closingErrorOf(settings_.closing),
                         settings_.easing.evaluate(static_cast<double>(i) / kMoments), between);
        include(between);
      }
  include(drawing_);
}

/// Adds every key shape and the in-betweens, in order.
void ShapeScene::addRow(MorphKind kind, std::vector<MorphedShape>& row, std::size_t& used) {
  for (int key = 0; key < static_cast<int>(keys_.size()); ++key) {
    add(kind, {.key = key}, row, used);
    if (static_cast<std::size_t>(key) == plans_.size()) break;
    for (int i = 1; i <= settings_.inBetweens; ++i)
      add(kind, {.key = key, .fraction = i / (settings_.inBetweens + 1.0)}, row, used);
  }
}

void ShapeScene::add(MorphKind kind, TimelinePosition position, std::vector<MorphedShape>& row, std::size_t& used) {
  const auto index = static_cast<std::size_t>(position.key);
  MorphedShape shape{.kind = kind, .position = position, .points = {}};
  if (shape.isKey()) {
    shape.closed = keys_[index].shape.closed();
    shape.points = keys_[index].shape.points();
  } else {
    const crossfade::MorphPlan& plan = plans_[index];
    const std::span<glm::dvec2> out = std::span(points_).subspan(used, static_cast<std::size_t>(plan.pointCount()));
    crossfade::morph(plan, kind, closingErrorOf(settings_.closing), settings_.easing.evaluate(position.fraction), out);
    used += out.size();
    shape.closed = plan.closed();
    shape.points = out;
  }
  row.push_back(shape);
}

ShapeDocument openingShapes() {
  ShapeDocument document;
  const auto key = [](ShapePreset preset, PairCorrespondence toNext) {
    return KeyShape{.name = std::string(wordOf(preset)), .shape = presetShape(preset), .toNext = toNext};
  };
  document.keys = {key(ShapePreset::PencilLying, kAsDrawn), key(ShapePreset::PencilUpright, {})};
  document.settings.kind = MorphKind::VectorShortest;
  document.settings.easing = *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1);
  return document;
}

}  // namespace app
