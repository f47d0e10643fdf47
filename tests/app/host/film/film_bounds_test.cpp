#include <algorithm>

#include <gtest/gtest.h>

#include "app/format/model_words.h"
#include "app/host/files/model_file.h"
#include "app/host/film/film.h"

namespace app {
namespace {

TEST(BoundsInFilm, HoldWhatTheFilmShows) {
  const Model model = *loadModel("");
  const FilmTimes times{.rate = {25, 1}, .frames = 40};
  Session idle(model), jumping(model);
  const Bounds opening = idle.character().bounds().framed;
  const Bounds still = boundsInFilm(idle, {}, times).framed;
  EXPECT_NEAR(still.max.y, opening.max.y, 0.02) << "the opening clip is what a session frames by itself";
  const auto jump = findClip(model, "Jump");
  ASSERT_TRUE(jump);
  const Script script{{.at = 0, .command = StopAll{}}, {.at = 0, .command = PlayClip{*jump}}};
  const Bounds shown = boundsInFilm(jumping, script, times).framed;
  EXPECT_GT(shown.max.y, opening.max.y + 0.05) << "the head of one who jumps";
  EXPECT_LE(shown.min.y, opening.min.y + 1e-4f) << "it only grows";
}

}  // namespace
}  // namespace app
