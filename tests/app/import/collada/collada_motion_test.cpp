#include "app/import/collada/collada_motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <pugixml.hpp>

#include "tests/support/collada_builder.h"

namespace app {
namespace {

struct Read {
  ColladaSampler sampler;
  ColladaRepairs repairs;
};

Read read(const ::test::DaeCurve& curve, bool isMatrix = false) {
  pugi::xml_document xml;
  xml.load_string(::test::daeAnimation("a", curve).c_str());
  ColladaDocument document(xml);
  Read result;
  result.sampler = readColladaSampler(document, document.find("a-s"), isMatrix, result.repairs);
  return result;
}

FileCurve curveOf(const ::test::DaeCurve& curve) {
  const Read result = read(curve);
  EXPECT_EQ(result.sampler.curves.size(), 1u);
  return result.sampler.curves.empty() ? FileCurve{} : result.sampler.curves[0];
}

TEST(ColladaCurves, AreLinearUnlessTheySayOtherwise) {
  for (const std::string kinds : {"", "LINEAR LINEAR", "WAVY WAVY"})
    EXPECT_NEAR(curveOf({"x", "0 2", "0 10", 1, kinds}).at(0.5), 2.5, 1e-9) << kinds;
}

TEST(ColladaCurves, HoldTheirValueInSteps) {
  const FileCurve curve = curveOf({"x", "0 2 4", "0 10 20", 1, "STEP STEP LINEAR"});
  EXPECT_EQ(curve.at(1.99), 0);
  EXPECT_EQ(curve.at(2), 10);
  EXPECT_EQ(curve.at(3.9), 10);
  EXPECT_EQ(curve.at(4), 20);
}

TEST(ColladaCurves, TakeBezierPointsInTimeAndValue) {
  // An even curve with both points level with the keys: 3x^2 - 2x^3.
  const double third = 2.0 / 3;
  const std::string a = std::to_string(third), b = std::to_string(2 * third);
  const FileCurve even = curveOf({"x", "0 2", "0 10", 1, "BEZIER BEZIER", "0 0 " + b + " 10", a + " 0 0 0"});
  EXPECT_NEAR(even.at(0.5), 10 * (3.0 / 16 - 2.0 / 64), 1e-4);
  // Both control points at time 1, the middle: time and value are cubic Bezier curves in u.
  const FileCurve late = curveOf({"x", "0 2", "0 10", 1, "BEZIER BEZIER", "0 0 1 10", "1 0 0 0"});
  const double u = 0.25, v = 0.75, time = 3 * v * v * u * 1 + 3 * v * u * u * 1 + u * u * u * 2;
  EXPECT_NEAR(late.at(time), 10 * (3 * v * u * u + u * u * u), 1e-5);
}

TEST(ColladaCurves, TakeBezierPointsWithoutTimesAtThirds) {
  const FileCurve curve = curveOf({"x", "0 2", "1 1", 1, "BEZIER BEZIER", "0 4", "4 0"});
  EXPECT_NEAR(curve.at(1), (1 + 3 * 4 + 3 * 4 + 1) / 8.0, 1e-9) << "all of its motion is in the tangents";
}

TEST(ColladaCurves, TakeBezierPointsOfSeveralNumbers) {
  const std::string shared = "0 0 0 1 7 8", own = "0 0 0 0 1 7 1.5 8";
  for (const std::string& in : {shared, own}) {
    const Read result = read({"x", "0 2", "1 2 1 2", 2, "BEZIER BEZIER", in, {}});
    ASSERT_EQ(result.sampler.curves.size(), 2u);
    EXPECT_GT(result.sampler.curves[0].at(1.2), 2) << in;
    EXPECT_GT(result.sampler.curves[1].at(1.2), 3) << in;
  }
}

TEST(ColladaCurves, WithBezierPointsBeyondTheirSpanStayFunctionsOfTime) {
  const FileCurve curve = curveOf({"x", "0 2", "0 10", 1, "BEZIER BEZIER", "0 0 -50 10", "50 0 0 0"});
  for (double time = 0; time <= 2; time += 0.125) {
    EXPECT_GE(curve.at(time), -1e-9);
    EXPECT_LE(curve.at(time), 10 + 1e-9);
  }
}

TEST(ColladaCurves, TakeHermiteTangentsAsVectors) {
  // The cubic with slope 4 at 0 and slope 0 at 2, as the tangents cover the whole span.
  const FileCurve curve = curveOf({"x", "0 2", "0 10", 1, "HERMITE HERMITE", "2 0 2 0", "2 8 2 8"});
  const double s = 0.25;
  EXPECT_NEAR(curve.at(0.5), (s * s * s - 2 * s * s + s) * 8 + (3 * s * s - 2 * s * s * s) * 10, 1e-6);
}

TEST(ColladaCurves, OfCardinalSplinesGoThroughTheirKeysSmoothly) {
  const FileCurve curve = curveOf({"x", "0 1 2 3", "0 1 4 9", 1, "CARDINAL CARDINAL CARDINAL CARDINAL"});
  EXPECT_NEAR(curve.at(2), 4, 1e-9);
  EXPECT_NEAR(curve.at(1.5), 2.25, 1e-9) << "a parabola, whose slopes are those between neighbors";
}

TEST(ColladaCurves, OfBSplinesPassBesideTheirKeys) {
  const FileCurve curve = curveOf({"x", "0 1 2", "0 6 0", 1, "BSPLINE BSPLINE BSPLINE"});
  EXPECT_NEAR(curve.at(0), 0, 1e-9);
  EXPECT_NEAR(curve.at(1), 4, 1e-9);
  EXPECT_NEAR(curve.at(2), 0, 1e-9);
}

TEST(ColladaCurves, WithTwoKeysAtOneTimeJumpThere) {
  const FileCurve curve = curveOf({"x", "0 1 1 2", "0 10 20 20", 1, ""});
  EXPECT_NEAR(curve.at(0.999), 9.99, 0.01);
  EXPECT_NEAR(curve.at(1), 20, 1e-6);
}

TEST(ColladaCurves, LeaveOutKeysOutOfOrderAndEndWhereValuesDo) {
  const Read result = read({"x", "0 2 1 3 4", "0 10 99 20", 1, ""});
  ASSERT_EQ(result.sampler.curves.size(), 1u);
  EXPECT_EQ(result.sampler.curves[0].keys.size(), 3u);
  EXPECT_EQ(result.repairs.dropped, 1u);
  EXPECT_EQ(result.repairs.unequal, 1u);
}

TEST(ColladaCurves, OfMatricesTurnAndDoNotShrink) {
  const std::string none = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", half = "0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1";
  const Read result = read({"x", "0 2", none + " " + half, 16, "LINEAR LINEAR"}, true);
  ASSERT_EQ(result.sampler.matrices.size(), 2u);
  const crossfade::Transform middle = matrixAt(result.sampler.matrices, 1);
  EXPECT_NEAR(middle.scale.x, 1, 1e-6);
  EXPECT_NEAR(middle.rotation.z, std::sin(3.14159265 / 8), 1e-5);
  const Read held = read({"x", "0 2", none + " " + half, 16, "STEP STEP"}, true);
  EXPECT_NEAR(matrixAt(held.sampler.matrices, 1.9).rotation.z, 0, 1e-6);
  EXPECT_NEAR(matrixAt(held.sampler.matrices, 2).rotation.z, std::sqrt(0.5), 1e-5);
}

}  // namespace
}  // namespace app
