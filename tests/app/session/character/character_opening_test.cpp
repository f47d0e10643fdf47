#include "app/session/character/character_opening.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

// Loaders measure it on their thread; the scene measures it if they did not.
TEST(CharacterOpening, IsTheSameMeasuredAhead) {
  const Model model = test::modelWithClips({"Walk", "Idle"});
  const CharacterBounds ahead = boundsOfOpening(model);
  const Session session(model);
  EXPECT_FALSE(ahead.rest.empty);
  const CharacterBounds& bounds = session.character().bounds();
  EXPECT_EQ(ahead.rest.min, bounds.rest.min);
  EXPECT_EQ(ahead.rest.max, bounds.rest.max);
  EXPECT_EQ(ahead.framed.min, bounds.framed.min);
  EXPECT_EQ(ahead.framed.max, bounds.framed.max);
  EXPECT_NE(ahead.rest.max, ahead.framed.max) << "it moves";
}

}  // namespace
}  // namespace app
