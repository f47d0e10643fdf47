#include "app/session/character/seam_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/model/match_points.h"

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
      figures_.push_back(coarser[static_cast<std::size_t>(row / byRow * before[1].count() + column / byColumn)]);
      isMeasured_.push_back(row % byRow == 0 && column % byColumn == 0);
    }
  next_ = 0;
  isCoarsest_ = false;
  return true;
}

double SeamGrid::progress() const { return static_cast<double>(measured_) / finest_; }

}  // namespace app
