// Moments of two clips at which fades are measured: a coarse grid first, then finer ones that keep what is known.
#ifndef APP_SESSION_CHARACTER_SEAM_GRID_H
#define APP_SESSION_CHARACTER_SEAM_GRID_H

#include <optional>
#include <vector>

#include "crossfade/quality/seam.h"

namespace app {

/// How a fade looks; a seam's cost is made of these.
struct SeamFigures {
  double velocityRatio = 0;  // as in FadeFigures
  crossfade::SeamExcess excess = {};
  std::optional<double> slide = std::nullopt;  // leg lengths per step; none unless both clips walk in place
};

/// What the map and `crossfade tune` compare, lower looks better: (velocity ratio - 1, at least 0) + overshoot + 4 tilt
/// + 10 sink + 4 slide, and 10 for each ratio above `maxRatio`.
double seamCost(const SeamFigures& figures, double maxRatio);
inline constexpr double kUsualMaxRatio = 2;

class SeamGrid {
 public:
  /// One axis: even steps through a clip, its end included unless it wraps.
  struct Axis {
    double duration = 0;
    bool wraps = false;
    int intervals = 1;

    int count() const { return duration > 0 ? intervals + (wraps ? 0 : 1) : 1; }
    double step() const { return duration > 0 ? duration / intervals : 0; }
  };
  struct Cell {
    int row = 0, column = 0;
  };
  static constexpr int kCoarsest = 12, kFinest = 48;  // intervals

  /// Times in the first clip are rows, in the second columns. Clips without a length have one moment.
  SeamGrid(double fromDuration, bool fromWraps, double toDuration, bool toWraps);

  const Axis& rows() const { return axes_[0]; }
  const Axis& columns() const { return axes_[1]; }
  /// The next one to measure; none: refine().
  std::optional<Cell> next();
  void set(const Cell& cell, const SeamFigures& figures);
  /// By row. After refine(), a cell that is not measured yet has the figures of the coarser one that it was part of.
  const std::vector<SeamFigures>& figures() const { return figures_; }

  /// Halves the steps of both clips, down to 1/30 s or kFinest intervals; false: they are that fine.
  bool refine();
  bool isCoarsest() const { return isCoarsest_; }
  /// Of the finest grid, how much is known, 0 to 1.
  double progress() const;

 private:
  Axis axes_[2];
  std::vector<SeamFigures> figures_;
  std::vector<bool> isMeasured_;  // by cell
  std::size_t next_ = 0;
  int measured_ = 0, finest_ = 0;  // cells
  bool isCoarsest_ = true;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_SEAM_GRID_H
