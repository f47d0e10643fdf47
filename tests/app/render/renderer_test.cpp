#include "app/render/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/app/render/render_fixture.h"
#include "tests/support/source_folder.h"

namespace app::test {
namespace {

constexpr Pixel kRed{255, 0, 0};
constexpr Pixel kGreen{0, 255, 0};
const glm::vec4 kLinearRed(1, 0, 0, 1);
const glm::vec4 kLinearGreen(0, 1, 0, 1);

int brightness(const Pixel& pixel) { return pixel.r + pixel.g + pixel.b; }
Image imageOf(int width, int height, const std::vector<Pixel>& pixels, std::uint8_t alpha = 255) {
  Image image{.name = "test", .width = width, .height = height};
  for (const Pixel& p : pixels)
    image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(p.r), static_cast<std::uint8_t>(p.g),
                                         static_cast<std::uint8_t>(p.b), alpha});
  return image;
}

Material texturedUnlit(TextureRef texture) {
  Material material = unlit(glm::vec4(1.0f));
  texture.magnify = texture.minify = Filter::Nearest;
  texture.image = 0;
  material.baseColorTexture = texture;
  return material;
}

class RendererPicture : public RenderTest {};

TEST_F(RendererPicture, OfARedUnlitQuadCoversItsPixelsAndNoOthers) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture picture = draw(modelOf(quad(0.5f), unlit(kLinearRed)), list);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const bool inside = x >= 16 && x < 48 && y >= 16 && y < 48;
      ASSERT_EQ(picture.at(x, y) == kRed, inside) << x << ", " << y;
    }
  }
}

TEST_F(RendererPicture, OfAnUnlitColorIsThatColorInSrgb) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture picture = draw(modelOf(quad(0.5f), unlit({0.5f, 0.2140f, 0.0015f, 1})), list);
  EXPECT_LE(difference(picture.at(32, 32), {188, 127, 5}), 1);
}

TEST_F(RendererPicture, ShowsTheOldModelUntilAStepwiseUploadIsComplete) {
  Material textured = texturedUnlit({});
  Model next = modelOf(quad(0.25f), textured);
  next.images = {imageOf(1, 1, {kGreen})};
  next.meshes.push_back(next.meshes[0]);
  DrawList list = flatView();
  list.items = {itemOf()};
  (void)draw(modelOf(quad(0.5f), unlit(kLinearRed)), list);
  int steps = 0;
  double progress = 0, before = 0;
  while ((progress = renderer_->uploadIncoming(next, 0)) < 1 && ++steps < 100) {
    EXPECT_GE(progress, before);
    before = progress;
  }
  EXPECT_GT(steps, 3);
  EXPECT_EQ(drawAgain(list).at(20, 20), kRed);
  renderer_->showIncoming();
  const Picture picture = drawAgain(list);
  EXPECT_EQ(picture.at(32, 32), kGreen);
  EXPECT_NE(picture.at(20, 20), kRed);
}

TEST_F(RendererPicture, KeepsTheModelWhenAnUploadIsAbandoned) {
  DrawList list = flatView();
  list.items = {itemOf()};
  (void)draw(modelOf(quad(0.5f), unlit(kLinearRed)), list);
  const Model next = modelOf(quad(0.5f), unlit(kLinearGreen));
  (void)renderer_->uploadIncoming(modelOf(quad(0.1f)), 0);
  renderer_->forgetIncoming();
  EXPECT_EQ(drawAgain(list).at(32, 32), kRed);
  while (renderer_->uploadIncoming(next, 1) < 1) {
  }
  renderer_->showIncoming();
  EXPECT_EQ(drawAgain(list).at(32, 32), kGreen);
}

TEST_F(RendererPicture, OfAnEmptySceneIsASmoothWallWithoutAFloor) {
  for (const bool dark : {true, false}) {
    DrawList list = flatView();
    list.darkBackground = dark;
    const Picture picture = draw(Model{}, list);
    for (int y = 1; y < 64; ++y) {
      for (int x = 1; x < 64; ++x) {
        ASSERT_LE(difference(picture.at(x, y), picture.at(x - 1, y)), 6);
        ASSERT_LE(difference(picture.at(x, y), picture.at(x, y - 1)), 6);
      }
    }
    EXPECT_EQ(brightness(picture.at(32, 32)) < 300, dark);
    EXPECT_GT(brightness(picture.at(32, 32)), brightness(picture.at(0, 63)));
  }
}

TEST_F(RendererPicture, ThatIsTransparentHasTheModelAndNothingBehindIt) {
  DrawList list = flatView();
  list.items = {itemOf()};
  list.transparent = true;
  const Model turned = modelOf(quad(0.5f), unlit({1, 0, 0, 0.25f}));  // opaque: alpha is ignored
  list.items[0].world = glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(0, 0, 1));
  const Picture picture = draw(turned, list);
  int edges = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const std::uint8_t alpha = picture.rgba[static_cast<std::size_t>(4 * (64 * y + x) + 3)];
      if (alpha == 0) continue;
      ASSERT_EQ(picture.at(x, y), kRed) << "no shade of the background at the edge";
      if (alpha < 255) ++edges;
    }
  }
  EXPECT_GT(edges, 40) << "smooth edges";
  EXPECT_EQ(picture.rgba[3], 0);
  EXPECT_EQ(picture.rgba[4 * (64 * 32 + 32) + 3], 255);

  const Picture blended = draw(modelOf(quad(0.5f),
                                       [] {
                                         Material material = unlit({1, 0, 0, 0.25f});
                                         material.alphaMode = AlphaMode::Blend;
                                         return material;
                                       }()),
                               list);
  EXPECT_NEAR(blended.rgba[4 * (64 * 32 + 32) + 3], 64, 2);
  EXPECT_LE(difference(blended.at(32, 32), kRed), 2);
}

TEST_F(RendererPicture, WithTheGridShowsLinesOnlyOnTheFloor) {
  DrawList list;
  list.eye = glm::vec3(0, 1.5f, 4);
  list.view = glm::lookAt(list.eye, glm::vec3(0, 0.5f, 0), glm::vec3(0, 1, 0));
  list.projection = glm::perspective(0.8f, 1.0f, 0.1f, 100.0f);
  list.grid = false;
  const Picture plain = draw(Model{}, list, {128, 128});
  list.grid = true;
  const Picture floor = draw(Model{}, list, {128, 128});
  int above = 0;
  int below = 0;
  for (int x = 0; x < 128; ++x) {
    above = std::max(above, difference(plain.at(x, 5), floor.at(x, 5)));
    below = std::max(below, difference(plain.at(x, 110), floor.at(x, 110)));
  }
  EXPECT_LE(above, 1);
  EXPECT_GT(below, 25);
}

TEST_F(RendererPicture, HasAFloorLineAtEachMetreAndATenthOfIt) {
  DrawList list;
  list.eye = glm::vec3(0, 3, 0);
  list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 0, -1));
  list.projection = glm::ortho(0.84f, 1.16f, 0.39f, 0.71f, 0.1f,
                               10.0f);  // 2 mm a pixel; the middle row is halfway between two lines across
  const Picture picture = draw(Model{}, list, {160, 160});
  const auto at = [&](float x) { return brightness(picture.at(static_cast<int>((x - 0.84f) / 0.002f), 80)); };
  EXPECT_GT(at(1.0f), at(0.9f) + 10) << "meter lines are stronger than tenths";
  EXPECT_GT(at(0.9f), at(0.95f) + 10);
  EXPECT_LE(std::abs(at(1.05f) - at(0.95f)), 4);
}

TEST_F(RendererPicture, HidesBackFacesUnlessDoubleSided) {
  DrawList list = flatView();
  list.items = {itemOf()};
  list.items[0].world = glm::rotate(glm::mat4(1.0f), glm::pi<float>(), glm::vec3(0, 1, 0));
  Material material = unlit(kLinearRed);
  EXPECT_NE(draw(modelOf(quad(0.5f), material), list).at(32, 32), kRed);
  material.doubleSided = true;
  EXPECT_EQ(draw(modelOf(quad(0.5f), material), list).at(32, 32), kRed);
}

TEST_F(RendererPicture, OfAMirroredItemShowsItsFront) {
  DrawList list = flatView();
  list.items = {itemOf()};
  list.items[0].world = glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1));
  const Model model = modelOf(quad(0.5f), unlit(kLinearRed));
  EXPECT_NE(draw(model, list).at(32, 32), kRed) << "not marked as mirrored: its back is visible";
  list.items[0].mirrored = true;
  EXPECT_EQ(draw(model, list).at(32, 32), kRed);
}

TEST_F(RendererPicture, OfALitMirroredItemIsAsBrightAsItsOriginal) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Model model = modelOf(quad(0.5f), Material{.metallic = 0});
  const Pixel original = draw(model, list).at(32, 32);
  list.items[0].world = glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1));
  list.items[0].mirrored = true;
  EXPECT_LE(difference(draw(model, list).at(32, 32), original), 2);
}

TEST_F(RendererPicture, OfAMaskHasHolesWhereAlphaIsBelowTheCutoff) {
  for (const int samples : {1, 4}) {
    start({.samples = samples});
    Model model = modelOf(quad(0.5f), texturedUnlit({}));
    Image image = imageOf(2, 1, {kRed, kRed});
    image.rgba[7] = 100;  // the right texel
    model.images = {image};
    model.materials[0].alphaMode = AlphaMode::Mask;
    DrawList list = flatView();
    list.items = {itemOf()};
    const Picture picture = draw(model, list);
    EXPECT_EQ(picture.at(24, 32), kRed);
    EXPECT_NE(picture.at(40, 32), kRed);
    EXPECT_LT(picture.at(40, 32).r, 100);
    model.materials[0].alphaCutoff = 0.3f;
    EXPECT_EQ(draw(model, list).at(40, 32), kRed);
  }
}

TEST_F(RendererPicture, OfOpaqueIgnoresAlpha) {
  DrawList list = flatView();
  list.items = {itemOf()};
  EXPECT_EQ(draw(modelOf(quad(0.5f), unlit({1, 0, 0, 0.1f})), list).at(32, 32), kRed);
}

TEST_F(RendererPicture, BlendsInTheOrderOfTheList) {
  Model model = modelOf(quad(0.5f), unlit({1, 0, 0, 0.5f}));
  model.meshes.push_back({.name = "front", .primitives = {quad(0.5f, 0.5f)}});
  model.materials.push_back(unlit({0, 1, 0, 0.5f}));
  for (Material& material : model.materials) material.alphaMode = AlphaMode::Blend;
  DrawList list = flatView();
  list.items = {itemOf(0, 0), itemOf(1, 1)};
  const Pixel greenLast = draw(model, list).at(32, 32);
  EXPECT_GT(greenLast.g, greenLast.r + 30);
  EXPECT_GT(greenLast.r, 50);
  std::swap(list.items[0], list.items[1]);
  const Pixel redLast = draw(model, list).at(32, 32);
  EXPECT_GT(redLast.r, redLast.g + 30) << "blended items write no depth, so the one behind is still drawn";
}

TEST_F(RendererPicture, TakesTextureRowsFromTheTop) {
  Model model = modelOf(quad(0.5f), texturedUnlit({}));
  model.images = {imageOf(1, 2, {kRed, kGreen})};
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture picture = draw(model, list);
  EXPECT_EQ(picture.at(32, 20), kRed);
  EXPECT_EQ(picture.at(32, 44), kGreen);
}

TEST_F(RendererPicture, UsesTheSecondTextureCoordinatesAndTheirTransform) {
  Primitive primitive = quad(0.5f);
  primitive.uvs[1].assign(4, glm::vec2(0.25f, 0.5f));
  TextureRef texture{.uvSet = 1};
  Model model = modelOf(primitive, texturedUnlit(texture));
  model.images = {imageOf(2, 1, {kRed, kGreen})};
  DrawList list = flatView();
  list.items = {itemOf()};
  EXPECT_EQ(draw(model, list).at(40, 32), kRed);
  model.materials[0].baseColorTexture.offset = {0.5f, 0};
  EXPECT_EQ(draw(model, list).at(40, 32), kGreen);
}

TEST_F(RendererPicture, ShowsACheckerboardForABrokenImageAndReportsIt) {
  Model model = modelOf(quad(0.5f), texturedUnlit({}));
  model.images = {Image{.name = "torn", .width = 4, .height = 4}};
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture picture = draw(model, list);
  EXPECT_NE(picture.at(18, 18), picture.at(23, 18));
  const auto messages = renderer_->takeMessages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], "image 0 'torn' of 4 x 4 pixels cannot be used here; a checkerboard is shown instead");
}

TEST_F(RendererPicture, MultipliesVertexColors) {
  Primitive primitive = quad(0.5f);
  primitive.colors.assign(4, kLinearGreen);
  DrawList list = flatView();
  list.items = {itemOf()};
  EXPECT_EQ(draw(modelOf(primitive, unlit(glm::vec4(1.0f))), list).at(32, 32), kGreen);
}

TEST_F(RendererPicture, DrawsLinesAndPoints) {
  Primitive primitive;
  primitive.positions = {{-0.5f, 0.01f, 0}, {0.5f, 0.01f, 0}};
  primitive.topology = Topology::Lines;
  Material material = unlit(kLinearRed);
  material.unlit = false;  // glTF: without normals they are unlit anyway
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture lines = draw(modelOf(primitive, material), list);
  EXPECT_GT(lines.at(32, 31).r, 150);
  primitive.topology = Topology::Points;
  const Picture points = draw(modelOf(primitive, material), list);
  EXPECT_GT(points.at(48, 31).r, 150);
  EXPECT_LT(points.at(32, 31).r, 100);
}

TEST_F(RendererPicture, LightsAMeshWithoutNormalsByItsTriangles) {
  DrawList list = flatView();
  list.items = {itemOf()};
  Primitive primitive = quad(0.5f);
  const Material matt{.metallic = 0};
  const Pixel given = draw(modelOf(primitive, matt), list).at(32, 32);
  primitive.normals.clear();
  const Pixel derived = draw(modelOf(primitive, matt), list).at(32, 32);
  EXPECT_LE(difference(given, derived), 2);
}

TEST_F(RendererPicture, DrawsTheOverlayOnTopOfEverything) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const LineVertex from{.position = {-0.8f, 0, -2}, .color = kLinearGreen};
  const LineVertex to{.position = {0.8f, 0, -2}, .color = kLinearGreen};
  list.overlay = {from, to};
  const Picture picture = draw(modelOf(quad(0.5f), unlit(kLinearRed)), list);
  EXPECT_GT(std::max(picture.at(32, 31).g, picture.at(32, 32).g), 200);
  EXPECT_EQ(picture.at(32, 40), kRed);
}

TEST_F(RendererPicture, CastsAShadowOnTheFloorAwayFromTheSun) {
  DrawList list;
  list.eye = glm::vec3(0, 4, 0.01f);
  list.view = glm::lookAt(list.eye, glm::vec3(0), glm::vec3(0, 0, -1));
  list.projection = glm::perspective(0.8f, 1.0f, 0.1f, 100.0f);
  list.darkBackground = false;
  list.sunDirection = glm::normalize(glm::vec3(-1, 1, 0));
  const Picture empty = draw(Model{}, list);
  Model model = modelOf(quad(0.2f), Material{.metallic = 0});
  list.items = {itemOf()};
  list.items[0].world = glm::translate(glm::mat4(1.0f), glm::vec3(0, 0.6f, 0)) *
                        glm::rotate(glm::mat4(1.0f), -glm::half_pi<float>(), glm::vec3(1, 0, 0));
  const Picture shadowed = draw(model, list);
  // 4 m above, 0.8 rad: 64 pixels are 3.38 m; the shadow lies 0.6 m to the right.
  EXPECT_LT(brightness(shadowed.at(43, 32)), brightness(empty.at(43, 32)) - 60);
  EXPECT_LE(difference(shadowed.at(12, 32), empty.at(12, 32)), 4);
}

TEST_F(RendererPicture, OfAnotherModelForgetsTheFirst) {
  DrawList list = flatView();
  list.items = {itemOf()};
  draw(modelOf(quad(0.5f), unlit(kLinearRed)), list);
  EXPECT_EQ(draw(modelOf(quad(0.5f), unlit(kLinearGreen)), list).at(32, 32), kGreen);
  EXPECT_NE(draw(Model{}, list).at(32, 32), kGreen) << "an item without its mesh is left out";
}

TEST_F(RendererPicture, FollowsASizeThatChanges) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Model model = modelOf(quad(0.5f), unlit(kLinearRed));
  for (const PictureSize size : {PictureSize{64, 64}, PictureSize{200, 100}, PictureSize{3, 3}, PictureSize{64, 64}}) {
    EXPECT_EQ(draw(model, list, size).at(size.width / 2, size.height / 2), kRed);
  }
}

TEST_F(RendererPicture, OfTheSameListIsTheSamePicture) {
  DrawList list = flatView();
  list.grid = true;
  list.items = {itemOf()};
  const Model model = modelOf(quad(0.5f), Material{.metallic = 0});
  EXPECT_EQ(draw(model, list).rgba, draw(model, list).rgba);
}

TEST_F(RendererPicture, AllocatesNothingInSteadyFrames) {
  Model model = modelOf(quad(0.5f), Material{.metallic = 0});
  model.meshes[0].primitives[0].influences = {std::vector<Influences>(4, {.joints = {0, 1}, .weights = {0.5f, 0.5f}})};
  DrawList list = flatView();
  list.grid = true;
  list.items = {itemOf()};
  list.items[0].paletteOffset = 0;
  list.items[0].paletteCount = 2;
  list.palettes.assign(2, glm::mat4(1.0f));
  list.overlay.assign(20, LineVertex{});
  renderer_->setModel(model);
  EXPECT_EQ(allocationsOfSteadyFrames(list), 0);
}

TEST_F(RendererPicture, SurvivesShadersThatCannotBeRead) {
  const auto done = renderer_->reloadShaders("/nowhere");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "shader file '/nowhere/scene.vert' cannot be read or is empty");
  DrawList list = flatView();
  list.items = {itemOf()};
  EXPECT_EQ(draw(modelOf(quad(0.5f), unlit(kLinearRed)), list).at(32, 32), kRed);
}

TEST_F(RendererPicture, IsTheSameWithShadersFromTheirFolder) {
  DrawList list = flatView();
  list.grid = true;
  list.items = {itemOf()};
  const Model model = modelOf(quad(0.5f), Material{.metallic = 0});
  const Picture before = draw(model, list);
  const auto done = renderer_->reloadShaders((sourceFolder() / "shaders").string());
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(draw(model, list).rgba, before.rgba);
}

}  // namespace
}  // namespace app::test
