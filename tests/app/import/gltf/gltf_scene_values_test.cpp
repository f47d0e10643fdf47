// Clips that show and hide nodes, and that change cameras and lights: KHR_animation_pointer, from the file to the
// picture.
#include "app/import/gltf/gltf_scene_values.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/host/bake/clip_writer.h"
#include "app/import/import_model.h"
#include "app/profile/frame_profiler.h"
#include "app/session/session.h"
#include "app/view/draw_list.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/opened_model.h"
#include "tests/support/temporary_folder.h"

namespace app::test {
namespace {

using nlohmann::json;

constexpr const char* kVisible = "/nodes/0/extensions/KHR_node_visibility/visible";

/// Node 0 with a triangle, hidden in the file and shown from 1 s to 2 s; node 1 below it, and node 2 beside it.
GltfBuilder blinking() {
  GltfBuilder builder;
  const int mesh = builder.addTriangle();
  builder.addNode({{"mesh", mesh},
                   {"name", "blinker"},
                   {"children", {1}},
                   {"extensions", {{"KHR_node_visibility", {{"visible", false}}}}}});
  builder.addNodeOutside({{"mesh", mesh}, {"name", "child"}});
  builder.addNode({{"mesh", mesh}, {"name", "beside"}});
  builder.addPointerClip(kVisible, {0, 1, 2, 3}, builder.add(std::vector<std::uint8_t>{0, 1, 0, 0}, "SCALAR"), "STEP");
  return builder;
}

std::size_t drawnOf(const Session& session) {
  DrawList list;
  buildDrawList(session.model(), session.posed(), session.shownCamera(), 1, session.view(), list);
  return list.items.size();
}

TEST(GltfSceneValues, AClipShowsAndHidesANodeAndWhatIsBelow) {
  Session session(::test::openedModel("blink.gltf", blinking().gltf()));
  FrameProfiler unused;
  EXPECT_EQ(drawnOf(session), 1u);
  session.advance(1.5, unused);
  EXPECT_EQ(drawnOf(session), 3u);
  session.advance(1, unused);
  EXPECT_EQ(drawnOf(session), 1u);
}

TEST(GltfSceneValues, EachCharacterOfACrowdIsHiddenAtItsOwnTime) {
  const Model model = ::test::openedModel("blink.gltf", blinking().gltf());
  const std::vector<glm::mat4> matrices(12, glm::mat4(1));
  const std::vector<float> weights{1, 0, 1, 1};
  const std::vector<int> worldOffsets{0, 1, 2};
  DrawList list;
  buildCrowdDrawList(model,
                     {.matrices = matrices,
                      .morphWeights = weights,
                      .count = 4,
                      .matrixCount = 3,
                      .morphCount = 1,
                      .worldOffsets = worldOffsets},
                     {}, 1, {}, list);
  int blinkers = 0, beside = 0;
  for (const DrawItem& item : list.items) {
    const bool isBeside =
        model.skeleton.name(model.instances[static_cast<std::size_t>(item.instance)].node) == "beside";
    (isBeside ? beside : blinkers) += item.copies;
    const int first = item.worldOffset / 3;
    EXPECT_TRUE(isBeside || first == 0 || (first == 2 && item.copies == 2)) << "the second one is hidden";
  }
  EXPECT_EQ(beside, 4);
  EXPECT_EQ(blinkers, 6) << "itself and its child, of three characters";
}

TEST(GltfSceneValues, AreBakedAsTheyWere) {
  const TemporaryFolder folder;
  const std::string path = folder.write("blink.gltf", blinking().gltf());
  const auto model = importModel(path);
  ASSERT_TRUE(model) << model.error().message;
  const crossfade::AnimationClip* const clip = &model->clips[0];
  const std::string out = (folder.path() / "out.glb").string();
  const auto lost = writeClips(out, *model, std::span(&clip, 1), {.keepsOwnClips = false});
  ASSERT_TRUE(lost) << lost.error().message;
  EXPECT_TRUE(lost->empty());
  auto again = importModel(out);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->sceneValues, model->sceneValues);
  Session session(*std::move(again));
  FrameProfiler unused;
  session.advance(1.5, unused);
  EXPECT_EQ(drawnOf(session), 3u);
}

TEST(GltfSceneValues, AClipZoomsACamera) {
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.addTo("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 1.0}, {"znear", 0.1}}}});
  builder.addNode({{"camera", 0}});
  builder.addPointerClip("/cameras/0/perspective/yfov", {0, 2}, builder.add(std::vector<float>{1, 0.5f}, "SCALAR"));
  Session session(::test::openedModel("zoom.gltf", builder.gltf()));
  ASSERT_TRUE(session.apply(LookThrough{0}));
  FrameProfiler unused;
  session.advance(1, unused);
  ASSERT_TRUE(session.shownCamera().file);
  EXPECT_NEAR(session.shownCamera().file->verticalFov, 0.75, 1e-5);
}

TEST(GltfSceneValues, AClipDimsALight) {
  GltfBuilder builder;
  builder.addNode({{"mesh", builder.addTriangle()}});
  builder.json["extensions"]["KHR_lights_punctual"]["lights"] =
      json::array({{{"type", "directional"}, {"intensity", 2}, {"color", {1, 0.5, 0}}}});
  builder.addNode({{"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
  builder.addPointerClip("/extensions/KHR_lights_punctual/lights/0/intensity", {0, 2},
                         builder.add(std::vector<float>{2, 0}, "SCALAR"));
  Session session(::test::openedModel("dim.gltf", builder.gltf()));
  FrameProfiler unused;
  session.advance(1, unused);
  const FileLight light = lightIn(session.model(), 0, session.pose().morphWeights);
  EXPECT_NEAR(light.intensity, 1, 1e-5);
  EXPECT_EQ(light.color, glm::vec3(1, 0.5f, 0));
}

TEST(GltfSceneValues, APointerToNothingLosesItsChannelAlone) {
  for (const char* const pointer : {"/nodes/7/extensions/KHR_node_visibility/visible", "/cameras/0/perspective/yfov",
                                    "/extensions/KHR_lights_punctual/lights/3/intensity",
                                    "/nodes/99999999999/extensions/KHR_node_visibility/visible",
                                    "/nodes//extensions/KHR_node_visibility/visible", "/cameras/-1/perspective/yfov"}) {
    GltfBuilder builder = blinking();
    builder.addPointerClip(pointer, {0, 1}, builder.add(std::vector<float>{0, 1}, "SCALAR"));
    const Model model = ::test::openedModel("blink.gltf", builder.gltf());
    EXPECT_EQ(model.sceneValues.size(), 1u) << pointer;
    ASSERT_EQ(model.clips.size(), 2u);
    EXPECT_TRUE(model.clips[1].tracks().empty()) << pointer;
  }
}

TEST(GltfSceneValues, AKeyOfTheWrongShapeIsLost) {
  GltfBuilder builder = blinking();
  builder.addPointerClip(kVisible, {0, 1}, builder.add(std::vector<float>{0, 1, 0, 1, 0, 1}, "VEC3"));
  EXPECT_TRUE(::test::openedModel("blink.gltf", builder.gltf()).clips[1].tracks().empty());
}

}  // namespace
}  // namespace app::test
