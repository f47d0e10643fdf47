// The values of the classic lessons on three.js interpolants.
#include <gtest/gtest.h>

#include <algorithm>

#include "crossfade/clip/interpolant.h"
#include "tests/support/sample_clips.h"

namespace crossfade {
namespace {

const std::vector<double> kX = {-2, -1, 0, 1, 2};
const std::vector<double> kSquares = {4, 1, 0, 1, 4};

TEST(WorkedExamplesOfInterpolants, SquaresSampledAtFivePoints) {
  double result[1];
  auto squares = *Interpolant::make({kX, kSquares, {}, 1}, Interpolation::Linear, Mixing::Lerp, result);
  EXPECT_EQ(squares.evaluate(0.5)[0], 0.5);
  EXPECT_EQ(squares.evaluate(1.5)[0], 2.5);
  for (std::size_t i = 0; i < kX.size(); ++i) EXPECT_EQ(squares.evaluate(kX[i])[0], kSquares[i]);
  EXPECT_EQ(squares.evaluate(-7)[0], 4);
  EXPECT_EQ(squares.evaluate(7)[0], 4);
  EXPECT_EQ(squares.evaluate(7).data(), result);  // into the caller's buffer
}

TEST(WorkedExamplesOfInterpolants, ALargerResultBufferIsFilledAtItsFront) {
  std::vector<double> result(10, -1);  // the lesson lends ten values for one
  for (const auto kind : {Interpolation::Discrete, Interpolation::Linear, Interpolation::Smooth}) {
    auto squares = *Interpolant::make({kX, kSquares, {}, 1}, kind, Mixing::Lerp, result);
    EXPECT_EQ(squares.evaluate(-1).size(), 1u);
    EXPECT_EQ(result[0], 1);
    EXPECT_EQ(std::count(result.begin(), result.end(), -1), 9);
  }
}

TEST(WorkedExamplesOfInterpolants, TheSearchFindsItsIntervalFromAnywhere) {
  for (int hint = 0; hint <= 5; ++hint) {
    EXPECT_EQ(findInterval(std::span<const double>(kX), 0.5, hint), 3);
    EXPECT_EQ(findInterval(std::span<const double>(kX), -1.5, hint), 1);  // a loop restarts
    EXPECT_EQ(findInterval(std::span<const double>(kX), -2.5, hint), 0);
    EXPECT_EQ(findInterval(std::span<const double>(kX), 2, hint), 5);
  }
}

}  // namespace
}  // namespace crossfade
