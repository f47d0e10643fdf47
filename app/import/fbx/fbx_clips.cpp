#include "app/import/fbx/fbx_clips.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

constexpr double kSteepest = 1e6;
constexpr double kFlat = 1e-3;  // a clamped key that differs less from a neighbor is flat

/// As much of a slope as does not carry a handle of this length beyond the neighbor.
double limited(double slope, double rise, double length) {
  if (!(length > 0) || rise * slope <= 0) return 0;
  return std::copysign(std::min(std::abs(slope), std::abs(rise / length)), slope);
}

/// How much a bias beyond 500 percent adds to a slope.
double biasBeyond(double bias) {
  const double beyond = std::max(std::abs(bias) / 100 - 5, 0.0);
  return std::min(40 * beyond * beyond, kSteepest);
}

/// What the FBX SDK makes of an automatic tangent. `bias`: in percent, toward the slope before the key (negative) or
/// after it. The formulas of the bias are those of ufbx.
double autoSlope(const std::vector<FileCurveKey>& keys, std::size_t i, std::int64_t flags, double bias) {
  const bool isFirst = i == 0, isLast = i + 1 == keys.size();
  if (keys.size() < 2 || ((isFirst || isLast) && (flags & kFbxClampedProgressively))) return 0;
  const FileCurveKey &before = keys[isFirst ? i : i - 1], &key = keys[i], &after = keys[isLast ? i : i + 1];
  const double left = key.value - before.value, right = after.value - key.value;
  const bool isFlat = (!isFirst && std::abs(left) <= kFlat) || (!isLast && std::abs(right) <= kFlat);
  if ((flags & kFbxClamped) && isFlat) return 0;
  const double span = after.time - before.time, leftSpan = key.time - before.time, rightSpan = after.time - key.time;
  double slope = (left + right) / span;
  const bool isBiased = !(flags & kFbxTimeIndependent);
  if (isFirst || isLast) return isBiased ? slope + std::copysign(biasBeyond(bias), bias) : slope;
  if (isBiased) {
    const double part = leftSpan / span;
    slope = (slope + left / leftSpan * (1 - part) + right / rightSpan * part) / 2;
    const double toward = (bias > 0 ? right / rightSpan : left / leftSpan) - slope;
    slope += toward * std::min(std::abs(bias) / 100, kSteepest);
    slope += std::copysign(biasBeyond(bias), std::abs(toward) > 1e-5 ? toward : bias);
  }
  if (flags & kFbxClampedProgressively)
    slope = limited(limited(slope, left, before.nextWeight * leftSpan), right, key.weight * rightSpan);
  return slope;
}

struct KeySlopes {
  double left = 0, right = 0;
};

/// Automatic tangents have their biases where others have slopes; the one on the left with the opposite sign.
KeySlopes autoSlopes(const std::vector<FileCurveKey>& keys, std::size_t i, std::int64_t flags, double left) {
  const double right = keys[i].slope;
  const bool isEdge = i == 0 || i + 1 == keys.size();
  if (isEdge || std::abs(left + right) <= 1e-4) {
    const double slope = autoSlope(keys, i, flags, i > 0 && isEdge ? -left : right);
    return {slope, slope};
  }
  return {autoSlope(keys, i, flags, -left), autoSlope(keys, i, flags, right)};
}

/// Of a key with tension, continuity and bias (Kochanek and Bartels, 1984).
KeySlopes tcbSlopes(const std::vector<FileCurveKey>& keys, std::size_t i, const double* attributes) {
  const bool isFirst = i == 0, isLast = i + 1 == keys.size();
  const auto slopeTo = [&](std::size_t a, std::size_t b) {
    return (keys[b].value - keys[a].value) / (keys[b].time - keys[a].time);
  };
  const double before = isFirst ? 0 : slopeTo(i - 1, i), after = isLast ? 0 : slopeTo(i, i + 1);
  const auto usable = [](double value) { return std::abs(value) <= 1e6 ? value : 0; };
  const double tension = usable(attributes[0]), continuity = usable(attributes[1]), bias = usable(attributes[2]);
  const double whole = (isFirst || isLast ? 1 : 0.5) * (1 - tension);
  const double early = before * (1 + bias), late = after * (1 - bias);
  return {.left = whole * ((1 - continuity) * early + (1 + continuity) * late),
          .right = whole * ((1 + continuity) * early + (1 - continuity) * late)};
}

void readAttributes(FileCurveKey& key, std::int64_t flags, const double* values) {
  key.interpolation = flags & kFbxConstant
                          ? (flags & kFbxConstantNext ? KeyInterpolation::ConstantNext : KeyInterpolation::Constant)
                      : flags & kFbxLinear ? KeyInterpolation::Linear
                                           : KeyInterpolation::Cubic;
  const auto usable = [](double value) { return std::abs(value) <= 1e12 ? value : 0; };
  if (flags & kFbxTcb) return;
  key.slope = usable(values[0]);
  key.nextSlope = usable(values[1]);
  const auto weights = std::bit_cast<std::uint32_t>(static_cast<float>(values[2]));
  if (flags & kFbxWeightedRight) key.weight = std::clamp((weights & 0xFFFF) / kFbxWeightUnit, 0.0001, 0.9999);
  if (flags & kFbxWeightedNextLeft) key.nextWeight = std::clamp((weights >> 16) / kFbxWeightUnit, 0.0001, 0.9999);
}

/// A text file stores the bits of each float as an integer.
std::vector<double> attributesIn(const FbxRecord& record) {
  const char* const name = "KeyAttrDataFloat";
  const FbxProperty* const list = record.valueIn(name);
  if (!list || list->type != '*' || rawTextOf(*list).find_first_of(".eE") != std::string_view::npos)
    return numbersIn(record, name);
  std::vector<double> values;
  for (const std::int64_t bits : integersIn(record, name))
    values.push_back(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  return values;
}

/// 0: there is none. A text has the letter itself, a binary file its code.
char letterIn(const FbxRecord& parent, std::string_view name) {
  const FbxProperty* const property = parent.valueIn(name);
  if (!property) return 0;
  return property->type == 'N' ? rawTextOf(*property).front() : static_cast<char>(integerOf(*property));
}

/// The letters are those of FbxAnimCurve in the FBX SDK, as ufbx reads them.
CurveBeyond readBeyond(const FbxRecord& curve, std::string_view name) {
  CurveBeyond result;
  const FbxRecord* const record = curve.child(name);
  if (!record) return result;
  const std::vector<std::int64_t> counts = integersIn(*record, "Repetition");
  for (const auto& [letter, mode] :
       {std::pair('A', CurveExtrapolation::RepeatRelative), std::pair('K', CurveExtrapolation::Slope),
        std::pair('M', CurveExtrapolation::Mirror), std::pair('R', CurveExtrapolation::Repeat)})
    if (letterIn(*record, "Type") == letter) result.mode = mode;
  if (!counts.empty() && counts.front() >= 0)
    result.repetitions = std::min(static_cast<double>(counts.front()), kMostRepetitions);
  return result;
}

}  // namespace

FileCurve readFbxCurve(const FbxRecord& record) {
  const std::vector<std::int64_t> ticks = integersIn(record, "KeyTime");
  const std::vector<double> values = numbersIn(record, "KeyValueFloat");
  const std::vector<std::int64_t> flags = integersIn(record, "KeyAttrFlags");
  const std::vector<std::int64_t> counts = integersIn(record, "KeyAttrRefCount");
  std::vector<double> attributes = attributesIn(record);
  attributes.resize(std::max(attributes.size(), flags.size() * kFbxKeyAttributes));
  FileCurve curve{
      .keys = {}, .before = readBeyond(record, "Pre-Extrapolation"), .after = readBeyond(record, "Post-Extrapolation")};
  struct Attributes {
    std::int64_t flags = kFbxLinear;
    const double* values = nullptr;
  };
  std::vector<Attributes> attributesOf;
  std::size_t run = 0;
  std::int64_t used = 0;
  for (std::size_t i = 0; i < std::min(ticks.size(), values.size()); ++i) {
    while (run < counts.size() && used >= counts[run]) ++run, used = 0;
    ++used;
    FileCurveKey key{.time = static_cast<double>(ticks[i]) / kFbxTicksPerSecond, .value = values[i]};
    const bool inOrder = curve.keys.empty() || key.time > curve.keys.back().time;
    if (!inOrder || !(std::abs(key.value) <= static_cast<double>(limits::kMaxMagnitude))) continue;
    attributesOf.emplace_back();
    if (run < flags.size()) attributesOf.back() = {flags[run], attributes.data() + run * kFbxKeyAttributes};
    if (run < flags.size()) readAttributes(key, flags[run], attributesOf.back().values);
    curve.keys.push_back(key);
  }
  for (std::size_t i = 0; i < curve.keys.size(); ++i) {
    const auto& [keyFlags, keyValues] = attributesOf[i];
    if (curve.keys[i].interpolation != KeyInterpolation::Cubic || (keyFlags & kFbxTangentUser)) continue;
    FileCurveKey* const before =
        i > 0 && curve.keys[i - 1].interpolation == KeyInterpolation::Cubic ? &curve.keys[i - 1] : nullptr;
    const KeySlopes slopes = keyFlags & kFbxTcb ? tcbSlopes(curve.keys, i, keyValues)
                                                : autoSlopes(curve.keys, i, keyFlags, before ? before->nextSlope : 0);
    curve.keys[i].slope = slopes.right;
    if (before) before->nextSlope = slopes.left;
  }
  return curve;
}

namespace {

using crossfade::Transform;

/// The curves that one layer has for one vector: what they lack is `otherwise`.
struct LayerCurves {
  std::array<const FileCurve*, 3> curves{};
  glm::dvec3 otherwise{0};
  double restWeight = 1;
  const FileCurve* weight = nullptr;  // in percent, in place of the rest weight
  bool isLowest = false;              // of the stack: its values are not added to what the file says without animation
  bool overrides = false;             // what lower layers say
  bool addsAngles = false;            // or turns what lower layers say

  double weightAt(double time) const { return weight ? weight->at(time) / 100 : restWeight; }
  glm::dvec3 at(double time) const {
    glm::dvec3 value = otherwise;
    for (int k = 0; k < 3; ++k)
      if (const FileCurve* const curve = curves[static_cast<std::size_t>(k)]) value[k] = curve->at(time);
    return value;
  }
};

struct AnimatedPart {
  glm::dvec3 FbxTransform::*value = nullptr;
  std::vector<LayerCurves> layers;  // lowest first
};

/// All curves of one stack.
struct StackCurves {
  std::map<int, std::vector<AnimatedPart>> parts;             // by node
  std::map<std::int64_t, std::vector<LayerCurves>> percents;  // by blend shape channel; x only
  std::map<int, std::vector<LayerCurves>> visibilities;       // by node; x only
};

struct TimeRange {
  double start = 0, stop = 0;
};

class StackReader {
 public:
  StackReader(const FbxScene& scene, const FbxNodes& nodes, const std::vector<FbxMorphedNode>& morphs,
              const std::vector<SceneValue>& shown, ImportReport& report)
      : scene_(scene), nodes_(nodes), morphs_(morphs), shown_(shown), report_(report), tracks_(report) {}

  std::optional<crossfade::AnimationClip> read(const FbxObject& stack) {
    const std::string location = concat("animation '", stack.name, "'");
    const StackCurves curves = curvesOf(stack);
    range_ = rangeOf(stack, curves);
    for (std::size_t node = 0; node < nodes_.nodes.size(); ++node)
      addTransformTracks(curves, static_cast<int>(node), location);
    for (const FbxMorphedNode& morphed : morphs_) addWeightsTrack(curves, morphed, location);
    for (std::size_t i = 0; i < shown_.size(); ++i) addShownTrack(curves, static_cast<int>(i), location);
    std::vector<crossfade::KeyframeTrack> tracks = tracks_.take();
    if (tracks.empty()) {  // exporters write a "Take 001" even for a chair
      report_.add(Finding::Ignored, location, "it has no keys");
      return std::nullopt;
    }
    auto clip = crossfade::AnimationClip::make(stack.name.empty() ? "animation" : stack.name, std::move(tracks),
                                               crossfade::BlendMode::Normal,
                                               static_cast<double>(static_cast<float>(range_.stop - range_.start)));
    if (clip) return std::move(*clip);
    report_.add(Finding::Lost, location, clip.error().message);
    return std::nullopt;
  }

 private:
  StackCurves curvesOf(const FbxObject& stack) {
    StackCurves result;
    bool isLowest = true;
    for (const FbxLink& layer : scene_.sourcesOf(stack.id)) {
      if (layer.object->kind != "AnimationLayer") continue;
      if (scene_.number(*layer.object, "Mute", 0) == 0)
        for (const FbxLink& link : scene_.sourcesOf(layer.object->id))
          if (link.object->kind == "AnimationCurveNode") addCurves(*layer.object, isLowest, *link.object, result);
      isLowest = false;
    }
    return result;
  }

  void addCurves(const FbxObject& layer, bool isLowest, const FbxObject& curveNode, StackCurves& result) {
    LayerCurves curves{.restWeight = scene_.number(layer, "Weight", 100) / 100,
                       .weight = weightOf(layer),
                       .isLowest = isLowest,
                       .overrides = scene_.number(layer, "BlendMode", 0) != 0,
                       .addsAngles = scene_.number(layer, "RotationAccumulationMode", 0) != 0};
    bool isUsed = false;
    for (const FbxLink& link : scene_.sourcesOf(curveNode.id)) {
      if (link.object->kind != "AnimationCurve") continue;
      const std::size_t axis = link.property == "d|Y" ? 1 : link.property == "d|Z" ? 2 : 0;
      const FileCurve& curve = curveOf(*link.object);
      if (curve.keys.empty()) continue;
      curves.curves[axis] = &curve;
      isUsed = true;
    }
    if (!isUsed) return;
    for (const FbxLink& link : scene_.destinationsOf(curveNode.id)) {
      if (link.property == "DeformPercent") {
        result.percents[link.object->id].push_back(curves);
        continue;
      }
      const int node = nodes_.nodeOf(link.object);
      if (link.property == "Visibility" && node >= 0) {
        result.visibilities[node].push_back(curves);
        continue;
      }
      const auto part = std::ranges::find(kFbxTransformParts, link.property, &FbxTransformPart::name);
      if (node < 0 || part == kFbxTransformParts.end()) continue;
      const glm::dvec3 rest = nodes_.nodes[static_cast<std::size_t>(node)].transform.*(part->value);
      for (int k = 0; k < 3; ++k) curves.otherwise[k] = scene_.number(curveNode, std::string("d|") + "XYZ"[k], rest[k]);
      std::vector<AnimatedPart>& parts = result.parts[node];
      auto known = std::ranges::find(parts, part->value, &AnimatedPart::value);
      if (known == parts.end()) known = parts.insert(parts.end(), {part->value, {}});
      known->layers.push_back(curves);
    }
  }

  /// The curve of a layer's weight; null: it does not change.
  const FileCurve* weightOf(const FbxObject& layer) {
    for (const FbxLink& node : scene_.sourcesOf(layer.id))
      if (node.property == "Weight")
        for (const FbxLink& link : scene_.sourcesOf(node.object->id))
          if (link.object->kind == "AnimationCurve" && !curveOf(*link.object).keys.empty())
            return &curveOf(*link.object);
    return nullptr;
  }

  const FileCurve& curveOf(const FbxObject& object) {
    const auto [entry, isNew] = curves_.try_emplace(object.id);
    if (isNew) {
      entry->second = readFbxCurve(*object.record);
      if ((keyCount_ += entry->second.keys.size()) > limits::kKeyValues)
        refuse("its curves have more than ", limits::kKeyValues, " keys");
    }
    return entry->second;
  }

  /// What the stack says, unless no key lies there.
  TimeRange rangeOf(const FbxObject& stack, const StackCurves& curves) const {
    double first = 1e9, last = -1e9;
    const auto include = [&](const LayerCurves& layer) {
      for (const FileCurve* const curve : layer.curves)
        if (curve) first = std::min(first, curve->keys.front().time), last = std::max(last, curve->keys.back().time);
    };
    for (const auto& [node, parts] : curves.parts)
      for (const AnimatedPart& part : parts) std::for_each(part.layers.begin(), part.layers.end(), include);
    for (const auto& [channel, layers] : curves.percents) std::for_each(layers.begin(), layers.end(), include);
    for (const auto& [node, layers] : curves.visibilities) std::for_each(layers.begin(), layers.end(), include);
    const double start = scene_.number(stack, "LocalStart", 0) / kFbxTicksPerSecond;
    const double stop = scene_.number(stack, "LocalStop", 0) / kFbxTicksPerSecond;
    return stop > start && first <= stop && last >= start ? TimeRange{start, stop} : TimeRange{first, last};
  }

  /// Between which the layers are smooth, as seconds of the clip.
  void addBreaks(const std::vector<LayerCurves>& layers, std::vector<float>& breaks) const {
    for (const LayerCurves& layer : layers)
      for (const FileCurve* const curve : {layer.curves[0], layer.curves[1], layer.curves[2], layer.weight}) {
        if (!curve) continue;
        for (const double time : curve->breaks(range_.start, range_.stop))
          breaks.push_back(static_cast<float>(time - range_.start));
        if (breaks.size() > limits::kKeyValues) refuse("its curves have more than ", limits::kKeyValues, " keys");
      }
  }

  static void addTurn(const LayerCurves& layer, double time, FbxTransform& to) {
    const glm::dquat below = to.rotationQuat.value_or(rotationOf(to.rotation, to.rotationOrder));
    const glm::dquat own = rotationOf(layer.at(time), to.rotationOrder);
    to.rotationQuat = layer.overrides ? glm::slerp(below, own, layer.weightAt(time))
                                      : below * glm::slerp(glm::dquat(1, 0, 0, 0), own, layer.weightAt(time));
  }
  static void addValue(const LayerCurves& layer, double time, glm::dvec3 FbxTransform::*part, FbxTransform& to) {
    glm::dvec3& value = to.*part;
    const glm::dvec3 own = layer.at(time);
    const double weight = layer.weightAt(time);
    if (layer.isLowest)
      value = own;
    else if (layer.overrides)
      value = glm::mix(value, own, weight);
    else if (part == &FbxTransform::scaling)
      value *= glm::mix(glm::dvec3(1), own, weight);
    else
      value += own * weight;
  }

  FbxTransform transformAt(const StackCurves& curves, int node, double time) const {
    FbxTransform result = nodes_.nodes[static_cast<std::size_t>(node)].transform;
    const auto found = curves.parts.find(nodes_.animatedAs(node));
    if (found == curves.parts.end()) return result;
    for (const AnimatedPart& part : found->second) {
      for (const LayerCurves& layer : part.layers)
        if (!layer.isLowest && !layer.addsAngles && part.value == &FbxTransform::rotation)
          addTurn(layer, time, result);
        else
          addValue(layer, time, part.value, result);
    }
    return result;
  }

  void addTransformTracks(const StackCurves& curves, int node, const std::string& location) {
    const FbxNode& source = nodes_.nodes[static_cast<std::size_t>(node)];
    std::vector<float> breaks;
    const auto addParts = [&](int of, bool onlyScaling) {
      const auto found = curves.parts.find(nodes_.animatedAs(of));
      if (found == curves.parts.end()) return;
      for (const AnimatedPart& part : found->second)
        if (!onlyScaling || part.value == &FbxTransform::scaling) addBreaks(part.layers, breaks);
    };
    addParts(node, false);
    const bool followsParent = source.transform.ignoresParentScale && source.parent > 0;
    if (followsParent) addParts(source.parent, true);
    const auto at = [&](double seconds) {
      const double time = seconds + range_.start;
      const glm::dvec3 parentScaling = followsParent ? transformAt(curves, source.parent, time).scaling : glm::dvec3(1);
      return localOf(transformAt(curves, node, time), parentScaling);
    };
    tracks_.addTransform(node, std::move(breaks), at, location);
  }

  void addWeightsTrack(const StackCurves& curves, const FbxMorphedNode& morphed, const std::string& location) {
    std::vector<float> breaks;
    for (const FbxChannel& channel : morphed.channels)
      if (const auto found = curves.percents.find(channel.object->id); found != curves.percents.end())
        addBreaks(found->second, breaks);
    const auto at = [&](double seconds) {
      const double time = seconds + range_.start;
      std::vector<float> weights(morphed.shapeCount);
      for (const FbxChannel& channel : morphed.channels) {
        const auto found = curves.percents.find(channel.object->id);
        double percent = channel.restWeight;
        for (std::size_t i = 0; found != curves.percents.end() && i < found->second.size(); ++i)
          percent = (found->second[i].isLowest ? 0 : percent) + found->second[i].at(time).x;
        setShapeWeights(channel, percent, weights);
      }
      return weights;
    };
    tracks_.addWeights(morphed.node, std::move(breaks), at, location);
  }

  /// The highest layer decides.
  void addShownTrack(const StackCurves& curves, int value, const std::string& location) {
    const auto found = curves.visibilities.find(shown_[static_cast<std::size_t>(value)].of);
    if (found == curves.visibilities.end()) return;
    std::vector<float> breaks;
    addBreaks(found->second, breaks);
    const LayerCurves& layer = found->second.back();
    tracks_.addSwitch(
        value, std::move(breaks), [&](double seconds) { return layer.at(seconds + range_.start).x >= 0.5; }, location);
  }

  const FbxScene& scene_;
  const FbxNodes& nodes_;
  const std::vector<FbxMorphedNode>& morphs_;
  const std::vector<SceneValue>& shown_;
  ImportReport& report_;
  SampledTracks tracks_;
  std::map<std::int64_t, FileCurve> curves_;
  std::size_t keyCount_ = 0;
  TimeRange range_;
};

}  // namespace

std::vector<crossfade::AnimationClip> readFbxClips(const FbxScene& scene, const FbxNodes& nodes,
                                                   const std::vector<FbxMorphedNode>& morphs,
                                                   const std::vector<SceneValue>& shown, ImportReport& report,
                                                   const ImportWatch& watch) {
  StackReader reader(scene, nodes, morphs, shown, report);
  std::vector<crossfade::AnimationClip> clips;
  for (const FbxObject& object : scene.objects()) {
    watch.throwIfCanceled();
    if (object.kind != "AnimationStack") continue;
    if (clips.size() == limits::kClips) refuse("it has more than ", limits::kClips, " animations");
    if (auto clip = reader.read(object)) clips.push_back(std::move(*clip));
  }
  return clips;
}

}  // namespace app
