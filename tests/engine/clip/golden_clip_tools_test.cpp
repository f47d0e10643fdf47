// Every case of clip_tools.json, as recorded from three.js r187.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>

#include <nlohmann/json.hpp>

#include "crossfade/clip/clip_tools.h"
#include "tests/support/golden_files.h"

namespace crossfade {
namespace {

using Json = nlohmann::json;

constexpr double kTolerance = 2e-7;  // relative to max(1, |x|): one float rounding, printed with nine digits

bool isSelection(const Json& track) { return track["type"] == "bool" || track["type"] == "string"; }
bool isSpline(const Json& track) { return track["interpolation"] == "gltfCubic"; }

Interpolation interpolationOf(const Json& track) {
  const std::string mode = track["interpolation"];
  return mode == "linear"      ? Interpolation::Linear
         : mode == "smooth"    ? Interpolation::Smooth
         : mode == "bezier"    ? Interpolation::Bezier
         : mode == "gltfCubic" ? Interpolation::Hermite
                               : Interpolation::Discrete;
}

int sizeOf(const Json& track) {
  const std::string type = track["type"];
  return type == "quaternion" ? 4 : type == "vector" || type == "color" ? 3 : 1;
}

/// The values of a trace; strings become indices into a table.
class Reader {
 public:
  float valueOf(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value;
    return static_cast<float>(words_.emplace(value.get<std::string>(), words_.size()).first->second);
  }
  std::vector<float> valuesOf(const Json& values) {
    std::vector<float> result;
    for (const Json& value : values) result.push_back(valueOf(value));
    return result;
  }
  /// In- and out-tangents, key by key.
  std::vector<float> tangentsOf(const Json& track) {
    std::vector<float> all;
    if (!track.contains("inTangents")) return all;
    const std::size_t side = 2 * static_cast<std::size_t>(sizeOf(track));
    for (std::size_t key = 0; key < track["times"].size(); ++key)
      for (const char* name : {"inTangents", "outTangents"})
        for (std::size_t i = 0; i < side; ++i) all.push_back(track[name][key * side + i]);
    return all;
  }
  Result<KeyframeTrack> track(const Json& track, const std::string& name) {
    const Channel channel = isSelection(track)              ? Channel::Select
                            : track["type"] == "quaternion" ? Channel::Rotation
                            : sizeOf(track) == 3            ? Channel::Translation
                                                            : Channel::Values;
    const int node = static_cast<int>(nodes_.emplace(name, nodes_.size()).first->second);
    return KeyframeTrack::make({node, channel}, interpolationOf(track), valuesOf(track["times"]),
                               valuesOf(track["values"]), tangentsOf(track));
  }
  Result<AnimationClip> clip(const Json& clip) {
    std::vector<KeyframeTrack> tracks;
    std::map<std::string, int> seen;
    for (const Json& one : clip["tracks"]) {
      const std::string name = one["name"];
      auto made =
          track(one, name + std::string(static_cast<std::size_t>(seen[name]++), '+'));  // a trace may have a name twice
      if (!made) return made.error();
      tracks.push_back(*std::move(made));
    }
    const auto duration = clip["duration"].is_null() ? std::nullopt : std::optional(clip["duration"].get<double>());
    return AnimationClip::make(clip["name"], std::move(tracks), BlendMode::Normal, duration);
  }

 private:
  std::map<std::string, std::size_t> words_, nodes_;
};

std::string difference(const char* what, std::span<const float> ours, std::span<const float> theirs) {
  if (ours.size() != theirs.size()) return std::string(what) + ": another count";
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (!(std::abs(double(ours[i]) - double(theirs[i])) <= kTolerance * std::max(1.0, std::abs(double(theirs[i])))))
      return std::string(what) + " " + std::to_string(i) + " is " + std::to_string(ours[i]) + ", not " +
             std::to_string(theirs[i]);
  return "";
}

/// Which data of a track is skipped.
struct Aside {
  std::string reason;
  bool values = false;  // tangents among the values
  bool keys = false;    // everything
};

/// Decides by a predicate: cases where three.js drops or keeps stale tangents.
Aside setAside(const Json& one, const Json& before, const Json& after) {
  const std::string op = one["op"];
  if (before.contains("inTangents") && op.ends_with("optimize"))
    return {.reason = "fix 7: Bezier keys that shape the curve stay", .keys = true};
  if (before.contains("inTangents") && op != "track.shift" && op != "track.scale" &&
      (before["times"].size() != after["times"].size() || op == "utils.makeClipAdditive"))
    return {.reason = "fix 7: Bezier tangents stay with their keys"};
  if (op == "utils.makeClipAdditive" && isSpline(before) && before["type"] == "quaternion")
    return {.reason = "fix 6: tangents of rotations rotate along", .values = true};
  if (op == "track.scale" && isSpline(before) && one["args"][0] != 1)
    return {.reason = "slopes are scaled with the time", .values = true};
  return {};
}

std::string differenceOfTrack(const KeyframeTrack& ours, const Json& theirs, const Aside& aside, Reader& reader) {
  if (aside.keys) return "";
  if (auto found = difference("time", ours.times(), reader.valuesOf(theirs["times"])); !found.empty()) return found;
  auto expected = reader.valuesOf(theirs["values"]);
  std::vector<float> values(ours.values().begin(), ours.values().end());
  if (aside.values && values.size() == expected.size())
    for (std::size_t i = 0; i < values.size(); ++i)
      if (i / static_cast<std::size_t>(sizeOf(theirs)) % 3 != 1) values[i] = expected[i] = 0;
  if (auto found = difference("value", values, expected); !found.empty() || !aside.reason.empty()) return found;
  return difference("tangent", ours.tangents(), reader.tangentsOf(theirs));
}

Result<KeyframeTrack> perform(const std::string& op, const Json& args, const KeyframeTrack& track) {
  if (op == "track.trim") return trim(track, args[0], args[1]);
  if (op == "track.shift") return shift(track, args[0]);
  if (op == "track.scale") return scale(track, args[0]);
  return optimize(track);
}

AnimationClip perform(const Json& one, const AnimationClip& clip, Reader& reader) {
  const std::string op = one["op"];
  const Json& args = one["args"];
  if (op == "clip.trim") return trim(clip);
  if (op == "clip.optimize") return optimize(clip);
  if (op == "clip.resetDuration") return resetDuration(clip);
  if (op == "utils.subclip") return subclip(clip, "part", args[0], args[1], args[2]);
  const AnimationClip reference = one.contains("referenceClip") ? *reader.clip(one["referenceClip"]) : clip;
  return makeClipAdditive(clip, reference, args[0], args[1]);
}

/// The first difference; counts the reasons for what was skipped.
std::string differenceOfCase(const Json& one, std::map<std::string, int>& aside) {
  Reader reader;
  if (one.contains("expectedValid")) {
    const bool valid =
        one.contains("clip") ? bool(reader.clip(one["clip"])) : bool(reader.track(one["track"], "track"));
    return valid == one["expectedValid"] ? "" : "another verdict";
  }
  if (one.contains("track")) {
    const Json& after = one["expectedTrack"];
    if (!std::is_sorted(after["times"].begin(), after["times"].end()))
      return ++aside["a track never runs backward"], "";
    const Aside what = setAside(one, one["track"], after);
    if (!what.reason.empty()) ++aside[what.reason];
    const auto ours = perform(one["op"], one["args"], *reader.track(one["track"], "track"));
    return ours ? differenceOfTrack(*ours, after, what, reader) : ours.error().message;
  }
  const AnimationClip ours = perform(one, *reader.clip(one["clip"]), reader);
  const Json& theirs = one["expectedClip"];
  if (std::abs(ours.duration() - theirs["duration"].get<double>()) > kTolerance * 10) return "another duration";
  if ((ours.blendMode() == BlendMode::Additive) != (theirs["blendMode"] == "additive")) return "another blend mode";
  if (ours.tracks().size() != theirs["tracks"].size()) return "another count of tracks";
  for (std::size_t i = 0; i < ours.tracks().size(); ++i) {
    const Json& after = theirs["tracks"][i];
    const auto before = std::find_if(one["clip"]["tracks"].begin(), one["clip"]["tracks"].end(),
                                     [&](const Json& t) { return t["name"] == after["name"]; });
    const Aside what = setAside(one, *before, after);
    if (!what.reason.empty()) ++aside[what.reason];
    if (auto found = differenceOfTrack(ours.tracks()[i], after, what, reader); !found.empty()) return found;
  }
  return "";
}

std::vector<Json> cases() {
  std::vector<Json> all;
  for (const auto& folder : app::test::goldenFolders())
    if (std::ifstream file(folder / "clip_tools.json"); file) {
      const Json trace = Json::parse(file);
      all.insert(all.end(), trace["cases"].begin(), trace["cases"].end());
    }
  return all;
}

TEST(GoldenClipTools, MatchThreeJs) {
  const auto all = cases();
  if (all.empty()) GTEST_SKIP() << "no clip_tools.json found";
  std::map<std::string, int> aside;
  for (const Json& one : all) EXPECT_EQ(differenceOfCase(one, aside), "") << one["name"];
  std::cout << "compared " << all.size() << " clip tool cases\n";
  for (const auto& [reason, count] : aside)
    std::cout << "skipped " << count << " tracks or some of their data: " << reason << "\n";
}

TEST(GoldenClipTools, DetectOneChangedValue) {
  const auto all = cases();
  if (all.empty()) GTEST_SKIP() << "no clip_tools.json found";
  std::map<std::string, int> aside;
  for (Json one : all) {
    if (!one.contains("expectedTrack") || isSelection(one["track"])) continue;
    std::map<std::string, int> whole;
    if (differenceOfCase(one, whole).empty() && !whole.empty()) continue;  // skipped
    Json& time = one["expectedTrack"]["times"].back();
    time = time.get<double>() + 0.001;
    EXPECT_NE(differenceOfCase(one, aside), "") << one["name"];
  }
}

}  // namespace
}  // namespace crossfade
