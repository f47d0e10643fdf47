#include "app/session/character/character_opening.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/sample_models.h"

namespace app {
namespace {

// ModelLoader measures it on its thread, the scene only if nobody has.
TEST(CharacterOpening, HasTheSameBoundsIfMeasuredBefore) {
  const Model model = test::modelWithClips({"Walk", "Idle"});
  const CharacterBounds before = boundsOfOpening(model);
  const Session session(model);
  EXPECT_FALSE(before.rest.empty);
  const CharacterBounds& bounds = session.character().bounds();
  EXPECT_EQ(before.rest.min, bounds.rest.min);
  EXPECT_EQ(before.rest.max, bounds.rest.max);
  EXPECT_EQ(before.framed.min, bounds.framed.min);
  EXPECT_EQ(before.framed.max, bounds.framed.max);
  EXPECT_NE(before.rest.max, before.framed.max) << "it moves";
}

}  // namespace
}  // namespace app
