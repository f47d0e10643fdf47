#include "app/host/window/dropped_files.h"

#include <gtest/gtest.h>

namespace app {
namespace {

using Paths = std::vector<std::string>;

TEST(DropOrder, OpensWhatOthersNeedFirst) {
  const OrderedDrop drop =
      orderOfDrop({"walk.json", "dance.bvh", "fight.crossfade", "outline.svg", "knight.glb", "nod.VRMA"});
  EXPECT_EQ(drop.models, (Paths{"knight.glb", "fight.crossfade", "dance.bvh", "nod.VRMA"}));
  EXPECT_EQ(drop.others, (Paths{"walk.json", "outline.svg"})) << "their content decides";
}

TEST(DropOrder, EqualKindsKeepTheirs) {
  EXPECT_EQ(orderOfDrop({"b.glb", "a.fbx", "c.glb"}).models, (Paths{"b.glb", "a.fbx", "c.glb"}));
}

TEST(DropOrder, LeavesOutWhatLiesBesideAModel) {
  const OrderedDrop drop = orderOfDrop({"fox.bin", "fox.gltf", "fur.png"});
  EXPECT_EQ(drop.models, Paths{"fox.gltf"});
  EXPECT_TRUE(drop.others.empty());
}

TEST(DropOrder, KeepsWhatCannotBeOpenedIfNothingCan) {
  EXPECT_EQ(orderOfDrop({"notes.txt"}).models, Paths{"notes.txt"}) << "opening it says why not";
  EXPECT_TRUE(orderOfDrop({}).models.empty());
}

}  // namespace
}  // namespace app
