// How smooth every transition of a model is: the moments that are measured, and the measuring on a thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/comparison/fade_measurer.h"
#include "app/session/character/settings/fade_limits.h"
#include "crossfade/quality/seam.h"

namespace app {

// ---- Moments of two clips at which fades are measured: a coarse grid first, then finer ones that keep what is known.

/// How a fade looks; a seam's cost is made of these.
struct SeamFigures {
  double velocityRatio = 0;  // as in FadeFigures
  crossfade::SeamExcess excess = {};
  std::optional<double> slide = std::nullopt;  // leg lengths per step; none unless both clips walk in place
};

/// What the map and `crossfade tune` compare, lower looks better: (velocity ratio - 1, at least 0) + overshoot + 4 tilt
/// + 10 sink + 4 slide, and 10 for each ratio above `maxRatio`.
double seamCost(const SeamFigures& figures, double maxRatio);

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

// ---- How smooth every transition of a model is, measured on a thread of its own.

/// The thread gets a few fades at a time. Results are kept by a hash of everything that a fade depends on, so undo
/// finds them again.
class SeamMap {
 public:
  /// Measures nothing yet. The model and its measuredBodyOf() must outlive it.
  SeamMap(const Model& model, const crossfade::MeasuredBody& body);
  /// Waits for the measurement that is running.
  ~SeamMap();
  SeamMap(const SeamMap&) = delete;
  SeamMap& operator=(const SeamMap&) = delete;

  /// Whether to measure; fades between the clips in `from` and `to` first. Models with more than ten minutes of clips
  /// are not measured.
  void watch(bool on, std::vector<int> from, std::vector<int> to);
  bool isOn() const { return on_; }
  std::span<const int> watchedFrom() const { return from_; }
  std::span<const int> watchedTo() const { return to_; }

  /// Once a frame: hands fades whose settings are new to the thread, and takes its results. Never waits, and allocates
  /// only when settings have changed: `revision` says so for the cells and the masks.
  void update(const TransitionCells& cells, std::uint64_t revision, const FadeSettings& panel,
              const crossfade::AnimationCurve& curve, const std::vector<NamedMask>& masks);

  /// Of the fade as it is set now; nullptr: not measured yet. A fade without `fromPhase` is measured from
  /// kMeasuredStarts of its first clip (fade_limits.h), and the worst counts.
  const FadeFigures* at(int from, int to) const;
  /// Fades between two different clips.
  int fadeCount() const { return clipCount_ * (clipCount_ - 1); }
  int measuredCount() const { return measured_; }

 private:
  struct Cell {
    std::uint64_t key = 0;          // of the settings; 0: not looked at since they changed
    std::uint64_t measuredKey = 0;  // of `figures`; 0: none
    bool isQueued = false;
    FadeFigures figures;
  };
  struct CachedResult {
    std::uint64_t key = 0;
    FadeFigures figures;
  };
  struct Thread;

  void begin();
  void useSettings(const TransitionCells& cells, const FadeSettings& panel, const crossfade::AnimationCurve& curve,
                   const std::vector<NamedMask>& masks);
  bool lookAt(int from, int to);
  void set(Cell& cell, std::uint64_t key, const FadeFigures& figures);
  void takeResults();
  CachedResult& cached(std::uint64_t key) { return cache_[key % cache_.size()]; }

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  int clipCount_;
  bool on_ = false;
  std::vector<int> from_, to_;
  std::vector<Cell> cells_;          // by from and to; empty until it is on
  std::vector<CachedResult> cache_;  // results for settings of now and before, by key
  int measured_ = 0;
  int next_ = 0;      // the cell to look at next
  int lookedAt_ = 0;  // in this frame
  std::uint64_t revision_ = 0;
  bool settingsAreNew_ = false;  // to the thread
  std::unique_ptr<FadeSetup> settings_;
  std::unique_ptr<Thread> thread_;
};

}  // namespace app
