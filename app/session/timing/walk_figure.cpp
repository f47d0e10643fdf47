#include "app/session/timing/walk_figure.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include <glm/geometric.hpp>

#include "app/view/bones.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

constexpr float kMinBoneLength = 0.015f;  // of the height: fingers would be blots
constexpr float kFootHeight = 0.12f;      // of the height: a moving point that gets below this is a foot
constexpr float kMastFoot = 0.1f;         // of the height
constexpr double kDefaultStride = 0.8;
constexpr std::size_t kMaxBones = 200;
constexpr int kMaxJoints = 2000;

bool isWalk(const crossfade::AnimationClip& clip) {
  constexpr std::string_view kName = "walk";
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  const std::string& name = clip.name();
  return clip.duration() > 0 && std::search(name.begin(), name.end(), kName.begin(), kName.end(), same) != name.end();
}

const crossfade::AnimationClip* walkOf(const Model& model) {
  const auto walk = std::find_if(model.clips.begin(), model.clips.end(), isWalk);
  if (walk != model.clips.end()) return &*walk;
  const auto moving = std::find_if(model.clips.begin(), model.clips.end(),
                                   [](const crossfade::AnimationClip& clip) { return clip.duration() > 0; });
  return moving == model.clips.end() ? nullptr : &*moving;
}

/// The bones of one pose, as pairs of points in the model.
class Poser {
 public:
  explicit Poser(const Model& model)
      : model_(model),
        bones_(bonesOf(model)),
        sampler_(crossfade::ChannelLayout(model.skeleton.jointCount(), {}), restOf(model)),
        worlds_(pose_.locals.size()) {}

  void bind(const crossfade::AnimationClip& clip) { sampler_.bind(0, clip); }
  /// At `phase` (0 to 1) of the clip; at rest without one.
  const std::vector<LineVertex>& pose(const crossfade::AnimationClip* clip, double phase) {
    if (clip) {
      const crossfade::BlendEntry entry{.slot = 0, .clip = clip, .time = clip->duration() * phase, .weight = 1};
      sampler_.sampleInOrder(std::span(&entry, 1));
    }
    sampler_.writePose(pose_);
    crossfade::localToModel(model_.skeleton.parents(), pose_.locals, worlds_);
    lines_.clear();
    addBoneLines(bones_, {.worlds = worlds_, .palettes = {}, .paletteOffsets = {}, .morphWeights = {}}, lines_);
    return lines_;
  }

 private:
  const crossfade::Pose& restOf(const Model& model) {
    const auto locals = model.skeleton.restLocals();
    pose_.locals.assign(locals.begin(), locals.end());
    return pose_;
  }

  const Model& model_;
  std::vector<Bone> bones_;
  crossfade::Pose pose_;
  crossfade::PoseSampler sampler_;
  std::vector<glm::mat4> worlds_;
  std::vector<LineVertex> lines_;
};

bool isFinite(const std::vector<LineVertex>& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [](const LineVertex& v) { return std::isfinite(v.position.x + v.position.y + v.position.z); });
}

/// Whether a bone only connects a root on the floor to the hips.
bool isMast(const std::vector<LineVertex>& lines, std::size_t bone, float low, float height) {
  const glm::vec3& from = lines[2 * bone].position;
  if (from.y > low + kMastFoot * height) return false;
  for (std::size_t other = 1; other < lines.size(); other += 2)
    if (lines[other].position == from) return false;
  return lines[2 * bone + 1].position.y > low + 2 * kMastFoot * height;
}

/// Chooses the bones that are large enough to be seen, ordered by the first pose with the far side first, so that the
/// near one covers it.
std::vector<std::size_t> bonesToShow(const std::vector<LineVertex>& lines, float low, float height) {
  std::vector<std::size_t> bones;
  const auto side = [&lines](std::size_t bone) { return lines[2 * bone].position.x + lines[2 * bone + 1].position.x; };
  for (std::size_t bone = 0; 2 * bone + 1 < lines.size() && bones.size() < kMaxBones; ++bone)
    if (glm::distance(lines[2 * bone].position, lines[2 * bone + 1].position) > kMinBoneLength * height &&
        !isMast(lines, bone, low, height))
      bones.push_back(bone);
  std::stable_sort(bones.begin(), bones.end(), [&side](std::size_t a, std::size_t b) { return side(a) > side(b); });
  return bones;
}

/// A foot on the ground stands still while the body moves on: relative to the body it moves back by the distance of
/// half a cycle, and forward through the air in the other half.
double strideOf(const WalkFigure& figure) {
  const auto count = static_cast<std::size_t>(figure.boneCount());
  double widest = 0;
  for (std::size_t bone = 0; bone < count; ++bone) {
    float low = 1e9f, minX = 1e9f, maxX = -1e9f;
    for (std::size_t pose = 0; pose < WalkFigure::kPoses; ++pose) {
      const glm::vec2 end = figure.bones[pose * count + bone].to;
      low = std::min(low, end.y);
      minX = std::min(minX, end.x);
      maxX = std::max(maxX, end.x);
    }
    if (low < kFootHeight) widest = std::max(widest, static_cast<double>(maxX - minX));
  }
  return widest > 0.05 ? std::clamp(2 * widest, 0.2, 3.0) : kDefaultStride;
}

}  // namespace

std::span<const WalkFigure::Bone> WalkFigure::pose(double distance) const {
  if (empty()) return {};
  const double cycles = std::isfinite(distance) ? distance / stride : 0;
  const auto index = static_cast<std::size_t>((cycles - std::floor(cycles)) * kPoses) % kPoses;
  return std::span(bones).subspan(index * isFar.size(), isFar.size());
}

WalkFigure walkFigureOf(const Model& model) {
  WalkFigure figure;
  if (model.skeleton.jointCount() == 0 || model.skeleton.jointCount() > kMaxJoints) return figure;
  Poser poser(model);
  const crossfade::AnimationClip* const clip = walkOf(model);
  if (clip) poser.bind(*clip);

  std::vector<std::vector<LineVertex>> poses;
  float low = 1e30f, high = -1e30f;
  for (int i = 0; i < WalkFigure::kPoses; ++i) {
    poses.push_back(poser.pose(clip, static_cast<double>(i) / WalkFigure::kPoses));
    if (!isFinite(poses.back())) return figure;
    for (const LineVertex& end : poses.back()) {
      low = std::min(low, end.position.y);
      high = std::max(high, end.position.y);
    }
  }
  const float height = high - low;
  if (!(height > 0)) return figure;
  const std::vector<std::size_t> bones = bonesToShow(poses.front(), low, height);
  for (const std::size_t bone : bones) {
    const float side = poses.front()[2 * bone].position.x + poses.front()[2 * bone + 1].position.x;
    figure.isFar.push_back(side > 0.04f * height);
  }
  for (const std::vector<LineVertex>& lines : poses) {
    float middle = 0;  // keeps a clip that walks away in the middle
    for (const std::size_t bone : bones)
      middle += (lines[2 * bone].position.z + lines[2 * bone + 1].position.z) / (2 * static_cast<float>(bones.size()));
    const auto flat = [&](const glm::vec3& at) { return glm::vec2(at.z - middle, at.y - low) / height; };
    for (const std::size_t bone : bones)
      figure.bones.push_back({flat(lines[2 * bone].position), flat(lines[2 * bone + 1].position)});
  }
  figure.stride = strideOf(figure);
  return figure;
}

}  // namespace app
