#include "bench/workload/workload.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <numbers>
#include <random>

#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "crossfade/skeleton/local_to_model.h"

namespace workload {
namespace {

using namespace crossfade;

constexpr std::uint32_t kSkeletonMagic = 0x314C4B53, kClipMagic = 0x31504C43;  // "SKL1", "CLP1"

/// Plain little-endian values; reading past the end gives 0, and good() is then false.
class FileReader {
 public:
  explicit FileReader(const std::filesystem::path& path) : file_(path, std::ios::binary) {}
  template <class T>
  T next() {
    T value{};
    file_.read(reinterpret_cast<char*>(&value), sizeof value);
    return value;
  }
  std::vector<float> floats(std::size_t count) {
    std::vector<float> values(count);
    file_.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(float)));
    return values;
  }
  bool good() const { return file_.good(); }

 private:
  std::ifstream file_;
};

Result<Skeleton> finish(std::vector<Joint> joints, Workload& to) {
  for (const Joint& joint : joints) to.rest.locals.push_back(joint.rest);
  return Skeleton::make(std::move(joints));
}

Result<KeyframeTrack> readTrack(FileReader& file, TrackTarget target, std::uint32_t keys, std::size_t size) {
  std::vector<float> times, values;
  for (std::uint32_t key = 0; key < keys && file.good(); ++key) {
    times.push_back(file.next<float>());
    const std::vector<float> value = file.floats(size);
    values.insert(values.end(), value.begin(), value.end());
  }
  return KeyframeTrack::make(target, Interpolation::Linear, std::move(times), std::move(values));
}

Result<AnimationClip> readClip(const std::filesystem::path& path) {
  FileReader file(path);
  if (file.next<std::uint32_t>() != kClipMagic) return Error{path.string() + ": no clip"};
  const auto joints = file.next<std::uint32_t>();
  const auto duration = file.next<float>();
  file.next<float>();  // skips rate and frame count: every track has its own times
  file.next<std::uint32_t>();
  std::vector<KeyframeTrack> tracks;
  for (std::uint32_t joint = 0; joint < joints && file.good(); ++joint) {
    const std::uint32_t counts[3] = {file.next<std::uint32_t>(), file.next<std::uint32_t>(),
                                     file.next<std::uint32_t>()};
    for (std::size_t i = 0; i < 3; ++i) {
      constexpr Channel kChannels[] = {Channel::Translation, Channel::Rotation, Channel::Scale};
      auto track = readTrack(file, {static_cast<int>(joint), kChannels[i]}, counts[i], i == 1 ? 4 : 3);
      if (!track) return Error{path.string() + ": " + track.error().message};
      tracks.push_back(std::move(*track));
    }
  }
  if (!file.good()) return Error{path.string() + ": ends too early"};
  return AnimationClip::make(path.stem().string(), std::move(tracks), BlendMode::Normal, duration);
}

/// A tree like a body's: a spine, and limbs of a few joints attached to it and to each other.
std::vector<Joint> makeJoints(int count, std::mt19937& random) {
  std::normal_distribution<float> bell;
  std::vector<Joint> joints;
  for (int i = 0; i < count; ++i) {
    const bool goesOn = i % 5 != 0 || i < 5;
    const int parent = i == 0 ? kNoJoint : goesOn ? i - 1 : 1 + (i / 5 * 3) % std::min(i - 1, 12);
    const float length = i < 5 ? 0.12f : 0.6f / static_cast<float>(1 + i / 5 % 4) / 4;
    joints.push_back(
        {.name = "joint " + std::to_string(i),
         .parent = parent,
         .rest = {.translation = i == 0 ? glm::vec3(0, 1, 0)
                                        : glm::vec3(bell(random), bell(random), bell(random)) * length * 0.5f},
         .documentIndex = i});
    joints.back().rest.rotation =
        glm::normalize(makeQuat(bell(random) * 0.12f, bell(random) * 0.12f, bell(random) * 0.12f, 1));
  }
  return joints;
}

AnimationClip makeClip(const Workload& workload, int intervals, int index, std::mt19937& random) {
  std::uniform_real_distribution<double> phase(0, 2 * std::numbers::pi), range(0.3, 1);
  const float duration = static_cast<float>(intervals) / 30;
  std::vector<float> times;
  for (int k = 0; k <= intervals; ++k) times.push_back(k == intervals ? duration : static_cast<float>(k) / 30);
  std::vector<KeyframeTrack> tracks;
  for (int joint = 0; joint < workload.skeleton.jointCount(); ++joint) {
    const Transform& rest = workload.rest.locals[static_cast<std::size_t>(joint)];
    const double amplitude = (joint < 6 ? 0.12 : 0.4) * range(random);  // radians
    double phases[3][3];
    for (auto& axis : phases)
      for (double& p : axis) p = phase(random);
    std::vector<float> rotations, translations;
    for (int k = 0; k <= intervals; ++k) {
      const double angle = 2 * std::numbers::pi * (k % intervals) / intervals;
      double rotation[3], translation[3];
      for (int axis = 0; axis < 3; ++axis) {
        rotation[axis] = amplitude * (std::sin(angle + phases[axis][0]) + 0.4 * std::sin(2 * angle + phases[axis][1]) +
                                      0.2 * std::sin(3 * angle + phases[axis][2]));
        translation[axis] = (joint == 0 ? 0.05 : 0.006) * std::sin(angle + phases[axis][1]);
      }
      const double length =
          std::sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]);
      const double sine = length > 0 ? std::sin(length / 2) / length : 0.5;
      const glm::dquat q = glm::dquat(rest.rotation) *
                           glm::dquat(std::cos(length / 2), rotation[0] * sine, rotation[1] * sine, rotation[2] * sine);
      for (const double component : {q.x, q.y, q.z, q.w}) rotations.push_back(static_cast<float>(component));
      for (int axis = 0; axis < 3; ++axis)
        translations.push_back(rest.translation[axis] + static_cast<float>(translation[axis]));
    }
    tracks.push_back(
        *KeyframeTrack::make({joint, Channel::Rotation}, Interpolation::Linear, times, std::move(rotations)));
    if (joint % 14 == 0)
      tracks.push_back(
          *KeyframeTrack::make({joint, Channel::Translation}, Interpolation::Linear, times, std::move(translations)));
  }
  return *AnimationClip::make("clip " + std::to_string(index), std::move(tracks), BlendMode::Normal, duration);
}

/// A well-mixed 32-bit hash: Chris Wellons, "Prospecting for Hash Functions", lowbias32.
std::uint32_t hashOf(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
float fraction(int x) { return static_cast<float>(hashOf(static_cast<std::uint32_t>(x))) / 4294967296.0f; }

/// The two keys around a time, and its fraction of the way from left to right.
struct Between {
  std::size_t left, right;
  double fraction;
};
Between between(const KeyframeTrack& track, double time) {
  const auto times = track.times();
  const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  if (after == 0 || after == times.size()) return {after ? after - 1 : 0, after ? after - 1 : 0, 0};
  return {after - 1, after, (time - times[after - 1]) / (double(times[after]) - times[after - 1])};
}

/// sum += weight * (value / |value|), negated if that brings it closer to the sum.
void addRotation(glm::dquat& sum, glm::dquat value, double weight) {
  value = glm::normalize(value) * weight;
  sum = sum + (glm::dot(sum, value) < 0 ? -value : value);
}

}  // namespace

Result<Workload> readWorkload(const std::filesystem::path& folder, int joints) {
  const std::string suffix = "_" + std::to_string(joints);
  const std::filesystem::path path = folder / ("skel" + suffix + ".bin");
  FileReader file(path);
  if (file.next<std::uint32_t>() != kSkeletonMagic) return Error{path.string() + ": no skeleton"};
  Workload workload;
  std::vector<Joint> all;
  const auto count = file.next<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && file.good(); ++i) {
    char name[33] = {};
    for (int k = 0; k < 32; ++k) name[k] = file.next<char>();
    const auto parent = file.next<std::int32_t>();
    const std::vector<float> t = file.floats(3), q = file.floats(4), s = file.floats(3), bind = file.floats(16);
    all.push_back({.name = name,
                   .parent = parent,
                   .rest = {.translation = {t[0], t[1], t[2]},
                            .rotation = makeQuat(q[0], q[1], q[2], q[3]),
                            .scale = {s[0], s[1], s[2]}},
                   .documentIndex = static_cast<int>(i)});
    workload.skin.joints.push_back(static_cast<int>(i));
    workload.skin.inverseBinds.push_back(glm::make_mat4(bind.data()));
  }
  if (!file.good()) return Error{path.string() + ": ends too early"};
  auto skeleton = finish(std::move(all), workload);
  if (!skeleton) return Error{path.string() + ": " + skeleton.error().message};
  workload.skeleton = std::move(*skeleton);
  for (int i = 0; i < 8; ++i) {
    auto clip = readClip(folder / ("clip" + suffix + "_" + std::to_string(i) + ".bin"));
    if (!clip) return clip.error();
    workload.clips.add(std::move(*clip));
  }
  return workload;
}

Workload makeWorkload(int joints, unsigned seed) {
  std::mt19937 random(seed);
  Workload workload;
  workload.skeleton = *finish(makeJoints(joints, random), workload);
  std::vector<glm::mat4> models(workload.rest.locals.size());
  localToModel(workload.skeleton.parents(), workload.rest.locals, models);
  for (std::size_t i = 0; i < models.size(); ++i) {
    workload.skin.joints.push_back(static_cast<int>(i));
    workload.skin.inverseBinds.push_back(glm::mat4(glm::inverse(glm::dmat4(models[i]))));
  }
  int index = 0;
  for (const int intervals : {30, 35, 38, 40, 45, 50, 55, 60})
    workload.clips.add(makeClip(workload, intervals, index++, random));
  return workload;
}

void animateScale(Workload& workload, int every) {
  ClipSet scaled;
  for (const AnimationClip& clip : workload.clips) {
    std::vector<KeyframeTrack> tracks;
    for (const KeyframeTrack& track : clip.tracks())
      if (track.target().channel != Channel::Scale) tracks.push_back(track);
    const auto longest = std::max_element(tracks.begin(), tracks.end(),
                                          [](const auto& a, const auto& b) { return a.keyCount() < b.keyCount(); });
    const std::vector<float> times(longest->times().begin(), longest->times().end());
    for (int joint = 0; joint < workload.skeleton.jointCount(); joint += every) {
      std::vector<float> values;
      for (std::size_t k = 0; k < times.size(); ++k)
        for (int axis = 0; axis < 3; ++axis)
          values.push_back(1 +
                           0.05f * static_cast<float>(std::sin(2 * std::numbers::pi * double(k % (times.size() - 1)) /
                                                                   double(times.size() - 1) +
                                                               joint + axis)));
      tracks.push_back(*KeyframeTrack::make({joint, Channel::Scale}, Interpolation::Linear, times, std::move(values)));
    }
    scaled.add(*AnimationClip::make(clip.name(), std::move(tracks), clip.blendMode(), clip.duration()));
  }
  workload.clips = std::move(scaled);
}

std::vector<Member> makeCrowd(int count, int layers, const ClipSet& clips) {
  constexpr int kClipSteps[kMaxLayers] = {0, 3, 5, 6};
  std::vector<Member> crowd(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Member& member = crowd[static_cast<std::size_t>(i)];
    float sum = 0;
    for (int l = 0; l < kMaxLayers; ++l) {
      member.clip[l] = (i + kClipSteps[l]) % static_cast<int>(clips.size());
      member.time[l] = fraction(i * 4 + l + 17) *
                       static_cast<float>(clips[static_cast<std::size_t>(member.clip[l])].duration()) * 0.999f;
      member.weight[l] = l < layers ? 0.3f + 0.7f * fraction(i * 4 + l + 99991) : 0;
      sum += member.weight[l];
    }
    for (float& weight : member.weight) weight /= sum;
  }
  return crowd;
}

void advance(Member& member, int layers, const ClipSet& clips) {
  for (int l = 0; l < layers; ++l) {
    const auto duration = static_cast<float>(clips[static_cast<std::size_t>(member.clip[l])].duration());
    member.time[l] += 1.0f / 60;
    if (member.time[l] >= duration) member.time[l] -= duration;
  }
}

void writeEntries(const Member& member, int layers, const ClipSet& clips, std::span<BlendEntry> entries) {
  for (int l = 0; l < layers; ++l) {
    BlendEntry& entry = entries[static_cast<std::size_t>(l)];
    entry.slot = l;
    entry.clipId = clips.ids()[static_cast<std::size_t>(member.clip[l])];
    entry.clip = clips.find(entry.clipId);
    entry.time = member.time[l];
    entry.weight = member.weight[l];
  }
}

void referenceMatrices(const Workload& workload, const Member& member, int layers, std::span<glm::dmat4> matrices) {
  const auto joints = workload.rest.locals.size();
  std::vector<glm::dvec3> translations(joints, glm::dvec3(0)), scales(joints, glm::dvec3(0));
  std::vector<glm::dquat> rotations(joints, glm::dquat(0, 0, 0, 0));
  std::vector<std::array<double, 3>> missing(joints, {1, 1, 1});
  for (int l = 0; l < layers; ++l) {
    const double weight = member.weight[l];
    for (const KeyframeTrack& track : workload.clips[static_cast<std::size_t>(member.clip[l])].tracks()) {
      const auto joint = static_cast<std::size_t>(track.target().node);
      const Between at = between(track, member.time[l]);
      const float* a = &track.values()[at.left * static_cast<std::size_t>(track.valueSize())];
      const float* b = &track.values()[at.right * static_cast<std::size_t>(track.valueSize())];
      if (track.target().channel == Channel::Rotation) {
        const glm::dquat first(a[3], a[0], a[1], a[2]), second(b[3], b[0], b[1], b[2]);
        addRotation(rotations[joint],
                    first * (1 - at.fraction) + (glm::dot(first, second) < 0 ? -second : second) * at.fraction, weight);
        missing[joint][1] -= weight;
      } else {
        const bool isTranslation = track.target().channel == Channel::Translation;
        for (int i = 0; i < 3; ++i)
          (isTranslation ? translations : scales)[joint][i] += weight * (a[i] * (1 - at.fraction) + b[i] * at.fraction);
        missing[joint][isTranslation ? 0 : 2] -= weight;
      }
    }
  }
  std::vector<glm::dmat4> models(joints);
  for (std::size_t joint = 0; joint < joints; ++joint) {
    const Transform& rest = workload.rest.locals[joint];
    translations[joint] += glm::dvec3(rest.translation) * missing[joint][0];
    scales[joint] += glm::dvec3(rest.scale) * missing[joint][2];
    if (missing[joint][1] > 1e-6) addRotation(rotations[joint], glm::dquat(rest.rotation), missing[joint][1]);
    glm::dmat4 local = glm::mat4_cast(glm::normalize(rotations[joint]));
    for (int axis = 0; axis < 3; ++axis) local[axis] *= scales[joint][axis];
    local[3] = glm::dvec4(translations[joint], 1);
    const int parent = workload.skeleton.parents()[joint];
    models[joint] = parent < 0 ? local : models[static_cast<std::size_t>(parent)] * local;
    matrices[joint] = models[joint] * glm::dmat4(workload.skin.inverseBinds[joint]);
  }
}

}  // namespace workload
