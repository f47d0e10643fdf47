// What the cross-fade panel's next fade will do: the transition set's settings for the two clips, or else the panel's.
#pragma once

#include "app/session/command.h"
#include "app/session/session.h"

namespace app {

class PairFade {
 public:
  explicit PairFade(const Session& session);

  /// The clips of the fade; -1: none.
  CellIndex pair() const { return pair_; }
  /// The length, kind, sync and mask that the fade will have.
  const FadeSettings& settings() const { return shown_; }
  const crossfade::AnimationCurve& curve() const { return *curve_; }
  /// Whether the value comes from the set: from this pair's cell, or from a row, a column or the defaults.
  bool isBySet(FieldSet field = kAllFields) const { return (bySet_ & field) != 0; }
  /// Whether the set has a cell for exactly this pair.
  bool isKept() const;
  /// Whether the pair can have a cell of its own: both clips are known.
  bool hasPair() const { return pair_.from >= 0 && pair_.to >= 0; }

  /// Applies the fields of `next` that differ: to this pair's cell where the value comes from the set, otherwise to the
  /// panel, and so to all pairs without one.
  void change(const FadeSettings& next, Commands& out) const;
  void changeCurve(const crossfade::AnimationCurve& next, Commands& out) const;
  /// Stores all settings in this pair's cell.
  void keep(Commands& out) const;
  /// Removes the cell of this pair.
  void clear(Commands& out) const;

 private:
  void set(FadeChoice settings, Commands& out) const;

  const Session& session_;
  CellIndex pair_;
  FadeSettings shown_;
  const crossfade::AnimationCurve* curve_;
  FieldSet bySet_ = 0;  // of FadeChoice
};

// ---- The pair's controls: where From and To are when their fade begins, replay and loop.

/// A row below the choosers of From and To: a bar of `barWidth` under each, `gap` between them.
void drawPairBars(const Session& session, float barWidth, float gap, Commands& out);
/// Two square buttons.
void drawReplay(const Session& session, Commands& out);

}  // namespace app
