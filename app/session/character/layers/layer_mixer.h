// Masks with names, and what puts layers on a pose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/fnv1a.h"
#include "app/model/model.h"
#include "app/session/character/settings/clip_settings.h"
#include "app/session/character/settings/fade_settings.h"
#include "crossfade/base/result.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/skeleton/joint_mask.h"
#include "crossfade/skeleton/pose.h"

namespace app {

// ---- Masks with a name, painted by the user. They can be used wherever a mask can: in a fade, the transition set or a
// layer.

// A mask is chosen by a number. -1 is the whole body. A joint's index means that joint and all below it, with a feather
// (JointMask::ofSubtree). Larger numbers stand for names.
inline constexpr int kFirstNamedMask = kFirstNameNumber;
constexpr bool isNamedMask(int mask) { return mask >= kFirstNamedMask; }
constexpr int namedMask(std::string_view name) { return numberOfName(name); }

struct NamedMask {
  std::string name;
  std::vector<float> weights;  // one per joint, 0 to 1
  friend bool operator==(const NamedMask&, const NamedMask&) = default;
};

inline constexpr std::size_t kMaxNamedMasks = 64;
inline constexpr std::size_t kMaxMaskName = 60;  // bytes

class NamedMasks {
 public:
  NamedMasks() = default;
  NamedMasks(const NamedMasks&) = delete;
  NamedMasks& operator=(const NamedMasks&) = delete;

  /// By name.
  const std::vector<NamedMask>& all() const { return masks_; }
  /// Another number after each change.
  std::uint64_t revision() const { return revision_; }
  /// nullptr: there is none.
  const NamedMask* find(int mask) const;
  /// The same for the blend; stays valid, and follows when the mask is painted.
  const crossfade::JointMask* weightsOf(int mask) const;
  /// The number of the mask that weightsOf() returned; -1 if it returned no such mask, or the mask was removed.
  int numberOf(const crossfade::JointMask* weights) const;

  /// Adds it or replaces the one of its name. The error: weights outside of 0 to 1, an empty or too long name, one mask
  /// too many, or a name with the number of another.
  crossfade::Result<void> set(NamedMask mask);
  /// RemoveMask refuses one that is in use.
  void remove(int mask);
  /// Refused as in set(), and if another mask has that name. What weightsOf() returned stays valid.
  crossfade::Result<void> rename(int mask, const std::string& name);

 private:
  struct Kept {
    int number = 0;
    crossfade::JointMask weights;
  };

  std::uint64_t revision_ = 0;
  std::vector<NamedMask> masks_;
  std::deque<Kept> kept_;  // also of removed masks: actions may point to them
};

// Layers: clips that play on top of what fades, each on its mask. Plain values.

enum class LayerMode {
  Override,  // covers what lies below, as far as weight and mask say
  Additive,  // adds how the clip differs from a reference pose
};
template <>
inline constexpr std::array<std::string_view, 2> kWords<LayerMode>{"override", "additive"};

struct LayerSettings {
  int clip = 0;
  LayerMode mode = LayerMode::Override;
  int mask = -1;    // see layer_mixer.h; -1: the whole body
  int feather = 2;  // of a joint's mask
  double weight = 1;
  double speed = 1;  // the clip repeats at this speed; 0 holds the pose at `phase`
  double phase = 0;  // 0 to 1: phase of the clip when the layers' time is 0
  bool muted = false;
  bool solo = false;         // while any is set, everything without it is off
  int referenceClip = -1;    // Additive: the pose that it is compared with; -1: of the clip itself,
  double referenceTime = 0;  // at this time (seconds)
  friend bool operator==(const LayerSettings&, const LayerSettings&) = default;
};

constexpr auto fieldsOf(const LayerSettings*) {
  return std::tuple{
      Field{"mode", "Mode", &LayerSettings::mode},
      referenceField<Reference::Mask>("mask", "Mask", &LayerSettings::mask),
      Field{"feather", "Mask feather", &LayerSettings::feather, {0, kMaxMaskFeather}},
      Field{"weight", "Weight", &LayerSettings::weight, kWeight},
      Field{"speed", "Speed", &LayerSettings::speed, kTimeScale},
      Field{"phase", "Phase", &LayerSettings::phase, {0, 1}},
      Field{"muted", "Muted", &LayerSettings::muted},
      Field{"solo", "Solo", &LayerSettings::solo},
      referenceField<Reference::Clip>("reference", "Reference clip", &LayerSettings::referenceClip),
      Field{"referenceTime", "Reference time", &LayerSettings::referenceTime, kClipSeconds, "s"},
  };
}

struct LayerStack {
  std::vector<LayerSettings> layers;  // each lies on those before it, the first on the base: what plays and fades
  bool baseMuted = false;             // the rest pose instead
  bool baseSolo = false;
  friend bool operator==(const LayerStack&, const LayerStack&) = default;
};

inline constexpr std::size_t kMaxLayers = 16;
inline constexpr int kBaseLayer = -1;

/// Whether a layer, or kBaseLayer, has an effect: it is not muted, and it is solo if anything is.
bool isHeard(const LayerStack& stack, int layer);
/// The time of a layer in its clip at `seconds` of the layers' time. 0 for an empty clip.
double clipTimeOf(const LayerSettings& layer, double duration, double seconds);

/// Works on the pose after the transition, not in the mixer, so a fade never touches a layer. All layers share one
/// time, which moments of the timeline hold. The layers are settings and not logged: a change affects every moment.
class LayerMixer {
 public:
  /// Both must outlive it.
  LayerMixer(const Model& model, const NamedMasks& masks);

  const LayerStack& stack() const { return stack_; }
  /// From the next pose on. Callers check clips, joints and values.
  void show(const LayerStack& stack);
  /// Call after a mask was added, removed or renamed.
  void findMasks();
  /// Changes `pose` as the layers say, `seconds` into the layers' time. Without layers, and with the base heard, it
  /// stays as it is, bit for bit. Does not allocate.
  void apply(double seconds, crossfade::Pose& pose);

 private:
  /// The clip of a layer, ready to be sampled. Made again only for another clip, mode or reference.
  struct Source {
    LayerSettings madeFor;
    std::unique_ptr<crossfade::AnimationClip> additive;  // the clip minus its reference
    std::optional<crossfade::ClipSampler> sampler;
    std::optional<crossfade::JointMask> ofJoint;  // at most one of
    const crossfade::JointMask* named = nullptr;  // these two; none: the whole body
  };

  crossfade::AnimationClip withRestFor(const crossfade::AnimationClip& clip,
                                       const crossfade::AnimationClip& reference) const;
  Source sourceOf(const LayerSettings& layer) const;
  void findMask(const LayerSettings& layer, Source& source) const;
  const crossfade::AnimationClip& clip(int index) const { return nth(model_.clips, index); }

  const Model& model_;
  const NamedMasks& masks_;
  crossfade::ChannelLayout layout_;
  LayerStack stack_;
  std::vector<Source> sources_;  // one per layer
  bool changesPoses_ = false;
  std::vector<double> rest_, values_, mixed_;
};

}  // namespace app
