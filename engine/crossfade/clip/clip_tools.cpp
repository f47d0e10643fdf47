#include "crossfade/clip/clip_tools.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "crossfade/clip/interpolant.h"
#include "crossfade/math/quaternion_blend.h"

namespace crossfade {
namespace {

/// The data of a track, for changing it and making a new one.
struct TrackData {
  TrackTarget target;
  Interpolation interpolation;
  std::vector<float> times, values, tangents;

  explicit TrackData(const KeyframeTrack& track)
      : target(track.target()),
        interpolation(track.interpolation()),
        times(track.times().begin(), track.times().end()),
        values(track.values().begin(), track.values().end()),
        tangents(track.tangents().begin(), track.tangents().end()) {}

  Result<KeyframeTrack> make() && {
    return KeyframeTrack::make(target, interpolation, std::move(times), std::move(values), std::move(tangents));
  }
};

std::vector<float> rowsOf(std::span<const float> values, std::span<const std::size_t> keys, std::size_t keyCount) {
  const std::size_t row = values.size() / keyCount;
  std::vector<float> picked;
  for (const std::size_t key : keys)
    picked.insert(picked.end(), values.begin() + static_cast<std::ptrdiff_t>(key * row),
                  values.begin() + static_cast<std::ptrdiff_t>((key + 1) * row));
  return picked;
}

/// The track with only some of its keys.
KeyframeTrack withKeys(const KeyframeTrack& track, std::span<const std::size_t> keys) {
  TrackData data(track);
  const std::size_t count = data.times.size();
  data.values = rowsOf(data.values, keys, count);
  data.tangents = rowsOf(data.tangents, keys, count);
  data.times = rowsOf(data.times, keys, count);
  return *std::move(data).make();
}

/// Applies `change` to all times, including those of Bezier control points.
template <class Change>
Result<KeyframeTrack> withTimes(const KeyframeTrack& track, Change change) {
  TrackData data(track);
  for (float& time : data.times) time = static_cast<float>(change(double(time)));
  for (std::size_t i = 0; i < data.tangents.size(); i += 2)
    data.tangents[i] = static_cast<float>(change(double(data.tangents[i])));
  return std::move(data).make();
}

/// Whether the curve is constant from the previous key to the next one.
bool repeatsNeighbors(const KeyframeTrack& track, std::size_t key) {
  const std::size_t row = track.values().size() / static_cast<std::size_t>(track.keyCount());
  const auto same = [&](std::size_t other) {
    const auto a = track.values().subspan(key * row, row), b = track.values().subspan(other * row, row);
    return std::equal(a.begin(), a.end(), b.begin());
  };
  if (!same(key - 1) || !same(key + 1)) return false;
  if (track.tangents().empty()) return true;
  const std::size_t side = 2 * row;  // values of the control points on one side of a key
  const auto pulls = [&](std::size_t other, bool outgoing) {
    const auto points = track.tangents().subspan(other * 2 * side + (outgoing ? side : 0), side);
    for (std::size_t i = 0; i < row; ++i)
      if (points[2 * i + 1] != track.values()[key * row + i]) return true;
    return false;
  };
  return !pulls(key - 1, true) && !pulls(key, false) && !pulls(key, true) && !pulls(key + 1, false);
}

AnimationClip rebuilt(std::string name, std::vector<KeyframeTrack> tracks, BlendMode mode,
                      std::optional<double> duration) {
  return *AnimationClip::make(std::move(name), std::move(tracks), mode, duration);
}

template <class Change>
AnimationClip withTracks(const AnimationClip& clip, Change change) {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks()) tracks.push_back(change(track));
  return rebuilt(clip.name(), std::move(tracks), clip.blendMode(), clip.duration());
}

/// The reference's value, rounded to float like every stored value; the inverse for a rotation.
std::vector<float> referenceOf(const KeyframeTrack& track, double time) {
  std::vector<double> value(static_cast<std::size_t>(track.valueSize()));
  KeyCursor cursor;
  evaluate(track, time, cursor, value);
  std::vector<float> result(value.begin(), value.end());
  if (mixingOf(track.target().channel) == Mixing::Slerp) {
    double rotation[4] = {result[0], result[1], result[2], result[3]};
    normalize(rotation);
    for (std::size_t i = 0; i < 4; ++i) result[i] = static_cast<float>(i < 3 ? -rotation[i] : rotation[i]);
  }
  return result;
}

/// Makes values[first + i * stride] relative to the reference.
void makeRelative(std::vector<float>& values, std::size_t first, std::size_t stride, std::span<const float> reference,
                  bool rotation) {
  if (!rotation) {
    for (std::size_t i = 0; i < reference.size(); ++i) values[first + i * stride] -= reference[i];
    return;
  }
  double product[4], value[4];
  for (std::size_t i = 0; i < 4; ++i) product[i] = reference[i], value[i] = values[first + i * stride];
  multiply(product, ConstQuatSpan(value));
  for (std::size_t i = 0; i < 4; ++i) values[first + i * stride] = static_cast<float>(product[i]);
}

KeyframeTrack relativeTo(const KeyframeTrack& track, const KeyframeTrack& reference, double time) {
  const std::vector<float> origin = referenceOf(reference, time);
  const bool rotation = mixingOf(track.target().channel) == Mixing::Slerp;
  const bool spline = track.interpolation() == Interpolation::Hermite;
  const std::size_t size = origin.size();
  TrackData data(track);
  for (std::size_t first = 0; first < data.values.size(); first += size) {
    // In-tangent, value, out-tangent: slopes do not depend on the origin, but rotate with it.
    const bool tangent = spline && first / size % 3 != 1;
    if (!tangent || rotation) makeRelative(data.values, first, 1, origin, rotation);
  }
  for (std::size_t first = 0; first < data.tangents.size(); first += 2 * size)
    makeRelative(data.tangents, first + 1, 2, origin, rotation);
  return *std::move(data).make();
}

}  // namespace

KeyframeTrack trim(const KeyframeTrack& track, double start, double end) {
  const auto times = track.times();
  std::size_t from = 0, to = times.size();
  while (from < times.size() && times[from] < start) ++from;
  while (to > 0 && times[to - 1] > end) --to;
  if (from >= to) {
    to = std::max<std::size_t>(to, 1);
    from = to - 1;
  }
  std::vector<std::size_t> keys;
  for (std::size_t key = from; key < to; ++key) keys.push_back(key);
  return withKeys(track, keys);
}

Result<KeyframeTrack> shift(const KeyframeTrack& track, double seconds) {
  return withTimes(track, [seconds](double time) { return time + seconds; });
}

Result<KeyframeTrack> scale(const KeyframeTrack& track, double factor) {
  if (!(factor >= 0)) return Error{"a track cannot be scaled by a factor below 0: its keys would be in reverse order"};
  auto scaled = withTimes(track, [factor](double time) { return time * factor; });
  if (!scaled || track.interpolation() != Interpolation::Hermite || factor == 0) return scaled;
  TrackData data(*scaled);  // differs from three.js: slopes are per second
  const std::size_t size = static_cast<std::size_t>(track.valueSize());
  for (std::size_t i = 0; i < data.values.size(); ++i)
    if (i / size % 3 != 1) data.values[i] = static_cast<float>(data.values[i] / factor);
  return std::move(data).make();
}

KeyframeTrack optimize(const KeyframeTrack& track) {
  const auto times = track.times();
  const std::size_t last = times.size() - 1;
  std::vector<std::size_t> keys = {0};
  for (std::size_t i = 1; i < last; ++i) {
    const bool sharesItsTime = times[i] == times[i + 1] || (i == 1 && times[i] == times[0]);
    if (!sharesItsTime && (track.interpolation() == Interpolation::Smooth || !repeatsNeighbors(track, i)))
      keys.push_back(i);
  }
  if (last > 0) keys.push_back(last);
  return withKeys(track, keys);
}

AnimationClip trim(const AnimationClip& clip) {
  return withTracks(clip, [&](const KeyframeTrack& track) { return trim(track, 0, clip.duration()); });
}

AnimationClip optimize(const AnimationClip& clip) {
  return withTracks(clip, [](const KeyframeTrack& track) { return optimize(track); });
}

AnimationClip resetDuration(const AnimationClip& clip) {
  return rebuilt(clip.name(), {clip.tracks().begin(), clip.tracks().end()}, clip.blendMode(), std::nullopt);
}

AnimationClip subclip(const AnimationClip& clip, std::string name, double startFrame, double endFrame, double fps) {
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks()) {
    std::vector<std::size_t> keys;
    for (std::size_t key = 0; key < track.times().size(); ++key)
      if (const double frame = double(track.times()[key]) * fps; frame >= startFrame && frame < endFrame)
        keys.push_back(key);
    if (!keys.empty()) tracks.push_back(withKeys(track, keys));
  }
  const auto first = std::min_element(tracks.begin(), tracks.end(),
                                      [](const auto& a, const auto& b) { return a.firstTime() < b.firstTime(); });
  const double begin = first == tracks.end() ? 0 : first->firstTime();
  for (KeyframeTrack& track : tracks)
    if (auto shifted = shift(track, -begin)) track = *std::move(shifted);
  return rebuilt(std::move(name), std::move(tracks), clip.blendMode(), std::nullopt);
}

AnimationClip makeClipAdditive(const AnimationClip& clip, const AnimationClip& reference, double referenceFrame,
                               double fps) {
  const double time = referenceFrame / (fps > 0 ? fps : 30);
  std::vector<KeyframeTrack> tracks;
  for (const KeyframeTrack& track : clip.tracks()) {
    const auto same = [&](const KeyframeTrack& other) {
      return other.target() == track.target() && other.valueSize() == track.valueSize();
    };
    const auto found = std::find_if(reference.tracks().begin(), reference.tracks().end(), same);
    const bool relative = found != reference.tracks().end() && mixingOf(track.target().channel) != Mixing::Select;
    tracks.push_back(relative ? relativeTo(track, *found, time) : track);
  }
  return rebuilt(clip.name(), std::move(tracks), BlendMode::Additive, clip.duration());
}

}  // namespace crossfade
