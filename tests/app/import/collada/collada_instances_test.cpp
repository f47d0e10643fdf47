#include "app/import/collada/collada_instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/collada_builder.h"

namespace app {
namespace {

using testing::HasSubstr;

crossfade::Result<Model> withLibrary(const std::string& nodes, const std::string& library) {
  return ::test::importDae({.geometries = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0"),
                            .nodes = nodes,
                            .other = "<library_nodes>" + library + "</library_nodes>"});
}

TEST(ColladaInstances, FindNodesDeepInTheLibrary) {
  const auto model =
      withLibrary("<node id=\"n\"><instance_node url=\"#inner\"/></node>",
                  "<node id=\"outer\"><node id=\"inner\"><instance_geometry url=\"#tri\"/></node></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->meshes.size(), 1u);
}

TEST(ColladaInstances, LeaveNodesWhereTheyAre) {
  const auto model = withLibrary(
      "<node id=\"n\"><instance_node url=\"#inner\"/></node><node id=\"m\"><instance_node url=\"#outer\"/></node>",
      "<node id=\"outer\"><node id=\"inner\"><instance_geometry url=\"#tri\"/></node></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->instances.size(), 2u);
  EXPECT_EQ(model->skeleton.jointCount(), 6) << "scene, n, inner, m, outer, inner";
}

TEST(ColladaInstances, OfANodeInItselfAreLeftOut) {
  const auto model = withLibrary("<node id=\"n\"><instance_node url=\"#a\"/></node>",
                                 "<node id=\"a\"><instance_geometry url=\"#tri\"/><instance_node url=\"#b\"/></node>"
                                 "<node id=\"b\"><instance_node url=\"#a\"/></node>");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->instances.size(), 1u);
  EXPECT_THAT(::test::findingsOf(*model), HasSubstr("1 instance of a node within itself"));
}

TEST(ColladaInstances, ThatMultiplyWithoutEndAreRefused) {
  std::string library = "<node id=\"a0\"/>";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "<instance_node url=\"#a" + std::to_string(i - 1) + "\"/>";
    library += "<node id=\"a" + std::to_string(i) + "\">" + below + below + "</node>";
  }
  const auto model = withLibrary("<node id=\"n\"><instance_node url=\"#a39\"/></node>", library);
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, HasSubstr("it has more than 65536 nodes"));
}

}  // namespace
}  // namespace app
