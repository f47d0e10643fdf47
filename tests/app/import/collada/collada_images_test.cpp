#include "app/import/collada/collada_materials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/import/collada/collada_look.h"

namespace app {
namespace {

using ::test::daeWith;
using ::test::effectWith;
using ::test::linesOf;
using ::test::openedModel;
using ::test::skinOf;
using testing::HasSubstr;
using testing::Not;

const std::string kTextured = "<diffuse><texture texture=\"s\"/></diffuse>";

std::string surface(const std::string& from) {
  return "<newparam sid=\"f\"><surface type=\"2D\">" + from +
         "</surface></newparam><newparam sid=\"s\"><sampler2D><source>f</source></sampler2D></newparam>";
}

std::string library(const std::string& file) {
  return "<library_images><image id=\"i\">" + file + "</image></library_images>";
}

/// The name of the base color image; "none" if there is no such texture.
std::string imageOf(const std::string& libraries) {
  const Model model = openedModel("a.dae", daeWith(libraries));
  const int image = skinOf(model).baseColorTexture.image;
  return image < 0 ? "none" : model.images.at(static_cast<std::size_t>(image)).name;
}

TEST(ColladaImages, OfVersion15AreFound) {
  const std::string sampler = "<newparam sid=\"s\"><sampler2D><instance_image url=\"#i\"/></sampler2D></newparam>";
  const std::string effect = effectWith("lambert", kTextured, "", sampler);
  std::string text = daeWith(library("<init_from><ref>a.png</ref></init_from>") + effect);
  text.replace(text.find("1.4.1"), 5, "1.5.0");
  const Model model = openedModel("a.dae", text);
  ASSERT_EQ(model.images.size(), 1u);
  EXPECT_EQ(model.images[0].name, "a.png");
  EXPECT_EQ(imageOf(library("<create_2d><init_from><ref>b.png</ref></init_from></create_2d>") + effect), "b.png");
}

TEST(ColladaImages, MayStandInTheEffectAsTheirSamplersMay) {
  const std::string image = "<image id=\"i\"><init_from>a.png</init_from></image>";
  const std::string sampler = surface("<init_from>i</init_from>");
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, image + sampler)), "a.png");
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, "", image + sampler)), "a.png");
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, sampler, image)), "a.png");
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, surface("<init_planar><all ref=\"i\"/></init_planar>"), image)),
            "a.png");
}

TEST(ColladaImages, ThatAreNotThereAreReportedWithoutAnInventedName) {
  const Model model = openedModel("a.dae", daeWith(effectWith("lambert", kTextured)));
  EXPECT_EQ(skinOf(model).baseColorTexture.image, -1);
  EXPECT_EQ(linesOf(model, Finding::Lost),
            "material 'skin': its texture 's' is not an image in the file, so it is left out\n");
  const std::string effect = effectWith("lambert", kTextured, surface("<init_from>i</init_from>"));
  const Model nameless = openedModel("a.dae", daeWith(library("<init_from/>") + effect));
  EXPECT_EQ(linesOf(nameless, Finding::Lost), "image 'i': it names no file\n");
}

TEST(ColladaImages, WithoutALibraryMayHaveTheFileNamesInTheirIds) {
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, surface("<init_from>bark</init_from>"))), "bark");
}

TEST(ColladaImages, OfParametersThatNameEachOtherAreNotSearchedForever) {
  const std::string circle = "<newparam sid=\"s\"><surface type=\"2D\"><init_from>s</init_from></surface></newparam>";
  EXPECT_EQ(imageOf(effectWith("lambert", kTextured, circle)), "s");
}

TEST(ColladaImages, AreReportedOnceForAllMaterials) {
  std::string text = daeWith(library("<init_from>a.png</init_from>") +
                             effectWith("lambert", kTextured, surface("<init_from>i</init_from>")));
  for (const char* const id : {"n", "o"})
    text.insert(text.find("</library_materials>"),
                "<material id=\"" + std::string(id) + "\"><instance_effect url=\"#e\"/></material>");
  const Model model = openedModel("a.dae", text);
  EXPECT_THAT(linesOf(model, Finding::Lost), HasSubstr("image 'a.png' of material 'skin' and 2 others: "));
  EXPECT_THAT(linesOf(model, Finding::Lost), HasSubstr("; a checkerboard is shown instead"));
}

TEST(ColladaImages, ThatGiveNoColorAreNotShownAsACheckerboard) {
  const Model model =
      openedModel("a.dae", daeWith(library("<init_from>a.png</init_from>") +
                                   effectWith("lambert", "<emission><texture texture=\"i\"/></emission>")));
  EXPECT_THAT(linesOf(model, Finding::Lost), HasSubstr("; it is left out"));
  EXPECT_THAT(linesOf(model, Finding::Lost), Not(HasSubstr("checkerboard")));
}

TEST(ColladaImages, NeedAFileName) {
  const std::string effect = effectWith("lambert", "<diffuse><texture texture=\"i\"/></diffuse>");
  for (const char* const name : {".", "../", "C:\\art\\"}) {
    std::string text = daeWith(library(std::string("<init_from>") + name + "</init_from>") + effect);
    text.insert(text.find("</library_materials>"), "<material id=\"n\"><instance_effect url=\"#e\"/></material>");
    const Model model = openedModel("a.dae", text);
    EXPECT_TRUE(model.images.empty()) << name;
    EXPECT_EQ(linesOf(model, Finding::Lost),
              "material 'skin' and another: their textures have no file name and are left out\n");
  }
}

}  // namespace
}  // namespace app
