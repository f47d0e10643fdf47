#include "crossfade/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace crossfade {
namespace {

TEST(Result, HoldsAValueOrASentence) {
  const Result<int> value = 7;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 7);
  const Result<int> error = Error{"node 4 does not exist"};
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().message, "node 4 does not exist");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, OfVoidIsSuccessOrAnError) {
  EXPECT_TRUE(Result<void>());
  const Result<void> error = Error{"no"};
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().message, "no");
}

}  // namespace
}  // namespace crossfade
