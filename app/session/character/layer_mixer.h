// Puts layers on a pose.
#ifndef APP_SESSION_CHARACTER_LAYER_MIXER_H
#define APP_SESSION_CHARACTER_LAYER_MIXER_H

#include <memory>
#include <optional>
#include <vector>

#include "app/model/model.h"
#include "app/session/character/layer_settings.h"
#include "app/session/character/named_masks.h"
#include "crossfade/pose/channel_layout.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/skeleton/pose.h"

namespace app {

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
  const crossfade::AnimationClip& clip(int index) const { return model_.clips[static_cast<std::size_t>(index)]; }

  const Model& model_;
  const NamedMasks& masks_;
  crossfade::ChannelLayout layout_;
  LayerStack stack_;
  std::vector<Source> sources_;  // one per layer
  bool changesPoses_ = false;
  std::vector<double> rest_, values_, mixed_;
};

}  // namespace app

#endif  // APP_SESSION_CHARACTER_LAYER_MIXER_H
