// How smooth every transition of a model is, measured on a thread of its own.
#ifndef APP_SESSION_CHARACTER_SEAM_MAP_H
#define APP_SESSION_CHARACTER_SEAM_MAP_H

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/fade_meter.h"
#include "app/session/character/fade_setup.h"

namespace app {

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

  /// Of the fade as it is set now; nullptr: not measured yet. A fade without `fromPhase` is measured from 20 % and from
  /// 60 % of its first clip, and the worse counts.
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

#endif  // APP_SESSION_CHARACTER_SEAM_MAP_H
