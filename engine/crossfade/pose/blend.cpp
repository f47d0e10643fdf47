#include "crossfade/pose/blend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "crossfade/base/assert.h"
#include "crossfade/math/quaternion_blend.h"
#include "crossfade/math/quaternion_lanes.h"
#include "crossfade/mixer/blend_list.h"
#include "crossfade/pose/detail/unchecked_blend.h"

namespace crossfade {
namespace {

constexpr double kSelectThreshold = 0.5;  // the weight at which a selected value replaces what is below

/// Of a normal layer in blendInOrder and of every additive layer; 0 where the clip has no value.
double weightOf(const BlendLayer& layer, const ChannelSlot& slot, std::size_t channel) {
  if (!layer.present.empty() && !layer.present[channel]) return 0;
  return layer.mask ? layer.weight * layer.mask->weight(slot.node) : layer.weight;
}

/// rotation := rotation with `weight` of `added` applied from the right
void rotateBy(QuatSpan rotation, ConstQuatSpan added, double weight) {
  double rotated[4];
  std::copy(rotation.begin(), rotation.end(), rotated);
  multiply(rotated, added);
  slerp(rotation, rotated, weight);
}

/// Adds the additive layers to one channel's value.
void addLayers(std::span<const BlendLayer> layers, const ChannelSlot& slot, std::size_t channel, double* value) {
  double rotation[4] = {0, 0, 0, 1};  // of all layers together
  bool rotates = false;
  for (const BlendLayer& layer : layers) {
    if (layer.blendMode != BlendMode::Additive) continue;
    const double weight = weightOf(layer, slot, channel);
    if (!(weight > 0)) continue;
    const double* added = layer.values.data() + slot.offset;
    switch (slot.mixing) {
      case Mixing::Slerp:
        rotateBy(rotation, ConstQuatSpan(added, 4), weight);
        rotates = true;
        break;
      case Mixing::Select:
        // differs from three.js: there a weak additive selection restores the rest value and erases the normal mix
        if (weight >= kSelectThreshold) *value = *added;
        break;
      case Mixing::Lerp:
        for (int i = 0; i < slot.size; ++i) value[i] += added[i] * weight;
        break;
    }
  }
  if (rotates) rotateBy(QuatSpan(value, 4), rotation, 1);
}

// ---- In order

constexpr double kSumTolerance = 1e-12;  // a weight sum this close below 1 counts as 1

// How values of each kind are set, and mixed into `out` by a weight. Sizes are known where they can be, because most
// channels are vectors and rotations.

template <int kSize>
struct FixedSize {
  static constexpr int size() { return kSize; }
};
struct AnySize {
  int count;
  int size() const { return count; }
};

template <class Size>
struct LinearValues : Size {
  void set(double* out, const double* value) const {
    for (int i = 0; i < this->size(); ++i) out[i] = value[i];
  }
  void mix(double* out, const double* value, double weight) const {
    for (int i = 0; i < this->size(); ++i) out[i] = out[i] * (1 - weight) + value[i] * weight;
  }
};

struct Rotation {
  void set(double* out, const double* value) const { QuaternionLanes(value).store(out); }
  void mix(double* out, const double* value, double weight) const {
    slerp(QuatSpan(out, 4), ConstQuatSpan(value, 4), weight);
  }
};

struct Selection {
  void set(double* out, const double* value) const { *out = *value; }
  void mix(double* out, const double* value, double weight) const {
    if (weight >= kSelectThreshold) *out = *value;
  }
};

template <class Kind>
void blendChannel(const Kind& kind, const ChannelSlot& slot, std::size_t channel, const double* rest,
                  std::span<const BlendLayer> layers, double* out) {
  double sum = 0;
  bool hasAdditive = false;
  for (const BlendLayer& layer : layers) {
    const double weight = weightOf(layer, slot, channel);
    if (!(weight > 0)) continue;
    if (layer.blendMode == BlendMode::Additive) {
      hasAdditive = true;
      continue;
    }
    const double* value = layer.values.data() + slot.offset;
    if (sum == 0)
      kind.set(out, value);
    else
      kind.mix(out, value, weight / (sum + weight));
    sum += weight;
  }
  if (sum == 0)
    kind.set(out, rest);
  else if (sum < 1 - kSumTolerance)  // differs from three.js: there ten weights of 0.1 leave a trace of the rest pose
    kind.mix(out, rest, 1 - sum);
  if (hasAdditive) addLayers(layers, slot, channel, out);
}

// ---- Order-free

constexpr double kVanished = 1e-9;  // length of a sum of rotations that cancel out

/// One channel in one call.
struct ChannelBlend {
  const ChannelSlot& slot;
  std::size_t channel;
  std::span<const BlendLayer> layers;
  double* out;

  /// The layers of one group that contribute, one call of `visit(layer, value)` each.
  template <class Visit>
  void forEachIn(const JointMask* mask, const Visit& visit) const {
    for (const BlendLayer& layer : layers)
      if (layer.mask == mask && layer.blendMode == BlendMode::Normal && layer.weight > 0 &&
          (layer.present.empty() || layer.present[channel]))
        visit(layer, layer.values.data() + slot.offset);
  }

  /// Every masked group, from the lowest to the highest.
  template <class Visit>
  void forEachMask(const Visit& visit) const {
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const auto starts = [&](const BlendLayer& layer) {
        return layer.mask == layers[i].mask && layer.blendMode == BlendMode::Normal;
      };
      if (layers[i].mask && std::find_if(layers.begin(), layers.end(), starts) == layers.begin() + static_cast<long>(i))
        visit(layers[i].mask);
    }
  }
};

/// How much of a channel a group covers.
struct Coverage {
  double weight;   // of the group relative to what is below, 0..1
  double missing;  // 1 - weight
  double scale;    // from a layer's weight to its fraction of the result

  Coverage(double sum, const JointMask* mask, int node) {
    const double covers = mask ? mask->weight(node) : 1;
    weight = std::min(sum, 1.0) * covers;
    missing = 1 - weight;
    scale = covers * (sum > 1 ? 1 / sum : 1);
  }
};

/// Lays one group over `out`.
void blendLinear(const ChannelBlend& blend, const JointMask* mask) {
  double sum = 0;
  blend.forEachIn(mask, [&sum](const BlendLayer& layer, const double*) { sum += layer.weight; });
  const Coverage group(sum, mask, blend.slot.node);
  if (!(group.weight > 0)) return;
  for (int i = 0; i < blend.slot.size; ++i) blend.out[i] = group.missing > 0 ? blend.out[i] * group.missing : 0;
  blend.forEachIn(mask, [&](const BlendLayer& layer, const double* value) {
    const double weight = layer.weight * group.scale;
    for (int i = 0; i < blend.slot.size; ++i) blend.out[i] += value[i] * weight;
  });
}

void blendSelected(const ChannelBlend& blend, const JointMask* mask) {
  double sum = 0, largest = 0, selected = 0;
  blend.forEachIn(mask, [&](const BlendLayer& layer, const double* value) {
    sum += layer.weight;
    const bool ties = std::abs(layer.weight - largest) <= kSameWeight;
    if (ties ? *value < selected : layer.weight > largest) selected = *value;
    largest = std::max(largest, layer.weight);
  });
  if (Coverage(sum, mask, blend.slot.node).weight >= kSelectThreshold - kSameWeight) *blend.out = selected;
}

/// The mean from the sum, or the reference when everything cancels out.
void normalizeOr(QuatSpan sum, ConstQuatSpan reference) {
  if (dot(sum, sum) < kVanished * kVanished)
    std::copy(reference.begin(), reference.end(), sum.begin());
  else
    normalize(sum);
}

/// Where a rotation gets its sign from: the clip's own last rotation if the clip was in the last call, else `shown`.
struct SignSource {
  RotationSigns* signs;  // null: always `shown`
  std::size_t rotation;  // which of the rotation channels
  ConstQuatSpan shown;

  double signOf(const BlendLayer& layer, ConstQuatSpan value) const {
    if (!signs) return dot(value, shown) < 0 ? -1 : 1;
    RotationSigns::Clip& clip = signs->clips[static_cast<std::size_t>(layer.slot)];
    RotationSigns::Quat& last = clip.rotations[rotation];
    const double sign = dot(value, clip.lastCall == signs->call - 1 ? ConstQuatSpan(last) : shown) < 0 ? -1 : 1;
    for (std::size_t i = 0; i < 4; ++i) last[i] = sign * value[i];
    return sign;
  }
};

/// What of a group animates a channel.
struct Contributions {
  double weights = 0;
  int count = 0;
};

/// Like blendLinear, for rotations.
Contributions blendRotations(const ChannelBlend& blend, const JointMask* mask, const SignSource& signs) {
  Contributions found;
  double sum[4] = {0, 0, 0, 0};
  blend.forEachIn(mask, [&](const BlendLayer& layer, const double* value) {
    const double weight = layer.weight * signs.signOf(layer, ConstQuatSpan(value, 4));
    for (std::size_t i = 0; i < 4; ++i) sum[i] += weight * value[i];
    found.weights += layer.weight;
    ++found.count;
  });
  const Coverage group(found.weights, mask, blend.slot.node);
  if (!(group.weight > 0)) return found;
  const bool showsBelow = group.missing > 0;
  double scale = group.scale;
  if (found.count > 1 && showsBelow) {  // the mean is shorter than its weight
    normalizeOr(sum, signs.shown);
    scale = group.weight;
  }
  const QuatSpan out(blend.out, 4);
  for (std::size_t i = 0; i < 4; ++i) out[i] = sum[i] * scale + (showsBelow ? out[i] * group.missing : 0);
  if (found.count > 1 || showsBelow) normalizeOr(out, signs.shown);  // a single clip keeps its length, unit or not
  return found;
}

/// `unmasked`: how many clips there are without a mask.
void blendRotationChannel(const ChannelBlend& blend, std::span<const double> rest, RotationSigns* signs,
                          std::size_t rotation, int unmasked) {
  const ConstQuatSpan restValue(rest.data() + blend.slot.offset, 4);
  const QuatSpan out(blend.out, 4);
  RotationSigns::Joint* const joint = signs ? &signs->joints[rotation] : nullptr;
  if (joint && signs->fresh) *joint = {.shown = {restValue[0], restValue[1], restValue[2], restValue[3]}};
  double restSign = 1;
  if (joint) {
    if (!joint->keepsRestSign && joint->restSign * dot(restValue, joint->shown) < 0) joint->restSign *= -1;
    restSign = joint->restSign;
  }
  for (std::size_t i = 0; i < 4; ++i) out[i] = restSign * restValue[i];
  const SignSource source{signs, rotation, joint ? ConstQuatSpan(joint->shown) : restValue};
  const Contributions found = blendRotations(blend, nullptr, source);
  blend.forEachMask([&](const JointMask* mask) { blendRotations(blend, mask, source); });
  addLayers(blend.layers, blend.slot, blend.channel, blend.out);
  if (!joint) return;
  joint->keepsRestSign = found.weights < 1 - kSameWeight || found.count < unmasked;
  std::copy(out.begin(), out.end(), joint->shown.begin());
}

// ---- Which channels are blended: all of them, or those of a list. `visit(slot, channel, rotation)`.

struct AllChannels {
  std::span<const ChannelSlot> slots;

  template <class Visit>
  void forEach(const Visit& visit) const {
    std::size_t rotation = 0;
    for (std::size_t channel = 0; channel < slots.size(); ++channel) {
      visit(slots[channel], channel, rotation);
      rotation += slots[channel].mixing == Mixing::Slerp ? 1 : 0;
    }
  }
};

struct ListedChannels {
  std::span<const detail::BlendChannel> list;

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (const detail::BlendChannel& each : list) visit(each.slot, each.channel, each.rotation);
  }
};

// ---- Order-free, without masks and additive layers: what most frames are. The same bits, with less to decide.

constexpr std::size_t kMostPlainLayers = 8;

class PlainBlend {
 public:
  /// Whether all layers are plain: then it can blend them.
  static bool fits(std::span<const BlendLayer> layers) {
    return layers.size() <= kMostPlainLayers && std::all_of(layers.begin(), layers.end(), [](const BlendLayer& layer) {
             return !layer.mask && layer.blendMode == BlendMode::Normal;
           });
  }

  PlainBlend(std::span<const BlendLayer> layers, RotationSigns& signs) : signs_(signs) {
    for (const BlendLayer& layer : layers) {
      if (!(layer.weight > 0)) continue;
      RotationSigns::Clip& clip = signs.clips[static_cast<std::size_t>(layer.slot)];
      layers_[count_++] = {.values = layer.values.data(),
                           .present = layer.present.empty() ? nullptr : layer.present.data(),
                           .last = clip.rotations.data(),
                           .weight = layer.weight,
                           .continues = clip.lastCall == signs.call - 1};
      whole_ += layer.weight;
    }
  }

  template <class Channels>
  void blend(const Channels& channels, const double* rest, double* out) {
    const Coverage whole(whole_, nullptr, 0);
    scale_ = whole.scale;
    coversRest_ = whole.weight > 0 && !(whole.missing > 0) && !signs_.fresh;
    channels.forEach([&](const ChannelSlot& slot, std::size_t channel, std::size_t rotation) {
      if (coversRest_ && slot.mixing == Mixing::Slerp && isOfAll(channel))
        return blendWholeRotation(rotation, slot.offset, out + slot.offset);
      find(channel, slot.offset);
      if (slot.mixing == Mixing::Slerp)
        blendRotation(rotation, rest + slot.offset, out + slot.offset);
      else if (found_ == 0 || slot.mixing == Mixing::Lerp)
        blendLinear(slot.size, rest + slot.offset, out + slot.offset);
      else
        blendSelected(rest + slot.offset, out + slot.offset);
    });
  }

 private:
  struct Layer {
    const double* values;
    const std::uint8_t* present;  // nullptr: all
    RotationSigns::Quat* last;
    double weight;
    bool continues;  // it was in the last call
  };
  struct Found {
    const double* value;
    const Layer* layer;
  };

  bool isOfAll(std::size_t channel) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (layers_[i].present && !layers_[i].present[channel]) return false;
    return true;
  }

  /// The layers that animate the channel, and how much of it they cover together.
  void find(std::size_t channel, int offset) {
    found_ = 0;
    sum_ = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const Layer& layer = layers_[i];
      if (layer.present && !layer.present[channel]) continue;
      sum_ += layer.weight;
      of_[found_++] = {layer.values + offset, &layer};
    }
  }

  void blendLinear(int size, const double* rest, double* out) const {
    if (found_ == 0 || !(sum_ > 0)) {
      for (int i = 0; i < size; ++i) out[i] = rest[i];
      return;
    }
    const Coverage group(sum_, nullptr, 0);
    for (int i = 0; i < size; ++i) out[i] = group.missing > 0 ? rest[i] * group.missing : 0;
    for (std::size_t k = 0; k < found_; ++k) {
      const double weight = of_[k].layer->weight * group.scale;
      for (int i = 0; i < size; ++i) out[i] += of_[k].value[i] * weight;
    }
  }

  void blendSelected(const double* rest, double* out) const {
    double largest = 0, selected = 0;
    for (std::size_t k = 0; k < found_; ++k) {
      const double weight = of_[k].layer->weight, value = *of_[k].value;
      const bool ties = std::abs(weight - largest) <= kSameWeight;
      if (ties ? value < selected : weight > largest) selected = value;
      largest = std::max(largest, weight);
    }
    *out = Coverage(sum_, nullptr, 0).weight >= kSelectThreshold - kSameWeight ? selected : *rest;
  }

  void blendRotation(std::size_t rotation, const double* rest, double* out) const {
    RotationSigns::Joint& joint = signs_.joints[rotation];
    if (signs_.fresh) joint = {.shown = {rest[0], rest[1], rest[2], rest[3]}};
    if (!joint.keepsRestSign && joint.restSign * dot(ConstQuatSpan(rest, 4), joint.shown) < 0) joint.restSign *= -1;
    double sum[4] = {0, 0, 0, 0};
    for (std::size_t k = 0; k < found_; ++k) {
      const Layer& layer = *of_[k].layer;
      const ConstQuatSpan value(of_[k].value, 4);
      RotationSigns::Quat& last = layer.last[rotation];
      const double sign = dot(value, layer.continues ? last : joint.shown) < 0 ? -1 : 1, weight = layer.weight * sign;
      for (std::size_t i = 0; i < 4; ++i) last[i] = sign * value[i];
      for (std::size_t i = 0; i < 4; ++i) sum[i] += weight * value[i];
    }
    const Coverage group(sum_, nullptr, 0);
    const bool showsRest = group.missing > 0;
    double mean[4];
    if (group.weight > 0) {
      double scale = group.scale;
      if (found_ > 1 && showsRest) {  // the mean is shorter than its weight
        normalizeOr(sum, joint.shown);
        scale = group.weight;
      }
      for (std::size_t i = 0; i < 4; ++i)
        mean[i] = sum[i] * scale + (showsRest ? joint.restSign * rest[i] * group.missing : 0);
      if (found_ > 1 || showsRest) normalizeOr(mean, joint.shown);
    } else {
      for (std::size_t i = 0; i < 4; ++i) mean[i] = joint.restSign * rest[i];
    }
    joint.keepsRestSign = sum_ < 1 - kSameWeight || found_ < count_;
    for (std::size_t i = 0; i < 4; ++i) out[i] = joint.shown[i] = mean[i];
  }

  /// The same where every layer animates the joint and nothing of the rest pose shows.
  void blendWholeRotation(std::size_t rotation, int offset, double* out) const {
    RotationSigns::Joint& joint = signs_.joints[rotation];
    QuaternionLanes sum;
    for (std::size_t k = 0; k < count_; ++k) {
      const Layer& layer = layers_[k];
      double* const last = layer.last[rotation].data();
      QuaternionLanes value(layer.values + offset);
      const QuaternionLanes before(layer.continues ? last : joint.shown.data());
      if (dot(value, before) < 0) value = value * -1;
      value.store(last);
      sum = sum + value * layer.weight;
    }
    sum = sum * scale_;
    if (count_ > 1) sum = dot(sum, sum) < kVanished * kVanished ? QuaternionLanes(joint.shown.data()) : normalized(sum);
    joint.keepsRestSign = false;
    sum.store(out);
    sum.store(joint.shown.data());
  }

  RotationSigns& signs_;
  std::array<Layer, kMostPlainLayers> layers_;
  std::size_t count_ = 0;
  double whole_ = 0;         // sum of all weights
  double scale_ = 1;         // from a layer's weight to its fraction of the result, where all of them contribute
  bool coversRest_ = false;  // where all of them contribute
  // Of the channel:
  std::array<Found, kMostPlainLayers> of_;
  std::size_t found_ = 0;
  double sum_ = 0;
};

template <class Channels>
void blendChannels(const Channels& channels, std::span<const double> rest, std::span<const BlendLayer> layers,
                   RotationSigns* signs, std::span<double> out) {
  if (signs && PlainBlend::fits(layers)) return PlainBlend(layers, *signs).blend(channels, rest.data(), out.data());
  const auto unmasked = std::count_if(layers.begin(), layers.end(), [](const BlendLayer& layer) {
    return !layer.mask && layer.blendMode == BlendMode::Normal && layer.weight > 0;
  });
  channels.forEach([&](const ChannelSlot& slot, std::size_t channel, std::size_t rotation) {
    const ChannelBlend blend{slot, channel, layers, out.data() + slot.offset};
    if (slot.mixing == Mixing::Slerp)
      return blendRotationChannel(blend, rest, signs, rotation, static_cast<int>(unmasked));
    const auto blendGroup = slot.mixing == Mixing::Lerp ? blendLinear : blendSelected;
    std::copy(rest.data() + slot.offset, rest.data() + slot.offset + slot.size, blend.out);
    blendGroup(blend, nullptr);
    blend.forEachMask([&](const JointMask* mask) { blendGroup(blend, mask); });
    addLayers(layers, slot, channel, blend.out);
  });
}

template <class Channels>
void blendChannelsInOrder(const Channels& channels, std::span<const double> rest, std::span<const BlendLayer> layers,
                          std::span<double> out) {
  channels.forEach([&](const ChannelSlot& slot, std::size_t channel, std::size_t) {
    const auto blendAs = [&](const auto& kind) {
      blendChannel(kind, slot, channel, rest.data() + slot.offset, layers, out.data() + slot.offset);
    };
    switch (slot.mixing) {
      case Mixing::Slerp:
        blendAs(Rotation{});
        break;
      case Mixing::Select:
        blendAs(Selection{});
        break;
      case Mixing::Lerp:
        if (slot.size == 3)
          blendAs(LinearValues<FixedSize<3>>{});
        else
          blendAs(LinearValues<AnySize>{{slot.size}});
        break;
    }
  });
}

template <class Channels>
void blendChannelsOrderFree(const Channels& channels, std::span<const double> rest, std::span<const BlendLayer> layers,
                            RotationSigns* signs, std::span<double> out) {
  if (signs) ++signs->call;
  blendChannels(channels, rest, layers, signs, out);
  if (!signs) return;
  for (const BlendLayer& layer : layers)
    if (layer.blendMode == BlendMode::Normal && layer.weight > 0)
      signs->clips[static_cast<std::size_t>(layer.slot)].lastCall = signs->call;
  signs->fresh = false;
}

// ---- Sizes

bool isRotation(const ChannelSlot& slot) { return slot.mixing == Mixing::Slerp; }

std::size_t rotationsOf(std::span<const ChannelSlot> channels) {
  return static_cast<std::size_t>(std::count_if(channels.begin(), channels.end(), isRotation));
}

/// Whether all components of the channel are among so many values.
bool isWithin(const ChannelSlot& slot, std::size_t values) {
  const int least = slot.mixing == Mixing::Slerp ? 4 : slot.mixing == Mixing::Select ? 1 : 0;
  return slot.offset >= 0 && slot.size >= least &&
         static_cast<std::size_t>(slot.offset) + static_cast<std::size_t>(slot.size) <= values;
}

bool fit(std::span<const ChannelSlot> channels, std::span<const double> rest, std::span<double> out) {
  const std::size_t values = std::min(rest.size(), out.size());
  const bool fits =
      std::all_of(channels.begin(), channels.end(), [&](const ChannelSlot& slot) { return isWithin(slot, values); });
  CROSSFADE_ASSERT(fits, "blend: the rest values or the result lack some of the channels");
  return fits;
}

bool fits(std::span<const ChannelSlot> channels, const BlendLayer& layer) {
  if (layer.slot < 0 || (!layer.present.empty() && layer.present.size() < channels.size())) return false;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if ((layer.present.empty() || layer.present[i]) && !isWithin(channels[i], layer.values.size())) return false;
  return true;
}

/// Calls `blend` with the layers that fit.
template <class Blend>
void withFitting(std::span<const ChannelSlot> channels, std::span<const BlendLayer> layers, const Blend& blend) {
  const auto isWrong = [&](const BlendLayer& layer) { return !fits(channels, layer); };
  if (std::none_of(layers.begin(), layers.end(), isWrong)) return blend(layers);
  CROSSFADE_ASSERT(false, "blend: a layer lacks values of its channels, or its slot is below 0");
  std::vector<BlendLayer> fitting(layers.begin(), layers.end());
  std::erase_if(fitting, isWrong);
  blend(std::span<const BlendLayer>(fitting));
}

}  // namespace

void detail::blendInOrder(std::span<const BlendChannel> list, std::span<const double> rest,
                          std::span<const BlendLayer> layers, std::span<double> out) {
  blendChannelsInOrder(ListedChannels{list}, rest, layers, out);
}

void blendInOrder(std::span<const ChannelSlot> channels, std::span<const double> rest,
                  std::span<const BlendLayer> layers, std::span<double> out) {
  if (!fit(channels, rest, out)) return;
  withFitting(channels, layers, [&](std::span<const BlendLayer> fitting) {
    blendChannelsInOrder(AllChannels{channels}, rest, fitting, out);
  });
}

RotationSigns::RotationSigns(std::span<const ChannelSlot> channels, int slotCount) : joints(rotationsOf(channels)) {
  reserve(slotCount);
}

void RotationSigns::reserve(int slotCount) {
  if (slotCount > 0 && static_cast<std::size_t>(slotCount) > clips.size())
    clips.resize(static_cast<std::size_t>(slotCount), {.rotations = std::vector<Quat>(joints.size())});
}

void RotationSigns::continueFrom(const RotationSigns& other) {
  CROSSFADE_ASSERT(other.joints.size() == joints.size(), "RotationSigns::continueFrom: signs of other channels");
  if (other.joints.size() != joints.size()) return;
  reserve(static_cast<int>(other.clips.size()));
  joints = other.joints;
  call = other.call;
  fresh = other.fresh;
  for (std::size_t slot = 0; slot < clips.size(); ++slot) {
    const bool inLastCall = slot < other.clips.size() && other.clips[slot].lastCall == other.call;
    clips[slot].lastCall = inLastCall ? other.call : -1;
    if (inLastCall) clips[slot].rotations = other.clips[slot].rotations;
  }
}

void RotationSigns::reset() {
  fresh = true;
  ++call;  // so that no clip was in the last call
}

void detail::fitSigns(std::size_t rotations, std::span<const BlendLayer> layers, RotationSigns& signs) {
  const bool isOfThese = signs.joints.size() == rotations;
  CROSSFADE_ASSERT(isOfThese, "blendOrderFree: the signs are of other channels");
  int slots = 0;
  for (const BlendLayer& layer : layers)
    if (layer.blendMode == BlendMode::Normal && layer.weight > 0) slots = std::max(slots, layer.slot + 1);
  CROSSFADE_ASSERT(signs.clips.size() >= static_cast<std::size_t>(slots),
                   "blendOrderFree: the signs have no room for a slot");
  if (!isOfThese) {
    signs = RotationSigns({});
    signs.joints.resize(rotations);
  }
  signs.reserve(slots);
}

void detail::blendOrderFree(std::span<const BlendChannel> list, std::span<const double> rest,
                            std::span<const BlendLayer> layers, RotationSigns* signs, std::span<double> out) {
  blendChannelsOrderFree(ListedChannels{list}, rest, layers, signs, out);
}

void blendOrderFree(std::span<const ChannelSlot> channels, std::span<const double> rest,
                    std::span<const BlendLayer> layers, RotationSigns& signs, std::span<double> out) {
  if (!fit(channels, rest, out)) return;
  withFitting(channels, layers, [&](std::span<const BlendLayer> fitting) {
    detail::fitSigns(rotationsOf(channels), fitting, signs);
    blendChannelsOrderFree(AllChannels{channels}, rest, fitting, &signs, out);
  });
}

void blendOrderFree(std::span<const ChannelSlot> channels, std::span<const double> rest,
                    std::span<const BlendLayer> layers, std::span<double> out) {
  if (!fit(channels, rest, out)) return;
  withFitting(channels, layers, [&](std::span<const BlendLayer> fitting) {
    blendChannelsOrderFree(AllChannels{channels}, rest, fitting, nullptr, out);
  });
}

}  // namespace crossfade
