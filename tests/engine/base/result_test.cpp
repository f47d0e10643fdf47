#include "crossfade/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

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

TEST(Result, UntestedSaysItsSentenceInEveryBuild) {
  const char* const sentence = "crossfade: this Result has no value, test it first. Its error: node 4 does not exist";
  Result<std::string> error = Error{"node 4 does not exist"};
  EXPECT_DEATH(*error, sentence);
  EXPECT_DEATH(*std::as_const(error), sentence);
  EXPECT_DEATH(static_cast<void>(error->size()), sentence);
  EXPECT_DEATH(static_cast<void>(std::as_const(error)->size()), sentence);
  EXPECT_DEATH(static_cast<void>(std::string(*std::move(error))), sentence);
}

TEST(Result, ThatHoldsAValueHasNoError) {
  const char* const sentence = "crossfade: this Result has no error, test it first: it holds a value";
  EXPECT_DEATH(static_cast<void>(Result<int>(7).error()), sentence);
  EXPECT_DEATH(static_cast<void>(Result<void>().error()), sentence);
}

}  // namespace
}  // namespace crossfade
