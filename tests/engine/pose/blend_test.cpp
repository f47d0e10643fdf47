// Both blends against their closed forms; needs no clips.
#include "crossfade/pose/blend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

using Values = std::vector<double>;
using Channels = std::vector<ChannelSlot>;

const Channels kNumber{{.offset = 0, .size = 1}};
const Channels kRotation{{.offset = 0, .size = 4, .mixing = Mixing::Slerp}};
const Channels kSelection{{.offset = 0, .size = 1, .mixing = Mixing::Select}};

Values inOrder(const Channels& channels, const Values& rest, const std::vector<BlendLayer>& layers) {
  Values out(rest.size());
  blendInOrder(channels, rest, layers, out);
  return out;
}

Values orderFree(const Channels& channels, const Values& rest, const std::vector<BlendLayer>& layers) {
  Values out(rest.size());
  blendOrderFree(channels, rest, layers, out);
  return out;
}

using Blend = Values (*)(const Channels&, const Values&, const std::vector<BlendLayer>&);

/// Where both blends agree.
class EachBlend : public testing::TestWithParam<Blend> {
 protected:
  double number(double rest, const std::vector<BlendLayer>& layers) const {
    return GetParam()(kNumber, {rest}, layers)[0];
  }
};
std::string blendName(const testing::TestParamInfo<Blend>& tested) {
  return tested.param == &inOrder ? "InOrder" : "OrderFree";
}
INSTANTIATE_TEST_SUITE_P(Both, EachBlend, testing::Values(&inOrder, &orderFree), blendName);

TEST_P(EachBlend, OfNothingIsTheRestPose) { EXPECT_EQ(number(10, {}), 10); }

TEST_P(EachBlend, OfOneFullWeightIsThatLayer) {
  const Values a{2};
  EXPECT_EQ(number(10, {{.values = a}}), 2);
}

TEST_P(EachBlend, IsTheWeightedMean) {
  const Values a{2}, b{6};
  EXPECT_NEAR(number(10, {{.values = a, .weight = 0.25}, {.values = b, .weight = 0.75}}), 5, 1e-15);
  EXPECT_NEAR(number(10, {{.values = a, .weight = 3}, {.values = b, .weight = 1}}), 3, 1e-15) << "normalized";
  EXPECT_NEAR(number(10, {{.values = a, .weight = 0.25}, {.values = b, .weight = 0.5}}), 6, 1e-15) << "rest fills";
}

TEST_P(EachBlend, SkipsWeightsThatAreNotAboveZero) {
  const Values a{2}, b{6};
  EXPECT_EQ(number(10, {{.values = a}, {.values = b, .weight = 0}, {.values = b, .weight = -1}}), 2);
  EXPECT_EQ(number(10, {{.values = a, .weight = NAN}}), 10);
}

TEST_P(EachBlend, SkipsChannelsThatALayerDoesNotHave) {
  const Channels two{{.offset = 0, .size = 1}, {.offset = 1, .size = 1}};
  const Values a{2, 3}, b{6, 7};
  const std::vector<std::uint8_t> onlyFirst{1, 0};
  EXPECT_EQ(
      GetParam()(two, {10, 10}, {{.values = a, .weight = 0.5}, {.values = b, .present = onlyFirst, .weight = 0.5}}),
      (Values{4, 6.5}));
}

TEST_P(EachBlend, AddsAdditiveLayersOnTopOfTheMean) {
  const Values a{2}, b{6}, added{4};
  const BlendLayer additive{.values = added, .weight = 0.5, .blendMode = BlendMode::Additive};
  EXPECT_EQ(number(10, {additive, {.values = a, .weight = 0.5}, {.values = b, .weight = 0.5}}), 4 + 2);
  EXPECT_EQ(number(10, {additive}), 12) << "or of the rest pose";
}

TEST_P(EachBlend, AppliesAdditiveRotationsFromTheRight) {
  const double r = std::sqrt(0.5);
  const Values aboutX{r, 0, 0, r}, aboutY{0, r, 0, r};
  const Values out =
      GetParam()(kRotation, {0, 0, 0, 1}, {{.values = aboutX}, {.values = aboutY, .blendMode = BlendMode::Additive}});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(out[i], 0.5, 1e-15) << i;  // x * y: all components one half
}

TEST_P(EachBlend, OfASingleRotationIsThatRotationBitForBit) {
  const Values a{0.1, 0.2, 0.3, 0.9273618};  // not exactly unit length
  EXPECT_EQ(GetParam()(kRotation, {0, 0, 0, 1}, {{.values = a}}), a);
}

TEST_P(EachBlend, OfTwoEquallyWeightedRotationsIsHalfway) {
  const Values a{0, 0, 0, 1}, b{0, 0, 1, 0};  // 180 degrees about z
  const Values out = GetParam()(kRotation, a, {{.values = a, .weight = 0.5}, {.values = b, .weight = 0.5}});
  EXPECT_NEAR(out[2], std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(out[3], std::sqrt(0.5), 1e-15);
}

TEST_P(EachBlend, AllocatesNothing) {
  const Values a{2}, rest{1};
  const JointMask mask = *JointMask::make({0.5f});
  const std::vector<BlendLayer> layers{{.values = a, .weight = 0.5}, {.values = a, .weight = 0.5, .mask = &mask}};
  Values out(1);
  const ::test::AllocationGuard guard;
  blendInOrder(kNumber, rest, layers, out);
  blendOrderFree(kNumber, rest, layers, out);
  EXPECT_EQ(guard.count(), 0);
}

TEST(BlendInOrder, SlerpsEachRotationByItsFractionOfTheWeightSoFar) {
  const auto about = [](double angle) { return Values{0, 0, std::sin(angle / 2), std::cos(angle / 2)}; };
  const Values a = about(0), b = about(0.9), c = about(2.4);
  const Values out = inOrder(
      kRotation, a, {{.values = a, .weight = 0.5}, {.values = b, .weight = 0.25}, {.values = c, .weight = 0.25}});
  const double first = 0.9 / 3, both = first + (2.4 - first) / 4;  // a towards b by 0.25 / 0.75, then to c by 0.25
  EXPECT_NEAR(2 * std::atan2(out[2], out[3]), both, 1e-15);
}

TEST(BlendInOrder, MultipliesAWeightByTheMaskOfItsJoint) {
  const JointMask mask = *JointMask::make({0.25f});
  const Values a{2};
  EXPECT_EQ(inOrder(kNumber, {10}, {{.values = a, .weight = 0.5, .mask = &mask}})[0], 10 * 0.875 + 2 * 0.125);
}

TEST(BlendInOrder, OfAWeightSumJustBelowOneLeavesTheRestOut) {
  const Values zero{0};
  const std::vector<BlendLayer> tenTenths(10, {.values = zero, .weight = 0.1});
  EXPECT_EQ(inOrder(kNumber, {1e12}, tenTenths)[0], 0) << "ten tenths are 1, though their sum in double is not";
}

TEST(BlendOrderFree, DoesNotDependOnTheOrder) {
  const double r = std::sqrt(0.5);
  const Values a{r, 0, 0, r}, b{0, r, 0, r}, c{0, 0, r, r}, rest{0, 0, 0, 1};
  const Values first = orderFree(
      kRotation, rest, {{.values = a, .weight = 0.5}, {.values = b, .weight = 0.2}, {.values = c, .weight = 0.3}});
  const Values minusB{0, -r, 0, -r};
  const Values other = orderFree(
      kRotation, rest, {{.values = c, .weight = 0.3}, {.values = a, .weight = 0.5}, {.values = minusB, .weight = 0.2}});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(first[i], other[i], 1e-15) << "whatever their signs";
}

TEST(BlendOrderFree, OfRotationsThatCancelOutIsTheRestPose) {
  const Values a{0, 0, 1, 0}, b{0, 1, 0, 0}, rest{0, 0, 0, 1};
  const Values minusA{0, 0, -1, 0}, minusB{0, -1, 0, 0};
  // each is equally far from the rest pose and its negative, so none changes sign
  const std::vector<BlendLayer> layers{{.values = a, .weight = 0.25},
                                       {.values = minusA, .weight = 0.25},
                                       {.values = b, .weight = 0.25},
                                       {.values = minusB, .weight = 0.25}};
  EXPECT_EQ(orderFree(kRotation, rest, layers), rest);
}

TEST(BlendOrderFree, LayersMaskedGroupsInTheOrderOfTheirMasks) {
  const JointMask whole = *JointMask::make({1.0f}), third = *JointMask::make({1.0f / 3});
  const Values a{3}, b{9}, c{30};
  const BlendLayer below{.values = a}, covering{.values = b, .mask = &whole}, feathered{.values = c, .mask = &third};
  EXPECT_EQ(orderFree(kNumber, {60}, {covering, below})[0], 9);
  EXPECT_NEAR(orderFree(kNumber, {60}, {below, feathered})[0], 3 * 2 / 3.0 + 30 / 3.0, 1e-6);
  EXPECT_NEAR(orderFree(kNumber, {60}, {below, covering, feathered})[0], 9 * 2 / 3.0 + 30 / 3.0, 1e-6);
  EXPECT_EQ(orderFree(kNumber, {60}, {below, feathered, covering})[0], 9);
}

TEST(BlendOrderFree, SelectsTheLargestWeight) {
  const Values one{1}, two{2}, three{3};
  const auto selected = [&](double first, double second, double third) {
    return orderFree(
        kSelection, {7},
        {{.values = one, .weight = first}, {.values = two, .weight = second}, {.values = three, .weight = third}})[0];
  };
  EXPECT_EQ(selected(0.3, 0.4, 0.3), 2);
  EXPECT_EQ(selected(0.3, 0.3, 0.4), 3);
  EXPECT_EQ(selected(0.5, 0.5, 0), 1) << "the smaller of two equals";
  EXPECT_EQ(selected(0.3, 0.1, 0), 7) << "the rest pose has more";
}

TEST(RotationSigns, KeepABlendOnOneSideAcross180Degrees) {
  const Values rest{0, 0, 0, 1}, still{0, 0, 0, 1};
  const auto about = [](double degrees) {
    const double half = degrees * 3.14159265358979 / 360;
    return Values{0, 0, std::sin(half), std::cos(half)};
  };
  RotationSigns signs(kRotation, 2);
  Values out(4);
  const auto blend = [&](double degrees) {
    const Values rotating = about(degrees);
    const std::vector<BlendLayer> layers{{.values = still, .weight = 0.5, .slot = 0},
                                         {.values = rotating, .weight = 0.5, .slot = 1}};
    blendOrderFree(kRotation, rest, layers, signs, out);
    return 2 * std::atan2(out[2], out[3]) * 180 / 3.14159265358979;
  };
  EXPECT_NEAR(blend(170), 85, 1e-9);
  EXPECT_NEAR(blend(190), 95, 1e-9) << "not -85, the shorter way";
  signs.reset();
  EXPECT_NEAR(blend(190), -85, 1e-9);
}

}  // namespace
}  // namespace crossfade
