// The bundled character is as assets/README.md says: its size, feet that plant, loops without a seam, knees
// that do not pop.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "app/import/file/file_bytes.h"
#include "app/import/gltf/gltf_container.h"
#include "app/import/import_model.h"
#include "crossfade/pose/pose_sampler.h"
#include "crossfade/quality/motion_meter.h"
#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

#include "tests/support/source_folder.h"

namespace app {
namespace {

using crossfade::Pose;

constexpr double kFrame = 1.0 / 240;  // seconds between two samples
constexpr float kSole = 0.03f;        // meters: the soles with their rounded edges, heels and tips
constexpr double kContact = 0.004;    // meters above the floor up to which a sole point carries weight
const std::filesystem::path kFile = app::test::sourceFolder() / "assets/character.glb";

struct ClipNotes {
  bool loop = false;
  double speed = 0;  // of the ground, m/s
};

/// A point of the left or right sole, and whether its main joint is the toe.
struct SolePoint {
  int primitive = 0;
  std::size_t vertex = 0;
  bool left = false;
  bool toe = false;
};

class Character : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = importModel(kFile);
    ASSERT_TRUE(loaded) << loaded.error().message;
    model = std::move(*loaded);
    ImportReport report;
    const GltfContainer container = readContainer(readRegularFile(kFile, 1u << 24), report);
    for (const Json& animation : container.json.root()["animations"]) {
      const Json& extras = animation["extras"];
      notes[animation["name"].get<std::string>()] = {extras["loop"].get<bool>(), extras["speed"].get<double>()};
    }
    for (const crossfade::AnimationClip& clip : model.clips) ASSERT_TRUE(notes.contains(clip.name())) << clip.name();
    findSoles();
  }

  int joint(const std::string& name) const {
    for (int i = 0; i < model.skeleton.jointCount(); ++i)
      if (model.skeleton.name(i) == name) return i;
    ADD_FAILURE() << "there is no joint " << name;
    return 0;
  }

  Pose restPose() const {
    const auto locals = model.skeleton.restLocals();
    return {.locals = {locals.begin(), locals.end()}, .morphWeights = model.restMorphWeights};
  }

  /// Poses at even steps of about a frame, from the clip's start to its end; a loop's last pose is its first
  /// again.
  std::vector<Pose> posesOf(const crossfade::AnimationClip& clip) const {
    std::vector<crossfade::MorphChannel> morphs;
    for (const MeshInstance& instance : model.instances)
      if (instance.morphCount > 0) morphs.push_back({instance.node, instance.morphOffset, instance.morphCount});
    crossfade::PoseSampler sampler(crossfade::ChannelLayout(model.skeleton.jointCount(), morphs), restPose());
    EXPECT_EQ(sampler.bind(0, clip), 0) << clip.name();
    const long steps = stepsOf(clip);
    std::vector<Pose> poses;
    for (long i = 0; i <= steps; ++i) {
      const crossfade::BlendEntry entry{
          .clip = &clip, .time = clip.duration() * static_cast<double>(i) / static_cast<double>(steps), .weight = 1};
      sampler.sampleInOrder(std::span(&entry, 1));
      poses.push_back(restPose());
      sampler.writePose(poses.back());
    }
    return poses;
  }
  static long stepsOf(const crossfade::AnimationClip& clip) { return std::lround(clip.duration() / kFrame); }

  std::vector<glm::mat4> modelsOf(const Pose& pose) const {
    std::vector<glm::mat4> models(pose.locals.size());
    crossfade::localToModel(model.skeleton.parents(), pose.locals, models);
    return models;
  }

  /// Positions of the sole points; the face's morph targets do not affect them.
  std::vector<glm::dvec3> solesOf(const Pose& pose) const {
    const Skin& skin = model.skins[0];
    std::vector<glm::mat4> palette(skin.joints.size());
    crossfade::skinningPalette(modelsOf(pose), skin.joints, skin.inverseBinds, palette);
    std::vector<glm::dvec3> found;
    for (const SolePoint& point : soles) {
      const Primitive& primitive = model.meshes[0].primitives[static_cast<std::size_t>(point.primitive)];
      const Influences& influences = primitive.influences[0][point.vertex];
      glm::dvec4 at(0.0);
      for (std::size_t k = 0; k < 4; ++k)
        at += static_cast<double>(influences.weights[k]) *
              glm::dvec4(palette[influences.joints[k]] * glm::vec4(primitive.positions[point.vertex], 1));
      found.emplace_back(at);
    }
    return found;
  }

  void findSoles() {
    const Skin& skin = model.skins.at(0);
    for (std::size_t p = 0; p < model.meshes.at(0).primitives.size(); ++p) {
      const Primitive& primitive = model.meshes[0].primitives[p];
      for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        if (primitive.positions[v].y > kSole) continue;
        const Influences& influences = primitive.influences[0][v];
        const auto strongest =
            static_cast<std::size_t>(std::ranges::max_element(influences.weights) - influences.weights.begin());
        const std::string& name = model.skeleton.name(skin.joints[influences.joints[strongest]]);
        soles.push_back({static_cast<int>(p), v, primitive.positions[v].x > 0, name.ends_with("Toe")});
      }
    }
    ASSERT_GT(std::ranges::count_if(soles, &SolePoint::toe), 20);
  }

  struct Steps {
    double toeDrift = 0,
           drift = 0;   // how far a toe or sole point slides over the ground while it carries weight
    double lowest = 0;  // of all points, at any time
    double leftContact = 0, rightContact = 0, flight = 0;  // fractions of the clip
  };

  /// Over two loops of the clip, so that a step across the seam counts as one; the ground moves at `speed` under
  /// the clip.
  Steps stepsOn(const crossfade::AnimationClip& clip, double speed, bool loops) const {
    const std::vector<Pose> poses = posesOf(clip);
    const auto count = static_cast<long>(poses.size()) - 1;
    std::vector<std::vector<glm::dvec3>> soleFrames;
    for (const Pose& pose : poses) soleFrames.push_back(solesOf(pose));
    Steps steps;
    struct Box {
      bool on = false;
      glm::dvec3 low, high;
    };
    std::vector<Box> boxes(soles.size());
    long left = 0, right = 0, none = 0;
    const long frames = loops ? 2 * count : count + 1;
    for (long i = 0; i < frames; ++i) {
      const double way = speed * clip.duration() * static_cast<double>(i) / static_cast<double>(count);
      bool onLeft = false, onRight = false;
      for (std::size_t k = 0; k < soles.size(); ++k) {
        glm::dvec3 at = soleFrames[static_cast<std::size_t>(loops ? i % count : i)][k];
        steps.lowest = std::min(steps.lowest, at.y);
        Box& box = boxes[k];
        if (at.y > kContact) {
          box.on = false;
          continue;
        }
        (soles[k].left ? onLeft : onRight) = true;
        at.z += way;
        at.y = 0;
        if (!box.on) box = {true, at, at};
        box.low = glm::min(box.low, at);
        box.high = glm::max(box.high, at);
        const double drift = glm::length(box.high - box.low);
        steps.drift = std::max(steps.drift, drift);
        if (soles[k].toe) steps.toeDrift = std::max(steps.toeDrift, drift);
      }
      left += onLeft;
      right += onRight;
      none += !onLeft && !onRight;
    }
    const auto all = static_cast<double>(frames);
    steps.leftContact = static_cast<double>(left) / all;
    steps.rightContact = static_cast<double>(right) / all;
    steps.flight = static_cast<double>(none) / all;
    return steps;
  }

  Model model;
  std::map<std::string, ClipNotes> notes;
  std::vector<SolePoint> soles;
};

TEST_F(Character, IsOneSkinOfModestSize) {
  ASSERT_EQ(model.skins.size(), 1u);
  const std::size_t joints = model.skins[0].joints.size();
  EXPECT_GE(joints, 50u);
  EXPECT_LE(joints, 65u);
  std::size_t corners = 0;
  for (const Primitive& primitive : model.meshes.at(0).primitives) corners += primitive.indices.size();
  EXPECT_GE(corners / 3, 5000u);
  EXPECT_LE(corners / 3, 20000u);
  EXPECT_LT(std::filesystem::file_size(kFile), 3u << 20);
  EXPECT_TRUE(model.report.lines.empty());
}

/// Vertices are duplicated where materials meet, so positions are compared, not indices.
TEST_F(Character, HasAClosedSkin) {
  std::map<std::array<float, 3>, int> ids;
  std::map<std::pair<int, int>, int> edges;
  for (const Primitive& primitive : model.meshes.at(0).primitives) {
    std::vector<int> id;
    for (const glm::vec3& at : primitive.positions)
      id.push_back(ids.try_emplace({at.x, at.y, at.z}, static_cast<int>(ids.size())).first->second);
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3)
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = id[primitive.indices[i + k]], b = id[primitive.indices[i + (k + 1) % 3]];
        ++edges[std::minmax(a, b)];
      }
  }
  EXPECT_TRUE(std::ranges::all_of(edges, [](const auto& edge) { return edge.second == 2; }));
}

TEST_F(Character, HasEveryKindOfTrackAndTwoMovingShapes) {
  std::set<crossfade::Interpolation> kinds;
  std::vector<float> largest(model.restMorphWeights.size());
  for (const crossfade::AnimationClip& clip : model.clips) {
    for (const crossfade::KeyframeTrack& track : clip.tracks()) kinds.insert(track.interpolation());
    for (const Pose& pose : posesOf(clip))
      for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::max(largest[i], pose.morphWeights[i]);
  }
  EXPECT_TRUE(kinds.contains(crossfade::Interpolation::Discrete));
  EXPECT_TRUE(kinds.contains(crossfade::Interpolation::Linear));
  EXPECT_TRUE(kinds.contains(crossfade::Interpolation::Hermite));
  ASSERT_EQ(largest.size(), 2u);
  EXPECT_GT(largest[0], 0.9f) << "blink";
  EXPECT_GT(largest[1], 0.9f) << "smile";
}

TEST_F(Character, PlantsItsFeetInEveryGait) {
  std::set<std::string> walked;
  for (const crossfade::AnimationClip& clip : model.clips) {
    const double speed = notes[clip.name()].speed;
    if (!(speed > 0)) continue;
    SCOPED_TRACE(clip.name());
    walked.insert(clip.name());
    const Steps steps = stepsOn(clip, speed, true);
    EXPECT_LE(steps.toeDrift, 0.01);
    EXPECT_LE(steps.drift, 0.01);
    const bool runs = clip.name() == "Run" || clip.name() == "Sprint";
    EXPECT_GE(std::min(steps.leftContact, steps.rightContact), runs ? 0.25 : 0.5);
    const Steps wrong = stepsOn(clip, 1.1 * speed, true);
    EXPECT_GT(wrong.toeDrift, 0.01) << "the measurement would not detect a wrong speed";
  }
  EXPECT_TRUE(walked.contains("Walk") && walked.contains("Run") && walked.size() >= 3);
}

TEST_F(Character, StandsStillInClipsThatStayInPlace) {
  for (const crossfade::AnimationClip& clip : model.clips) {
    const bool stays = clip.name() == "Idle" || clip.name() == "Crouch";
    EXPECT_LE(stays ? stepsOn(clip, 0, true).drift : 0, 0.003) << clip.name();
  }
}

TEST_F(Character, StaysOnTheFloorUnlessItJumps) {
  for (const crossfade::AnimationClip& clip : model.clips) {
    const Steps steps = stepsOn(clip, notes[clip.name()].speed, notes[clip.name()].loop);
    EXPECT_GE(steps.lowest, -0.006) << clip.name();
    const bool airborne = clip.name() == "Jump" || clip.name() == "Run" || clip.name() == "Sprint";
    EXPECT_EQ(steps.flight > 0.15, airborne) << clip.name();
    EXPECT_EQ(steps.flight > 0, airborne) << clip.name();
  }
}

/// The change of velocity at a loop's seam, compared with the joint's largest within the clip.
TEST_F(Character, LoopsWithoutASeam) {
  int loops = 0;
  for (const crossfade::AnimationClip& clip : model.clips) {
    const std::vector<Pose> poses = posesOf(clip);
    const auto count = poses.size() - 1;
    const double frame = clip.duration() / static_cast<double>(count);
    crossfade::MotionMeter within(poses[0].locals.size(), frame), seam(poses[0].locals.size(), frame);
    for (const Pose& pose : poses) within.add(pose);
    for (std::size_t i = count - 3; i < count + 3; ++i) seam.add(poses[i < count ? i : i - count]);
    constexpr double kMaxAngle = 1 * std::numbers::pi / 180,
                     kMove = 0.01;  // per second within a frame: less cannot be seen
    double worst = 0;
    for (std::size_t i = 0; i < within.joints().size(); ++i) {
      const crossfade::JointMotion &usual = within.joints()[i], &here = seam.joints()[i];
      worst = std::max({worst, here.rotation.jump / std::max(usual.rotation.jump, kMaxAngle),
                        here.translation.jump / std::max(usual.translation.jump, kMove)});
    }
    if (!notes[clip.name()].loop) continue;
    ++loops;
    EXPECT_LE(worst, 1.5) << clip.name();
  }
  EXPECT_GE(loops, 6);
}

/// A knee pops where its leg straightens: the angle jumps although the hip and the foot move smoothly.
TEST_F(Character, HasKneesThatNeverPop) {
  const auto movesKnees = [&](const crossfade::AnimationClip& clip) {
    return std::ranges::any_of(
        clip.tracks(), [&](const crossfade::KeyframeTrack& track) { return track.target().node == joint("LeftLeg"); });
  };
  for (const crossfade::AnimationClip& clip : model.clips) {
    if (!movesKnees(clip)) continue;
    double stretched = 0, sharpest = 0;
    const std::vector<Pose> poses = posesOf(clip);
    const double frame = clip.duration() / static_cast<double>(poses.size() - 1);
    for (const std::string side : {"Left", "Right"}) {
      const auto hip = static_cast<std::size_t>(joint(side + "UpLeg")),
                 knee = static_cast<std::size_t>(joint(side + "Leg")),
                 ankle = static_cast<std::size_t>(joint(side + "Foot"));
      std::vector<double> bend;
      for (const Pose& pose : poses) {
        const std::vector<glm::mat4> models = modelsOf(pose);
        const glm::dvec3 a(models[hip][3]), b(models[knee][3]), c(models[ankle][3]);
        stretched = std::max(stretched, glm::length(c - a) / (glm::length(b - a) + glm::length(c - b)));
        bend.push_back(std::acos(std::clamp(glm::dot(glm::normalize(b - a), glm::normalize(c - b)), -1.0, 1.0)));
      }
      for (std::size_t i = 2; i < bend.size(); ++i)
        sharpest = std::max(sharpest, std::abs(bend[i] - 2 * bend[i - 1] + bend[i - 2]) / (frame * frame));
    }
    EXPECT_LT(stretched, 0.995) << clip.name();
    EXPECT_LT(sharpest, 800) << clip.name() << ", radians per second squared";
  }
}

}  // namespace
}  // namespace app
