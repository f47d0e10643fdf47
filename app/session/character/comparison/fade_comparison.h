// The same fade by several kinds or settings at once: a player for each, driven with the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/character/comparison/fade_measurer.h"
#include "app/session/character/fades/cross_fade.h"
#include "app/session/character/fades/sequence_player.h"

namespace app {

/// Shows the fade by two to kMaxVariants variants at once, and plays the pair in a loop unless the queue plays, or From
/// and To are not chosen or switched off. No variants: ends it.
struct SetComparison {
  std::vector<FadeChoice> variants;  // kVariantFields; what is omitted follows the panel
  bool overlaid = false;             // the first with the others as ghosts over it; otherwise side by side
  friend bool operator==(const SetComparison&, const SetComparison&) = default;
};

/// What the players of a comparison follow. Borrowed for one call.
struct ComparedScene {
  const Player& player;
  const CrossFade& fade;
  const SequencePlayer& sequence;
  FadePair pair;
  FadeChoice fadeOfPair;  // what the transition set says about it
};

class FadeComparison {
 public:
  /// All must outlive it; `body` is measuredBodyOf() the model.
  FadeComparison(const Model& model, const crossfade::MeasuredBody& body, const NamedMasks& masks)
      : model_(model), body_(body), masks_(masks) {}

  /// One variant and its player, from where the scene is now. No variants: off.
  void show(const SetComparison& command, const ComparedScene& scene);
  bool isOn() const { return !lanes_.empty(); }
  bool isOverlaid() const { return overlaid_; }
  /// What show() was given last.
  SetComparison choice() const;

  // What happens to the scene's own player; without lanes nothing.
  /// Settings, curve, clip settings, clock and sequence as they are now.
  void follow(const ComparedScene& scene);
  /// Everything as in the scene: after commands that are no fades.
  void takeOver(const ComparedScene& scene);
  void play(const FadeSequence& sequence);
  void fadeTo(const FadeTo& command);
  void startFade(const FadeChoice& how);
  /// See Player::useRoots, Player::lockFeet and Player::useSpaces.
  void useRoots(const RootClips* roots);
  void lockFeet(std::optional<FootLocking> how);
  void useSpaces(const std::vector<BlendSpaceSettings>& spaces);
  /// The one of that number plays on under another name.
  void renameSpace(int number, const std::string& name);
  void moveBlendPoint(const MoveBlendPoint& command);
  void useFeetMarkers(CrossFade::FeetMarkers markers) { feetMarkers_ = std::move(markers); }
  /// As Player::advance after Player::step of `byHand` seconds.
  void advance(double delta, double speed, double byHand, FrameProfiler& profiler);
  /// Waits for the figures of all lanes, which otherwise come some frames later.
  void finishMeasuring();

  int laneCount() const { return static_cast<int>(lanes_.size()); }
  const FadeChoice& variant(int lane) const { return at(lane).variant; }
  /// Of the fade of From and To.
  FadeSettings settings(int lane) const { return fadeOf(at(lane)); }
  PosedModel posed(int lane) const { return at(lane).player.posed(); }
  const crossfade::Pose& pose(int lane) const { return at(lane).player.shown(); }
  /// Of the fade as it is set, or as it was until that is measured. Nothing while From and To are no pair, are together
  /// longer than kMostSampled, or are not measured yet.
  const std::optional<FadeFigures>& figures(int lane) const { return at(lane).figures; }

 private:
  struct Lane {
    Lane(const Model& model, const NamedMasks& masks, const FadeChoice& variant, const ComparedScene& scene);

    FadeChoice variant;
    Player player;
    CrossFade fade;
    SequencePlayer sequence;
    std::optional<FadeFigures> figures;
    FadeSettings measured;  // what was last asked for; without a pair: ask again
    // Numbers of requests:
    std::int64_t asked = 0;
    std::int64_t figuresOf = 0;  // of `figures`; `asked` if there are none to come
    std::int64_t forgotten = 0;  // results up to this one are of something else
  };

  const Lane& at(int lane) const { return *nth(lanes_, lane); }
  FadeSettings fadeOf(const Lane& lane) const;
  MeasuredFade measuredFade(Lane& lane) const;
  void measure();
  void forgetFigures(Lane& lane) const;

  const Model& model_;
  const crossfade::MeasuredBody& body_;
  const NamedMasks& masks_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  CrossFade::FeetMarkers feetMarkers_;
  std::optional<FootLocking> footLocking_;
  std::vector<BlendSpaceSettings> spaces_;
  bool overlaid_ = false;
  FadePair pair_;
  FadeChoice fadeOfPair_;                                 // without its curve,
  std::optional<crossfade::AnimationCurve> curveOfPair_;  // so that a copy allocates nothing
  std::uint64_t masksRevision_ = 0;
  std::int64_t requests_ = 0;               // so far
  std::unique_ptr<FadeMeasurer> measurer_;  // none before the first comparison
};

}  // namespace app
