#include "app/import/collada/collada_materials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <glm/geometric.hpp>

#include "tests/app/import/collada/collada_look.h"

namespace app {
namespace {

using ::test::daeWith;
using ::test::effectWith;
using ::test::linesOf;
using ::test::openedModel;
using ::test::skinOf;
using testing::HasSubstr;

const std::string kRed = "<diffuse><color>1 0 0 1</color></diffuse>";

Material skinWith(const std::string& shader, const std::string& properties, const std::string& before = {},
                  const std::string& set = {}) {
  return skinOf(openedModel("a.dae", daeWith(effectWith(shader, properties, before), set)));
}

TEST(ColladaMaterials, WithoutDiffuseColorAreBlackIfTheyShine) {
  const Material shining = skinWith("phong", "<emission><color>0 0 1 1</color></emission>");
  EXPECT_LT(glm::distance(shining.baseColor, glm::vec4(0, 0, 0, 1)), 1e-5f);
  EXPECT_LT(glm::distance(shining.emissive, glm::vec3(0, 0, 1)), 1e-5f);
  EXPECT_FALSE(shining.unlit);
  EXPECT_GT(skinWith("phong", "<emission><color>0 0 0 1</color></emission>").baseColor.r, 0.1f) << "or it is not seen";
}

TEST(ColladaMaterials, ShowBothSidesUnlessTheFileSaysOtherwise) {
  EXPECT_TRUE(skinWith("phong", kRed).doubleSided);
  const auto withExtra = [](const std::string& sides) {
    return skinOf(openedModel("a.dae", daeWith(effectWith("phong", kRed, "",
                                                          "<extra><technique profile=\"MAX3D\"><double_sided>" + sides +
                                                              "</double_sided></technique></extra>"))));
  };
  EXPECT_FALSE(withExtra("0").doubleSided);
  EXPECT_TRUE(withExtra("1").doubleSided);
}

TEST(ColladaMaterials, OfConstantShadingShowTheirEmissionWithoutLight) {
  const Material constant = skinWith("constant", "<emission><color>0 1 0 1</color></emission>");
  EXPECT_TRUE(constant.unlit);
  EXPECT_LT(glm::distance(constant.baseColor, glm::vec4(0, 1, 0, 1)), 1e-5f);
  EXPECT_LT(glm::distance(skinWith("constant", "").baseColor, glm::vec4(0, 0, 0, 1)), 1e-5f);
}

TEST(ColladaMaterials, TakeColorsAndNumbersOfParameters) {
  const std::string properties = "<diffuse><param ref=\"c\"/></diffuse><transparency><param ref=\"t\"/></transparency>";
  const std::string params =
      "<newparam sid=\"c\"><float3>0 1 0</float3></newparam>"
      "<newparam sid=\"t\"><float>0.5</float></newparam>";
  for (const Material& skin : {skinWith("lambert", properties, params),
                               skinOf(openedModel("a.dae", daeWith(effectWith("lambert", properties, "", params))))}) {
    EXPECT_LT(glm::distance(skin.baseColor, glm::vec4(0, 1, 0, 0.5f)), 1e-5f);
    EXPECT_EQ(skin.alphaMode, AlphaMode::Blend);
  }
  const std::string set = "<setparam ref=\"c\"><float4>1 0 0 1</float4></setparam>";
  EXPECT_LT(glm::distance(skinWith("lambert", properties, params, set).baseColor, glm::vec4(1, 0, 0, 0.5f)), 1e-5f);
  const Model lacking = openedModel("a.dae", daeWith(effectWith("lambert", properties)));
  EXPECT_THAT(linesOf(lacking, Finding::Lost), HasSubstr("material 'skin': its parameter 'c' has no value\n"));
}

float opacityWith(const std::string& attribute, const std::string& color, const std::string& factor) {
  return skinWith("lambert", kRed + "<transparent" + attribute + "><color>" + color +
                                 "</color></transparent><transparency><float>" + factor + "</float></transparency>")
      .baseColor.a;
}

TEST(ColladaMaterials, KnowAllFourMeaningsOfTransparency) {
  EXPECT_FLOAT_EQ(opacityWith("", "0 0 0 0.5", "0.5"), 0.25f);
  EXPECT_FLOAT_EQ(opacityWith(" opaque=\"A_ONE\"", "0 0 0 0.5", "1"), 0.5f);
  EXPECT_FLOAT_EQ(opacityWith(" opaque=\"A_ZERO\"", "0 0 0 0.25", "1"), 0.75f);
  EXPECT_FLOAT_EQ(opacityWith(" opaque=\"RGB_ONE\"", "0.5 0.5 0.5 0", "1"), 0.5f);
  EXPECT_FLOAT_EQ(opacityWith(" opaque=\"RGB_ZERO\"", "0.5 0.5 0.5 1", "0.5"), 0.75f);
  EXPECT_FLOAT_EQ(opacityWith("", "1,000000 1,000000 1,000000 1,000000", "0,250000"), 0.25f) << "a decimal comma";
}

TEST(ColladaMaterials, AreNeverInvisible) {
  EXPECT_FLOAT_EQ(opacityWith("", "1 1 1 1", "0"), 1);
  EXPECT_FLOAT_EQ(opacityWith(" opaque=\"RGB_ZERO\"", "1 1 1 1", "1"), 1);
  EXPECT_FLOAT_EQ(opacityWith("", "1 1 1 nan", "1"), 1);
  const Model model =
      openedModel("a.dae", daeWith(effectWith("phong", "<transparency><float>0</float></transparency>")));
  EXPECT_THAT(linesOf(model, Finding::Repaired), HasSubstr("material 'skin': it would be invisible"));
}

TEST(ColladaMaterials, HaveAnEffectEach) {
  std::string text = daeWith(effectWith("lambert", kRed + "<transparency><float>0.5</float></transparency>"));
  text.insert(text.find("</library_materials>"),
              "<material id=\"n\"><instance_effect url=\"#e\"/></material>"
              "<material id=\"o\"><instance_effect url=\"b.dae#e\"/></material>");
  const Model model = openedModel("a.dae", text);
  EXPECT_FLOAT_EQ(skinOf(model).baseColor.a, 0.5f);
  EXPECT_EQ(linesOf(model, Finding::Lost), "material 'o': its effect 'b.dae#e' is not in the file, so it is gray\n");
}

TEST(ColladaMaterials, AreCutOutWhereTheirTextureIsTransparent) {
  const std::string images =
      "<library_images><image id=\"i\"><init_from>a.png</init_from></image>"
      "<image id=\"j\"><init_from>b.png</init_from></image></library_images>";
  const auto with = [&](const std::string& opacity) {
    return openedModel("a.dae", daeWith(images + effectWith("lambert",
                                                            "<diffuse><texture texture=\"i\"/></diffuse><transparent>"
                                                            "<texture texture=\"" +
                                                                opacity + "\"/></transparent>")));
  };
  EXPECT_EQ(skinOf(with("i")).alphaMode, AlphaMode::Mask);
  const Model other = with("j");
  EXPECT_EQ(skinOf(other).alphaMode, AlphaMode::Opaque);
  EXPECT_THAT(linesOf(other, Finding::Lost), HasSubstr("its opacity comes from a texture of its own"));
}

}  // namespace
}  // namespace app
