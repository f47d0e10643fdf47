#include "app/model/figure_joints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using testing::Each;
using testing::ElementsAre;

Model stage() {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "camera", .parent = 0, .documentIndex = 1},
                                               {.name = "light", .parent = 0, .documentIndex = 2},
                                               {.name = "crane", .parent = 0, .documentIndex = 3},
                                               {.name = "weight", .parent = 3, .documentIndex = 4},
                                               {.name = "lamp", .parent = 0, .documentIndex = 5}});
  model.cameras = {{.name = "a", .node = 1}, {.name = "b", .node = 3}};
  model.lights = {{.name = "c", .node = 2}, {.name = "d", .node = 5}};
  model.instances = {{.node = 5}};
  return model;
}

TEST(FigureJoints, LeaveOutThoseWithACameraOrALightAndNothingElse) {
  EXPECT_THAT(figureJoints(stage()), ElementsAre(true, false, false, true, true, true));
}

TEST(FigureJoints, AreTheBonesOfTheFileAndWhatHangsOnThem) {
  Model model;
  model.skeleton = *crossfade::Skeleton::make({{.name = "root", .documentIndex = 0},
                                               {.name = "hips", .parent = 0, .documentIndex = 1},
                                               {.name = "hand", .parent = 1, .documentIndex = 2},
                                               {.name = "sword", .parent = 2, .documentIndex = 3},
                                               {.name = "camera", .parent = 2, .documentIndex = 4},
                                               {.name = "target of the camera", .parent = 0, .documentIndex = 5}});
  model.cameras = {{.name = "a", .node = 4}};
  model.bones = {1, 2};
  EXPECT_THAT(figureJoints(model), ElementsAre(false, true, true, true, false, false));
  model.cameras.clear();
  model.bones = {2, 5};
  EXPECT_THAT(figureJoints(model), Each(true)) << "bones apart say nothing about the others";
}

}  // namespace
}  // namespace app
