// A test fixture with a picture stage in an OpenGL context of its own, without an interface.
#ifndef TESTS_APP_HOST_STAGE_FIXTURE_H
#define TESTS_APP_HOST_STAGE_FIXTURE_H

#include <memory>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "app/host/stage/picture_stage.h"
#include "app/platform/gl_context_headless.h"

namespace app::test {

class StageFixture : public testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessContext::make();
    ASSERT_TRUE(context) << context.error().message;
    context_.emplace(std::move(*context));
    auto stage = PictureStage::make({.loader = HeadlessContext::getProcAddress, .interface = false});
    ASSERT_TRUE(stage) << stage.error().message;
    stage_ = std::make_unique<PictureStage>(std::move(*stage));
  }

  std::optional<HeadlessContext> context_;
  std::unique_ptr<PictureStage> stage_;
};

}  // namespace app::test

#endif  // TESTS_APP_HOST_STAGE_FIXTURE_H
