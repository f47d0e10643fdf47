#include "crossfade/asset/detail/track_packer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/workload/workload.h"
#include "crossfade/asset/pack.h"
#include "crossfade/pose/clip_sampler.h"
#include "tests/support/sample_packs.h"

namespace crossfade {
namespace {

// ---- a second way to measure: matrices of doubles, and keys interpolated by formulas of their own ----

struct Matrix {
  double m[3][4];  // rows
};

Matrix times(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      c.m[row][column] = column == 3 ? a.m[row][3] : 0;
      for (int k = 0; k < 3; ++k) c.m[row][column] += a.m[row][k] * b.m[k][column];
    }
  return c;
}

Matrix matrixOf(const double* t, const double* q, const double* s) {
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  return {
      {{(1 - 2 * (y * y + z * z) / n) * s[0], 2 * (x * y - w * z) / n * s[1], 2 * (x * z + w * y) / n * s[2], t[0]},
       {2 * (x * y + w * z) / n * s[0], (1 - 2 * (x * x + z * z) / n) * s[1], 2 * (y * z - w * x) / n * s[2], t[1]},
       {2 * (x * z - w * y) / n * s[0], 2 * (y * z + w * x) / n * s[1], (1 - 2 * (x * x + y * y) / n) * s[2], t[2]}}};
}

/// A linear track at a time, by upper_bound and the textbook's slerp.
void readTrack(const KeyframeTrack& track, double time, double* into) {
  const auto keys = track.times();
  const auto size = static_cast<std::size_t>(track.valueSize());
  const auto after = std::min(static_cast<std::size_t>(std::upper_bound(keys.begin(), keys.end(), time) - keys.begin()),
                              keys.size() - 1);
  const std::size_t before = after > 0 ? after - 1 : 0;
  const double gap = double(keys[after]) - double(keys[before]);
  const double u = gap > 0 ? std::clamp((time - double(keys[before])) / gap, 0.0, 1.0) : 0;
  const float *a = &track.values()[before * size], *b = &track.values()[after * size];
  double first = 1 - u, second = u;
  if (track.target().channel == Channel::Rotation) {
    double cosine = 0;
    for (std::size_t i = 0; i < 4; ++i) cosine += double(a[i]) * double(b[i]);
    const double angle = std::acos(std::min(1.0, std::abs(cosine)));
    if (angle > 1e-6)
      first = std::sin(first * angle) / std::sin(angle), second = std::sin(second * angle) / std::sin(angle);
    if (cosine < 0) second = -second;
  }
  for (std::size_t i = 0; i < size; ++i) into[i] = a[i] * first + b[i] * second;
}

/// All joints of a clip with linear keys.
std::vector<Matrix> modelMatrices(const AnimationClip& clip, const Skeleton& skeleton, double time) {
  const auto joints = static_cast<std::size_t>(skeleton.jointCount());
  std::vector<std::array<double, 10>> values(joints);
  for (std::size_t i = 0; i < joints; ++i) {
    const auto& [t, q, s] = skeleton.restLocals()[i];
    values[i] = {t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z};
  }
  for (const KeyframeTrack& track : clip.tracks()) {
    double* joint = values[static_cast<std::size_t>(track.target().node)].data();
    readTrack(track, time,
              joint + (track.target().channel == Channel::Translation ? 0
                       : track.target().channel == Channel::Rotation  ? 3
                                                                      : 7));
  }
  std::vector<Matrix> models;
  for (std::size_t i = 0; i < joints; ++i) {
    const double* v = values[i].data();
    const Matrix local = matrixOf(v, v + 3, v + 7);
    const int parent = skeleton.parents()[i];
    models.push_back(parent < 0 ? local : times(models[static_cast<std::size_t>(parent)], local));
  }
  return models;
}

struct Differences {
  double distance = 0, angle = 0;
};

/// The largest displacement of points around each joint, in 26 directions on a shell of 5 cm, and the largest angle.
Differences errorOf(const std::vector<Matrix>& exact, const std::vector<Matrix>& found) {
  Differences error;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    for (int corner = 0; corner < 27; ++corner) {
      double p[3] = {double(corner % 3 - 1), double(corner / 3 % 3 - 1), double(corner / 9 - 1)};
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      double moved = 0;
      for (int row = 0; row < 3; ++row) {
        double difference = exact[i].m[row][3] - found[i].m[row][3];
        for (int k = 0; k < 3 && length > 0; ++k)
          difference += (exact[i].m[row][k] - found[i].m[row][k]) * p[k] / length * 0.05;
        moved += difference * difference;
      }
      error.distance = std::max(error.distance, std::sqrt(moved));
    }
    for (int axis = 0; axis < 3; ++axis) {
      double chord = 0;
      for (int row = 0; row < 3; ++row) chord += std::pow(exact[i].m[row][axis] - found[i].m[row][axis], 2);
      error.angle = std::max(error.angle, 2 * std::asin(std::min(1.0, std::sqrt(chord) / 2)));
    }
  }
  return error;
}

/// The packed clip's pose by its own sampler, then by the matrices above.
std::vector<Matrix> sampledMatrices(ClipSampler& sampler, const ChannelLayout& layout, const Skeleton& skeleton,
                                    std::span<const double> rest, double time) {
  std::vector<double> values(rest.begin(), rest.end());
  const auto sampled = sampler.sample(time);
  for (std::size_t i = 0; i < layout.channels().size(); ++i)
    if (sampler.present()[i])
      std::copy_n(sampled.begin() + layout.channels()[i].offset, layout.channels()[i].size,
                  values.begin() + layout.channels()[i].offset);
  std::vector<Matrix> models;
  for (std::size_t i = 0; i < skeleton.parents().size(); ++i) {
    const double* v = &values[i * 10];
    const Matrix local = matrixOf(v, v + 3, v + 7);
    const int parent = skeleton.parents()[i];
    models.push_back(parent < 0 ? local : times(models[static_cast<std::size_t>(parent)], local));
  }
  return models;
}

Pack packOf(const workload::Workload& character) {
  Pack pack;
  pack.skeleton = character.skeleton;
  pack.rest = character.rest;
  pack.skins = {character.skin};
  pack.skinNames = {"skin"};
  for (const AnimationClip& clip : character.clips) pack.clips.add(clip);
  pack.clipFacts.resize(pack.clips.size());
  return pack;
}

std::vector<double> restOf(const Pack& pack) {
  std::vector<double> rest(static_cast<std::size_t>(pack.layout().valueCount()));
  pack.layout().readPose(pack.rest, rest);
  return rest;
}

class PackedClips : public testing::TestWithParam<int> {};

TEST_P(PackedClips, StayWithinTheToleranceMeasuredASecondWay) {
  // CROSSFADE_WORKLOAD=FOLDER measures other clips (bench/README.md).
  const char* const folder = std::getenv("CROSSFADE_WORKLOAD");
  auto read = folder ? workload::readWorkload(folder, GetParam())
                     : Result<workload::Workload>(workload::makeWorkload(GetParam()));
  ASSERT_TRUE(read) << read.error().message;
  const Pack pack = packOf(*read);
  const auto block = writePack(pack, {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(block) << block.error().message;
  const auto opened = openPack(*block);
  ASSERT_TRUE(opened) << opened.error().message;
  const ChannelLayout layout = opened->layout();
  const std::vector<double> rest = restOf(pack);
  // The generated skeletons are no wider than 2 m, so the tolerance is not scaled.
  Differences worst;
  for (std::size_t i = 0; i < pack.clips.size(); ++i) {
    const AnimationClip &exact = pack.clips[i], &packed = opened->clips[i];
    EXPECT_FALSE(packed.hasKeys());
    EXPECT_TRUE(packed.tracks().empty());
    EXPECT_EQ(packed.duration(), exact.duration());
    ClipSampler sampler(packed, layout);
    for (int step = 0; step <= 600; ++step) {
      const double time = exact.duration() * step / 600;
      const Differences error = errorOf(modelMatrices(exact, pack.skeleton, time),
                                        sampledMatrices(sampler, layout, pack.skeleton, rest, time));
      worst.distance = std::max(worst.distance, error.distance);
      worst.angle = std::max(worst.angle, error.angle);
    }
  }
  EXPECT_LE(worst.distance, 1.02e-4) << "between the moments that the packer looks at, an error may be a little larger";
  EXPECT_LE(worst.angle, 8.9e-4);
  EXPECT_GT(worst.distance, 3e-5) << "bits are not wasted";
}
INSTANTIATE_TEST_SUITE_P(Joints, PackedClips, testing::Values(20, 67));

TEST(PackedTracks, TakeAQuarterOfTheKeys) {
  const Pack pack = packOf(workload::makeWorkload(67));
  const auto keys = writePack(pack), packed = writePack(pack, {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(keys && packed);
  EXPECT_LT(packed->size() * 4, keys->size());
}

TEST(PackedTracks, AreTheSameFromAnyDirection) {
  const Pack pack = packOf(workload::makeWorkload(20));
  const auto block = writePack(pack, {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(block);
  const auto opened = openPack(*block);
  ASSERT_TRUE(opened);
  const AnimationClip& clip = opened->clips[7];
  ASSERT_GT(clip.packed().segmentCount(), 1);
  ClipSampler forward(clip, opened->layout()), backward(clip, opened->layout());
  std::vector<std::vector<double>> poses;
  for (int i = 0; i <= 100; ++i) {
    const auto values = forward.sample(clip.duration() * i / 100);
    poses.emplace_back(values.begin(), values.end());
  }
  for (int i = 100; i >= 0; --i) {
    const auto values = backward.sample(clip.duration() * i / 100);
    EXPECT_TRUE(std::ranges::equal(values, poses[static_cast<std::size_t>(i)])) << i;
  }
  for (const double outside : {-1.0, -1e300}) EXPECT_TRUE(std::ranges::equal(backward.sample(outside), poses.front()));
  for (const double outside : {1e300, std::nan("")})
    EXPECT_TRUE(std::ranges::equal(backward.sample(outside), poses.back()));
}

TEST(PackedTracks, UnpackToKeysThatPlayTheSame) {
  const Pack pack = packOf(workload::makeWorkload(20));
  const auto block = writePack(pack, {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(block);
  const auto opened = openPack(*block);
  const AnimationClip &packed = opened->clips[0], keyed = packed.unpacked();
  EXPECT_TRUE(keyed.hasKeys());
  EXPECT_EQ(keyed.tracks().size(), packed.packed().targets.size());
  ClipSampler a(packed, opened->layout()), b(keyed, opened->layout());
  for (int i = 0; i <= 50; ++i) {
    const auto x = a.sample(packed.duration() * i / 50), y = b.sample(packed.duration() * i / 50);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-5);
  }
}

TEST(PackedTracks, OfACrowdAreSampledLikeKeys) {
  const Pack pack = packOf(workload::makeWorkload(20));
  const auto block = writePack(pack, {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(block);
  const auto opened = openPack(*block);
  std::vector<CrowdClip> clips;
  for (std::size_t i = 0; i < opened->clips.size(); ++i) clips.push_back({&opened->clips[i], opened->clips.ids()[i]});
  const CrowdRig rig(
      {.parents = opened->skeleton.parents(), .rest = opened->rest, .skins = opened->skins, .clips = clips});
  for (int i = 0; i < rig.clipCount(); ++i) {
    EXPECT_TRUE(rig.report(i).withinTolerance);
    EXPECT_GT(rig.report(i).rate, 0);
  }
}

TEST(TrackPacker, KeepsStepsAsKeys) {
  const Pack pack = packOf(workload::makeWorkload(20));
  const std::vector<double> rest = restOf(pack);
  const ChannelLayout layout = pack.layout();
  std::vector<KeyframeTrack> tracks(pack.clips[0].tracks().begin(), pack.clips[0].tracks().end());
  const auto turning = std::find_if(tracks.begin(), tracks.end(), [](const KeyframeTrack& track) {
    return track.target().channel == Channel::Rotation && !isConstant(track);
  });
  ASSERT_NE(turning, tracks.end());
  const TrackTarget stepped = turning->target();
  *turning = *KeyframeTrack::make(stepped, Interpolation::Discrete, {turning->times().begin(), turning->times().end()},
                                  {turning->values().begin(), turning->values().end()});
  const std::size_t count = tracks.size();
  const auto clip = AnimationClip::make("stepped", std::move(tracks));
  ASSERT_TRUE(clip) << clip.error().message;
  const auto made = packTracks(*clip, {layout, pack.skeleton.parents(), rest}, {});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->kept.size(), 1u);
  EXPECT_EQ(made->kept[0].target(), stepped);
  EXPECT_EQ(made->kept[0].interpolation(), Interpolation::Discrete);
  EXPECT_EQ(made->packed.targets.size(), count - 1);
}

TEST(PackedTracks, DamagedAreRefusedOrSafe) {
  const Pack pack = packOf(workload::makeWorkload(20));
  const std::vector<double> rest = restOf(pack);
  const ChannelLayout layout = pack.layout();
  const auto made = packTracks(pack.clips[3], {layout, pack.skeleton.parents(), rest}, {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->packed.view().findFault(), std::nullopt);
  std::vector<int> offsets;
  for (const std::uint32_t word : made->packed.targets) {
    const PackedTarget target = PackedTarget::of(word);
    offsets.push_back(layout.channels()[static_cast<std::size_t>(layout.channelOf(target.target, target.size))].offset);
  }
  std::vector<double> values(rest.size());
  int accepted = 0;
  for (std::size_t word = 0; word < made->packed.words.size(); ++word)
    for (const std::uint32_t flip : {1u, 0x80u, 0x4000u, 0x200000u, 0x80000000u}) {
      // A copy of exactly this size, so that a sanitizer sees each read outside it.
      std::vector<std::uint32_t> words(made->packed.words);
      words[word] ^= flip;
      PackedTracks damaged = made->packed.view();
      damaged.words = words;
      if (damaged.findFault()) continue;
      ++accepted;
      PackedCursor cursor(damaged);
      for (const double position : {0.0, 7.3, 20.0, 40.0}) samplePacked(damaged, position, offsets, cursor, values);
      for (const double value : values) EXPECT_TRUE(std::isfinite(value));
    }
  EXPECT_GT(accepted, 1000);
  for (std::size_t size = 0; size < made->packed.words.size(); ++size) {
    PackedTracks cut = made->packed.view();
    cut.words = cut.words.first(size);
    EXPECT_TRUE(cut.findFault()) << size;
  }
}

}  // namespace
}  // namespace crossfade
