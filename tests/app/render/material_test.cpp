// Each feature of a material against its closed form.
#include "app/render/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "app/render/studio.h"
#include "tests/app/render/render_fixture.h"

namespace app::test {
namespace {

glm::vec3 whiteLight(const glm::vec3&) { return glm::vec3(1.0f); }
glm::vec3 gray(const glm::vec3&) { return glm::vec3(0.5f); }

int encoded(float linear) {
  const float curve = linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
  return static_cast<int>(std::lround(255 * std::clamp(curve, 0.0f, 1.0f)));
}
Pixel encoded(const glm::vec3& linear) { return {encoded(linear.r), encoded(linear.g), encoded(linear.b)}; }

float linearOf(int encodedValue) {
  const float value = static_cast<float>(encodedValue) / 255;
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

/// Only image-based light: no sun, no rim light, no tone curve.
DrawList measured() {
  DrawList list = flatView();
  list.lighting = {.sun = 0, .rim = 0, .toneCurve = false};
  list.items = {itemOf()};
  return list;
}

/// A sphere of radius 0.8 around the origin.
Primitive ball() {
  Primitive primitive;
  constexpr int kRings = 48;
  constexpr int kSides = 96;
  for (int ring = 0; ring <= kRings; ++ring) {
    for (int side = 0; side <= kSides; ++side) {
      const float up = 3.14159265f * static_cast<float>(ring) / kRings;
      const float around = 6.2831853f * static_cast<float>(side) / kSides;
      const glm::vec3 normal(std::sin(up) * std::sin(around), std::cos(up), std::sin(up) * std::cos(around));
      primitive.positions.push_back(normal * 0.8f);
      primitive.normals.push_back(normal);
      if (ring == kRings || side == kSides) continue;
      const auto a = static_cast<std::uint32_t>(ring * (kSides + 1) + side);
      const std::uint32_t b = a + kSides + 1;
      primitive.indices.insert(primitive.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
  return primitive;
}

/// Pixels of the sphere, without its edge.
template <class Visit>
void eachOnSphere(const Picture& picture, Visit visit) {
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      const glm::vec2 position((static_cast<float>(x) + 0.5f) / 32 - 1, 1 - (static_cast<float>(y) + 0.5f) / 32);
      if (glm::length(position) < 0.72f) visit(position / 0.8f, picture.at(x, y));
    }
}

Image plain(Pixel texel, std::uint8_t alpha = 255) {
  return {.name = "plain",
          .width = 1,
          .height = 1,
          .rgba = {static_cast<std::uint8_t>(texel.r), static_cast<std::uint8_t>(texel.g),
                   static_cast<std::uint8_t>(texel.b), alpha}};
}

class MaterialPicture : public RenderTest {};

// The white furnace: a surface that absorbs nothing is invisible in uniform light.
TEST_F(MaterialPicture, OfWhiteInWhiteLightIsWhiteAtAnyRoughnessAndMetalness) {
  renderer_->setSurroundings(makeLightProbe(gray));
  for (const float metallic : {0.0f, 0.5f, 1.0f}) {
    for (const float roughness : {0.0f, 0.3f, 0.6f, 1.0f}) {
      const Picture picture = draw(modelOf(ball(), Material{.metallic = metallic, .roughness = roughness}), measured());
      float worst = 0;
      eachOnSphere(picture, [&](glm::vec2, const Pixel& pixel) {
        worst = std::max({worst, std::abs(linearOf(pixel.r) - 0.5f), std::abs(linearOf(pixel.b) - 0.5f)});
      });
      EXPECT_LE(worst, 0.5f * 0.02f) << "metallic " << metallic << ", roughness " << roughness;
    }
  }
}

TEST_F(MaterialPicture, OfCoatedWhiteInWhiteLightIsWhite) {
  renderer_->setSurroundings(makeLightProbe(gray));
  for (const float roughness : {0.0f, 0.5f, 1.0f}) {
    const Material coated{.metallic = 0, .roughness = 0.6f, .clearcoat = 1, .clearcoatRoughness = roughness};
    float worst = 0;
    eachOnSphere(draw(modelOf(ball(), coated), measured()),
                 [&](glm::vec2, const Pixel& pixel) { worst = std::max(worst, std::abs(linearOf(pixel.g) - 0.5f)); });
    EXPECT_LE(worst, 0.5f * 0.02f) << "roughness " << roughness;
  }
}

Material fibers(float roughness) {
  Material material{.baseColor = {0, 0, 0, 1}, .metallic = 1, .roughness = 1};
  material.sheenColor = glm::vec3(1);
  material.sheenRoughness = roughness;
  return material;
}

TEST_F(MaterialPicture, OfWhiteWithSheenInWhiteLightIsWhite) {
  renderer_->setSurroundings(makeLightProbe(gray));
  for (const float roughness : {0.0f, 0.3f, 0.6f, 1.0f}) {
    Material white = fibers(roughness);
    white.baseColor = glm::vec4(1), white.metallic = 0;
    float worst = 0;
    eachOnSphere(draw(modelOf(ball(), white), measured()),
                 [&](glm::vec2, const Pixel& pixel) { worst = std::max(worst, std::abs(linearOf(pixel.g) - 0.5f)); });
    EXPECT_LE(worst, 0.5f * 0.02f) << "roughness " << roughness;
  }
}

// Black metal still reflects a little at grazing angles; sheen reflects more, and most there.
TEST_F(MaterialPicture, OfSheenShinesWhereTheSurfaceTurnsAway) {
  renderer_->setSurroundings(makeLightProbe(whiteLight));
  constexpr int kSize = 32;
  const auto table = reflectanceTable(kSize);
  Material plain = fibers(0.5f);
  plain.sheenColor = glm::vec3(0);
  const Picture without = draw(modelOf(ball(), plain), measured());
  const Picture with = draw(modelOf(ball(), fibers(0.5f)), measured());
  for (int x = 32; x < 54; ++x) {
    const float across = (static_cast<float>(x) + 0.5f - 32) / 32 / 0.8f;
    const glm::vec3 normal(across, 0, std::sqrt(1 - across * across));
    const float cosine = glm::dot(normal, glm::normalize(glm::vec3(0, 0, 5) - 0.8f * normal));
    const auto column = static_cast<std::size_t>(cosine * kSize);
    const float albedo = table[kSize * kSize / 2 + column].z, below = linearOf(without.at(x, 32).g);
    EXPECT_NEAR(linearOf(with.at(x, 32).g), below * (1 - albedo) + albedo, 0.03f) << "cosine " << cosine;
  }
  EXPECT_GT(linearOf(with.at(53, 32).g), 2 * linearOf(with.at(32, 32).g));
}

// Against a matte white surface, which reflects 1 / pi of the sun. At 60 degrees from the sun, with roughness 1:
// distribution 3 sin(30 degrees) / (2 pi), visibility 1 / 4.
TEST_F(MaterialPicture, OfSheenInTheSun) {
  DrawList list = measured();
  list.lighting.sun = 1, list.lighting.studio = 0;
  list.sunDirection = {std::sqrt(0.75f), 0, 0.5f};
  const Picture matte = draw(modelOf(quad(0.5f), Material{.metallic = 0, .roughness = 1}), list);
  const Picture shining = draw(modelOf(quad(0.5f), fibers(1)), list);
  EXPECT_NEAR(linearOf(shining.at(32, 32).g) / linearOf(matte.at(32, 32).g), 3 * 0.5f / 8, 0.02f);
}

TEST_F(MaterialPicture, SheenIsFactorTimesColorAndRoughnessIsFactorTimesAlpha) {
  renderer_->setSurroundings(makeLightProbe(whiteLight));
  const auto drawn = [&](const Model& model) { return draw(model, measured()).at(32, 32); };
  Model model = modelOf(quad(0.5f), fibers(0.8f));
  const float whole = linearOf(drawn(model).g),
              rest = linearOf(
                  drawn(modelOf(quad(0.5f), Material{.baseColor = {0, 0, 0, 1}, .metallic = 1, .roughness = 1})).g);
  model.images = {plain({188, 0, 255}, 128)};
  model.materials[0].sheenColorTexture.image = 0;
  const Pixel tinted = drawn(model);
  EXPECT_NEAR(linearOf(tinted.r) - rest, 0.503f * (whole - rest), 0.01f) << "sRGB 188 is 0.503";
  EXPECT_NEAR(linearOf(tinted.b) - rest, whole - rest, 0.01f);
  EXPECT_NEAR(linearOf(tinted.g), rest, 0.01f);
  model.materials[0].sheenColorTexture.image = -1;
  model.materials[0].sheenRoughnessTexture.image = 0;
  EXPECT_LE(difference(drawn(model), drawn(modelOf(quad(0.5f), fibers(0.4f)))), 2);
}

// MToon: 30 % of the light is ambient. The other 70 % comes from the sun, which shows the base color where a surface
// faces it and the shade color where it faces away, with a linear ramp in between.
TEST_F(MaterialPicture, OfMToonIsShadedByTheAngleToTheSun) {
  Material toon{.baseColor = {0.9f, 0, 0.4f, 1}, .unlit = true};
  toon.toon = true;
  toon.shadeColor = {0.3f, 0.1f, 0.4f};
  toon.shadeRange = {-0.2f, 0.3f};
  DrawList list = measured();
  list.sunDirection = glm::normalize(glm::vec3(0.6f, 0.5f, 0.4f));
  float worst = 0;
  eachOnSphere(draw(modelOf(ball(), toon), list), [&](glm::vec2 at, const Pixel& pixel) {
    const glm::vec3 normal(at, std::sqrt(1 - glm::dot(at, at)));
    const float lit = std::clamp((glm::dot(normal, list.sunDirection) + 0.2f) / 0.5f, 0.0f, 1.0f);
    const glm::vec3 base(toon.baseColor);
    const glm::vec3 expected = 0.3f * base + 0.7f * glm::mix(toon.shadeColor, base, lit);
    const glm::vec3 shown(linearOf(pixel.r), linearOf(pixel.g), linearOf(pixel.b));
    worst = std::max(worst, glm::length(shown - expected));
  });
  EXPECT_LT(worst, 0.03f);
}

TEST_F(MaterialPicture, OfMToonGlows) {
  Material toon{.baseColor = {0, 0, 0, 1}, .emissive = {0.5f, 0.25f, 0}, .emissiveStrength = 2, .unlit = true};
  toon.toon = true;
  Model model = modelOf(quad(0.5f), toon);
  EXPECT_EQ(draw(model, measured()).at(32, 32), encoded(glm::vec3(1, 0.5f, 0)));
  model.images = {plain({128, 255, 255})};
  model.materials[0].emissiveTexture.image = 0;
  EXPECT_EQ(draw(model, measured()).at(32, 32), encoded(glm::vec3(linearOf(128), 0.5f, 0)));
}

// Their shader is compiled only for models that have such lights. A matte white surface reflects 1 / pi of the light.
TEST_F(MaterialPicture, LightsOfTheFileShine) {
  Model model = modelOf(quad(0.5f), Material{.metallic = 0, .roughness = 1});
  model.lights.resize(1);
  DrawList list = measured();
  list.lighting.studio = 0;
  EXPECT_LE(draw(model, list).at(32, 32).g, 1);
  list.lights = {{.kind = LightKind::Directional, .direction = {0, 0, 1}, .color = glm::vec3(0.5f * 3.14159265f)}};
  EXPECT_NEAR(linearOf(draw(model, list).at(32, 32).g), 0.5f, 0.05f);
}

// Black metal reflects nothing itself. Seen from above, a smooth coat reflects 4 % of white light.
TEST_F(MaterialPicture, CoatReflectsByItsFactorAndTexture) {
  renderer_->setSurroundings(makeLightProbe(whiteLight));
  const auto reflected = [&](Model& model) { return linearOf(draw(model, measured()).at(32, 32).g); };
  Model model = modelOf(quad(0.5f), Material{.baseColor = {0, 0, 0, 1}, .metallic = 1, .roughness = 1});
  const float none = reflected(model);
  model.materials[0].clearcoat = 1;
  EXPECT_NEAR(reflected(model) - none, 0.04f, 0.005f);
  model.materials[0].clearcoat = 0.5f;
  EXPECT_NEAR(reflected(model) - none, 0.02f, 0.004f);
  model.images = {plain({128, 255, 255})};
  model.materials[0].clearcoatTexture.image = 0;
  EXPECT_NEAR(reflected(model) - none, 0.01f, 0.003f) << "red of the texture";
  model.materials[0].clearcoat = 0;
  EXPECT_EQ(reflected(model), none);
}

TEST_F(MaterialPicture, CoatRoughnessIsFactorTimesGreen) {
  const auto brightest = [&](const Model& model) {
    int value = 0;
    eachOnSphere(draw(model, measured()), [&](glm::vec2, const Pixel& pixel) { value = std::max(value, pixel.g); });
    return value;
  };
  Model model = modelOf(
      ball(),
      Material{.baseColor = {0, 0, 0, 1}, .metallic = 1, .roughness = 1, .clearcoat = 1, .clearcoatRoughness = 1});
  const int rough = brightest(model);
  model.images = {plain({255, 0, 255})};
  model.meshes[0].primitives[0].uvs[0].assign(model.meshes[0].primitives[0].positions.size(), glm::vec2(0.5f));
  model.materials[0].clearcoatRoughnessTexture.image = 0;
  EXPECT_GT(brightest(model), rough + 40) << "it reflects the studio's lights";
}

// Black metal with a bumpy normal map under a smooth coat: highlights are in the same positions as on a plain coat.
TEST_F(MaterialPicture, CoatIgnoresTheBaseNormalMap) {
  Model model = modelOf(quad(0.5f), Material{.baseColor = {0, 0, 0, 1}, .metallic = 1, .roughness = 1, .clearcoat = 1});
  const Pixel even = draw(model, measured()).at(32, 32);
  model.images = {plain({218, 173, 218})};
  model.materials[0].normalTexture.image = 0;
  EXPECT_LE(difference(draw(model, measured()).at(32, 32), even), 2);
}

TEST_F(MaterialPicture, OfAMirrorShowsTheStudio) {
  const Picture picture = draw(modelOf(ball(), Material{.metallic = 1, .roughness = 0}), measured());
  int worst = 0;
  eachOnSphere(picture, [&](glm::vec2 position, const Pixel& pixel) {
    if (glm::length(position) > 0.8f) return;  // the studio is squeezed into few pixels there
    const glm::vec3 normal(position, std::sqrt(1 - glm::dot(position, position)));
    worst = std::max(worst, difference(pixel, encoded(studioRadiance(glm::reflect(
                                                  glm::normalize(normal * 0.8f - glm::vec3(0, 0, 5)), normal)))));
  });
  EXPECT_LE(worst, 16) << "of 255, where an edge of a light falls between texels";
}

TEST_F(MaterialPicture, OfAMatteSurfaceIsItsColorTimesTheLight) {
  renderer_->setSurroundings(makeLightProbe(whiteLight));
  const glm::vec3 albedo(0.6f, 0.3f, 0.1f);
  const Picture picture =
      draw(modelOf(quad(0.5f), Material{.baseColor = glm::vec4(albedo, 1), .metallic = 0, .roughness = 1}), measured());
  const Pixel pixel = picture.at(32, 32);
  // Between 0 and 4 % of the white light is reflected specularly.
  for (const auto& [got, base] : {std::pair{pixel.r, albedo.r}, {pixel.g, albedo.g}, {pixel.b, albedo.b}}) {
    EXPECT_GE(linearOf(got), base * 0.96f - 0.005f);
    EXPECT_LE(linearOf(got), base + 0.04f);
  }
}

TEST_F(MaterialPicture, AFlatNormalMapChangesNothing) {
  Model model = modelOf(quad(0.5f), Material{.metallic = 0, .roughness = 0.4f});
  const DrawList list = [] {
    DrawList lit = flatView();
    lit.items = {itemOf()};
    return lit;
  }();
  const Pixel without = draw(model, list).at(32, 32);
  model.images = {plain({128, 128, 255})};
  model.materials[0].normalTexture.image = 0;
  EXPECT_LE(difference(draw(model, list).at(32, 32), without), 1);
  model.meshes[0].primitives[0].tangents.assign(4, glm::vec4(1, 0, 0, 1));
  EXPECT_LE(difference(draw(model, list).at(32, 32), without), 1);
}

// Red bends toward the right of the texture, green to its top; seen as normals, 0..255 stand for -1..1.
/// A roof of two slopes at 45 degrees that share the ridge, along y at x = 0; without normals.
Primitive roof() {
  Primitive primitive;
  primitive.positions = {{-0.8f, -0.8f, 0}, {0, -0.8f, 0.8f}, {0, 0.8f, 0.8f},
                         {-0.8f, 0.8f, 0},  {0.8f, -0.8f, 0}, {0.8f, 0.8f, 0}};
  primitive.uvs[0].assign(6, glm::vec2(0));
  for (std::size_t i = 0; i < 6; ++i)
    primitive.uvs[0][i] = {0.5f + 0.5f * primitive.positions[i].x, 0.5f - 0.5f * primitive.positions[i].y};
  primitive.indices = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
  return primitive;
}

// glTF 2.0, 3.7.2.1.
TEST_F(MaterialPicture, WithoutNormalsIsFlatEvenWhereTrianglesShareVertices) {
  Model model = modelOf(roof(), Material{});
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  const Pixel left{37, 128, 218}, right{218, 128, 218};
  const auto expectFlat = [&](const char* what) {
    const Picture picture = draw(model, list);
    for (int y = 10; y < 54; ++y) {
      for (int x = 8; x < 31; ++x) ASSERT_LE(difference(picture.at(x, y), left), 1) << what << ' ' << x << ", " << y;
      for (int x = 33; x < 56; ++x) ASSERT_LE(difference(picture.at(x, y), right), 1) << what << ' ' << x << ", " << y;
    }
  };
  expectFlat("plain");
  model.images = {plain({128, 128, 255})};
  model.materials[0].normalTexture.image = 0;
  expectFlat("with a flat normal map");
  MorphTarget target;  // a target's normals are offsets from normals that do not exist
  target.positions.assign(6, glm::vec3(0));
  target.normals.assign(6, glm::vec3(0, 1, 0));
  model.meshes[0].primitives[0].morphTargets = {target};
  list.items[0].morphCount = 1;
  list.morphWeights = {1};
  expectFlat("morphed");
}

TEST_F(MaterialPicture, WithoutNormalsIsFlatFromBehindToo) {
  const Model model = modelOf(roof(), Material{.doubleSided = true});
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  list.items[0].world = glm::rotate(glm::mat4(1.0f), glm::pi<float>(), glm::vec3(0, 1, 0));
  const Picture picture = draw(model, list);
  EXPECT_LE(difference(picture.at(20, 32), {218, 128, 218}), 1);  // a valley
  EXPECT_LE(difference(picture.at(44, 32), {37, 128, 218}), 1);
}

TEST_F(MaterialPicture, BendsNormalsAlongTheTexture) {
  Model model = modelOf(quad(0.5f), Material{});
  model.images = {plain({218, 173, 218})};  // (0.71, 0.36, 0.71), made shorter: (0.67, 0.34, 0.66)
  model.materials[0].normalTexture.image = 0;
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  const Pixel expected{212, 170, 212};
  EXPECT_LE(difference(draw(model, list).at(32, 32), expected), 2) << "axes of the triangle";
  model.meshes[0].primitives[0].tangents.assign(4, glm::vec4(1, 0, 0, 1));
  EXPECT_LE(difference(draw(model, list).at(32, 32), expected), 2) << "axes of the vertices";

  // Half as strong: texel.xy * 0.5, normalized again.
  model.materials[0].normalScale = 0.5f;
  const glm::vec3 half = glm::normalize(glm::vec3(0.71f * 0.5f, 0.357f * 0.5f, 0.71f));
  const Pixel weaker{static_cast<int>(127.5f * (1 + half.x)), static_cast<int>(127.5f * (1 + half.y)),
                     static_cast<int>(127.5f * (1 + half.z))};
  EXPECT_LE(difference(draw(model, list).at(32, 32), weaker), 2);
}

TEST_F(MaterialPicture, BendsNormalsTheSameWayWhereTheTextureIsMirrored) {
  Primitive mirrored = quad(0.5f);
  for (glm::vec2& uv : mirrored.uvs[0]) uv.x = 1 - uv.x;
  Model model = modelOf(mirrored, Material{});
  model.images = {plain({218, 128, 218})};
  model.materials[0].normalTexture.image = 0;
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  const Pixel left{37, 128, 218};
  EXPECT_LE(difference(draw(model, list).at(32, 32), left), 2);
  model.meshes[0].primitives[0].tangents.assign(4, glm::vec4(-1, 0, 0, -1));
  EXPECT_LE(difference(draw(model, list).at(32, 32), left), 2);
}

TEST_F(MaterialPicture, BendsNormalsOfMirroredItemsAsInAMirror) {
  Model model = modelOf(quad(0.5f), Material{});
  model.images = {plain({218, 173, 218})};
  model.materials[0].normalTexture.image = 0;
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  list.items[0].world = glm::scale(glm::mat4(1.0f), glm::vec3(-1, 1, 1));
  list.items[0].mirrored = true;
  const Pixel expected{43, 170, 212};
  EXPECT_LE(difference(draw(model, list).at(32, 32), expected), 2);
  model.meshes[0].primitives[0].tangents.assign(4, glm::vec4(1, 0, 0, 1));
  EXPECT_LE(difference(draw(model, list).at(32, 32), expected), 2);
}

TEST_F(MaterialPicture, FlipsTheNormalOnTheBackOfADoubleSidedSurface) {
  Model model = modelOf(quad(0.5f), Material{.doubleSided = true});
  DrawList list = measured();
  list.mode = ViewMode::Normals;
  list.items[0].world = glm::rotate(glm::mat4(1.0f), glm::pi<float>(), glm::vec3(0, 1, 0));
  EXPECT_LE(difference(draw(model, list).at(32, 32), {128, 128, 255}), 1);
  model.images = {plain({218, 128, 218})};
  model.materials[0].normalTexture.image = 0;
  // The texture's right is now on the left; its bumps are dents from behind, so it bends to the right again (three.js
  // r187 does so too).
  EXPECT_LE(difference(draw(model, list).at(32, 32), {218, 128, 218}), 2);
}

TEST_F(MaterialPicture, DarkensByOcclusionAndItsStrength) {
  renderer_->setSurroundings(makeLightProbe(gray));
  Model model = modelOf(quad(0.5f), Material{.metallic = 0, .roughness = 1});
  model.images = {plain({128, 0, 0})};  // half open
  model.materials[0].occlusionTexture.image = 0;
  const DrawList list = measured();
  EXPECT_NEAR(linearOf(draw(model, list).at(32, 32).g), 0.25f, 0.02f);
  model.materials[0].occlusionStrength = 0.5f;
  EXPECT_NEAR(linearOf(draw(model, list).at(32, 32).g), 0.375f, 0.02f);
  model.materials[0].occlusionStrength = 0;
  EXPECT_NEAR(linearOf(draw(model, list).at(32, 32).g), 0.5f, 0.01f);
}

TEST_F(MaterialPicture, EmitsLightWithoutALightSource) {
  renderer_->setSurroundings(makeLightProbe([](const glm::vec3&) { return glm::vec3(0.0f); }));
  const DrawList list = measured();
  Model model = modelOf(quad(0.5f), Material{.emissive = {0.5f, 0.2f, 0.0f}});
  EXPECT_LE(difference(draw(model, list).at(32, 32), encoded({0.5f, 0.2f, 0.0f})), 1);
  model.images = {plain({188, 255, 255})};
  model.materials[0].emissiveTexture.image = 0;
  EXPECT_LE(difference(draw(model, list).at(32, 32), encoded({0.25f, 0.2f, 0.0f})), 1) << "the texture is sRGB";
}

TEST_F(MaterialPicture, TakesMetalFromBlueAndRoughnessFromGreen) {
  Model model = modelOf(quad(0.5f), Material{.baseColor = {1, 0, 0, 1}});
  renderer_->setSurroundings(makeLightProbe(gray));
  model.images = {plain({255, 0, 255})};  // a red mirror
  model.materials[0].metallicRoughnessTexture.image = 0;
  EXPECT_LE(difference(draw(model, measured()).at(32, 32), encoded({0.5f, 0.0f, 0.0f})), 3);
  model.images = {plain({255, 0, 0})};  // red plastic, smooth: 4 % of the light on top
  const Pixel plastic = draw(model, measured()).at(32, 32);
  EXPECT_NEAR(linearOf(plastic.g), 0.02f, 0.004f);
  EXPECT_NEAR(linearOf(plastic.r), 0.5f, 0.01f);
}

TEST_F(MaterialPicture, UnlitViewsShowColorsNormalsAndTheSilhouette) {
  Model model = modelOf(quad(0.5f), Material{.baseColor = {0.25f, 0.5f, 0.75f, 1}, .emissive = {1, 1, 1}});
  DrawList list = measured();
  list.mode = ViewMode::BaseColor;
  EXPECT_LE(difference(draw(model, list).at(32, 32), encoded({0.25f, 0.5f, 0.75f})), 1);
  EXPECT_EQ(draw(model, list).at(2, 2), (Pixel{0, 0, 0}));
  list.mode = ViewMode::Silhouette;
  EXPECT_EQ(draw(model, list).at(32, 32), (Pixel{255, 255, 255}));
  EXPECT_EQ(draw(model, list).at(2, 2), (Pixel{0, 0, 0}));
  list.mode = ViewMode::Normals;
  EXPECT_LE(difference(draw(model, list).at(32, 32), {128, 128, 255}), 1);
}

TEST_F(MaterialPicture, OfWhiteInFullLightIsBrightButNotClipped) {
  DrawList list = flatView();
  list.items = {itemOf()};
  const Picture picture = draw(modelOf(ball(), Material{.metallic = 0, .roughness = 0.9f}), list);
  int brightest = 0, blown = 0, darkest = 255;
  eachOnSphere(picture, [&](glm::vec2, const Pixel& pixel) {
    brightest = std::max(brightest, pixel.g);
    darkest = std::min(darkest, pixel.g);
    blown += pixel.g >= 253;
  });
  EXPECT_GE(brightest, 225);
  EXPECT_EQ(blown, 0);
  EXPECT_GE(darkest, 60);
}

}  // namespace
}  // namespace app::test
