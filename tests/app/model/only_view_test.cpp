#include "app/model/only_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

TEST(OnlyView, IsAJointWithACameraOrALightAndNothingElse) {
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
  EXPECT_THAT(viewOnlyJoints(model), testing::ElementsAre(false, true, true, false, false, false));
}

}  // namespace
}  // namespace app
