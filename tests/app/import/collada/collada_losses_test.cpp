#include "app/import/collada/collada_losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/collada_builder.h"

namespace app {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ColladaLosses, NameUnitsAndAxesOfParts) {
  const std::string tri = ::test::daeGeometry("tri", "0 0 0 1 0 0 0 1 0");
  const auto with = [&](const std::string& asset) {
    return ::test::findingsOf(::test::openedDae(
        {.geometries = tri, .nodes = "<node id=\"n\">" + asset + "<instance_geometry url=\"#tri\"/></node>"}));
  };
  EXPECT_THAT(with("<asset><unit meter=\"0.01\"/></asset>"), HasSubstr("the unit or up axis of 1 part of it"));
  EXPECT_THAT(with("<asset><up_axis>Z_UP</up_axis></asset>"), HasSubstr("the unit or up axis of 1 part of it"));
  EXPECT_THAT(with("<asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset>"), Not(HasSubstr("the unit or up axis")));
  EXPECT_THAT(with(""), Not(HasSubstr("nothing to show")));
}

}  // namespace
}  // namespace app
