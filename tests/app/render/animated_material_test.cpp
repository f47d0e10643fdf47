// Materials that clips animate, as pixels.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

class AnimatedMaterial : public RenderTest {
 protected:
  /// A quad that fills the picture; its first morph weight is of something else.
  static Model animatedQuad(Material material, std::vector<MaterialValue> values) {
    Model model = modelOf(quad(1), std::move(material));
    model.restMorphWeights = {0.5f};
    for (MaterialValue& value : values) {
      value.offset = static_cast<int>(model.restMorphWeights.size());
      const auto rest = componentsOf(model.materials[0], value.property, value.texture);
      model.restMorphWeights.insert(model.restMorphWeights.end(), rest.begin(), rest.end());
    }
    model.materialValues = std::move(values);
    return model;
  }
  static DrawList showing(std::vector<float> weights) {
    DrawList list = flatView();
    list.lighting.toneCurve = false;
    list.items = {itemOf()};
    list.morphWeights = std::move(weights);
    return list;
  }
  static int srgb(float linear) {
    return static_cast<int>(std::lround(255 * (1.055f * std::pow(linear, 1 / 2.4f) - 0.055f)));
  }
};

/// Four texels in a row: black, red, green, blue.
Image fourTexels() {
  return {.name = "texels",
          .width = 4,
          .height = 1,
          .rgba = {0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255}};
}

TEST_F(AnimatedMaterial, HasTheColorOfThePose) {
  const Model model = animatedQuad(unlit({1, 1, 1, 1}), {{.property = MaterialProperty::BaseColor}});
  EXPECT_EQ(draw(model, showing({0, 0.25f, 0.5f, 1, 1})).at(32, 32), (Pixel{srgb(0.25f), srgb(0.5f), 255}));
  EXPECT_EQ(drawAgain(showing({0, 0.75f, 0.5f, -1, 1})).at(32, 32), (Pixel{srgb(0.75f), srgb(0.5f), 0}));
  EXPECT_EQ(drawAgain(showing({})).at(32, 32), (Pixel{255, 255, 255})) << "without a pose, that of the file";
  EXPECT_EQ(drawAgain(showing({0, 0.25f, 0.5f})).at(32, 32), (Pixel{255, 255, 255})) << "nor with half of one";
}

TEST_F(AnimatedMaterial, TintsWhatIsBehindGlass) {
  Material glass = unlit({1, 1, 1, 1});
  glass.tint = {0.5f, 1, 1, 1};
  const Model model = animatedQuad(glass, {{.property = MaterialProperty::BaseColor}});
  EXPECT_EQ(draw(model, showing({0, 0.5f, 0.5f, 1, 1})).at(32, 32), (Pixel{srgb(0.25f), srgb(0.5f), 255}));
}

TEST_F(AnimatedMaterial, ShinesAsStronglyAsThePoseSays) {
  Material lamp{.baseColor = {0, 0, 0, 1}, .roughness = 1, .emissive = {0.5f, 0.25f, 0}, .emissiveStrength = 3};
  const Model model = animatedQuad(lamp, {{.property = MaterialProperty::EmissiveStrength}});
  DrawList list = showing({0, 0.5f});
  list.lighting = {.sun = 0, .rim = 0, .studio = 0, .toneCurve = false};
  const Pixel half = draw(model, list).at(32, 32);
  EXPECT_LE(difference(half, {srgb(0.25f), srgb(0.125f), 0}), 1);
  list.morphWeights[1] = 1;
  EXPECT_LE(difference(drawAgain(list).at(32, 32), {srgb(0.5f), srgb(0.25f), 0}), 1);
}

// Texel i covers u from i/4 to (i+1)/4, so an offset of 1/4 moves the picture by one texel.
TEST_F(AnimatedMaterial, MovesItsTexture) {
  Material material = unlit({1, 1, 1, 1});
  material.baseColorTexture = {.image = 0, .magnify = Filter::Nearest, .minify = Filter::Nearest, .mipmaps = false};
  Model model =
      animatedQuad(material, {{.property = MaterialProperty::UvOffset}, {.property = MaterialProperty::UvRotation}});
  model.images = {fourTexels()};
  const Pixel black{0, 0, 0}, red{255, 0, 0}, green{0, 255, 0}, blue{0, 0, 255};
  const Picture still = draw(model, showing({0, 0, 0, 0}));
  const Picture moved = drawAgain(showing({0, 0.25f, 0, 0}));
  const std::vector<Pixel> texels{black, red, green, blue};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(still.at(8 + 16 * i, 32), texels[static_cast<std::size_t>(i)]) << i;
    EXPECT_EQ(moved.at(8 + 16 * i, 32), texels[static_cast<std::size_t>((i + 1) % 4)]) << i;
  }
  // A quarter turn: u grows with v (KHR_texture_transform), which grows downward.
  const Picture turned = drawAgain(showing({0, 0, 0, std::acos(-1.0f) / 2}));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(turned.at(32, 8 + 16 * i), texels[static_cast<std::size_t>(i)]) << i;
  EXPECT_EQ(drawAgain(showing({0, 0, 0, 0})).at(24, 32), red) << "and back";
}

TEST_F(AnimatedMaterial, MayGetAClearcoatThatItsFileSetsToZero) {
  const Material dark{.baseColor = {0, 0, 0, 1}, .metallic = 0, .roughness = 1};
  const Model model = animatedQuad(dark, {{.property = MaterialProperty::Clearcoat}});
  const Picture without = draw(model, showing({0, 0})), with = drawAgain(showing({0, 1}));
  EXPECT_GT(difference(with.at(32, 32), without.at(32, 32)), 3);
  EXPECT_LE(difference(without.at(32, 32), draw(modelOf(quad(1), dark), showing({})).at(32, 32)), 1);
}

TEST_F(AnimatedMaterial, AllocatesNothing) {
  const Model model = animatedQuad(unlit({1, 1, 1, 1}), {{.property = MaterialProperty::BaseColor}});
  (void)draw(model, showing({0, 1, 1, 1, 1}));
  EXPECT_EQ(allocationsOfSteadyFrames(showing({0, 0.25f, 0.5f, 1, 1})), 0);
}

}  // namespace
}  // namespace app::test
