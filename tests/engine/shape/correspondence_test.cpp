#include "crossfade/shape/correspondence.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/engine/shape/outlines.h"

namespace crossfade {
namespace {

using test::Points;

double motion(const Points& from, const Points& to, const Correspondence& c) {
  const Points partners = reordered(to, c);
  double sum = 0;
  for (std::size_t i = 0; i < from.size(); ++i) sum += glm::dot(from[i] - partners[i], from[i] - partners[i]);
  return sum;
}

TEST(Correspondence, WrapsAround) {
  EXPECT_EQ(partnerOf(3, {.rotation = 4}, 5), 2);
  EXPECT_EQ(partnerOf(0, {.rotation = -1}, 5), 4);
  EXPECT_EQ(partnerOf(1, {.rotation = 0, .reversed = true}, 5), 4);
  EXPECT_EQ(partnerOf(4, {.rotation = -1, .reversed = true}, 5), 0);
  EXPECT_EQ(partnerOf(4, {.rotation = 1000000007, .reversed = true}, 5), 3);
  EXPECT_EQ(partnerOf(0, {.rotation = 7}, 0), 0);
  EXPECT_EQ(reordered(Points{{0, 0}, {1, 0}, {2, 0}}, {.rotation = 1, .reversed = true}),
            (Points{{1, 0}, {0, 0}, {2, 0}}));
}

RC_GTEST_PROP(MinimumMotion, IsTheMinimumOverAllCorrespondences, ()) {
  const Points from = test::randomPoints(1, 9),
               to = test::randomPoints(static_cast<int>(from.size()), static_cast<int>(from.size()));
  const int count = static_cast<int>(from.size());
  const double closed = motion(from, to, minimumMotion(from, to, true)),
               open = motion(from, to, minimumMotion(from, to, false));
  for (int rotation = 0; rotation < count; ++rotation)
    for (const bool reversed : {false, true}) RC_ASSERT(closed <= motion(from, to, {rotation, reversed}) + 1e-6);
  RC_ASSERT(open <= std::min(motion(from, to, {}), motion(from, to, {count - 1, true})) + 1e-6);
}

RC_GTEST_PROP(MinimumMotion, RecognizesARotatedOutlineAnywhere, ()) {
  const Points star{{0, 0}, {9, 1}, {12, 7}, {5, 8}, {1, 5}, {-2, 3}};  // matches itself at one rotation only
  const Correspondence c{.rotation = *rc::gen::inRange(0, 6), .reversed = *rc::gen::arbitrary<bool>()};
  const Points moved = test::rotatedAndTranslated(star, 0.2, {test::randomBetween(-1e4, 1e4), 77});
  Points to(star.size());
  for (int i = 0; i < 6; ++i) to[static_cast<std::size_t>(partnerOf(i, c, 6))] = moved[static_cast<std::size_t>(i)];
  RC_ASSERT(minimumMotion(star, to, true) == c);
  RC_ASSERT(minimumMotion(star, moved, false) == Correspondence{});
  RC_ASSERT(minimumMotion(star, Points(moved.rbegin(), moved.rend()), false) == (Correspondence{5, true}));
}

TEST(MinimumMotion, RecognizesAnOutlineHoweverSmall) {
  for (const double size : {1.0, 1e-4, 1e-8}) {
    Points star{{0, 0}, {9, 1}, {12, 7}, {5, 8}, {1, 5}, {-2, 3}};
    for (glm::dvec2& point : star) point *= size;
    const Correspondence c{.rotation = 4, .reversed = false};
    Points to(star.size());
    for (int i = 0; i < 6; ++i) to[static_cast<std::size_t>(partnerOf(i, c, 6))] = star[static_cast<std::size_t>(i)];
    EXPECT_EQ(minimumMotion(star, to, true), c) << size;
  }
}

TEST(MinimumMotion, TakesTheFirstAmongEquals) {
  const Points square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, same{{3, 3}, {3, 3}, {3, 3}, {3, 3}};
  EXPECT_EQ(minimumMotion(square, square, true), Correspondence{});
  EXPECT_EQ(minimumMotion(square, same, true), Correspondence{});
  EXPECT_EQ(minimumMotion(same, square, false), Correspondence{});
  EXPECT_EQ(minimumMotion({}, {}, true), Correspondence{});
}

TEST(MinimumMotion, DoesNotDependOnRounding) {
  for (int count = 3; count <= 40;
       ++count) {  // offset by half an edge: the previous and the next point are equally near
    Points from, to;
    for (int i = 0; i < count; ++i) {
      from.push_back(
          {100 * std::cos(2 * std::numbers::pi * i / count), 100 * std::sin(2 * std::numbers::pi * i / count)});
      to.push_back({100 * std::cos(2 * std::numbers::pi * (i + 0.5) / count),
                    100 * std::sin(2 * std::numbers::pi * (i + 0.5) / count)});
    }
    EXPECT_EQ(minimumMotion(from, to, true), Correspondence{}) << count;
  }
}

}  // namespace
}  // namespace crossfade
