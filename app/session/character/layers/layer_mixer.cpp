#include "app/session/character/layers/layer_mixer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/view/model_matrices.h"
#include "crossfade/clip/clip_tools.h"
#include "crossfade/pose/blend.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

namespace {

Result<void> checkName(const std::string& name) {
  if (name.empty()) return Error{"a mask needs a name"};
  if (name.size() <= kMaxMaskName) return {};
  return Error{"the name of a mask has at most " + std::to_string(kMaxMaskName) + " bytes"};
}

/// Another mask's name has the same hash.
Error sameNumber(const std::string& name) { return Error{"choose another name for the mask '" + name + "'"}; }

}  // namespace

const NamedMask* NamedMasks::find(int mask) const {
  if (!isNamedMask(mask)) return nullptr;
  const auto found = std::find_if(masks_.begin(), masks_.end(),
                                  [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
  return found == masks_.end() ? nullptr : &*found;
}

const crossfade::JointMask* NamedMasks::weightsOf(int mask) const {
  if (find(mask) == nullptr) return nullptr;
  return &std::find_if(kept_.begin(), kept_.end(), [mask](const Kept& kept) { return kept.number == mask; })->weights;
}

int NamedMasks::numberOf(const crossfade::JointMask* weights) const {
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [weights](const Kept& kept) { return &kept.weights == weights; });
  return found != kept_.end() && find(found->number) != nullptr ? found->number : -1;
}

Result<void> NamedMasks::set(NamedMask mask) {
  if (auto ok = checkName(mask.name); !ok) return ok;
  auto weights = crossfade::JointMask::make(mask.weights);
  if (!weights) return weights.error();
  const int number = namedMask(mask.name);
  const auto position = std::lower_bound(masks_.begin(), masks_.end(), mask,
                                         [](const NamedMask& a, const NamedMask& b) { return a.name < b.name; });
  if (position != masks_.end() && position->name == mask.name) {
    *position = std::move(mask);
  } else {
    if (find(number) != nullptr) return sameNumber(mask.name);
    if (masks_.size() == kMaxNamedMasks)
      return Error{"a model has at most " + std::to_string(kMaxNamedMasks) + " masks with names"};
    masks_.insert(position, std::move(mask));
  }
  const auto kept = std::find_if(kept_.begin(), kept_.end(), [number](const Kept& k) { return k.number == number; });
  if (kept != kept_.end())
    kept->weights = *std::move(weights);
  else
    kept_.push_back({number, *std::move(weights)});
  ++revision_;
  return {};
}

Result<void> NamedMasks::rename(int mask, const std::string& name) {
  const int number = namedMask(name);
  const auto found = std::find_if(masks_.begin(), masks_.end(),
                                  [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
  if (auto ok = checkName(name); !ok) return ok;
  if (found == masks_.end() || found->name == name) return {};
  if (const NamedMask* const other = find(number))
    return other->name == name ? Error{"there is a mask '" + name + "' already"} : sameNumber(name);
  for (Kept& kept : kept_)  // swapped with what a removed mask left under that number
    if (kept.number == mask || kept.number == number) kept.number = kept.number == mask ? number : mask;
  ++revision_;
  found->name = name;
  std::sort(masks_.begin(), masks_.end(), [](const NamedMask& a, const NamedMask& b) { return a.name < b.name; });
  return {};
}

void NamedMasks::remove(int mask) {
  ++revision_;
  std::erase_if(masks_, [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
}

namespace {

constexpr double kReferenceFps = 1000;  // makeClipAdditive counts frames

bool isSameSource(const LayerSettings& a, const LayerSettings& b) {
  return a.clip == b.clip && a.mode == b.mode && a.referenceClip == b.referenceClip &&
         a.referenceTime == b.referenceTime;
}

}  // namespace

bool isHeard(const LayerStack& stack, int layer) {
  const bool anySolo = stack.baseSolo || std::any_of(stack.layers.begin(), stack.layers.end(),
                                                     [](const LayerSettings& each) { return each.solo; });
  if (layer == kBaseLayer) return !stack.baseMuted && (!anySolo || stack.baseSolo);
  const LayerSettings& settings = nth(stack.layers, layer);
  return !settings.muted && (!anySolo || settings.solo);
}

double clipTimeOf(const LayerSettings& layer, double duration, double seconds) {
  if (!(duration > 0)) return 0;
  if (layer.speed == 0) return layer.phase * duration;
  const double loops = layer.phase + seconds * layer.speed / duration;
  return (loops - std::floor(loops)) * duration;
}

LayerMixer::LayerMixer(const Model& model, const NamedMasks& masks)
    : model_(model),
      masks_(masks),
      layout_(channelLayoutOf(model)),
      rest_(static_cast<std::size_t>(layout_.valueCount())),
      values_(rest_.size()),
      mixed_(rest_.size()) {
  layout_.readPose(restPoseOf(model), rest_);
  sources_.reserve(kMaxLayers);
}

/// If memory runs out, there are no layers until the next call.
void LayerMixer::show(const LayerStack& stack) {
  if (stack == stack_) return;
  LayerStack shown = stack;
  std::vector<Source> before = std::move(sources_), sources;
  sources_.clear();
  stack_ = {};
  changesPoses_ = false;
  sources.reserve(kMaxLayers);
  for (const LayerSettings& layer : shown.layers) {
    const auto made = std::find_if(before.begin(), before.end(), [&](const Source& source) {
      return source.sampler && isSameSource(source.madeFor, layer);
    });
    sources.push_back(made == before.end() ? sourceOf(layer) : std::move(*made));
    if (made != before.end()) made->sampler.reset();  // taken
    sources.back().madeFor = layer;
    findMask(layer, sources.back());
  }
  sources_ = std::move(sources);
  stack_ = std::move(shown);
  changesPoses_ = !stack_.layers.empty() || !isHeard(stack_, kBaseLayer);
}

/// The reference with the rest pose where it animates nothing but `clip` does, so that no whole value is added.
crossfade::AnimationClip LayerMixer::withRestFor(const crossfade::AnimationClip& clip,
                                                 const crossfade::AnimationClip& reference) const {
  std::vector<crossfade::KeyframeTrack> tracks(reference.tracks().begin(), reference.tracks().end());
  for (const crossfade::KeyframeTrack& track : clip.tracks()) {
    const int channel = layout_.channelOf(track.target(), track.valueSize());
    const bool known = std::any_of(reference.tracks().begin(), reference.tracks().end(),
                                   [&](const auto& other) { return other.target() == track.target(); });
    if (known || channel < 0) continue;
    const crossfade::ChannelSlot& slot = nth(layout_.channels(), channel);
    const auto first = rest_.begin() + slot.offset;
    auto still = crossfade::KeyframeTrack::make(track.target(), crossfade::Interpolation::Linear, {0},
                                                std::vector<float>(first, first + slot.size));
    if (still) tracks.push_back(*std::move(still));
  }
  auto made = crossfade::AnimationClip::make(reference.name(), std::move(tracks));
  return made ? *std::move(made) : reference;
}

LayerMixer::Source LayerMixer::sourceOf(const LayerSettings& layer) const {
  Source source{.madeFor = layer, .additive = nullptr, .sampler = {}, .ofJoint = {}};
  if (layer.mode == LayerMode::Additive) {
    const crossfade::AnimationClip& reference = clip(layer.referenceClip < 0 ? layer.clip : layer.referenceClip);
    source.additive = std::make_unique<crossfade::AnimationClip>(
        crossfade::makeClipAdditive(clip(layer.clip), withRestFor(clip(layer.clip), reference),
                                    layer.referenceTime * kReferenceFps, kReferenceFps));
  }
  source.sampler.emplace(source.additive ? *source.additive : clip(layer.clip), layout_);
  return source;
}

void LayerMixer::findMasks() {
  for (std::size_t i = 0; i < sources_.size(); ++i) findMask(stack_.layers[i], sources_[i]);
}

void LayerMixer::findMask(const LayerSettings& layer, Source& source) const {
  source.ofJoint.reset();
  if (layer.mask >= 0 && !isNamedMask(layer.mask))
    source.ofJoint = crossfade::JointMask::ofSubtree(model_.skeleton, layer.mask, layer.feather);
  source.named = masks_.weightsOf(layer.mask);
}

void LayerMixer::apply(double seconds, crossfade::Pose& pose) {
  if (!changesPoses_) return;
  if (isHeard(stack_, kBaseLayer))
    layout_.readPose(pose, values_);
  else
    std::copy(rest_.begin(), rest_.end(), values_.begin());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const LayerSettings& layer = stack_.layers[i];
    if (!isHeard(stack_, static_cast<int>(i)) || !(layer.weight > 0)) continue;
    Source& source = sources_[i];
    const bool adds = layer.mode == LayerMode::Additive;
    const crossfade::BlendLayer blended{
        .values = source.sampler->sample(clipTimeOf(layer, clip(layer.clip).duration(), seconds)),
        .present = source.sampler->present(),
        .weight = layer.weight,
        .mask = source.ofJoint ? &*source.ofJoint : source.named,
        .blendMode = adds ? crossfade::BlendMode::Additive : crossfade::BlendMode::Normal};
    crossfade::blendInOrder(layout_.channels(), values_, std::span(&blended, 1), mixed_);
    std::swap(values_, mixed_);
  }
  layout_.writePose(values_, pose);
}

}  // namespace app
