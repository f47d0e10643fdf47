// Every human model of the corpus plays the clips of every other: limbs point where the source's do.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "app/model/add_clips.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/skeleton/local_to_model.h"
#include "tests/engine/retarget/human_skeleton.h"
#include "tests/support/golden_files.h"

namespace app {
namespace {

using crossfade::HumanJoint;
using crossfade::Humanoid;

constexpr int kClips = 3, kMoments = 7;

struct Human {
  std::string name;
  Model model;
  Humanoid body;
};

std::vector<Human> humans() {
  std::vector<Human> found;
  for (const char* file :
       {"assets/character.glb", "CesiumMan/CesiumMan.glb", "KayKit_Knight/Knight.glb", "Mannequiny/mannequiny.glb",
        "MocapBoxing/MocapBoxing.glb", "Quaternius_KnightCharacter/KnightCharacter.glb",
        "Quaternius_Man_Casual/Casual.glb", "Quaternius_MechGeorge/George.glb",
        "Quaternius_PlatformerCharacter/Character.glb", "RobotExpressive/RobotExpressive.glb"}) {
    const auto folders = test::modelFolders();
    const auto folder = std::find_if(folders.begin(), folders.end(),
                                     [&](const auto& each) { return std::filesystem::exists(each / file); });
    if (folder == folders.end()) continue;
    auto model = importModel(*folder / file);
    EXPECT_TRUE(model) << model.error().message;
    Human human{file, std::move(*model), {}};
    human.body = findHumanoid(human.model.skeleton);
    EXPECT_TRUE(human.body.isKnown()) << file;
    found.push_back(std::move(human));
  }
  return found;
}

/// The mean angle in degrees between limbs of the source and of the target, over the first clips.
double meanError(const Human& from, const Human& onto) {
  const auto retargeter = makeRetargeter(clipFileOf(from.model), retargetTargetOf(onto.model));
  EXPECT_TRUE(retargeter) << retargeter.error().message;
  double sum = 0;
  int count = 0;
  for (int i = 0; i < std::min(kClips, static_cast<int>(from.model.clips.size())); ++i) {
    const crossfade::AnimationClip& clip = from.model.clips[static_cast<std::size_t>(i)];
    const auto result = retargeter->retarget(clip);
    EXPECT_TRUE(result) << result.error().message;
    for (int moment = 0; moment < kMoments; ++moment) {
      const double time = clip.duration() * moment / kMoments;
      const auto a = crossfade::test::modelsAt(from.model.skeleton, clip, time);
      const auto b = crossfade::test::modelsAt(onto.model.skeleton, result->clip, time);
      for (const HumanJoint left :
           {HumanJoint::LeftUpperArm, HumanJoint::LeftLowerArm, HumanJoint::LeftUpperLeg, HumanJoint::LeftLowerLeg})
        for (const HumanJoint upper : {left, mirrorOf(left)}) {
          const auto lower = static_cast<HumanJoint>(static_cast<int>(upper) + 1);
          const auto direction = [&](const std::vector<glm::mat4>& models, const Humanoid& body) {
            const int top = body.jointOf(upper), end = body.jointOf(lower);
            if (top < 0 || end < 0) return glm::vec3(0.0f);
            return glm::vec3(models[static_cast<std::size_t>(end)][3] - models[static_cast<std::size_t>(top)][3]);
          };
          const glm::vec3 wanted = retargeter->toTarget() * direction(a, from.body), got = direction(b, onto.body);
          if (glm::length(wanted) == 0 || glm::length(got) == 0) continue;
          const double cosine = static_cast<double>(glm::dot(glm::normalize(wanted), glm::normalize(got)));
          sum += std::acos(std::clamp(cosine, -1.0, 1.0)) * 57.29577951308232;
          ++count;
        }
    }
  }
  EXPECT_GT(count, 0);
  return count > 0 ? sum / count : 0;
}

TEST(RetargetModels, LimbsPointWhereTheSourcesDo) {
  const std::vector<Human> all = humans();
  if (all.size() < 2) GTEST_SKIP() << "there are no models to compare with";
  double worst = 0;
  for (const Human& from : all) {
    if (from.model.clips.empty()) continue;
    for (const Human& onto : all) {
      const double error = meanError(from, onto);
      EXPECT_LE(error, 0.2) << from.name << " onto " << onto.name;  // docs/any_clip.md: 0.11
      worst = std::max(worst, error);
    }
  }
  std::printf("%zu models, each onto each: limbs are off by at most %.2f degrees in the mean of a pair\n", all.size(),
              worst);
}

}  // namespace
}  // namespace app
