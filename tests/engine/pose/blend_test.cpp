// Both blends against their closed forms; needs no clips.
#include "crossfade/pose/blend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/allocation_guard.h"

namespace crossfade {
namespace {

constexpr double kPi = std::numbers::pi;

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
  const double first = 0.9 / 3, both = first + (2.4 - first) / 4;  // a toward b by 0.25 / 0.75, then to c by 0.25
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

/// Random layers of three channels: one number, a vector, and a list. Weights, masks and values are eighths, so that
/// ties and sums of exactly 1 occur.
struct AnyLayers {
  AnyLayers(unsigned seed, Mixing mixing) : random(seed) {
    for (ChannelSlot& slot : channels) slot.mixing = mixing;
    for (JointMask& mask : masks) mask = *JointMask::make({0.125f * upTo(8), 0.125f * upTo(8), 0.125f * upTo(8)});
    for (double& value : rest) value = upTo(8);
    for (int i = 0; i < 5; ++i) {
      for (int k = 0; k < 9; ++k) values[i].push_back(10 + upTo(8));
      for (int k = 0; k < 3; ++k) present[i].push_back(upTo(3) > 0);
      layers.push_back({.values = values[i],
                        .present = present[i],
                        .weight = 0.125 * upTo(6),
                        .mask = upTo(2) == 0 ? nullptr : &masks[upTo(1)],
                        .blendMode = upTo(3) == 0 ? BlendMode::Additive : BlendMode::Normal,
                        .slot = i});
    }
  }
  AnyLayers(const AnyLayers&) = delete;
  unsigned upTo(unsigned last) { return static_cast<unsigned>(random() % (last + 1)); }
  /// 0 unless the layer has the channel.
  static double weight(const BlendLayer& layer, std::size_t channel) {
    return layer.present[channel] ? layer.weight : 0;
  }
  static double covers(const JointMask* mask, std::size_t channel) {
    return mask ? mask->weight(static_cast<int>(channel)) : 1;
  }
  /// The sum of the weights in a group, or of the group without a mask.
  double groupSum(const JointMask* mask, std::size_t channel) const {
    double sum = 0;
    for (const BlendLayer& layer : layers)
      if (layer.mask == mask && layer.blendMode == BlendMode::Normal) sum += weight(layer, channel);
    return sum;
  }
  /// From the lowest to the highest.
  std::vector<const JointMask*> groups() const {
    std::vector<const JointMask*> all{nullptr};
    for (const BlendLayer& layer : layers)
      if (layer.blendMode == BlendMode::Normal && std::find(all.begin(), all.end(), layer.mask) == all.end())
        all.push_back(layer.mask);
    return all;
  }

  std::mt19937 random;
  Channels channels{
      {.offset = 0, .size = 1, .node = 0}, {.offset = 1, .size = 3, .node = 1}, {.offset = 4, .size = 5, .node = 2}};
  std::vector<JointMask> masks = std::vector<JointMask>(2, *JointMask::make({1.0f, 1.0f, 1.0f}));
  Values rest = Values(9), values[5];
  std::vector<std::uint8_t> present[5];
  std::vector<BlendLayer> layers;
};

TEST(BlendInOrder, OfNumbersIsOneWeightedSum) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const AnyLayers any(seed, Mixing::Lerp);
    const Values out = inOrder(any.channels, any.rest, any.layers);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const ChannelSlot& slot = any.channels[channel];
      for (auto k = static_cast<std::size_t>(slot.offset); k < static_cast<std::size_t>(slot.offset + slot.size); ++k) {
        double weights = 0, sum = 0, added = 0;
        for (const BlendLayer& layer : any.layers) {
          const double weight = any.weight(layer, channel) * any.covers(layer.mask, channel);
          (layer.blendMode == BlendMode::Additive ? added : sum) += weight * layer.values[k];
          if (layer.blendMode == BlendMode::Normal) weights += weight;
        }
        const double missing = std::max(0.0, 1 - weights);
        EXPECT_NEAR(out[k], (sum + missing * any.rest[k]) / std::max(1.0, weights) + added, 1e-12) << seed << ' ' << k;
      }
    }
  }
}

TEST(BlendOrderFree, OfNumbersIsOneWeightedSumToo) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const AnyLayers any(seed, Mixing::Lerp);
    const Values out = orderFree(any.channels, any.rest, any.layers);
    const auto groups = any.groups();
    for (std::size_t channel = 0; channel < 3; ++channel) {
      // The fraction of what is below group `first` that shows through it and all groups above.
      const auto visibleBelow = [&](std::size_t first) {
        double visible = 1;
        for (std::size_t group = first; group < groups.size(); ++group)
          visible *= 1 - any.covers(groups[group], channel) * std::min(1.0, any.groupSum(groups[group], channel));
        return visible;
      };
      const ChannelSlot& slot = any.channels[channel];
      for (auto k = static_cast<std::size_t>(slot.offset); k < static_cast<std::size_t>(slot.offset + slot.size); ++k) {
        double expected = any.rest[k] * visibleBelow(0);
        for (const BlendLayer& layer : any.layers) {
          const auto group =
              static_cast<std::size_t>(std::find(groups.begin(), groups.end(), layer.mask) - groups.begin());
          const double weight = any.weight(layer, channel) * any.covers(layer.mask, channel);
          const double factor = layer.blendMode == BlendMode::Additive
                                    ? 1
                                    : visibleBelow(group + 1) / std::max(1.0, any.groupSum(layer.mask, channel));
          expected += layer.values[k] * weight * factor;
        }
        EXPECT_NEAR(out[k], expected, 1e-12) << seed << ' ' << k;
      }
    }
  }
}

/// The last additive selection that has at least half the weight, or else `below`.
double withAdditive(const AnyLayers& any, std::size_t channel, std::size_t k, double below) {
  for (const BlendLayer& layer : any.layers)
    if (layer.blendMode == BlendMode::Additive && any.weight(layer, channel) * any.covers(layer.mask, channel) >= 0.5)
      below = layer.values[k];
  return below;
}

TEST(BlendInOrder, SelectsTheLastLayerWithHalfTheWeightSoFar) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    AnyLayers any(seed, Mixing::Select);
    for (std::size_t i = 0; i < 3; ++i) any.channels[i].size = 1;
    const Values out = inOrder(any.channels, any.rest, any.layers);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const auto k = static_cast<std::size_t>(any.channels[channel].offset);
      double sum = 0, selected = any.rest[k];
      for (const BlendLayer& layer : any.layers) {
        const double weight = any.weight(layer, channel) * any.covers(layer.mask, channel);
        if (!(weight > 0) || layer.blendMode == BlendMode::Additive) continue;
        if (2 * weight >= sum + weight) selected = layer.values[k];
        sum += weight;
      }
      if (sum <= 0.5) selected = any.rest[k];
      EXPECT_EQ(out[k], withAdditive(any, channel, k, selected)) << seed << ' ' << channel;
    }
  }
}

TEST(BlendOrderFree, SelectsTheLargestOfEachGroupThatCoversHalf) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    AnyLayers any(seed, Mixing::Select);
    for (std::size_t i = 0; i < 3; ++i) any.channels[i].size = 1;
    const Values out = orderFree(any.channels, any.rest, any.layers);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const auto k = static_cast<std::size_t>(any.channels[channel].offset);
      double selected = any.rest[k];
      for (const JointMask* mask : any.groups()) {
        std::vector<std::pair<double, double>> ranked;  // weight, and the value negated: of two equals the smaller
        for (const BlendLayer& layer : any.layers)
          if (layer.mask == mask && layer.blendMode == BlendMode::Normal && any.weight(layer, channel) > 0)
            ranked.emplace_back(layer.weight, -layer.values[k]);
        if (any.covers(mask, channel) * std::min(1.0, any.groupSum(mask, channel)) >= 0.5)
          selected = -std::max_element(ranked.begin(), ranked.end())->second;
      }
      EXPECT_EQ(out[k], withAdditive(any, channel, k, selected)) << seed << ' ' << channel;
    }
  }
}

TEST(RotationSigns, KeepABlendOnOneSideAcross180Degrees) {
  const Values rest{0, 0, 0, 1}, still{0, 0, 0, 1};
  const auto about = [](double degrees) {
    const double half = degrees * kPi / 360;
    return Values{0, 0, std::sin(half), std::cos(half)};
  };
  RotationSigns signs(kRotation, 2);
  Values out(4);
  const auto blend = [&](double degrees) {
    const Values rotating = about(degrees);
    const std::vector<BlendLayer> layers{{.values = still, .weight = 0.5, .slot = 0},
                                         {.values = rotating, .weight = 0.5, .slot = 1}};
    blendOrderFree(kRotation, rest, layers, signs, out);
    return 2 * std::atan2(out[2], out[3]) * 180 / kPi;
  };
  EXPECT_NEAR(blend(170), 85, 1e-9);
  EXPECT_NEAR(blend(190), 95, 1e-9) << "not -85, the shorter way";
  signs.reset();
  EXPECT_NEAR(blend(190), -85, 1e-9);
}

/// RotationSigns in one plane, where a rotation is a half angle and the sign of its quaternion a multiple of pi: every
/// half angle continues its last one, or starts on the side of the last result.
struct Unwrapped {
  struct Clip {
    double half = 0;
    bool wasShown = false;
  };
  double rest = 0, shown = 0;
  std::vector<Clip> clips = std::vector<Clip>(4);
  bool restWasShown = false;

  static double near(double half, double last) { return last + std::remainder(half - last, kPi); }

  /// The half angle of the result; layers whose weight is 0 are not shown.
  double blend(const std::vector<double>& halves, const std::vector<double>& weights) {
    double sum = 0, x = 0, y = 0;
    for (std::size_t i = 0; i < clips.size(); ++i) {
      const bool isShown = weights[i] > 0;
      if (isShown) clips[i].half = near(halves[i], clips[i].wasShown ? clips[i].half : shown);
      clips[i].wasShown = isShown;
      sum += weights[i];
      x += weights[i] * std::cos(clips[i].half);
      y += weights[i] * std::sin(clips[i].half);
    }
    if (!restWasShown) rest = near(rest, shown);
    restWasShown = sum < 1;
    if (restWasShown) {
      const double length = sum > 0 ? std::hypot(x, y) : 1;
      x = x / length * sum + std::cos(rest) * (1 - sum);
      y = y / length * sum + std::sin(rest) * (1 - sum);
    }
    return shown = std::atan2(y, x);
  }
};

TEST(RotationSigns, GiveWhatUnwrappedAnglesGive) {
  const Channels two{{.offset = 0, .size = 4, .mixing = Mixing::Slerp},
                     {.offset = 4, .size = 4, .mixing = Mixing::Slerp}};
  std::mt19937 random(5);
  const auto number = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  for (int run = 0; run < 200; ++run) {
    const double restHalves[] = {number(-3, 3), number(-3, 3)};
    Values rest, out(8);
    for (const double half : restHalves) rest.insert(rest.end(), {0, 0, std::sin(half), std::cos(half)});
    const auto start = [&](double half) { return Unwrapped{.rest = half, .shown = half}; };
    Unwrapped expected[] = {start(restHalves[0]), start(restHalves[1])};
    RotationSigns signs(two, 1);
    std::vector<double> halves[2], speeds[2], weights(4, 0.0);
    for (std::size_t joint : {0, 1})
      for (int i = 0; i < 4; ++i) {
        halves[joint].push_back(number(-3, 3));
        speeds[joint].push_back(number(-0.6, 0.6));
      }
    for (int frame = 0; frame < 60; ++frame) {
      if (frame % 7 == 0)
        for (double& weight : weights) weight = number(0, 1) < 0.4 ? 0 : number(0.05, 0.6);
      if (frame % 19 == 5) signs.reserve(2 + frame / 19);
      if (frame == 40) {
        signs.reset();
        for (std::size_t joint : {0, 1}) expected[joint] = start(restHalves[joint]);
      }
      Values clips[4];
      std::vector<BlendLayer> layers;
      for (std::size_t i = 0; i < 4; ++i) {
        if (i >= signs.clips.size()) weights[i] = 0;
        for (std::size_t joint : {0, 1}) {
          halves[joint][i] += speeds[joint][i];
          const double half = halves[joint][i] + (number(0, 1) < 0.5 ? kPi : 0);  // either sign
          clips[i].insert(clips[i].end(), {0, 0, std::sin(half), std::cos(half)});
        }
        layers.push_back({.values = clips[i], .weight = weights[i], .slot = static_cast<int>(i)});
      }
      blendOrderFree(two, rest, layers, signs, out);
      for (std::size_t joint : {0, 1}) {
        const double half = expected[joint].blend(halves[joint], weights);
        EXPECT_NEAR(out[joint * 4 + 2], std::sin(half), 1e-9) << run << ' ' << frame;
        EXPECT_NEAR(out[joint * 4 + 3], std::cos(half), 1e-9) << run << ' ' << frame;
      }
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace crossfade
