#include "app/session/shapes/shape_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace app {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

std::vector<TimelineKey> three() {
  std::vector<TimelineKey> keys(3);
  keys[0].hold = 1, keys[0].morph = 2;
  keys[1].hold = 0, keys[1].morph = 0;
  keys[2].hold = 0.5, keys[2].morph = 99;  // ignored
  return keys;
}

TEST(ShapeTimeline, AlternatesHoldsAndMorphs) {
  const auto keys = three();
  EXPECT_EQ(timelineLength(keys), 3.5);
  const auto at = [&](double time) { return timelinePositionAt(keys, time, ShapeEnding::Stop); };
  EXPECT_EQ(at(-1), (TimelinePosition{0, 0}));
  EXPECT_EQ(at(1), (TimelinePosition{0, 0}));
  EXPECT_EQ(at(1.5), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(at(2.5), (TimelinePosition{0, 0.75}));
  EXPECT_EQ(at(3.2), (TimelinePosition{2, 0})) << "a hold and a morph of no seconds";
  EXPECT_EQ(at(99), (TimelinePosition{2, 0}));
  EXPECT_EQ(at(kNan), (TimelinePosition{0, 0}));
}

TEST(ShapeTimeline, RepeatsOrPlaysBackAndForth) {
  const auto keys = three();
  EXPECT_EQ(timelinePositionAt(keys, 3.5 + 1.5, ShapeEnding::Repeat), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(timelinePositionAt(keys, 7 - 1.5, ShapeEnding::PingPong), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(timelinePositionAt(keys, 7 + 1.5, ShapeEnding::PingPong), (TimelinePosition{0, 0.25}));
  EXPECT_EQ(foldedTime(-0.5, 3.5, ShapeEnding::Repeat), 3);
  EXPECT_EQ(foldedTime(-1e-30, 3.5, ShapeEnding::Repeat), 0);
  for (const auto ending : {ShapeEnding::Stop, ShapeEnding::Repeat, ShapeEnding::PingPong}) {
    EXPECT_EQ(foldedTime(kNan, 3.5, ending), 0);
    EXPECT_EQ(foldedTime(2, 0, ending), 0);
    EXPECT_TRUE(std::isfinite(foldedTime(kInfinity, 3.5, ending)));
    EXPECT_EQ(timelinePositionAt({}, 1, ending), TimelinePosition{});
  }
}

TEST(ShapeTimeline, ShowsWholeFrames) {
  const auto shown = [](double time) { return frameTime(time, 2, 3.2, ShapeEnding::Stop); };
  EXPECT_EQ(shown(0.49), 0);
  EXPECT_EQ(shown(0.5), 0.5);
  EXPECT_EQ(shown(3.19), 3);
  EXPECT_EQ(shown(3.2), 3.2) << "the end itself";
  double time = 0;
  for (int frame = 1; frame <= 1000; ++frame) {
    time += 1.0 / 30;  // falls short of the frame by rounding
    EXPECT_EQ(frameTime(time, 30, 1e9, ShapeEnding::Repeat), frame / 30.0);
  }
}

TEST(ShapeTimeline, ByPicturesShowsEachInBetweenForOneFrame) {
  const std::vector<KeyShape> keys(3);
  for (const double fps : {2.0, 3.0, 7.0, 25.0, 1000.0})
    for (const int inBetweens : {0, 1, 5, 6, 60}) {
      ShapeSettings settings = asInLesson({}, inBetweens);
      settings.fps = fps;
      std::vector<TimelineKey> timeline;
      makeTimeline(keys, settings, timeline);
      const int steps = inBetweens + 1, pictures = 2 * steps + 1;
      EXPECT_NEAR(timelineLength(timeline), pictures / fps, 1e-9);
      for (int picture = 0; picture < pictures; ++picture) {
        const double time = frameTime(picture / fps, fps, timelineLength(timeline), ShapeEnding::Stop);
        const TimelinePosition position = timelinePositionAt(timeline, time, ShapeEnding::Stop);
        EXPECT_EQ(position.key, picture / steps) << picture << " of " << inBetweens << " at " << fps;
        EXPECT_NEAR(position.fraction, static_cast<double>(picture % steps) / steps, 1e-6);
        EXPECT_EQ(position.fraction == 0, picture % steps == 0) << "a key shape itself";
      }
    }
}

TEST(ShapeTimeline, ByPicturesAPingPongShowsEachEndOnce) {
  ShapeSettings settings = asInLesson({}, 1);
  settings.ending = ShapeEnding::PingPong;
  std::vector<TimelineKey> timeline;
  makeTimeline(std::vector<KeyShape>(2), settings, timeline);
  const double length = timelineLength(timeline);
  EXPECT_EQ(timelinePeriod(length, settings.ending), 4 / settings.fps) << "first, between, last, between";
  const auto at = [&](int frame) { return timelinePositionAt(timeline, frame / settings.fps, settings.ending); };
  EXPECT_EQ(at(1), (TimelinePosition{0, 0.5}));
  EXPECT_EQ(at(2), (TimelinePosition{1, 0}));
  EXPECT_EQ(at(3), (TimelinePosition{0, 0.5}));
  EXPECT_EQ(at(4), (TimelinePosition{0, 0}));
}

}  // namespace

namespace {

using namespace shapes;
using crossfade::MorphKind;
using Points = std::vector<glm::dvec2>;

void doAll(ShapeScene& scene, const std::vector<ShapeCommand>& commands) {
  for (const ShapeCommand& command : commands) {
    const auto done = scene.apply(command);
    ASSERT_TRUE(done) << done.error().message;
  }
}

std::string refusal(ShapeScene& scene, const ShapeCommand& command) {
  const auto done = scene.apply(command);
  return done ? "taken" : done.error().message;
}

ShapeScene withPencils() {
  ShapeScene scene;
  doAll(scene, {UsePresetPair{}});
  return scene;
}

Points copied(std::span<const glm::dvec2> points) { return {points.begin(), points.end()}; }

TEST(ShapeScene, OpensWithASmoothMorphFromEndToEnd) {
  const crossfade::AnimationCurve& easing = openingShapes().settings.easing;
  for (const double u : {0.0, 0.25, 0.5, 1.0}) EXPECT_NEAR(easing.evaluate(u), u * u * (3 - 2 * u), 1e-9) << u;
}

TEST(ShapeScene, DrawsAShapePointByPoint) {
  ShapeScene scene;
  EXPECT_TRUE(scene.morphed().empty());
  doAll(scene, {AddPoint{{0, 0}}, AddPoint{{10, 0}}, AddPoint{{10, 10}}, MovePoint{kDrawing, 1, {9, 1}},
                InsertPoint{kDrawing, 1, {5, 0}}, DeletePoint{kDrawing, 0}});
  EXPECT_EQ(scene.drawing(), (Points{{5, 0}, {9, 1}, {10, 10}}));
  doAll(scene, {FinishShape{.closed = false}});
  EXPECT_TRUE(scene.drawing().empty());
  ASSERT_EQ(scene.keys().size(), 1u);
  EXPECT_FALSE(scene.keys()[0].shape.closed());
  EXPECT_EQ(scene.keys()[0].name, "shape 1");
  ASSERT_EQ(scene.morphed().size(), 1u);
  EXPECT_EQ(copied(scene.morphed()[0].points), (Points{{5, 0}, {9, 1}, {10, 10}}));
  doAll(scene, {AddPoint{{1, 1}}, FinishShape{}});
  EXPECT_EQ(scene.keys()[1].name, "shape 2");
}

TEST(ShapeScene, EditsExistingShapes) {
  ShapeScene scene = withPencils();
  doAll(scene, {MovePoint{0, 0, {1, 2}}, InsertPoint{0, 7, {3, 4}}, DeletePoint{1, 6}, SetClosed{1, false},
                SetHold{0, 2}, SetMorphSeconds{0, 3}});
  EXPECT_EQ(scene.keys()[0].shape.points().front(), glm::dvec2(1, 2));
  EXPECT_EQ(scene.keys()[0].shape.points().back(), glm::dvec2(3, 4));
  EXPECT_EQ(scene.keys()[1].shape.pointCount(), 6);
  EXPECT_FALSE(scene.keys()[1].shape.closed());
  EXPECT_EQ(scene.length(), 2 + 3 + 0.5);
}

TEST(ShapeScene, TakesItsWholeContentBack) {
  ShapeScene scene = withPencils();
  const auto before = scene.keys();
  doAll(scene, {AddPoint{{1, 1}}, ClearCanvas{}});
  EXPECT_TRUE(scene.morphed().empty());
  doAll(scene, {SetContent{before, {{1, 1}, {2, 2}}}});
  EXPECT_EQ(scene.keys(), before);
  EXPECT_EQ(scene.drawing().size(), 2u);
  EXPECT_FALSE(scene.morphed().empty());
  EXPECT_EQ(refusal(scene, SetContent{before, {{2e6, 0}}}), "(2e+06, 0) is not on the canvas");
  EXPECT_EQ(scene.drawing().size(), 2u);
}

TEST(ShapeScene, RefusalsChangeNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ShapeScene scene = withPencils();
  const auto before = scene.keys();
  EXPECT_EQ(refusal(scene, AddPoint{{nan, 0}}), "(nan, 0) is not on the canvas");
  EXPECT_EQ(refusal(scene, MovePoint{0, 0, {0, 2e6}}), "(0, 2e+06) is not on the canvas");
  EXPECT_EQ(refusal(scene, MovePoint{0, 7, {0, 0}}), "there is no point 7; there are 7");
  EXPECT_EQ(refusal(scene, InsertPoint{0, 8, {0, 0}}), "there is no point 8; there are 7");
  EXPECT_EQ(refusal(scene, DeletePoint{2, 0}), "there is no shape 2; there are 2");
  EXPECT_EQ(refusal(scene, SetClosed{-1, true}), "there is no shape -1; there are 2");
  EXPECT_EQ(refusal(scene, SetCorrespondence{1, {}}), "shape 1 is the last one; it morphs into nothing");
  EXPECT_EQ(refusal(scene, SetHold{0, -1}), "-1 seconds is not between 0 and 3600");
  EXPECT_EQ(refusal(scene, SetMorphSeconds{0, nan}), "nan seconds is not between 0 and 3600");
  EXPECT_EQ(refusal(scene, SetShapes{&ShapeSettings::fps, 0.5}), "frame rate 0.5 is not between 1 and 1000");
  EXPECT_EQ(refusal(scene, SetShapes{&ShapeSettings::inBetweens, 61}),
            "number of in-betweens 61 is not between 0 and 60");
  EXPECT_EQ(refusal(scene, SetTime{nan}), "the time is not a finite number");
  EXPECT_EQ(refusal(scene, FinishShape{}), "nothing is drawn yet; a shape needs a point");
  EXPECT_EQ(refusal(scene, AddKey{ShapePreset::Apple, glm::dvec2(nan, 0)}), "(nan, 0) is not on the canvas");
  const Points many(9000);
  const KeyShape large{.shape = *crossfade::Shape::make(many, true)};
  EXPECT_EQ(refusal(scene, ImportShapes{{large, large, large}}),
            "the shapes have 27000 points together; the limit is 20000");
  EXPECT_EQ(refusal(scene, ImportShapes{{KeyShape{}}}), "shape 0: has no points");
  EXPECT_EQ(scene.keys(), before);
}

TEST(ShapeScene, TheCanvasIncludesItsEdge) {
  const double edge = shape_limits::kCoordinate;
  ShapeScene scene;
  doAll(scene, {AddPoint{{edge, -edge}}, AddPoint{{-edge, edge}}});
  EXPECT_EQ(scene.drawing(), (Points{{edge, -edge}, {-edge, edge}}));
}

TEST(ShapeScene, PlacesKeysBesideEachOther) {
  ShapeScene scene;
  doAll(scene, {AddKey{ShapePreset::Apple}, AddKey{ShapePreset::Apple}, AddKey{ShapePreset::Apple, glm::dvec2(0, 0)}});
  const Points& first = {scene.keys()[0].shape.points().begin(), scene.keys()[0].shape.points().end()};
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_NEAR(scene.keys()[1].shape.points()[i].x - first[i].x, 360, 1e-9);
    EXPECT_NEAR(scene.keys()[1].shape.points()[i].y - first[i].y, 0, 1e-9);
    EXPECT_NEAR(first[i].y - scene.keys()[2].shape.points()[i].y, 200, 1e-9);
  }
}

TEST(ShapeScene, RefusesToDeleteTheLastPointOfAShape) {
  ShapeScene scene;
  doAll(scene, {AddPoint{{0, 0}}, FinishShape{}});
  EXPECT_EQ(refusal(scene, DeletePoint{0, 0}), "shape 0 has only this point; remove the shape instead");
}

TEST(ShapeScene, PairsAnyTwoPresets) {
  for (std::size_t a = 0; a < kWords<ShapePreset>.size(); ++a)
    for (std::size_t b = 0; b < kWords<ShapePreset>.size(); ++b) {
      ShapeScene scene;
      doAll(scene, {SetShapes{&ShapeSettings::sideBySide, true},
                    UsePresetPair{static_cast<ShapePreset>(a), static_cast<ShapePreset>(b)}, SetTime{1}});
      ASSERT_EQ(scene.morphed().size(), 4u);
      for (const MorphedShape& shape : scene.morphed())
        for (const glm::dvec2 p : shape.points) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
    }
}

TEST(ShapeScene, StandsStillInPictureMode) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetPlaying{}, SetTime{0.5}, SetShapes{&ShapeSettings::mode, ShapeMode::Picture}});
  scene.advance(0.25);
  EXPECT_EQ(scene.time(), 0.5);
  EXPECT_TRUE(scene.playing()) << "and goes on as an animation";
  doAll(scene, {SetShapes{&ShapeSettings::mode, ShapeMode::Animation}});
  scene.advance(0.25);
  EXPECT_EQ(scene.time(), 0.75);
}

TEST(ShapeScene, FollowsAnEasingCurveThatOvershoots) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::easing, *crossfade::AnimationCurve::linear(0, 0, 1, 3)},
                SetShapes{&ShapeSettings::kind, MorphKind::Linear}});
  doAll(scene, {SetTime{scene.keys()[0].hold + 0.5 * scene.keys()[0].morph}});
  const glm::dvec2 from = presetPoints(ShapePreset::PencilLying)[0], to = presetPoints(ShapePreset::PencilUpright)[0];
  EXPECT_LT(glm::distance(scene.morphed()[0].points[0], from + 1.5 * (to - from)), 1e-9);
}

TEST(ShapeScene, InPictureModeShowsEveryInBetween) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::mode, ShapeMode::Picture}, SetShapes{&ShapeSettings::inBetweens, 3}});
  ASSERT_EQ(scene.morphed().size(), 5u);
  EXPECT_EQ(copied(scene.morphed()[0].points), copied(presetPoints(ShapePreset::PencilLying)));
  EXPECT_EQ(copied(scene.morphed()[2].points),
            (Points{{345, 235}, {355, 245}, {390, 210}, {395, 215}, {400, 190}, {375, 195}, {380, 200}}));
  EXPECT_EQ(copied(scene.morphed()[4].points), copied(presetPoints(ShapePreset::PencilUpright)));
  EXPECT_TRUE(scene.morphed()[4].isKey());
  EXPECT_FALSE(scene.morphed()[3].isKey());
  doAll(scene, {AddKey{ShapePreset::Apple}, SetShapes{&ShapeSettings::sideBySide, true}});
  ASSERT_EQ(scene.morphed().size(), 4u * 9u);
  EXPECT_EQ(scene.morphed(MorphKind::VectorShortest).size(), 9u);
  EXPECT_EQ(scene.morphed(MorphKind::VectorShortest).data(), scene.morphed().data() + 27);
  EXPECT_EQ(scene.morphed()[5].position, (TimelinePosition{1, 0.25}));
}

TEST(ShapeScene, ShowsFromNoneToSixtyInBetweens) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::mode, ShapeMode::Picture}, SetShapes{&ShapeSettings::inBetweens, 0}});
  ASSERT_EQ(scene.morphed().size(), 2u) << "only the key shapes";
  EXPECT_TRUE(scene.morphed()[0].isKey() && scene.morphed()[1].isKey());
  doAll(scene, {SetShapes{&ShapeSettings::inBetweens, 60}});
  EXPECT_EQ(scene.morphed().size(), 62u);
  EXPECT_EQ(refusal(scene, SetShapes{&ShapeSettings::inBetweens, -1}),
            "number of in-betweens -1 is not between 0 and 60");
}

TEST(ShapeScene, InAnimationModeShowsWholeFrames) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::fps, 2}, SetShapes{&ShapeSettings::ending, ShapeEnding::Stop}, SetHold{0, 0},
                SetHold{1, 0}, SetPlaying{}});
  const auto x = [&] { return scene.morphed()[0].points[0].x; };
  scene.advance(0.4);
  EXPECT_EQ(x(), 160);
  scene.advance(0.2);
  EXPECT_EQ(x(), 345);
  EXPECT_EQ(scene.shownTime(), 0.5);
  scene.advance(std::numeric_limits<double>::quiet_NaN());
  scene.advance(0.3);
  EXPECT_EQ(x(), 345);
  scene.advance(9);
  EXPECT_EQ(x(), 530);
  EXPECT_FALSE(scene.playing());
  doAll(scene, {SetPlaying{}});
  EXPECT_EQ(x(), 160) << "restarts from the beginning";
  doAll(scene, {SetPlaying{false}});
  scene.advance(1);
  EXPECT_EQ(scene.time(), 0);
}

TEST(ShapeScene, EasesAlongItsCurve) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetHold{0, 0}, SetShapes{&ShapeSettings::fps, 1000}, SetTime{0.25}});
  EXPECT_EQ(scene.morphed()[0].points[0].x, 160 + 0.25 * 370);
  doAll(scene, {SetShapes{&ShapeSettings::easing, *crossfade::AnimationCurve::easeInOut(0, 0, 1, 1)}});
  EXPECT_DOUBLE_EQ(scene.morphed()[0].points[0].x, 160 + (3 * 0.0625 - 2 * 0.015625) * 370);
}

TEST(ShapeScene, TakesTheCorrespondenceAskedFor) {
  ShapeScene scene = withPencils();
  EXPECT_EQ(scene.correspondence(0), crossfade::Correspondence{});
  doAll(scene, {SetCorrespondence{0, {.automatic = false, .rotation = 2, .reversed = true}}});
  EXPECT_EQ(scene.correspondence(0), (crossfade::Correspondence{2, true}));
  doAll(scene, {AddKey{ShapePreset::Horse}, MoveKey{2, 0}});
  EXPECT_EQ(scene.keys()[0].name, "horse");
  EXPECT_TRUE(scene.keys()[0].toNext.automatic);
  EXPECT_EQ(scene.keys()[1].toNext, kAsDrawn) << "a moved point changes the pairs";
  doAll(scene, {MoveKey{0, 1}, RemoveKey{1}});
  EXPECT_EQ(scene.keys()[0].toNext, kAsDrawn) << "the pencils are neighbors again";
}

TEST(ShapeScene, MorphsToWhereAPointWasMoved) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::mode, ShapeMode::Picture}, SetShapes{&ShapeSettings::inBetweens, 1},
                MovePoint{1, 0, {560, 220}}});
  EXPECT_EQ(scene.morphed()[1].points[0], glm::dvec2(360, 220));
  doAll(scene, {MovePoint{0, 0, {0, 0}}});
  EXPECT_EQ(scene.morphed()[1].points[0], glm::dvec2(280, 110));
}

TEST(ShapeScene, ClampsTimeToItsLength) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetShapes{&ShapeSettings::ending, ShapeEnding::Stop}, SetTime{99}});
  EXPECT_EQ(scene.time(), 2);
  doAll(scene, {SetMorphSeconds{0, 0.5}});
  EXPECT_EQ(scene.time(), 1.5);
  doAll(scene, {ClearCanvas{}});
  EXPECT_EQ(scene.time(), 0);
}

/// Points of a pencil between the classic ones, computed as the lesson does: straight lines, or the first point
/// straight and every further one at the end of an edge whose length and angle change evenly.
Points lessonPencil(double t, MorphKind kind) {
  constexpr double kFull = 2 * std::numbers::pi;
  const Points from{{160, 220}, {160, 240}, {230, 240}, {230, 250}, {260, 230}, {230, 210}, {230, 220}},
      to{{530, 250}, {550, 250}, {550, 180}, {560, 180}, {540, 150}, {520, 180}, {530, 180}};
  Points made{(1 - t) * from[0] + t * to[0]};
  for (std::size_t i = 1; i < from.size(); ++i) {
    const glm::dvec2 a = from[i] - from[i - 1], b = to[i] - to[i - 1];
    double begin = std::atan2(a.y, a.x), end = std::atan2(b.y, b.x);
    if (kind == MorphKind::VectorClockwise && end < begin) end += kFull;
    if (kind == MorphKind::VectorCounterClockwise && end > begin) begin += kFull;
    const double angle = (1 - t) * begin + t * end, length = (1 - t) * glm::length(a) + t * glm::length(b);
    made.push_back(kind == MorphKind::Linear ? (1 - t) * from[i] + t * to[i]
                                             : made.back() + length * glm::dvec2{std::cos(angle), std::sin(angle)});
  }
  return made;
}

// The classic lesson: 5 in-betweens with straight lines or 6 by edges, played once at 2 pictures per second.
TEST(ShapeScene, AsInTheLessonPlaysEachInBetweenOnceForHalfASecond) {
  for (const MorphKind kind : {MorphKind::Linear, MorphKind::VectorClockwise, MorphKind::VectorCounterClockwise}) {
    const int inBetweens = kind == MorphKind::Linear ? 5 : 6;
    ShapeScene scene(openingShapes());
    doAll(scene,
          {SetShapes{&ShapeSettings::kind, kind}, SetTime{1}, SetPlaying{false}, SetHold{0, 7}, UseLesson{inBetweens}});
    EXPECT_EQ(scene.onionSkin(kind).size(), static_cast<std::size_t>(inBetweens) + 2) << "all on one picture";
    EXPECT_EQ(scene.length(), (inBetweens + 2) / 2.0);
    for (int picture = 0; picture < inBetweens + 2; ++picture) {
      ASSERT_EQ(scene.morphed().size(), 1u);
      const Points wanted = lessonPencil(picture / (inBetweens + 1.0), kind);
      ASSERT_EQ(scene.morphed()[0].points.size(), wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_LT(glm::distance(scene.morphed()[0].points[i], wanted[i]), 1e-9) << picture << ", point " << i;
      EXPECT_TRUE(scene.playing());
      const glm::dvec2* const first = scene.morphed()[0].points.data();
      scene.advance(0.25);
      EXPECT_EQ(scene.morphed()[0].points.data(), first) << "the same picture for half a second";
      scene.advance(0.25);
    }
    EXPECT_FALSE(scene.playing()) << "once";
    EXPECT_TRUE(scene.morphed()[0].isKey());
    EXPECT_EQ(scene.keys()[0].hold, 7) << "its own seconds are kept for later";
  }
}

TEST(ShapeScene, TheNumberOfInBetweensIsTheNumberOfPictures) {
  ShapeScene scene = withPencils();
  doAll(scene, {UseLesson{}, SetShapes{&ShapeSettings::inBetweens, 2}});
  EXPECT_EQ(scene.length(), 2) << "two, and the key shapes";
  EXPECT_EQ(refusal(scene, UseLesson{61}), "number of in-betweens 61 is not between 0 and 60");
  EXPECT_EQ(scene.length(), 2);
  doAll(scene, {SetShapes{&ShapeSettings::pace, ShapePace::Seconds}});
  EXPECT_EQ(scene.length(), 0.5 + 1 + 0.5);
}

TEST(ShapeScene, AnAutomaticPairKeepsNothingThatIsNotSaved) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetCorrespondence{0, {.automatic = true, .rotation = 2, .reversed = true}}});
  EXPECT_EQ(scene.keys()[0].toNext, PairCorrespondence{});
}

TEST(ShapeScene, TheLessonPairsPointsAsTheyWereDrawn) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetCorrespondence{0, {}}, AddKey{ShapePreset::Horse}, UseLesson{}});
  EXPECT_EQ(scene.keys()[0].toNext, kAsDrawn);
  EXPECT_TRUE(scene.keys()[1].toNext.automatic) << "not as many points";
  ShapeScene two = withPencils();
  doAll(two, {SetCorrespondence{0, {}}, UseLesson{}});
  EXPECT_EQ(two.keys()[0].toNext, kAsDrawn) << "the last pair, too";
}

TEST(ShapeScene, AStraightClosingLeavesTheEdgesAsTheyAre) {
  ShapeScene scene;
  doAll(scene, {UsePresetPair{ShapePreset::Apple, ShapePreset::Vase}});
  const auto shown = [&](ShapeClosing closing) {
    doAll(scene, {SetShapes{{.kind = MorphKind::VectorShortest, .closing = closing},
                            bitOf(&ShapeSettings::kind) | bitOf(&ShapeSettings::closing)},
                  SetTime{1}});
    return copied(scene.morphed()[0].points);
  };
  EXPECT_EQ(shown(ShapeClosing::Straight), shown(ShapeClosing::Raw)) << "only the line between the ends differs";
  EXPECT_NE(shown(ShapeClosing::Straight), shown(ShapeClosing::Spread));
}

TEST(ShapeScene, ReversedShapesPlayTheSameFilmBackward) {
  ShapeScene scene = withPencils();
  doAll(scene, {AddKey{ShapePreset::Horse}, AddKey{ShapePreset::Stool}, SetHold{0, 0.25}, SetMorphSeconds{1, 2},
                SetCorrespondence{0, {.automatic = false, .rotation = 2}},
                SetCorrespondence{1, {.automatic = false, .rotation = 3, .reversed = true}},
                SetShapes{&ShapeSettings::kind, MorphKind::Linear},
                SetShapes{&ShapeSettings::ending, ShapeEnding::Stop}, SetShapes{&ShapeSettings::fps, 1000}});
  const auto outlinesAt = [&](double time) {
    doAll(scene, {SetTime{time}});
    return copied(scene.morphed()[0].points);
  };
  const auto nearest = [](const Points& points, glm::dvec2 to) {
    double least = std::numeric_limits<double>::infinity();
    for (const glm::dvec2 point : points) least = std::min(least, glm::distance(point, to));
    return least;
  };
  const double length = scene.length();
  const auto keys = scene.keys();
  std::vector<Points> forward;
  for (int i = 0; i <= 20; ++i) forward.push_back(outlinesAt(length * i / 20));
  doAll(scene, {ReverseKeys{}});
  EXPECT_EQ(scene.length(), length);
  for (int i = 0; i <= 20; ++i) {
    const Points backward = outlinesAt(length * (20 - i) / 20);
    ASSERT_EQ(backward.size(), forward[static_cast<std::size_t>(i)].size()) << i;
    for (const glm::dvec2 point : backward)  // the outline may begin at another one
      EXPECT_LT(nearest(forward[static_cast<std::size_t>(i)], point), 1) << i;
  }
  doAll(scene, {ReverseKeys{}});
  EXPECT_EQ(scene.keys(), keys);
  doAll(scene, {RemoveKey{0}, RemoveKey{0}, RemoveKey{0}});
  EXPECT_EQ(refusal(scene, ReverseKeys{}), "there are fewer than two shapes to reverse");
}

TEST(ShapeScene, PlaysWithoutAllocating) {
  for (const ShapeMode mode : {ShapeMode::Animation, ShapeMode::Picture}) {
    ShapeScene scene;
    doAll(scene, {UsePresetPair{ShapePreset::Elephant, ShapePreset::Vase}, AddKey{ShapePreset::Horse},
                  SetShapes{&ShapeSettings::sideBySide, true}, SetShapes{&ShapeSettings::mode, mode}, SetPlaying{}});
    const test::AllocationGuard guard;
    for (int frame = 0; frame < 1000; ++frame) scene.advance(1.0 / 60);
    EXPECT_EQ(guard.count(), 0);
  }
}

TEST(ShapeScene, CanBeMoved) {
  ShapeScene scene = withPencils();
  doAll(scene, {SetTime{1}});
  const Points before = copied(scene.morphed()[0].points);
  const ShapeScene moved = std::move(scene);
  EXPECT_EQ(copied(moved.morphed()[0].points), before);
}

}  // namespace

}  // namespace app
