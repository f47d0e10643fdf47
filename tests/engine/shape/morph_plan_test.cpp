#include "crossfade/shape/morph_plan.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/shape/outlines.h"
#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

using test::at;
using test::Points;
using test::shapeOf;

RC_GTEST_PROP(MorphPlan, HasEveryCornerOfBothShapes, ()) {
  const Points from = test::randomPoints(2, 12), to = test::randomPoints(2, 12);
  const MorphPlan plan =
      MorphPlan::make(shapeOf(from, *rc::gen::arbitrary<bool>()), shapeOf(to, *rc::gen::arbitrary<bool>()));
  for (const MorphKind kind : test::kMorphKinds) {
    const Points first = at(plan, kind, 0), last = at(plan, kind, 1);
    for (const glm::dvec2 p : from) RC_ASSERT(std::find(first.begin(), first.end(), p) != first.end());
    for (const glm::dvec2 p : to) RC_ASSERT(std::find(last.begin(), last.end(), p) != last.end());
  }
}

TEST(MorphPlan, CutsAClosedShapePairedWithAnOpenOne) {
  const Points triangle{{0, 0}, {10, 0}, {10, 10}};
  const MorphPlan plan =
      MorphPlan::make(shapeOf(triangle), shapeOf({{0, 0}, {5, 0}, {10, 0}, {15, 0}}, false), Correspondence{});
  EXPECT_FALSE(plan.closed());
  EXPECT_EQ(at(plan, MorphKind::VectorShortest, 0), (Points{{0, 0}, {10, 0}, {10, 10}, {0, 0}}));
  EXPECT_EQ(at(plan, MorphKind::Linear, 1).back(), glm::dvec2(15, 0));
}

TEST(MorphPlan, UsesTheGivenCorrespondenceOrFindsOne) {
  const Points from{{0, 0}, {9, 0}, {9, 5}, {0, 6}}, to{{9, 5}, {0, 6}, {0, 0}, {9, 0}};
  EXPECT_EQ(MorphPlan::make(shapeOf(from), shapeOf(to)).correspondence(), (Correspondence{2, false}));
  EXPECT_EQ(at(MorphPlan::make(shapeOf(from), shapeOf(to)), MorphKind::Linear, 0.5), from);
  EXPECT_EQ(at(MorphPlan::make(shapeOf(from), shapeOf(to), Correspondence{1, true}), MorphKind::Linear, 1),
            (Points{{0, 6}, {9, 5}, {9, 0}, {0, 0}}));
}

TEST(MorphPlan, OfOpenShapesKeepsTheirEndsForAnyRotation) {
  const Points line{{0, 0}, {1, 0}, {5, 1}};
  EXPECT_EQ(
      at(MorphPlan::make(shapeOf(line, false), shapeOf(line, false), Correspondence{1, false}), MorphKind::Linear, 1),
      line);
  EXPECT_EQ(
      at(MorphPlan::make(shapeOf(line, false), shapeOf(line, false), Correspondence{1, true}), MorphKind::Linear, 1),
      Points(line.rbegin(), line.rend()));
}

TEST(MorphPlan, AcceptsNoPointsAndOnePoint) {
  const Points line{{0, 0}, {4, 0}, {4, 2}};
  for (const bool closed : {false, true}) {
    EXPECT_EQ(MorphPlan::make(shapeOf({}, closed), shapeOf(line)).pointCount(), 0);
    EXPECT_EQ(MorphPlan::make(shapeOf(line), shapeOf({}, closed)).pointCount(), 0);
    const MorphPlan grows = MorphPlan::make(shapeOf({{2, 2}}, closed), shapeOf(line, closed), Correspondence{});
    for (const MorphKind kind : test::kMorphKinds)
      EXPECT_LT(test::farthest(at(grows, kind, 0.5), {{1, 1}, {3, 1}, {3, 2}}), 1e-12);
  }
  EXPECT_TRUE(at(MorphPlan(), MorphKind::VectorClockwise, 0.5).empty());
}

TEST(MorphPlan, MorphsWithoutAllocating) {
  const MorphPlan plan = MorphPlan::make(shapeOf(test::kStar), shapeOf(test::kPencilLying));
  Points out(static_cast<std::size_t>(plan.pointCount()));
  const ::test::AllocationGuard guard;
  for (const MorphKind kind : test::kMorphKinds)
    for (const ClosingError closing : {ClosingError::Spread, ClosingError::Raw})
      for (double t = -0.25; t <= 1.25; t += 0.125) morph(plan, kind, closing, t, out);
  EXPECT_EQ(guard.count(), 0);
}

}  // namespace
}  // namespace crossfade
