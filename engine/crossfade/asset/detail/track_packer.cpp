#include "crossfade/asset/detail/track_packer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "crossfade/math/quaternion_blend.h"
#include "crossfade/math/transform.h"
#include "crossfade/pose/clip_sampler.h"
#include "crossfade/pose/joint_frame.h"

namespace crossfade {
namespace {

constexpr double kUsualRates[] = {10, 15, 20, 24, 30, 40, 60, 80, 120, 160, 240, 480};
constexpr double kInterpolationShare = 0.85;  // of the tolerance, for what lies between frames
constexpr double kFrameShare = 0.97;          // of the tolerance, at frames
constexpr int kShortSegment = 10;             // intervals; shorter ones are not worth their headers
constexpr double kNearlyLeast = 1.05;         // of the shortest result
constexpr double kGiveUp = 1.15;              // of the shortest result: shorter segments take even more
constexpr double kLeastOmitted = 0.25;        // a rotation's component is left out if it is never smaller
constexpr double kDeadZone = 0.6;             // of a step: a smaller coefficient of a high degree becomes 0
constexpr int kFirstDegreeWithDeadZone = 3;

/// What a pose looks like: joints in model space from ChannelLayout's values.
class Body {
 public:
  Body(const PackedBody& body, BlendMode blendMode, const SampleTolerance& tolerance)
      : parents_(body.parents), rest_(body.rest), isAdditive_(blendMode == BlendMode::Additive), tolerance_(tolerance) {
    std::vector<JointFrame> frames(parents_.size());
    for (std::size_t i = 0; i < parents_.size(); ++i) placeJoint(rest_, parents_, i, frames);
    scale_ = toleranceScale(longestSideOf(frames));
    if (isAdditive_) sum_.assign(rest_.begin(), rest_.end());
  }

  std::size_t jointCount() const { return parents_.size(); }
  double shell() const { return tolerance_.shell * scale_; }
  double distance() const { return tolerance_.distance * scale_; }
  std::span<const int> parents() const { return parents_; }

  /// Joint `i` of a pose; its parent must be there already. An additive pose is seen on top of the rest pose.
  void place(std::span<const double> values, std::size_t i, std::vector<JointFrame>& frames) {
    if (!isAdditive_) return placeJoint(values, parents_, i, frames);
    const double *own = &values[i * kValuesPerJoint], *rest = &rest_[i * kValuesPerJoint];
    double* const sum = &sum_[i * kValuesPerJoint];
    for (int k = 0; k < kValuesPerJoint; ++k) sum[k] = rest[k] + own[k];
    const auto rotation = [](const double* joint) {
      const double* const q = joint + kRotationOffset;
      return glm::normalize(makeDoubleQuat(q[0], q[1], q[2], q[3]));
    };
    const glm::dquat turned = rotation(rest) * rotation(own);
    double* const q = sum + kRotationOffset;
    q[0] = turned.x, q[1] = turned.y, q[2] = turned.z, q[3] = turned.w;
    placeJoint(sum_, parents_, i, frames);
  }

  /// The difference of a joint as a part of the tolerance: of a point on its shell, or the angle by which it is turned.
  /// Of a small turn, the changes of the three unit axes have squares that add up to twice its square.
  double error(const JointFrame& exact, const JointFrame& found) const {
    double squares = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double length = glm::length(exact.axes[axis]);
      const double change = length > 0 ? glm::distance(exact.axes[axis], found.axes[axis]) / length : 0;
      squares += change * change;
    }
    const double angle = std::sqrt(squares / 2);
    const double moved = glm::distance(exact.origin, found.origin) + shell() * angle;
    return std::max(moved / distance(), angle / tolerance_.angle);
  }

  /// Of all joints and other values.
  double error(std::span<const double> exact, std::span<const double> found) {
    exact_.resize(jointCount());
    found_.resize(jointCount());
    double worst = errorOfValues(exact, found);
    for (std::size_t i = 0; i < jointCount(); ++i) {
      place(exact, i, exact_);
      place(found, i, found_);
      worst = std::max(worst, error(exact_[i], found_[i]));
    }
    return worst;
  }
  double errorOfValues(std::span<const double> exact, std::span<const double> found) const {
    double worst = 0;
    for (std::size_t i = jointCount() * kValuesPerJoint; i < exact.size(); ++i)
      worst = std::max(worst, std::abs(exact[i] - found[i]) / (std::max(1.0, std::abs(exact[i])) * tolerance_.morph));
    return worst;
  }

 private:
  std::span<const int> parents_;
  std::span<const double> rest_;
  bool isAdditive_;
  SampleTolerance tolerance_;
  double scale_ = 1;
  std::vector<JointFrame> exact_, found_;
  std::vector<double> sum_;  // of an additive pose and the rest pose
};

/// An animated track: where its value is in a pose.
struct Lane {
  PackedTarget target;
  int offset = 0;
  bool rotates() const { return target.target.channel == Channel::Rotation; }
  bool isOfBody() const { return isTransform(target.target.channel); }
};

class BitWriter {
 public:
  void put(std::uint32_t value, int width) {
    pending_ |= std::uint64_t(value & ((std::uint64_t(1) << width) - 1)) << count_;
    count_ += width;
    if (count_ < 32) return;
    words.push_back(static_cast<std::uint32_t>(pending_));
    pending_ >>= 32;
    count_ -= 32;
  }
  void finish() {
    if (count_ > 0) put(0, 32 - count_);
  }
  std::vector<std::uint32_t> words;

 private:
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

using PoseValues = std::vector<double>;  // ChannelLayout's values

/// A track of a segment: its exact coefficients, and the step in which they are counted.
struct LaneCurves {
  int omitted = kPackedNoneOmitted;
  int components = 0;
  std::vector<double> exact;  // [degree][component]
  std::vector<std::int32_t> keys;
  int code = 0;  // packedStep()
};

int widthOf(std::int32_t key) { return std::bit_width(static_cast<std::uint32_t>(key < 0 ? ~key : key)) + 1; }

/// The frames of one segment, and their tracks at steps that can be tried.
class SegmentPacker {
 public:
  SegmentPacker(Body& body, std::span<const Lane> lanes, std::span<const PoseValues> frames, PackedCurves& curves)
      : body_(body), lanes_(lanes), exact_(frames), found_(frames.begin(), frames.end()) {
    const std::size_t n = frames.size();
    curves.prepare(static_cast<int>(n));
    curves_.resize(n * n);
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t degree = 0; degree < n; ++degree)
        curves_[f * n + degree] = static_cast<double>(curves.at(static_cast<int>(degree), static_cast<int>(f)));
    for (const Lane& lane : lanes) tracks_.push_back(transform(lane));
    exactModels_.assign(n, std::vector<JointFrame>(body.jointCount()));
    for (std::size_t f = 0; f < n; ++f)
      for (std::size_t i = 0; i < body.jointCount(); ++i) body.place(exact_[f], i, exactModels_[f]);
    models_ = exactModels_;
  }

  /// Finds the coarsest steps that stay within `limit` of the tolerance. False: there are none.
  bool fit(std::span<const double> effects, double limit) {
    int low = kCoarsest, high = kFinest;  // of what is added to all codes
    if (errorAt(effects, high) > limit) return false;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (errorAt(effects, middle) > limit ? low : high) = middle;
    }
    errorAt(effects, high);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t lane = 0; lane < lanes_.size(); ++lane) changed = coarsen(lane, limit) || changed;
    }
    return true;
  }

  void write(BitWriter& bits) const {
    const int frames = static_cast<int>(exact_.size());
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      const LaneCurves& track = tracks_[i];
      if (lanes_[i].isOfBody())
        writeTrack(track, 0, track.components, lanes_[i].rotates(), frames, bits);
      else
        for (int k = 0; k < track.components; ++k) writeTrack(track, k, k + 1, false, frames, bits);
    }
    bits.finish();
  }

 private:
  // Steps that move something by 16 times the tolerance, and by 1/1024 of it.
  static constexpr int kCoarsest = 0, kFinest = 56;
  static constexpr int kCoarser = 1;  // quarters of a power of two

  double curve(std::size_t frame, std::size_t degree) const { return curves_[frame * exact_.size() + degree]; }

  /// The component that is never small and never changes its sign, in rotations aligned from frame to frame.
  static int omittedOf(const std::vector<std::array<double, 4>>& rotations) {
    int best = kPackedNoneOmitted;
    double largest = kLeastOmitted;
    for (std::size_t i = 0; i < 4; ++i) {
      double least = 2;
      for (const auto& q : rotations) least = std::min(least, q[i] * rotations[0][i] > 0 ? std::abs(q[i]) : 0);
      if (least > largest) largest = least, best = static_cast<int>(i);
    }
    return best;
  }

  LaneCurves transform(const Lane& lane) const {
    const std::size_t n = exact_.size(), size = static_cast<std::size_t>(lane.target.size);
    std::vector<std::vector<double>> values(n);
    LaneCurves made;
    if (lane.rotates()) {
      std::vector<std::array<double, 4>> rotations(n);
      for (std::size_t f = 0; f < n; ++f) {
        double dot = 0, length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
          rotations[f][i] = exact_[f][static_cast<std::size_t>(lane.offset) + i];
          length += rotations[f][i] * rotations[f][i];
          if (f > 0) dot += rotations[f][i] * rotations[f - 1][i];
        }
        const double scale = (dot < 0 ? -1 : 1) / (length > 0 ? std::sqrt(length) : 1);
        for (double& component : rotations[f]) component *= scale;
      }
      made.omitted = omittedOf(rotations);
      const bool flips = made.omitted < 4 && rotations[0][static_cast<std::size_t>(made.omitted)] < 0;
      for (std::size_t f = 0; f < n; ++f)
        for (int i = 0; i < 4; ++i)
          if (i != made.omitted)
            values[f].push_back(flips ? -rotations[f][static_cast<std::size_t>(i)]
                                      : rotations[f][static_cast<std::size_t>(i)]);
    } else {
      for (std::size_t f = 0; f < n; ++f)
        for (std::size_t i = 0; i < size; ++i)
          values[f].push_back(exact_[f][static_cast<std::size_t>(lane.offset) + i]);
    }
    const std::size_t components = values[0].size();
    made.components = static_cast<int>(components);
    made.exact.assign(n * components, 0);
    made.keys.assign(n * components, 0);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < components; ++i)
        for (std::size_t f = 0; f < n; ++f) made.exact[k * components + i] += curve(f, k) * values[f][i];
    return made;
  }

  /// Counts a track in steps, and writes the poses that result.
  void quantize(std::size_t lane, int code) {
    LaneCurves& track = tracks_[lane];
    const std::size_t n = exact_.size(), components = static_cast<std::size_t>(track.components);
    track.code = std::clamp(code, 0, (1 << kPackedStepBits) - 1);
    const double step = packedStep(track.code);
    constexpr double kMost = (1 << (kPackedMaxWidth - 2)) - 1;
    for (std::size_t i = 0; i < track.exact.size(); ++i) {
      const double key = track.exact[i] / step;
      const bool isSmall = i / components >= std::size_t(kFirstDegreeWithDeadZone) && std::abs(key) < kDeadZone;
      track.keys[i] = isSmall ? 0 : static_cast<std::int32_t>(std::lround(std::clamp(key, -kMost, kMost)));
    }
    for (std::size_t f = 0; f < n; ++f) {
      double* const into = &found_[f][static_cast<std::size_t>(lanes_[lane].offset)];
      double rest = 1;
      for (std::size_t i = 0, k = 0; i < static_cast<std::size_t>(lanes_[lane].target.size); ++i) {
        if (lanes_[lane].rotates() && static_cast<int>(i) == track.omitted) continue;
        double sum = 0;
        for (std::size_t degree = 0; degree < n; ++degree)
          sum += curve(f, degree) * track.keys[degree * components + k];
        into[i] = sum * step;
        rest -= into[i] * into[i];
        ++k;
      }
      if (track.omitted < kPackedNoneOmitted) into[track.omitted] = std::sqrt(std::max(0.0, rest));
    }
  }

  double errorAt(std::span<const double> effects, int code) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      quantize(lane, code + static_cast<int>(std::lround(4 * std::log2(effects[lane]))));
    double worst = 0;
    for (std::size_t f = 0; f < exact_.size(); ++f) {
      worst = std::max(worst, body_.errorOfValues(exact_[f], found_[f]));
      for (std::size_t i = 0; i < body_.jointCount(); ++i) {
        body_.place(found_[f], i, models_[f]);
        worst = std::max(worst, body_.error(exactModels_[f][i], models_[f][i]));
      }
    }
    return worst;
  }

  /// Takes a larger step for one track if that stays within the limit; only what it moves is looked at.
  bool coarsen(std::size_t lane, double limit) {
    const int code = tracks_[lane].code;
    if (code < kCoarser) return false;
    quantize(lane, code - kCoarser);
    if (isWithin(lane, limit)) return true;
    quantize(lane, code);
    isWithin(lane, 1e300);
    return false;
  }

  bool isWithin(std::size_t lane, double limit) {
    if (!lanes_[lane].isOfBody()) {
      for (std::size_t f = 0; f < exact_.size(); ++f)
        if (body_.errorOfValues(exact_[f], found_[f]) > limit) return false;
      return true;
    }
    const auto joint = static_cast<std::size_t>(lanes_[lane].target.target.node);
    moved_.assign(body_.jointCount(), 0);
    moved_[joint] = 1;
    for (std::size_t i = joint + 1; i < moved_.size(); ++i)
      moved_[i] = body_.parents()[i] >= 0 ? moved_[static_cast<std::size_t>(body_.parents()[i])] : 0;
    for (std::size_t f = 0; f < exact_.size(); ++f)
      for (std::size_t i = joint; i < moved_.size(); ++i) {
        if (!moved_[i]) continue;
        body_.place(found_[f], i, models_[f]);
        if (body_.error(exactModels_[f][i], models_[f][i]) > limit) return false;
      }
    return true;
  }

  static void writeTrack(const LaneCurves& track, int first, int last, bool rotates, int frames, BitWriter& bits) {
    const int bandCount = packedBandCount(frames);
    const auto keyAt = [&](int degree, int component) {
      return track.keys[static_cast<std::size_t>(degree * track.components + component)];
    };
    std::array<int, kPackedBands.size()> widths{};
    for (int band = 0; band < bandCount; ++band) {
      const auto b = static_cast<std::size_t>(band);
      for (int degree = kPackedBands[b]; degree < std::min(kPackedBands[b + 1], frames); ++degree)
        for (int i = first; i < last; ++i)
          if (keyAt(degree, i) != 0) widths[b] = std::max(widths[b], widthOf(keyAt(degree, i)));
      if (band > 0) widths[b] = std::max(widths[b], widths[b - 1] - kPackedMaxFall);
    }
    for (auto b = static_cast<std::size_t>(bandCount) - 1; b > 0; --b)
      widths[b - 1] = std::max(widths[b - 1], widths[b] - kPackedMaxRise);
    bits.put(static_cast<std::uint32_t>(track.code), kPackedStepBits);
    if (rotates) bits.put(static_cast<std::uint32_t>(track.omitted), kPackedOmittedBits);
    bits.put(static_cast<std::uint32_t>(widths[0]), kPackedFirstWidthBits);
    for (std::size_t b = 1; b < static_cast<std::size_t>(bandCount); ++b)
      bits.put(static_cast<std::uint32_t>(widths[b] - widths[b - 1] + kPackedMaxFall), kPackedWidthBits);
    for (int band = 0; band < bandCount; ++band) {
      const auto b = static_cast<std::size_t>(band);
      for (int degree = kPackedBands[b]; widths[b] > 0 && degree < std::min(kPackedBands[b + 1], frames); ++degree)
        for (int i = first; i < last; ++i) bits.put(static_cast<std::uint32_t>(keyAt(degree, i)), widths[b]);
    }
  }

  Body& body_;
  std::span<const Lane> lanes_;
  std::span<const PoseValues> exact_;
  std::vector<PoseValues> found_;
  std::vector<double> curves_;  // [frame][degree]
  std::vector<LaneCurves> tracks_;
  std::vector<std::vector<JointFrame>> exactModels_, models_;  // [frame][joint]
  std::vector<std::uint8_t> moved_;
};

/// Whether a track has two values at one time, or holds its keys.
bool steps(const KeyframeTrack& track) {
  if (track.interpolation() == Interpolation::Discrete || mixingOf(track.target().channel) == Mixing::Select)
    return true;
  const auto times = track.times();
  return std::adjacent_find(times.begin(), times.end()) != times.end();
}

class ClipPacker {
 public:
  ClipPacker(const AnimationClip& clip, const PackedBody& body, const SampleTolerance& tolerance)
      : clip_(clip),
        layout_(body.layout),
        tolerance_(tolerance),
        sampler_(clip, body.layout),
        body_(body, clip.blendMode(), tolerance) {
    defaults_.assign(body.rest.begin(), body.rest.end());
    if (clip.blendMode() == BlendMode::Additive)
      for (std::size_t i = 0; i < defaults_.size(); ++i)
        defaults_[i] = i < body.parents.size() * kValuesPerJoint && i % kValuesPerJoint == kRotationOffset + 3 ? 1 : 0;
    for (const KeyframeTrack& track : clip.tracks()) sort(track);
    std::stable_sort(made_.begin(), made_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.target.target.node, a.target.target.channel) <
             std::pair(b.target.target.node, b.target.target.channel);
    });
    for (const Made& made : made_) {
      result_.packed.targets.push_back(made.target.word());
      result_.packed.constants.insert(result_.packed.constants.end(), made.constant.begin(), made.constant.end());
      if (made.target.isAnimated) lanes_.push_back({made.target, made.offset});
    }
  }

  std::optional<PackedClipTracks> pack() {
    if (made_.empty()) return {};
    if (lanes_.empty()) return result_;
    std::sort(keyTimes_.begin(), keyTimes_.end());
    keyTimes_.erase(std::unique(keyTimes_.begin(), keyTimes_.end()), keyTimes_.end());
    for (const int intervals : candidates()) {
      readFrames(intervals);
      findProbes(intervals);
      if (errorBetweenFrames() > kInterpolationShare) continue;
      effects();
      for (double limit = kFrameShare; limit > 0.2; limit *= 0.85)
        if (packFrames(intervals, limit) && errorOfResult() <= 1) return result_;
    }
    return {};
  }

 private:
  struct Made {
    PackedTarget target;
    int offset = 0;
    std::vector<float> constant;
  };

  void sort(const KeyframeTrack& track) {
    const int channel = layout_.channelOf(track.target(), track.valueSize());
    const bool fits = track.target().node <= PackedTarget::kMaxNode && track.valueSize() <= PackedTarget::kMaxSize;
    const bool isStill = isConstant(track);
    if (channel < 0 || !fits || (steps(track) && !isStill) || track.target().channel == Channel::Select ||
        (!isStill && !(clip_.duration() > 0))) {
      result_.kept.push_back(track);
      return;
    }
    Made made{.target = {.target = track.target(), .isAnimated = !isStill, .size = track.valueSize()},
              .offset = layout_.channels()[static_cast<std::size_t>(channel)].offset};
    if (isStill) {
      const std::size_t begin = valueOffset(track.keys(), track.interpolation(), 0);
      const auto values = track.values().subspan(begin, static_cast<std::size_t>(track.valueSize()));
      made.constant.assign(values.begin(), values.end());
    } else {
      keyTimes_.insert(keyTimes_.end(), track.times().begin(), track.times().end());
    }
    made_.push_back(std::move(made));
  }

  PoseValues exactAt(double time) {
    PoseValues values = defaults_;
    const auto sampled = sampler_.sample(time, tolerance_.endings);
    for (std::size_t i = 0; i < layout_.channels().size(); ++i) {
      const ChannelSlot& slot = layout_.channels()[i];
      if (sampler_.present()[i]) std::copy_n(sampled.data() + slot.offset, slot.size, values.data() + slot.offset);
    }
    return values;
  }

  /// The mean of the steps between keys that are about as short as the shortest; one alone is rounded.
  double keyStep() const {
    constexpr double kAsShort = 1.1;
    const double least = 0.5 / tolerance_.maxRate;  // keys of two tracks, not steps
    double shortest = clip_.duration(), sum = 0, steps = 0;
    const auto forEachStep = [&](const auto& visit) {
      for (std::size_t i = 1; i < keyTimes_.size(); ++i)
        if (const double step = keyTimes_[i] - keyTimes_[i - 1]; step > least) visit(step);
    };
    forEachStep([&](double step) { shortest = std::min(shortest, step); });
    forEachStep([&](double step) {
      if (step > kAsShort * shortest) return;
      sum += step;
      ++steps;
    });
    return steps > 0 ? sum / steps : shortest;
  }

  /// Numbers of intervals to try, ascending: usual rates, and the one for which every key is a frame.
  std::vector<int> candidates() {
    constexpr double kNear = 0.02;  // of an interval: times are floats, and exporters round them
    const double duration = clip_.duration();
    const double most = std::min(tolerance_.maxRate * duration + 1, 1e5);
    std::vector<int> counts;
    for (const double rate : kUsualRates)
      if (rate <= tolerance_.maxRate && rate * duration <= most)
        counts.push_back(std::max(1, static_cast<int>(std::ceil(duration * rate - 1e-3))));
    const double count = std::round(duration / keyStep());
    const auto isOnFrame = [&](double time) {
      const double frame = time / duration * count;
      return !(time < duration) || std::abs(frame - std::round(frame)) <= kNear;
    };
    if (count >= 1 && count <= most && std::all_of(keyTimes_.begin(), keyTimes_.end(), isOnFrame))
      counts.push_back(static_cast<int>(count));
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
  }

  void readFrames(int intervals) {
    frames_.clear();
    for (int f = 0; f <= intervals; ++f) frames_.push_back(exactAt(clip_.duration() * f / intervals));
  }

  /// Where to look for errors, in intervals, ascending: at every quarter, and at keys between frames, where lines bend.
  void findProbes(int intervals) {
    constexpr int kQuarters = 4;
    constexpr double kNear = 0.02;
    probes_.clear();
    for (int probe = 0; probe <= intervals * kQuarters; ++probe) probes_.push_back(double(probe) / kQuarters);
    for (const double time : keyTimes_) {
      const double position = time / clip_.duration() * intervals, quarters = position * kQuarters;
      if (position < intervals && std::abs(quarters - std::round(quarters)) > kNear * kQuarters)
        probes_.push_back(position);
    }
    std::sort(probes_.begin(), probes_.end());
  }

  double errorBetweenFrames() {
    double worst = 0;
    for (const double position : probes_) {
      const auto f = static_cast<std::size_t>(position);
      const double part = position - std::floor(position);
      if (part == 0) continue;
      const PoseValues exact = exactAt(clip_.duration() * position / static_cast<double>(frames_.size() - 1));
      PoseValues between = exact;
      for (const Lane& lane : lanes_) {
        const auto offset = static_cast<std::size_t>(lane.offset), size = static_cast<std::size_t>(lane.target.size);
        for (std::size_t i = offset; i < offset + size; ++i)
          between[i] = frames_[f][i] + (lane.rotates() ? 0 : (frames_[f + 1][i] - frames_[f][i]) * part);
        if (lane.rotates())
          slerp(std::span<double, 4>(&between[offset], 4), std::span<const double, 4>(&frames_[f + 1][offset], 4),
                part);
      }
      worst = std::max(worst, body_.error(exact, between));
      if (worst > kInterpolationShare) return worst;
    }
    return worst;
  }

  /// How far a change of each lane moves something, in parts of the tolerance.
  void effects() {
    const std::size_t joints = body_.jointCount();
    std::vector<double> reach(joints, 0);  // to the farthest joint that moves along
    std::vector<JointFrame> models(joints);
    for (std::size_t f = 0; f < frames_.size(); f += 4) {
      for (std::size_t i = 0; i < joints; ++i) body_.place(frames_[f], i, models);
      for (std::size_t i = 0; i < joints; ++i)
        for (int above = body_.parents()[i]; above >= 0; above = body_.parents()[static_cast<std::size_t>(above)]) {
          double& farthest = reach[static_cast<std::size_t>(above)];
          farthest =
              std::max(farthest, glm::distance(models[i].origin, models[static_cast<std::size_t>(above)].origin));
        }
    }
    effects_.clear();
    for (const Lane& lane : lanes_) {
      const Channel channel = lane.target.target.channel;
      if (!lane.isOfBody()) {
        effects_.push_back(1 / tolerance_.morph);
        continue;
      }
      const double arm = reach[static_cast<std::size_t>(lane.target.target.node)] + body_.shell();
      const double turn = std::max(arm / body_.distance(), 1 / tolerance_.angle);
      effects_.push_back(channel == Channel::Rotation ? 2 * turn
                         : channel == Channel::Scale  ? turn
                                                      : 1 / body_.distance());
    }
  }

  /// Segments of equal lengths: long ones take less, short ones are read faster.
  bool packFrames(int intervals, double limit) {
    struct Try {
      int length;
      std::vector<std::uint32_t> words;
    };
    std::vector<Try> tries;
    std::size_t least = 0;
    for (int count = (intervals - 1) / PackedTracks::kMaxSegment + 1; count <= intervals; ++count) {
      const int length = (intervals - 1) / count + 1;
      if (length < kShortSegment && !tries.empty()) break;
      if (!tries.empty() && length == tries.back().length) continue;
      auto words = packSegments(intervals, length, limit);
      if (words.empty()) continue;
      least = tries.empty() ? words.size() : std::min(least, words.size());
      if (static_cast<double>(words.size()) > kGiveUp * static_cast<double>(least)) break;
      tries.push_back({length, std::move(words)});
    }
    result_.packed.intervals = intervals;
    for (Try& each : tries)
      if (static_cast<double>(each.words.size()) <= kNearlyLeast * static_cast<double>(least)) {
        result_.packed.segmentIntervals = each.length;
        result_.packed.words = std::move(each.words);
      }
    return !tries.empty();
  }

  std::vector<std::uint32_t> packSegments(int intervals, int length, double limit) {
    const int count = (intervals - 1) / length + 1;
    std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
    for (int segment = 0; segment < count; ++segment) {
      const int first = segment * length, last = std::min(first + length, intervals);
      SegmentPacker packer(
          body_, lanes_,
          std::span(frames_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first + 1)),
          curves_);
      if (!packer.fit(effects_, limit)) return {};
      BitWriter bits;
      packer.write(bits);
      words[static_cast<std::size_t>(segment)] = static_cast<std::uint32_t>(words.size());
      words.insert(words.end(), bits.words.begin(), bits.words.end());
    }
    words.insert(words.end(), 2, 0);
    return words;
  }

  double errorOfResult() {
    std::vector<int> offsets;
    for (const Made& made : made_) offsets.push_back(made.offset);
    const PackedTracks packed = result_.packed.view();
    PackedCursor cursor(packed);
    double worst = 0;
    for (const double position : probes_) {
      if (worst > 1) break;
      const PoseValues exact = exactAt(clip_.duration() * position / packed.intervals);
      PoseValues found = exact;
      copyConstants(packed, offsets, found);
      samplePacked(packed, position, offsets, cursor, found);
      worst = std::max(worst, body_.error(exact, found));
    }
    return worst;
  }

  const AnimationClip& clip_;
  const ChannelLayout& layout_;
  SampleTolerance tolerance_;
  ClipSampler sampler_;
  Body body_;
  PoseValues defaults_;
  std::vector<Made> made_;
  std::vector<Lane> lanes_;
  std::vector<double> keyTimes_;  // of all animated tracks, ascending, each once
  std::vector<double> probes_, effects_;
  std::vector<PoseValues> frames_;
  PackedCurves curves_;
  PackedClipTracks result_;
};

}  // namespace

std::optional<PackedClipTracks> packTracks(const AnimationClip& clip, const PackedBody& body,
                                           const SampleTolerance& tolerance) {
  if (!clip.hasKeys()) return {};
  auto made = ClipPacker(clip, body, tolerance).pack();
  if (!made) return {};
  std::size_t keys = 0;
  for (const KeyframeTrack& track : clip.tracks()) keys += track.values().size() * sizeof(float);
  for (const KeyframeTrack& track : made->kept) keys -= track.values().size() * sizeof(float);
  if (made->packed.view().bytes() > keys) return {};
  return made;
}

}  // namespace crossfade
