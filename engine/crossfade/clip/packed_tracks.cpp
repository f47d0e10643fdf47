#include "crossfade/clip/packed_tracks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "crossfade/base/bit_cast.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

constexpr int kMaxRead = 57;  // bits that one load of 64 bits always has, wherever they begin

/// Reads numbers of a few bits, the first one in the lowest bits of the first word. The caller knows that there are
/// enough, and that two words follow.
class BitReader {
 public:
  BitReader(std::span<const std::uint32_t> words, std::size_t bit)
      : bytes_(reinterpret_cast<const unsigned char*>(words.data())), bit_(bit) {}
  /// With a sign; the width is at least 1.
  std::int32_t nextSigned(int width) {
    const auto shifted = static_cast<std::uint32_t>(load()) << (32 - width);
    skip(width);
    return static_cast<std::int32_t>(shifted) >> (32 - width);
  }
  int skip(int width) {
    bit_ += static_cast<std::size_t>(width);
    return width;
  }
  std::size_t bit() const { return bit_; }

  std::uint64_t load() const {
    std::uint64_t bits;
    std::memcpy(&bits, bytes_ + bit_ / 8, sizeof bits);
    return bits >> (bit_ % 8);
  }

 private:
  const unsigned char* bytes_;
  std::size_t bit_;
};
static_assert(kPackedMaxWidth <= kMaxRead);

int framesOf(const PackedTracks& tracks, int segment) {
  return std::min(tracks.segmentIntervals, tracks.intervals - segment * tracks.segmentIntervals) + 1;
}

/// What is known of a track in a segment before its coefficients.
struct TrackHeader {
  double step = 0;
  int omitted = kPackedNoneOmitted;
  std::array<int, kPackedBands.size()> widths{};
};

constexpr int headerBits(bool rotates, int bandCount) {
  return kPackedStepBits + (rotates ? kPackedOmittedBits : 0) + kPackedFirstWidthBits +
         (bandCount - 1) * kPackedWidthBits;
}
static_assert(headerBits(true, static_cast<int>(kPackedBands.size()) - 1) <= kMaxRead, "one load has all of it");

TrackHeader readHeader(BitReader& bits, bool rotates, int bandCount) {
  std::uint64_t all = bits.load();
  bits.skip(headerBits(rotates, bandCount));
  const auto take = [&](int width) {
    const auto taken = static_cast<int>(all & ((1u << width) - 1));
    all >>= width;
    return taken;
  };
  TrackHeader header;
  header.step = packedStep(take(kPackedStepBits));
  if (rotates) header.omitted = take(kPackedOmittedBits);
  int width = header.widths[0] = take(kPackedFirstWidthBits);
  for (int band = 1; band < bandCount; ++band) {
    width = std::clamp(width + take(kPackedWidthBits) - kPackedMaxFall, 0, kPackedMaxWidth);
    header.widths[static_cast<std::size_t>(band)] = width;
  }
  return header;
}

/// Bits of all coefficients of one component.
std::size_t bitsOf(const TrackHeader& header, int bandCount, int frames) {
  std::size_t bits = 0;
  for (int band = 0; band < bandCount; ++band) {
    const auto b = static_cast<std::size_t>(band);
    bits += static_cast<std::size_t>(header.widths[b]) *
            static_cast<std::size_t>(std::min(kPackedBands[b + 1], frames) - kPackedBands[b]);
  }
  return bits;
}

constexpr int kVector = 4;  // floats

/// A multiple of kVector is known when compiled, so that compilers use vectors.
template <int kCount>
void addScaled(float* __restrict sums, float scale, const float* __restrict curve) {
  for (int i = 0; i < kCount; ++i) sums[i] += scale * curve[i];
}

/// The sums of up to four components at the first half of a segment's frames: of even and of odd degrees.
struct Sums {
  alignas(16) float values[4][2][PackedCurves::kHalf];
};

template <int kCount>
void addBand(BitReader& bits, int width, int begin, int end, int size, const PackedCurves& curves, Sums& sums) {
  for (int degree = begin; degree < end; ++degree)
    for (int i = 0; i < size; ++i)
      if (const std::int32_t key = bits.nextSigned(width); key != 0)
        addScaled<kCount>(sums.values[i][degree % 2], static_cast<float>(key), curves.firstHalf(degree));
}
using AddBand = decltype(&addBand<kVector>);

/// The one for this number of frames.
AddBand addBandOf(int frames) {
  constexpr AddBand kAll[] = {&addBand<kVector>, &addBand<2 * kVector>, &addBand<3 * kVector>, &addBand<4 * kVector>,
                              &addBand<5 * kVector>};
  static_assert(std::size(kAll) * kVector == PackedCurves::kHalf &&
                PackedCurves::kHalf >= PackedTracks::kMaxSegment / 2 + 1);
  return kAll[((frames + 1) / 2 - 1) / kVector];
}

void normalizeOrReset(float* q) {
  const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0)) {
    q[0] = q[1] = q[2] = 0, q[3] = 1;
    return;
  }
  for (int i = 0; i < 4; ++i) q[i] /= length;
}

/// Reads the tracks of one segment, one after the other, at all of its frames.
class SegmentReader {
 public:
  SegmentReader(const PackedTracks& tracks, int segment, PackedCurves& curves)
      : bits_(tracks.words, std::size_t(tracks.words[static_cast<std::size_t>(segment)]) * 32),
        frameCount_(framesOf(tracks, segment)),
        bandCount_(packedBandCount(frameCount_)),
        curves_(curves),
        addBand_(addBandOf(frameCount_)) {
    curves.prepare(frameCount_);
  }

  /// `into`: where the first frame has the track; the next frame is `stride` further.
  void readRotation(float* into, std::size_t stride) {
    const TrackHeader header = readHeader(bits_, true, bandCount_);
    const bool isWhole = header.omitted >= kPackedNoneOmitted;
    addCurves(header, isWhole ? 4 : 3);
    const auto step = static_cast<float>(header.step);
    for (int frame = 0; frame < frameCount_; ++frame, into += stride) {
      float rest = 1;
      for (int i = 0, k = 0; i < 4; ++i) {
        if (i == header.omitted) continue;
        into[i] = sumAt(k++, frame) * step;
        rest -= into[i] * into[i];
      }
      if (isWhole)
        normalizeOrReset(into);
      else
        into[header.omitted] = std::sqrt(std::max(0.0f, rest));
    }
  }
  void readVector(int size, float* into, std::size_t stride) {
    const TrackHeader header = readHeader(bits_, false, bandCount_);
    addCurves(header, size);
    const auto step = static_cast<float>(header.step);
    for (int frame = 0; frame < frameCount_; ++frame, into += stride)
      for (int i = 0; i < size; ++i) into[i] = sumAt(i, frame) * step;
  }

 private:
  void addCurves(const TrackHeader& header, int size) {
    sums_ = {};
    for (int band = 0; band < bandCount_; ++band) {
      const auto b = static_cast<std::size_t>(band);
      const int end = std::min(kPackedBands[b + 1], frameCount_);
      if (header.widths[b] > 0) addBand_(bits_, header.widths[b], kPackedBands[b], end, size, curves_, sums_);
    }
  }
  float sumAt(int component, int frame) const {
    const int mirrored = frameCount_ - 1 - frame;
    const auto& [even, odd] = sums_.values[component];
    return frame <= mirrored ? even[frame] + odd[frame] : even[mirrored] - odd[mirrored];
  }

  BitReader bits_;
  int frameCount_ = 0, bandCount_ = 0;
  const PackedCurves& curves_;
  AddBand addBand_;
  Sums sums_;
};

int fixedSizeOf(Channel channel) { return channel == Channel::Rotation ? 4 : isTransform(channel) ? 3 : 0; }

std::optional<std::string> faultOfTargets(const PackedTracks& tracks) {
  std::size_t constants = 0;
  bool anyAnimated = false;
  for (std::size_t i = 0; i < tracks.targets.size(); ++i) {
    const PackedTarget target = PackedTarget::of(tracks.targets[i]);
    const int fixed = target.target.channel < Channel::Select ? fixedSizeOf(target.target.channel) : -1;
    if (fixed < 0 || target.size == 0 || (fixed > 0 && target.size != fixed))
      return "packed track " + std::to_string(i) + ": " + std::to_string(target.size) + " components of channel " +
             std::to_string(static_cast<int>(target.target.channel));
    anyAnimated = anyAnimated || target.isAnimated;
    if (!target.isAnimated) constants += static_cast<std::size_t>(target.size);
  }
  if (constants != tracks.constants.size())
    return std::to_string(tracks.constants.size()) + " constants instead of " + std::to_string(constants);
  if (tracks.intervals < 0 || anyAnimated != (tracks.intervals > 0) ||
      (anyAnimated && (tracks.segmentIntervals < 1 || tracks.segmentIntervals > PackedTracks::kMaxSegment)))
    return std::to_string(tracks.intervals) + " intervals in segments of " + std::to_string(tracks.segmentIntervals);
  return {};
}

}  // namespace

double packedStep(int code) {
  constexpr double kQuarters[] = {1, 0.84089641525371454, 0.70710678118654752, 0.59460355750136053};
  return kQuarters[code % 4] * bitCast<double>(std::uint64_t(1023 + 4 - code / 4) << 52);
}

void PackedCurves::prepare(int frames) {
  if (frames == frames_) return;
  frames_ = frames;
  values_.assign(static_cast<std::size_t>(frames * kHalf), 0);
  const auto a = [&](double k) {
    return k / (frames - 1) * std::sqrt((double(frames) * frames - k * k) / (4 * k * k - 1));
  };
  for (int frame = 0; 2 * frame < frames; ++frame) {
    const double y = 2.0 * frame / (frames - 1) - 1;
    double before = 0, now = 1 / std::sqrt(double(frames));
    for (int degree = 0; degree < frames; ++degree) {
      values_[static_cast<std::size_t>(degree * kHalf + frame)] = static_cast<float>(now);
      if (degree + 1 == frames) break;
      const double next = (y * now - (degree > 0 ? a(degree) : 0) * before) / a(degree + 1);
      before = now;
      now = next;
    }
  }
}

PackedCursor::PackedCursor(const PackedTracks& tracks) {
  for (const std::uint32_t word : tracks.targets)
    if (const PackedTarget track = PackedTarget::of(word); track.isAnimated)
      size_ += static_cast<std::size_t>(track.size);
  if (tracks.intervals == 0) return;
  const int longest = std::min(tracks.segmentIntervals, tracks.intervals) + 1;
  frames_.resize(size_ * static_cast<std::size_t>(longest));
  curves_.prepare(longest);
}

void PackedCursor::enter(const PackedTracks& tracks, int segment) {
  segment_ = segment;
  SegmentReader reader(tracks, segment, curves_);
  float* into = frames_.data();
  for (const std::uint32_t word : tracks.targets) {
    const PackedTarget track = PackedTarget::of(word);
    if (!track.isAnimated) continue;
    if (track.target.channel == Channel::Rotation)
      reader.readRotation(into, size_);
    else if (isTransform(track.target.channel))
      reader.readVector(3, into, size_);
    else
      for (int i = 0; i < track.size; ++i) reader.readVector(1, into + i, size_);
    into += track.size;
  }
}

void copyConstants(const PackedTracks& tracks, std::span<const int> offsets, std::span<double> values) {
  const float* constant = tracks.constants.data();
  for (std::size_t i = 0; i < tracks.targets.size(); ++i) {
    const PackedTarget target = PackedTarget::of(tracks.targets[i]);
    if (target.isAnimated) continue;
    if (offsets[i] >= 0) std::copy(constant, constant + target.size, values.data() + offsets[i]);
    constant += target.size;
  }
}

void samplePacked(const PackedTracks& tracks, double position, std::span<const int> offsets, PackedCursor& cursor,
                  std::span<double> values) {
  if (tracks.intervals == 0) return;
  if (!(position < tracks.intervals)) position = tracks.intervals;
  if (!(position > 0)) position = 0;
  const int interval = std::min(static_cast<int>(position), tracks.intervals - 1);
  const int segment = interval / tracks.segmentIntervals;
  if (segment != cursor.segment_) cursor.enter(tracks, segment);
  const double part = position - interval;
  const float* left = &cursor.frames_[static_cast<std::size_t>(interval % tracks.segmentIntervals) * cursor.size_];
  const float* right = left + cursor.size_;
  for (std::size_t i = 0; i < tracks.targets.size(); ++i) {
    const PackedTarget track = PackedTarget::of(tracks.targets[i]);
    if (!track.isAnimated) continue;
    if (offsets[i] >= 0) {
      double* const into = values.data() + offsets[i];
      if (track.target.channel == Channel::Rotation) {
        const double to[4] = {right[0], right[1], right[2], right[3]};
        for (int k = 0; k < 4; ++k) into[k] = left[k];
        slerp(QuatSpan(into, 4), to, part);
      } else {
        for (int k = 0; k < track.size; ++k) into[k] = left[k] * (1 - part) + right[k] * part;
      }
    }
    left += track.size;
    right += track.size;
  }
}

std::optional<std::string> PackedTracks::findFault() const {
  if (auto fault = faultOfTargets(*this)) return fault;
  constexpr std::size_t kSlack = 2;  // words after the last bit, so that every load lies inside
  const auto count = static_cast<std::size_t>(segmentCount());
  if (words.size() < count + (count > 0 ? kSlack : 0)) return "the table of segments is cut off";
  const std::size_t end = count > 0 ? (words.size() - kSlack) * 32 : 0;
  std::size_t next = count;
  for (std::size_t segment = 0; segment < count; ++segment) {
    const auto cutOff = [&] { return "segment " + std::to_string(segment) + " begins elsewhere or is cut off"; };
    if (words[segment] != next || next * 32 > end) return cutOff();
    const int frames = framesOf(*this, static_cast<int>(segment)), bandCount = packedBandCount(frames);
    BitReader bits(words, next * 32);
    for (const std::uint32_t word : targets) {
      const PackedTarget target = PackedTarget::of(word);
      if (!target.isAnimated) continue;
      const bool rotates = target.target.channel == Channel::Rotation;
      const bool isVector = isTransform(target.target.channel);
      for (int i = 0; i < (isVector ? 1 : target.size); ++i) {
        if (bits.bit() + static_cast<std::size_t>(headerBits(rotates, bandCount)) > end) return cutOff();
        const TrackHeader header = readHeader(bits, rotates, bandCount);
        if (header.omitted > kPackedNoneOmitted)
          return "segment " + std::to_string(segment) + ": a rotation without more than one component";
        const std::size_t components = !isVector ? 1 : rotates && header.omitted == kPackedNoneOmitted ? 4 : 3;
        bits.skip(static_cast<int>(bitsOf(header, bandCount, frames) * components));
        if (bits.bit() > end) return cutOff();
      }
    }
    next = (bits.bit() + 31) / 32;
  }
  if (next + (count > 0 ? kSlack : 0) != words.size())
    return std::to_string(words.size()) + " words instead of " + std::to_string(next + kSlack);
  return {};
}

std::vector<KeyframeTrack> unpackTracks(const PackedTracks& tracks, double duration) {
  std::vector<int> offsets;
  int end = 0;
  for (const std::uint32_t word : tracks.targets) {
    offsets.push_back(end);
    end += PackedTarget::of(word).size;
  }
  std::vector<double> values(static_cast<std::size_t>(end));
  copyConstants(tracks, offsets, values);
  std::vector<std::vector<float>> keys(tracks.targets.size());
  std::vector<float> times;
  PackedCursor cursor(tracks);
  for (int frame = 0; frame <= tracks.intervals; ++frame) {
    samplePacked(tracks, frame, offsets, cursor, values);
    times.push_back(tracks.intervals > 0 ? static_cast<float>(duration * frame / tracks.intervals) : 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const PackedTarget target = PackedTarget::of(tracks.targets[i]);
      if (frame == 0 || target.isAnimated)
        for (int k = 0; k < target.size; ++k)
          keys[i].push_back(static_cast<float>(values[static_cast<std::size_t>(offsets[i] + k)]));
    }
  }
  std::vector<KeyframeTrack> made;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const PackedTarget target = PackedTarget::of(tracks.targets[i]);
    if (auto track = KeyframeTrack::make(target.target, Interpolation::Linear,
                                         target.isAnimated ? times : std::vector<float>{0}, std::move(keys[i])))
      made.push_back(*std::move(track));
  }
  return made;
}

}  // namespace crossfade
