#include "app/import/collada/collada_motion.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::size_t kMatrixNumbers = 16;
constexpr double kShortestHandle = 1e-4;  // as a part of the span; where it is 0 the slope would be infinite
constexpr double kThird = 1.0 / 3;
constexpr double kLatest = 1e6;  // seconds

struct Handle {
  double reach = kThird;  // part of the span
  double rise = 0;        // from the key it belongs to
};

struct UsedKey {
  std::size_t index = 0;  // in the file
  double time = 0;
};

/// The data of a sampler. Key indices count the entries of `used`.
struct SamplerKeys {
  std::vector<UsedKey> used;
  ColladaNumbers times, values, in, out;
  std::vector<std::string_view> kinds;

  double time(std::size_t at) const { return used[at].time; }
  double value(std::size_t at, std::size_t k) const { return values.values[used[at].index * values.stride + k]; }
  std::string_view kind(std::size_t at) const {
    return kinds.empty() ? "LINEAR" : kinds[std::min(used[at].index, kinds.size() - 1)];
  }
  double span(std::size_t at) const { return time(at + 1) - time(at); }
};

/// If two keys have the same time, the curve jumps from the first to the second; of more than two, the first and the
/// last are used.
void useKey(UsedKey key, bool& isJump, std::vector<UsedKey>& used) {
  if (used.empty() || key.time > used.back().time) {
    isJump = false;
    used.push_back(key);
  } else if (isJump) {
    used.back() = key;
  } else {
    isJump = true;
    const double before = used.size() > 1 ? (key.time - used[used.size() - 2].time) / 2 : kCurveJump;
    used.back().time -= std::min(kCurveJump, before);
    used.push_back(key);
  }
}

SamplerKeys readKeys(ColladaDocument& document, const pugi::xml_node& sampler, ColladaRepairs& repairs) {
  const auto numbers = [&](const char* semantic) { return document.numbersOf(document.inputOf(sampler, semantic)); };
  SamplerKeys keys{.used = {},
                   .times = numbers("INPUT"),
                   .values = numbers("OUTPUT"),
                   .in = numbers("IN_TANGENT"),
                   .out = numbers("OUT_TANGENT"),
                   .kinds = document.wordsOf(document.inputOf(sampler, "INTERPOLATION"))};
  const std::size_t count = std::min(keys.times.count(), keys.values.count());
  if (keys.times.count() != keys.values.count()) ++repairs.unequal;
  bool isJump = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double time = keys.times.values[i * keys.times.stride];
    const bool isInOrder = keys.used.empty() || time >= keys.used.back().time;
    if (isInOrder && std::abs(time) < kLatest)
      useKey({i, time}, isJump, keys.used);
    else
      ++repairs.dropped;
  }
  return keys;
}

/// Gets the tangent point (time, value) of number `k`; false: there is none. COLLADA 1.4.1 stores a time per tangent or
/// per number; 1.4.0 stores none.
bool pointOf(const ColladaNumbers& tangents, std::size_t key, std::size_t k, std::size_t size, double timeOtherwise,
             std::array<double, 2>& point) {
  if (key >= tangents.count()) return false;
  const double* const at = tangents.values.data() + key * tangents.stride;
  if (tangents.stride == 2 * size)
    point = {at[2 * k], at[2 * k + 1]};
  else if (tangents.stride == size + 1)
    point = {at[0], at[1 + k]};
  else if (tangents.stride == size)
    point = {timeOtherwise, at[k]};
  else
    return false;
  return true;
}

Handle handleOf(double reach, double rise) {
  // Outside the span, time would run backward.
  return {.reach = std::clamp(reach, kShortestHandle, 1.0), .rise = rise};
}

/// The control points of the cubic Bezier curve between two keys, relative to those keys (COLLADA 1.4.1 specification,
/// chapter 4, "Curve interpolation").
struct Handles {
  Handle first, last;
};

Handles bezierHandles(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size) {
  const double span = keys.span(i), rise = keys.value(i + 1, k) - keys.value(i, k);
  std::array<double, 2> point{};
  Handles result{{kThird, rise / 3}, {kThird, -rise / 3}};
  if (pointOf(keys.out, keys.used[i].index, k, size, keys.time(i) + span / 3, point))
    result.first = handleOf((point[0] - keys.time(i)) / span, point[1] - keys.value(i, k));
  if (pointOf(keys.in, keys.used[i + 1].index, k, size, keys.time(i + 1) - span / 3, point))
    result.last = handleOf((keys.time(i + 1) - point[0]) / span, point[1] - keys.value(i + 1, k));
  return result;
}

Handles hermiteHandles(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size) {
  const double span = keys.span(i);
  std::array<double, 2> tangent{};
  Handles result;
  if (pointOf(keys.out, keys.used[i].index, k, size, span, tangent))
    result.first = handleOf(tangent[0] / 3 / span, tangent[1] / 3);
  if (pointOf(keys.in, keys.used[i + 1].index, k, size, span, tangent))
    result.last = handleOf(tangent[0] / 3 / span, -tangent[1] / 3);
  return result;
}

/// The values of keys i - 1 to i + 2. Before the first and after the last key, values are extrapolated linearly.
std::array<double, 4> valuesAround(const SamplerKeys& keys, std::size_t i, std::size_t k) {
  const double a = keys.value(i, k), b = keys.value(i + 1, k);
  return {i > 0 ? keys.value(i - 1, k) : 2 * a - b, a, b, i + 2 < keys.used.size() ? keys.value(i + 2, k) : 2 * b - a};
}

Handles cardinalHandles(const std::array<double, 4>& values) {
  return {{kThird, (values[2] - values[0]) / 6}, {kThird, -(values[3] - values[1]) / 6}};
}

/// Relative to bsplineValue(): a B-spline does not pass through its keys.
Handles bsplineHandles(const std::array<double, 4>& values) {
  const auto& [before, a, b, after] = values;
  return {{kThird, (2 * a + b) / 3 - (before + 4 * a + b) / 6}, {kThird, (a + 2 * b) / 3 - (a + 4 * b + after) / 6}};
}
double bsplineValue(const SamplerKeys& keys, std::size_t i, std::size_t k) {
  if (i == 0 || i + 1 == keys.used.size()) return keys.value(i, k);
  return (keys.value(i - 1, k) + 4 * keys.value(i, k) + keys.value(i + 1, k)) / 6;
}

/// How the curve continues to the next key. Unknown kinds are linear, as the specification requires.
void setInterpolation(const SamplerKeys& keys, std::size_t i, std::size_t k, std::size_t size, FileCurveKey& key) {
  const std::string_view kind = keys.kind(i);
  if (kind == "STEP") key.interpolation = KeyInterpolation::Constant;
  if (kind == "STEP" || i + 1 == keys.used.size()) return;
  Handles handles;
  if (kind == "BEZIER")
    handles = bezierHandles(keys, i, k, size);
  else if (kind == "HERMITE")
    handles = hermiteHandles(keys, i, k, size);
  else if (kind == "CARDINAL")
    handles = cardinalHandles(valuesAround(keys, i, k));
  else if (kind == "BSPLINE")
    handles = bsplineHandles(valuesAround(keys, i, k));
  else
    return;
  key.interpolation = KeyInterpolation::Cubic;
  key.weight = handles.first.reach;
  key.nextWeight = handles.last.reach;
  key.slope = handles.first.rise / (key.weight * keys.span(i));
  key.nextSlope = -handles.last.rise / (key.nextWeight * keys.span(i));
}

FileCurve curveOf(const SamplerKeys& keys, std::size_t k, std::size_t size) {
  FileCurve curve;
  for (std::size_t i = 0; i < keys.used.size(); ++i) {
    const bool isSpline = keys.kind(i) == "BSPLINE";
    FileCurveKey key{.time = keys.time(i), .value = isSpline ? bsplineValue(keys, i, k) : keys.value(i, k)};
    setInterpolation(keys, i, k, size, key);
    curve.keys.push_back(key);
  }
  return curve;
}

std::vector<ColladaMatrixKey> matricesOf(const SamplerKeys& keys) {
  std::vector<ColladaMatrixKey> result;
  for (std::size_t i = 0; i < keys.used.size(); ++i) {
    ColladaTransform transform{.step = ColladaStep::Matrix};
    for (std::size_t k = 0; k < kMatrixNumbers; ++k) transform.numbers[k] = keys.value(i, k);
    const glm::dmat4 matrix = matrixOf(transform);
    result.push_back({keys.time(i), transformOf(matrix), keys.kind(i) == "STEP", isSheared(matrix)});
  }
  return result;
}

}  // namespace

ColladaSampler readColladaSampler(ColladaDocument& document, const pugi::xml_node& sampler, bool isMatrix,
                                  ColladaRepairs& repairs) {
  ColladaSampler result;
  const SamplerKeys keys = readKeys(document, sampler, repairs);
  const std::size_t size = keys.values.stride;
  if (keys.used.empty() || size > limits::kMorphTargets) return result;
  if (isMatrix && size == kMatrixNumbers)
    result.matrices = matricesOf(keys);
  else
    for (std::size_t k = 0; k < size; ++k) result.curves.push_back(curveOf(keys, k, size));
  return result;
}

crossfade::Transform matrixAt(const std::vector<ColladaMatrixKey>& keys, double time) {
  const auto next = std::upper_bound(keys.begin(), keys.end(), time + kJumpSlack,
                                     [](double t, const ColladaMatrixKey& key) { return t < key.time; });
  if (next == keys.begin()) return keys.front().value;
  if (next == keys.end() || (next - 1)->holds) return (next - 1)->value;
  const ColladaMatrixKey &a = *(next - 1), &b = *next;
  const auto part = static_cast<float>(std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0));
  return {.translation = glm::mix(a.value.translation, b.value.translation, part),
          .rotation = glm::slerp(a.value.rotation, b.value.rotation, part),
          .scale = glm::mix(a.value.scale, b.value.scale, part)};
}

namespace {

constexpr std::size_t kMostChannels = 4'000'000;  // of all clips together

/// The index in "(3)" or, in a matrix with rows of four, "(3)(0)". Otherwise empty.
std::optional<std::size_t> indexIn(std::string_view member) {
  std::size_t index = 0, factor = 1;
  while (member.starts_with('(')) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(member.data() + 1, member.data() + member.size(), number);
    if (error != std::errc() || number > limits::kMorphTargets || factor > 4) return std::nullopt;
    member.remove_prefix(static_cast<std::size_t>(end - member.data()));
    if (!member.starts_with(')')) return std::nullopt;
    member.remove_prefix(1);
    index += factor * number;
    factor *= 4;
  }
  return member.empty() ? std::optional(index) : std::nullopt;
}

/// Which number of a transform a member refers to.
std::optional<std::size_t> numberNamed(ColladaStep step, std::string_view member) {
  if (member.empty()) return 0;
  if (member.starts_with('(')) return indexIn(member);
  if (member == "ANGLE") return step == ColladaStep::Rotate ? 3 : 0;
  constexpr std::string_view kNames = "XYZW";
  if (member.size() != 1 || kNames.find(member[0]) == kNames.npos) return std::nullopt;
  return kNames.find(member[0]);
}

class MotionReader {
 public:
  MotionReader(ColladaDocument& document, ImportReport& report) : document_(document), report_(report) {}

  ColladaMotion read() {
    const pugi::xml_node& root = document_.root();
    std::vector<pugi::xml_node> animations;
    for (const pugi::xml_node& library : root.children("library_animations"))
      for (const pugi::xml_node& each : library.children("animation")) animations.push_back(each);
    for (const pugi::xml_node& library : root.children("library_animation_clips"))
      for (const pugi::xml_node& clip : library.children("animation_clip"))
        add({.name = shownNameOf(clip),
             .start = clip.attribute("start").as_double(),
             .end = clip.attribute("end").as_double()},
            animationsOf(clip));
    if (motion_.clips.empty()) {
      const std::string name = animations.size() == 1 ? shownNameOf(animations.front()) : "";
      add({.name = name.empty() ? "animation" : name}, animations);
    }
    say();
    return std::move(motion_);
  }

 private:
  std::vector<pugi::xml_node> animationsOf(const pugi::xml_node& clip) const {
    std::vector<pugi::xml_node> result;
    std::set<std::string_view> known;
    for (const pugi::xml_node& use : clip.children("instance_animation")) {
      const pugi::xml_node found = document_.find(use.attribute("url").value());
      if (std::string_view(found.name()) == "animation" && known.insert(found.attribute("id").value()).second)
        result.push_back(found);
    }
    return result;
  }

  void add(ColladaClip clip, const std::vector<pugi::xml_node>& animations) {
    std::size_t channels = 0;
    for (const pugi::xml_node& animation : animations) {
      const std::vector<pugi::xml_node> list = elementsWhere(animation, [this](const pugi::xml_node& each) {
        ++visited_;
        return std::string_view(each.name()) == "channel";
      });
      if ((channels_ += list.size()) > kMostChannels || visited_ > limits::kDataViews)
        refuse("its clips use more than ", kMostChannels, " channels");
      channels += list.size();
      for (const pugi::xml_node& channel : list) addChannel(channel, clip);
    }
    if (channels == 0 || (clip.nodes.empty() && clip.weights.empty() && clip.visibilities.empty())) return;
    if (motion_.clips.size() == limits::kClips) refuse("it has more than ", limits::kClips, " animations");
    motion_.clips.push_back(std::move(clip));
  }

  void addChannel(const pugi::xml_node& channel, ColladaClip& clip) {
    const bool isNew = channelsSeen_.insert(channel.internal_object()).second;
    ColladaTarget target = document_.resolve(channel.attribute("target").value());
    if (!target.element && !target.lastStep.empty()) target.element = document_.find(target.lastStep);
    const pugi::xml_node sampler = document_.find(channel.attribute("source").value());
    if (addTransform(target, sampler, clip) || addWeights(target, sampler, clip) ||
        addVisibility(target, sampler, clip) || !isNew)
      return;
    ++(target.element ? others_ : missing_);
  }

  /// Whether it is a transform of a node.
  bool addTransform(const ColladaTarget& target, const pugi::xml_node& sampler, ColladaClip& clip) {
    const pugi::xml_node node = target.element.parent();
    const auto transform = readColladaTransform(target.element);
    if (!transform || std::string_view(node.name()) != "node") return false;
    std::string_view member = target.member;
    if (member.starts_with('.')) member.remove_prefix(1);
    const auto first = numberNamed(transform->step, member);
    if (!first || *first >= sizeOf(transform->step)) return false;
    const bool isWhole = member.empty();
    ColladaChannel added{
        .step = 0, .first = *first, .sampler = samplerOf(sampler, isWhole && transform->step == ColladaStep::Matrix)};
    const ColladaSampler& read = motion_.samplers[added.sampler];
    if (read.isEmpty()) return true;  // counted when it was read
    // Only the angle, not the axis.
    if (isWhole && transform->step == ColladaStep::Rotate && read.curves.size() == 1) added.first = 3;
    const std::string id = node.attribute("id").value();
    if (const auto [entry, isNew] = motion_.stacks.try_emplace(id); isNew) readStack(node, entry->second);
    const auto step = stepOf_.find(target.element.internal_object());
    if (step == stepOf_.end()) return false;  // of another node with that id
    added.step = step->second;
    clip.nodes[id].push_back(added);
    return true;
  }

  void readStack(const pugi::xml_node& node, ColladaStack& stack) {
    for (const pugi::xml_node& child : node.children())
      if (const auto each = readColladaTransform(child)) {
        stepOf_[child.internal_object()] = stack.size();
        stack.push_back(*each);
      }
  }

  /// Whether the target is a weight of a morph controller. It may name the controller, the <source> of its weights, or
  /// the array.
  bool addWeights(const ColladaTarget& target, const pugi::xml_node& sampler, ColladaClip& clip) {
    pugi::xml_node controller = target.element;
    for (int level = 0; level < 4 && controller && std::string_view(controller.name()) != "controller"; ++level)
      controller = controller.parent();
    const pugi::xml_node morph = controller.child("morph");
    const auto first = indexIn(target.member);
    if (!morph || !first || *first >= limits::kMorphTargets) return false;
    const ColladaChannel added{.step = 0, .first = *first, .sampler = samplerOf(sampler, false)};
    if (!motion_.samplers[added.sampler].isEmpty()) clip.weights[controller.attribute("id").value()].push_back(added);
    return true;
  }

  /// Whether it is the visibility in the <extra> of a node.
  bool addVisibility(const ColladaTarget& target, const pugi::xml_node& sampler, ColladaClip& clip) {
    const pugi::xml_node node = target.element.parent().parent().parent();
    if (std::string_view(target.element.name()) != "visibility" || std::string_view(node.name()) != "node")
      return false;
    const std::size_t index = samplerOf(sampler, false);
    if (!motion_.samplers[index].curves.empty())
      clip.visibilities.try_emplace(node.attribute("id").value(), ColladaChannel{.sampler = index});
    return true;
  }

  /// The index of the sampler, which is read only once.
  std::size_t samplerOf(const pugi::xml_node& sampler, bool isMatrix) {
    const auto [entry, isNew] = samplers_.try_emplace({sampler.internal_object(), isMatrix}, motion_.samplers.size());
    if (!isNew) return entry->second;
    motion_.samplers.push_back(readColladaSampler(document_, sampler, isMatrix, repairs_));
    const ColladaSampler& read = motion_.samplers.back();
    if (read.isEmpty()) ++empty_;
    if (std::ranges::any_of(read.matrices, &ColladaMatrixKey::isSheared)) ++sheared_;
    return entry->second;
  }

  void say() {
    const auto line = [&](Finding finding, std::string what) { report_.add(finding, "document", std::move(what)); };
    if (repairs_.dropped > 0)
      line(Finding::Repaired, concat("left out: ", counted(repairs_.dropped, "key"), " out of order or not finite"));
    if (repairs_.unequal > 0)
      line(Finding::Repaired,
           concat(counted(repairs_.unequal, "animation curve"), " had times without values or the reverse"));
    if (empty_ > 0) line(Finding::Ignored, concat(counted(empty_, "animation curve"), " without keys"));
    if (sheared_ > 0)
      line(Finding::Lost, concat("the shear in the matrices of ", counted(sheared_, "animation curve")));
    if (missing_ > 0) line(Finding::Lost, concat(counted(missing_, "channel"), " targeting nothing in the file"));
    if (others_ > 0)
      line(Finding::Lost, concat(counted(others_, "channel"),
                                 " animating something other than transforms and morph weights, such as a color"));
  }

  ColladaDocument& document_;
  ImportReport& report_;
  ColladaMotion motion_;
  std::map<std::pair<pugi::xml_node_struct*, bool>, std::size_t> samplers_;
  std::map<pugi::xml_node_struct*, std::size_t> stepOf_;  // of the transforms of animated nodes
  std::set<pugi::xml_node_struct*> channelsSeen_;
  ColladaRepairs repairs_;
  std::size_t channels_ = 0, visited_ = 0, empty_ = 0, sheared_ = 0, missing_ = 0, others_ = 0;
};

}  // namespace

ColladaMotion readColladaMotion(ColladaDocument& document, ImportReport& report) {
  return MotionReader(document, report).read();
}

}  // namespace app
