// What each command does to the shapes. User input is checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/session/shapes/shape_scene.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::formatNumber;
using crossfade::Result;
using crossfade::Shape;

constexpr glm::dvec2 kFirstCenter{170, 200};  // of a shape without a position; further ones go to the right
constexpr double kCenterDistance = 360;

Result<void> onCanvas(glm::dvec2 p) {
  if (std::abs(p.x) <= shape_limits::kCoordinate && std::abs(p.y) <= shape_limits::kCoordinate) return {};
  return Error{"(" + formatNumber(p.x) + ", " + formatNumber(p.y) + ") is not on the canvas"};
}

std::vector<glm::dvec2> copied(const Shape& shape) { return {shape.points().begin(), shape.points().end()}; }

KeyShape keyOf(ShapePreset preset, Shape shape) {
  return {.name = std::string(wordOf(preset)), .shape = std::move(shape)};
}

glm::dvec2 centerOf(std::size_t index) {
  return kFirstCenter + glm::dvec2{kCenterDistance * static_cast<double>(index), 0};
}

/// Guesses the correspondence of new pairs, those that start with the keys `first` to `last`: equal point counts
/// were probably drawn one for one, otherwise the least motion is the better guess.
void guessAgain(std::vector<KeyShape>& keys, int first, int last) {
  for (int i = std::max(0, first); i <= last && i + 1 < static_cast<int>(keys.size()); ++i) {
    KeyShape& key = nth(keys, i);
    const bool equal = key.shape.pointCount() == keys[static_cast<std::size_t>(i) + 1].shape.pointCount();
    key.toNext = equal ? kAsDrawn : PairCorrespondence{};
  }
}

/// The same pairs of points, seen from the other shape.
PairCorrespondence inverse(PairCorrespondence pair) {
  if (!pair.reversed) pair.rotation = -pair.rotation;
  return pair;
}

}  // namespace

struct ShapeScene::Applier {
  ShapeScene& s;

  std::vector<KeyShape>& keys() const { return s.keys_; }
  KeyShape& key(int shape) const { return nth(keys(), shape); }

  Result<void> known(int shape) const {
    if (shape >= 0 && static_cast<std::size_t>(shape) < keys().size()) return {};
    return Error{"there is no shape " + std::to_string(shape) + "; there are " + std::to_string(keys().size())};
  }
  Result<void> knownPair(int shape) const {
    if (auto ok = known(shape); !ok) return ok;
    if (static_cast<std::size_t>(shape) + 1 < keys().size()) return {};
    return Error{"shape " + std::to_string(shape) + " is the last one; it morphs into nothing"};
  }
  /// The points of a shape or of the drawing.
  Result<std::vector<glm::dvec2>> pointsOf(int shape) const {
    if (shape == shapes::kDrawing) return s.drawing_;
    if (auto ok = known(shape); !ok) return ok.error();
    return copied(key(shape).shape);
  }
  static Result<void> knownPoint(const std::vector<glm::dvec2>& points, int point, std::size_t count) {
    if (point >= 0 && static_cast<std::size_t>(point) < count) return {};
    return Error{"there is no point " + std::to_string(point) + "; there are " + std::to_string(points.size())};
  }
  /// Replaces all keys, if the limits allow it.
  Result<void> replaceKeys(std::vector<KeyShape> changed) {
    if (auto ok = checkShapes(changed); !ok) return ok;
    keys() = std::move(changed);
    s.contentChanged();
    return {};
  }
  /// Replaces the points of one shape.
  Result<void> replacePoints(int shape, std::vector<glm::dvec2> points) {
    if (shape == shapes::kDrawing) {
      if (points.size() > static_cast<std::size_t>(shape_limits::kPointsOfAShape)) return Error{"the drawing is full"};
      s.drawing_ = std::move(points);
      return {};
    }
    if (points.empty())
      return Error{"shape " + std::to_string(shape) + " has only this point; remove the shape instead"};
    return replaceShape(shape, *Shape::make(std::move(points), key(shape).shape.closed()));
  }
  Result<void> replaceShape(int shape, Shape changed) {
    std::size_t points = changed.points().size() - key(shape).shape.points().size();  // wraps around and back below
    for (const KeyShape& k : keys()) points += k.shape.points().size();
    if (changed.pointCount() > shape_limits::kPointsOfAShape ||
        points > static_cast<std::size_t>(shape_limits::kPoints))
      return Error{"shape " + std::to_string(shape) + " cannot take more points"};
    key(shape).shape = std::move(changed);
    s.makePlans(shape - 1, shape);
    return {};
  }

  Result<void> operator()(const shapes::AddPoint& c) {
    return (*this)(shapes::InsertPoint{.before = static_cast<int>(s.drawing_.size()), .at = c.at});
  }
  Result<void> operator()(const shapes::FinishShape& c) {
    if (s.drawing_.empty()) return Error{"nothing is drawn yet; a shape needs a point"};
    KeyShape made{.name = "shape " + std::to_string(keys().size() + 1), .shape = *Shape::make(s.drawing_, c.closed)};
    std::vector<KeyShape> changed = keys();
    changed.push_back(std::move(made));
    guessAgain(changed, static_cast<int>(changed.size()) - 2, static_cast<int>(changed.size()) - 2);
    if (auto ok = replaceKeys(std::move(changed)); !ok) return ok;
    s.drawing_.clear();
    return {};
  }
  Result<void> operator()(const shapes::MovePoint& c) {
    auto points = pointsOf(c.shape);
    if (!points) return points.error();
    if (auto ok = knownPoint(*points, c.point, points->size()); !ok) return ok;
    if (auto ok = onCanvas(c.to); !ok) return ok;
    nth(*points, c.point) = c.to;
    return replacePoints(c.shape, *std::move(points));
  }
  Result<void> operator()(const shapes::InsertPoint& c) {
    auto points = pointsOf(c.shape);
    if (!points) return points.error();
    if (auto ok = knownPoint(*points, c.before, points->size() + 1); !ok) return ok;
    if (auto ok = onCanvas(c.at); !ok) return ok;
    points->insert(points->begin() + c.before, c.at);
    return replacePoints(c.shape, *std::move(points));
  }
  Result<void> operator()(const shapes::DeletePoint& c) {
    auto points = pointsOf(c.shape);
    if (!points) return points.error();
    if (auto ok = knownPoint(*points, c.point, points->size()); !ok) return ok;
    points->erase(points->begin() + c.point);
    return replacePoints(c.shape, *std::move(points));
  }
  Result<void> operator()(const shapes::SetClosed& c) {
    if (auto ok = known(c.shape); !ok) return ok;
    return replaceShape(c.shape, *Shape::make(copied(key(c.shape).shape), c.closed));
  }
  void operator()(const shapes::ClearCanvas&) {
    keys().clear();
    s.drawing_.clear();
    s.contentChanged();
  }
  Result<void> operator()(const shapes::ClearPoints&) { return replacePoints(shapes::kDrawing, {}); }
  Result<void> operator()(const shapes::SetContent& c) {
    if (c.drawing.size() > static_cast<std::size_t>(shape_limits::kPointsOfAShape))
      return Error{"the drawing has " + std::to_string(c.drawing.size()) + " points; the limit is " +
                   std::to_string(shape_limits::kPointsOfAShape)};
    for (const glm::dvec2 point : c.drawing)
      if (auto ok = onCanvas(point); !ok) return ok;
    if (auto ok = replaceKeys(c.keys); !ok) return ok;
    s.drawing_ = c.drawing;
    return {};
  }

  Result<void> operator()(const shapes::UsePresetPair& c) {
    const bool classic = areClassicPair(c.from, c.to);
    std::vector<KeyShape> pair{keyOf(c.from, classic ? presetShape(c.from) : presetShape(c.from, centerOf(0))),
                               keyOf(c.to, classic ? presetShape(c.to) : presetShape(c.to, centerOf(1)))};
    if (classic) pair[0].toNext = kAsDrawn;
    if (auto ok = replaceKeys(std::move(pair)); !ok) return ok;
    s.drawing_.clear();
    s.time_ = 0;
    return {};
  }
  Result<void> operator()(const shapes::AddKey& c) {
    const glm::dvec2 center = c.center.value_or(centerOf(keys().size()));
    if (auto ok = onCanvas(center); !ok) return ok;
    std::vector<KeyShape> changed = keys();
    if (!changed.empty()) changed.back().toNext = {};
    changed.push_back(keyOf(c.preset, presetShape(c.preset, center)));
    return replaceKeys(std::move(changed));
  }
  Result<void> operator()(const shapes::RemoveKey& c) {
    if (auto ok = known(c.shape); !ok) return ok;
    std::vector<KeyShape> changed = keys();
    changed.erase(changed.begin() + c.shape);
    guessAgain(changed, c.shape - 1, c.shape - 1);
    return replaceKeys(std::move(changed));
  }
  Result<void> operator()(const shapes::MoveKey& c) {
    for (const int shape : {c.shape, c.to})
      if (auto ok = known(shape); !ok) return ok;
    std::vector<KeyShape> changed = keys();
    const auto from = changed.begin() + c.shape, to = changed.begin() + c.to;
    c.shape < c.to ? std::rotate(from, from + 1, to + 1) : std::rotate(to, from, from + 1);
    guessAgain(changed, std::min(c.shape, c.to) - 1, std::max(c.shape, c.to));
    return replaceKeys(std::move(changed));
  }
  Result<void> operator()(const shapes::ReverseKeys&) {
    if (keys().size() < 2) return Error{"there are fewer than two shapes to reverse"};
    std::vector<KeyShape> changed(keys().rbegin(), keys().rend());
    for (std::size_t i = 0; i + 1 < changed.size(); ++i) {  // what lies between two shapes belongs to the first of them
      const KeyShape& before = changed[i + 1];
      changed[i].morph = before.morph;
      changed[i].toNext = inverse(before.toNext);
    }
    changed.back().morph = keys().back().morph;
    changed.back().toNext = keys().back().toNext;
    return replaceKeys(std::move(changed));
  }
  Result<void> setSeconds(int shape, double KeyShape::*seconds, double value) {
    if (auto ok = known(shape); !ok) return ok;
    if (!(value >= 0 && value <= shape_limits::kSeconds))
      return Error{formatNumber(value) + " seconds is not between 0 and " + formatNumber(shape_limits::kSeconds)};
    key(shape).*seconds = value;
    return {};
  }
  Result<void> operator()(const shapes::SetHold& c) { return setSeconds(c.shape, &KeyShape::hold, c.seconds); }
  Result<void> operator()(const shapes::SetMorphSeconds& c) { return setSeconds(c.shape, &KeyShape::morph, c.seconds); }
  Result<void> operator()(const shapes::SetCorrespondence& c) {
    if (auto ok = knownPair(c.shape); !ok) return ok;
    key(c.shape).toNext = c.toNext.automatic ? PairCorrespondence{} : c.toNext;  // the rest would not be saved
    s.makePlans(c.shape, c.shape);
    return {};
  }
  Result<void> operator()(const shapes::ImportShapes& c) {
    if (c.settings)
      if (auto ok = checkFields(*c.settings); !ok) return ok;
    std::vector<KeyShape> changed = c.append ? keys() : std::vector<KeyShape>{};
    const int last = static_cast<int>(changed.size()) - 1;
    changed.insert(changed.end(), c.keys.begin(), c.keys.end());
    guessAgain(changed, last, last);
    if (auto ok = replaceKeys(std::move(changed)); !ok) return ok;
    if (c.settings) s.settings_ = *c.settings;
    if (!c.append) s.drawing_.clear(), s.time_ = 0;
    return {};
  }

  Result<void> operator()(const SetShapes& c) {
    auto next = c.appliedTo(s.settings_);
    if (!next) return next.error();
    s.settings_ = *std::move(next);
    return {};
  }
  Result<void> operator()(const shapes::UseLesson& c) {
    if (auto ok = (*this)(SetShapes{asInLesson(s.settings_, c.inBetweens)}); !ok) return ok;
    for (std::size_t i = 0; i + 1 < keys().size(); ++i)
      if (keys()[i].shape.pointCount() == keys()[i + 1].shape.pointCount() && keys()[i].toNext.automatic)
        keys()[i].toNext = kAsDrawn;
    s.contentChanged();
    s.time_ = 0;
    s.playing_ = true;
    return {};
  }
  void operator()(const shapes::SetPlaying& c) {
    const bool atEnd = s.settings_.ending == ShapeEnding::Stop && s.time_ >= s.length();
    if (c.playing && atEnd) s.time_ = 0;
    s.playing_ = c.playing;
  }
  Result<void> operator()(const shapes::SetTime& c) {
    if (!std::isfinite(c.seconds)) return Error{"the time is not a finite number"};
    s.time_ = c.seconds;
    return {};
  }
};

Result<void> ShapeScene::apply(const ShapeCommand& command) {
  if (auto done = carriedOut(Applier{*this}, command); !done) return done;
  makeTimeline(keys_, settings_, timeline_);
  time_ = foldedTime(time_, length(), settings_.ending);  // the length may have changed
  show();
  if (!std::holds_alternative<shapes::SetTime>(command) && !std::holds_alternative<shapes::SetPlaying>(command))
    measure();
  return {};
}

}  // namespace app
