// 3,000 frames of a character that fades at random with every kind, sync and mask. Each line is the hash of all poses
// so far and a few values: scripts/test-elsewhere compares the lines of different compilers and processors.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "crossfade/base/bit_cast.h"
#include "crossfade/skeleton/pose.h"
#include "crossfade/transition/transition_player.h"

using namespace crossfade;

namespace {

constexpr int kJoints = 20, kClips = 5, kKeys = 24, kFrames = 3000;

/// The same numbers everywhere (L'Ecuyer's minimal standard generator), -1 to 1.
struct Random {
  std::uint64_t state = 1;
  double operator()() {
    state = state * 48271 % 2147483647;
    return static_cast<double>(state) / 1073741823.5 - 1;
  }
  int below(int count) {
    (*this)();
    return static_cast<int>(state % static_cast<std::uint64_t>(count));
  }
};

AnimationClip anyClip(Random& random, float seconds) {
  std::vector<float> times;
  for (int key = 0; key <= kKeys; ++key) times.push_back(seconds * static_cast<float>(key) / static_cast<float>(kKeys));
  std::vector<KeyframeTrack> tracks;
  for (int joint = 0; joint < kJoints; ++joint) {
    std::vector<float> rotations, positions;
    for (std::size_t key = 0; key < times.size(); ++key) {
      std::array<double, 4> q{random(), random(), random(), random() + 1.5};
      const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      for (const double component : q) rotations.push_back(static_cast<float>(component / length));
      for (int i = 0; i < 3; ++i) positions.push_back(static_cast<float>(random()));
    }
    tracks.push_back(
        *KeyframeTrack::make({.node = joint, .channel = Channel::Rotation}, Interpolation::Linear, times, rotations));
    tracks.push_back(*KeyframeTrack::make({.node = joint, .channel = Channel::Translation}, Interpolation::Smooth,
                                          times, positions));
  }
  return *AnimationClip::make("clip", std::move(tracks));
}

/// FNV-1a.
void add(std::uint64_t& hash, float value) {
  const auto bits = bitCast<std::uint32_t>(value);
  for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ ((bits >> shift) & 0xffu)) * 0x100000001b3u;
}

}  // namespace

int main() {
  Random random;
  ClipSet clips;
  std::vector<ClipId> ids;
  for (int i = 0; i < kClips; ++i) ids.push_back(clips.add(anyClip(random, 0.7f + 0.3f * static_cast<float>(i))));
  Pose pose{.locals = std::vector<Transform>(kJoints)};
  TransitionPlayer player(clips, ChannelLayout(kJoints, {}), pose);
  std::vector<float> upper(kJoints, 0);
  for (std::size_t i = kJoints / 2; i < upper.size(); ++i) upper[i] = 1;
  const JointMask mask = *JointMask::make(upper);
  player.clipAction(ids[0]).play();

  std::uint64_t hash = 0xcbf29ce484222325u;
  for (int frame = 1; frame <= kFrames; ++frame) {
    if (random.below(20) == 0) {
      const auto clip = static_cast<std::size_t>(random.below(kClips));
      const auto kind = kTransitionKinds[static_cast<std::size_t>(random.below(6))];
      const auto sync = static_cast<Sync>(random.below(3));
      const double seconds = 0.4 + 0.3 * random();
      player.transition().to(player.clipAction(ids[clip]), {.seconds = seconds,
                                                            .kind = kind,
                                                            .shape = kSmoothFade,
                                                            .sync = sync,
                                                            .mask = random.below(4) == 0 ? &mask : nullptr});
    }
    player.advance(1.0 / 60, pose);
    for (const Transform& local : pose.locals) {
      for (int i = 0; i < 3; ++i) add(hash, local.translation[i]);
      for (int i = 0; i < 4; ++i) add(hash, local.rotation[i]);
    }
    if (frame % 50 != 0) continue;
    const glm::quat& q = pose.locals[kJoints - 1].rotation;
    std::printf("%d %016llx %.6f %.6f %.6f\n", frame, static_cast<unsigned long long>(hash), double(q.x), double(q.w),
                double(pose.locals[3].translation.y));
  }
}
