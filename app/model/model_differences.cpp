#include "app/model/model_differences.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "app/model/counted.h"
#include "crossfade/base/number_text.h"
#include "crossfade/clip/interpolant.h"
#include "crossfade/math/transform.h"

namespace app {
namespace {

using crossfade::Channel;
using crossfade::formatNumber;
using crossfade::KeyframeTrack;

constexpr double kSameDegrees = 0.01, kSamePart = 1e-4, kSameSeconds = 1e-4;
constexpr std::size_t kNamesShown = 3;

/// "'Hips', 'Spine', 'Neck' and 4 more"
std::string listOf(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i)
    text.append(i > 0 ? ", '" : "'").append(names[i].empty() ? "(unnamed)" : names[i]).append("'");
  if (names.size() > kNamesShown) text += " and " + std::to_string(names.size() - kNamesShown) + " more";
  return text;
}

double degreesBetween(glm::dquat a, glm::dquat b) {
  const double sine = std::min(glm::length(a - b), glm::length(a + b)) / 2;
  return glm::degrees(4 * std::asin(std::min(sine, 1.0)));
}

/// The largest difference of two channels, and when.
struct ChannelDifference {
  double amount = 0;  // degrees, or units of the value
  double time = 0;    // seconds
};

ChannelDifference differenceOf(const KeyframeTrack& ours, const KeyframeTrack& theirs, double duration) {
  const std::span<const float> times = ours.times();
  const auto size = static_cast<std::size_t>(ours.valueSize());
  std::vector<double> a(size), b(size);
  crossfade::KeyCursor ourCursor, theirCursor;
  ChannelDifference worst;
  const auto compareAt = [&](double time) {
    crossfade::evaluate(ours, time, ourCursor, a);
    crossfade::evaluate(theirs, time, theirCursor, b);
    double amount = 0;
    if (ours.target().channel == Channel::Rotation)
      amount = degreesBetween(glm::normalize(glm::dquat(a[3], a[0], a[1], a[2])),
                              glm::normalize(glm::dquat(b[3], b[0], b[1], b[2])));
    else
      for (std::size_t i = 0; i < size; ++i) amount = std::max(amount, std::abs(a[i] - b[i]));
    if (amount > worst.amount) worst = {amount, time};
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (static_cast<double>(times[i]) > duration) break;
    compareAt(static_cast<double>(times[i]));
    if (i + 1 < times.size()) compareAt((static_cast<double>(times[i]) + static_cast<double>(times[i + 1])) / 2);
  }
  return worst;
}

/// What the values of a track reach: differences are judged against it.
double rangeOf(const KeyframeTrack& track) {
  double largest = 0;
  for (const float value : track.values()) largest = std::max(largest, static_cast<double>(std::abs(value)));
  return largest;
}

/// Counts of one kind in both readings.
struct CountPair {
  std::string_view noun, ending;
  std::size_t ours = 0, theirs = 0;
};

std::size_t sumOf(const Model& model, const std::function<std::size_t(const Primitive&)>& count) {
  std::size_t sum = 0;
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& primitive : mesh.primitives) sum += count(primitive);
  return sum;
}

std::size_t trianglesOf(const Primitive& primitive) {
  if (primitive.topology != Topology::Triangles) return 0;
  return (primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size()) / 3;
}

class ModelComparison {
 public:
  ModelComparison(const Model& ours, const Model& theirs) : ours_(ours), theirs_(theirs) {
    const crossfade::Skeleton& skeleton = theirs.skeleton;
    for (int i = 0; i < skeleton.jointCount(); ++i) theirJoints_.try_emplace(skeleton.name(i), i);
  }

  std::vector<ReportLine> take() {
    compareNodes();
    compareCounts();
    compareVertices();
    for (std::size_t i = 0; i < ours_.clips.size(); ++i) compareClip(i);
    for (std::size_t i = 0; i < theirs_.clips.size(); ++i)
      if (!clipNamed(ours_, theirs_.clips[i].name(), i))
        add("clip '" + theirs_.clips[i].name() + "'", "exists only here");
    return std::move(lines_);
  }

 private:
  void add(std::string where, std::string what) {
    lines_.push_back({Finding::Found, std::move(where), std::move(what)});
  }

  int theirJointOf(int ours) const {
    const auto found = theirJoints_.find(ours_.skeleton.name(ours));
    return found == theirJoints_.end() ? -1 : found->second;
  }

  void compareNodes() {
    std::vector<std::string> missing, moved;
    for (int i = 0; i < ours_.skeleton.jointCount(); ++i) {
      const std::string& name = ours_.skeleton.name(i);
      const int theirs = theirJointOf(i);
      if (theirs < 0)
        missing.push_back(name);
      else if (!isSameRest(i, theirs))
        moved.push_back(name);
    }
    if (!missing.empty()) add("nodes", "missing or renamed: " + listOf(missing));
    if (!moved.empty()) add("nodes", "different rest transforms: " + listOf(moved));
    const int more = theirs_.skeleton.jointCount() - ours_.skeleton.jointCount() + static_cast<int>(missing.size());
    if (more > 0) add("nodes", countOf(more, "node was added", "nodes were added"));
  }

  /// Compares matrices: a mirrored node can be written in several ways.
  bool isSameRest(int ours, int theirs) const {
    const glm::mat4 a = crossfade::toMatrix(ours_.skeleton.restLocals()[static_cast<std::size_t>(ours)]);
    const glm::mat4 b = crossfade::toMatrix(theirs_.skeleton.restLocals()[static_cast<std::size_t>(theirs)]);
    for (int column = 0; column < 4; ++column)
      if (static_cast<double>(glm::distance(a[column], b[column])) >
          kSamePart * std::max(1e-3, static_cast<double>(glm::length(a[column]))))
        return false;
    return true;
  }

  void compareCounts() {
    const auto targets = [](const Primitive& primitive) { return primitive.morphTargets.size(); };
    const CountPair counts[] = {
        {"triangle", "s", sumOf(ours_, trianglesOf), sumOf(theirs_, trianglesOf)},
        {"morph target", "s", sumOf(ours_, targets), sumOf(theirs_, targets)},
        {"skin", "s", ours_.skins.size(), theirs_.skins.size()},
        {"material", "s", ours_.materials.size(), theirs_.materials.size()},
        {"image", "s", ours_.images.size(), theirs_.images.size()},
        {"camera", "s", ours_.cameras.size(), theirs_.cameras.size()},
        {"light", "s", ours_.lights.size(), theirs_.lights.size()},
        {"variant", "s", ours_.variants.size(), theirs_.variants.size()},
        {"expression", "s", ours_.expressions.size(), theirs_.expressions.size()},
        {"animated property", " of materials", ours_.materialValues.size(), theirs_.materialValues.size()},
        {"animated property", " of the scene", ours_.sceneValues.size(), theirs_.sceneValues.size()},
        {"clip", "s", ours_.clips.size(), theirs_.clips.size()}};
    for (const CountPair& each : counts)
      if (each.ours != each.theirs)
        add("document", counted(each.theirs, each.noun, each.ending) + " instead of " + std::to_string(each.ours));
  }

  void compareVertices() {
    const auto has = [&](const Model& model, auto attribute) {
      return sumOf(model,
                   [&](const Primitive& primitive) { return std::invoke(attribute, primitive).empty() ? 0u : 1u; });
    };
    const auto compare = [&](std::string_view name, auto attribute) {
      const std::size_t ours = has(ours_, attribute), theirs = has(theirs_, attribute);
      if (theirs < ours)
        add("meshes", std::string(name) + " of " + counted(ours - theirs, "primitive") + " are missing");
    };
    compare("normals", &Primitive::normals);
    compare("tangents", &Primitive::tangents);
    compare("vertex colors", &Primitive::colors);
    compare(
        "texture coordinates", [](const Primitive& each) -> const auto& { return each.uvs[0]; });
    compare(
        "second texture coordinates", [](const Primitive& each) -> const auto& { return each.uvs[1]; });
    compare("joints and weights", &Primitive::influences);
  }

  static const crossfade::AnimationClip* clipNamed(const Model& model, const std::string& name, std::size_t index) {
    for (const crossfade::AnimationClip& clip : model.clips)
      if (clip.name() == name) return &clip;
    return index < model.clips.size() ? &model.clips[index] : nullptr;
  }

  void compareClip(std::size_t index) {
    const crossfade::AnimationClip& ours = ours_.clips[index];
    const std::string where = "clip '" + ours.name() + "'";
    const crossfade::AnimationClip* theirs = clipNamed(theirs_, ours.name(), index);
    if (!theirs) return add(where, "is missing");
    if (theirs->name() != ours.name()) add(where, "is called '" + theirs->name() + "'");
    if (std::abs(theirs->duration() - ours.duration()) > kSameSeconds)
      add(where,
          "lasts " + formatNumber(theirs->duration(), 4) + " s instead of " + formatNumber(ours.duration(), 4) + " s");
    std::vector<std::string> missing;
    for (const KeyframeTrack& track : ours.tracks()) {
      if (!crossfade::isOfJoint(track.target().channel)) continue;
      compareTrack(where, track, *theirs, missing);
    }
    if (!missing.empty()) add(where, "missing channels: " + listOf(missing));
  }

  void compareTrack(const std::string& where, const KeyframeTrack& track, const crossfade::AnimationClip& theirs,
                    std::vector<std::string>& missing) {
    const int joint = theirJointOf(track.target().node);
    const std::string name =
        std::string(crossfade::nameOf(track.target().channel)) + " of " + ours_.skeleton.name(track.target().node);
    const crossfade::TrackTarget target{joint, track.target().channel};
    const auto found = std::find_if(theirs.tracks().begin(), theirs.tracks().end(),
                                    [&](const KeyframeTrack& each) { return each.target() == target; });
    if (found == theirs.tracks().end()) {
      if (!crossfade::isConstant(track, crossfade::kRounding)) missing.push_back(name);
      return;
    }
    if (found->valueSize() != track.valueSize())
      return add(where, name + ": " + std::to_string(found->valueSize()) + " values instead of " +
                            std::to_string(track.valueSize()));
    const bool isRotation = track.target().channel == Channel::Rotation;
    const ChannelDifference worst = differenceOf(track, *found, theirs.duration());
    if (worst.amount <= (isRotation ? kSameDegrees : 1e-6 + kSamePart * rangeOf(track))) return;
    std::string what = name + ": differs by " +
                       (worst.amount < 5e-4 ? "less than 0.001" : formatNumber(worst.amount, 3)) +
                       (isRotation ? " degrees" : "") + " at " + formatNumber(worst.time, 3) + " s";
    if (found->interpolation() != track.interpolation())
      what += " (" + std::string(crossfade::nameOf(found->interpolation())) + " keys instead of " +
              std::string(crossfade::nameOf(track.interpolation())) + ")";
    add(where, std::move(what));
  }

  const Model& ours_;
  const Model& theirs_;
  std::map<std::string, int, std::less<>> theirJoints_;  // the first of a name
  std::vector<ReportLine> lines_;
};

}  // namespace

std::vector<ReportLine> differencesOf(const Model& ours, const Model& theirs) {
  return ModelComparison(ours, theirs).take();
}

}  // namespace app
