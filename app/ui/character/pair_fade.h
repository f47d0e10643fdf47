// The fade of the cross-fade panel as it will happen: what the transition set says about the two clips, else what the
// panel says.
#ifndef APP_UI_CHARACTER_PAIR_FADE_H
#define APP_UI_CHARACTER_PAIR_FADE_H

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

class PairFade {
 public:
  explicit PairFade(const Session& session);

  /// The clips that it is about; -1: none.
  CellIndex pair() const { return pair_; }
  /// Length, kind, sync and mask as they will be.
  const FadeSettings& settings() const { return shown_; }
  const crossfade::AnimationCurve& curve() const { return *curve_; }
  /// Whether the set says so, for this pair or for others with it.
  bool isBySet(CellField field) const { return bySet_[static_cast<std::size_t>(field)]; }
  bool isBySet() const;
  /// Whether the set has a cell for exactly this pair.
  bool isKept() const;
  /// Whether it can be kept: both clips are known.
  bool hasPair() const { return pair_.from >= 0 && pair_.to >= 0; }

  /// Changes what is different: in the set where that says so, for this pair alone, else in the panel, for all pairs.
  void change(const FadeSettings& next, Commands& out) const;
  void changeCurve(const crossfade::AnimationCurve& next, Commands& out) const;
  /// Writes all of it into the set.
  void keep(Commands& out) const;
  /// Removes the cell of this pair.
  void clear(Commands& out) const;

 private:
  void set(CellSettings settings, Commands& out) const;

  const Session& session_;
  CellIndex pair_;
  FadeSettings shown_;
  const crossfade::AnimationCurve* curve_;
  std::array<bool, kCellFields> bySet_{};
};

}  // namespace app

#endif  // APP_UI_CHARACTER_PAIR_FADE_H
