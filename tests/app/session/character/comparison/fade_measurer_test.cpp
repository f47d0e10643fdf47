#include "app/session/character/comparison/fade_measurer.h"

#include <chrono>

#include <gtest/gtest.h>

#include "app/view/model_matrices.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

MeasuredFade fadeOf(double seconds) {
  return {.how = {.from = 0, .to = 2, .seconds = seconds}, .curve = {}, .mask = std::nullopt};
}

TEST(FadeMeasurer, MeasuresEachLaneWhileOneChangesAllTheTime) {
  Model model = test::character();
  model.skeleton = crossfade::test::chain(400);  // so that it takes a while
  const crossfade::MeasuredBody body = measuredBodyOf(model);
  FadeMeasurer measurer(model, body);
  bool first = false, second = false;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!measurer.ask(1, fadeOf(0.5), 1)) {
  }
  for (int i = 0; !(first && second) && std::chrono::steady_clock::now() < end; ++i) {
    (void)measurer.ask(0, fadeOf(10 - i % 100 * 0.01), i);
    first |= measurer.take(0).has_value();
    second |= measurer.take(1).has_value();
  }
  EXPECT_TRUE(first) << "no result is in time";
  EXPECT_TRUE(second) << "it is never its turn";
}

TEST(FadeMeasurer, SaysWhichRequestAResultAnswers) {
  const Model model = test::character();
  const crossfade::MeasuredBody body = measuredBodyOf(model);
  FadeMeasurer measurer(model, body);
  for (std::int64_t request : {7, 8}) {
    while (!measurer.ask(0, fadeOf(0.5), request)) {
    }
    measurer.finish();
  }
  std::optional<Measurement> found;
  while (!found) found = measurer.take(0);  // the lock may be held
  EXPECT_EQ(found->request, 8) << "the newest";
}

}  // namespace
}  // namespace app
