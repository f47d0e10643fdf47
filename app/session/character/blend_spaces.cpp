// What the commands for blend spaces do. User input is checked here and nowhere later.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/model/file_formats.h"
#include "app/session/character/character_applier.h"
#include "app/session/character/timeline/timeline.h"

namespace app {
namespace {

using crossfade::Error;
using crossfade::Result;

constexpr double kSamePoint = 0.02;    // of the extent of a space: closer clips count as one
constexpr double kLeastFromSide = 45;  // degrees: what walks more to the side than ahead is no matter of speed and turn

/// Meters and degrees per second. Nothing for a clip that is no gait: it jumps, walks sideways, or stands.
std::optional<BlendSampleSettings> measuredSample(int clip, const GroundFacts& facts) {
  const crossfade::RootMotion& root = facts.root;
  const double turn = root.turns() && root.duration > 0 ? root.turn / root.duration : 0;
  const double fromSide = std::abs(std::abs(root.direction()) - 90);
  const bool walks = facts.contacts.isCyclic && root.speed() > 0 && fromSide >= kLeastFromSide;
  if (root.jumps || !walks) return std::nullopt;
  const double backward = std::abs(root.direction()) > 90 ? -1 : 1;
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
  return BlendSampleSettings{.clip = clip, .x = rounded(backward * root.speed()), .y = rounded(turn)};
}

/// A clip that stands, by its name: many things are done on one spot.
bool standsByName(std::string_view name) {
  const std::string lower = lowerCase(name);
  return lower.find("idle") != lower.npos || lower.find("stand") != lower.npos;
}

/// A leap out of a gallop goes on like one: only its name tells.
bool jumpsByName(std::string_view name) { return lowerCase(name).find("jump") != std::string::npos; }

/// Whether a clip is already at about this point.
bool isTaken(const std::vector<BlendSampleSettings>& samples, const BlendSampleSettings& next) {
  double width = std::abs(next.x), height = std::abs(next.y);
  for (const BlendSampleSettings& each : samples) {
    width = std::max(width, std::abs(each.x));
    height = std::max(height, std::abs(each.y));
  }
  return std::ranges::any_of(samples, [&](const BlendSampleSettings& each) {
    return std::abs(each.x - next.x) <= kSamePoint * width && std::abs(each.y - next.y) <= kSamePoint * height;
  });
}

}  // namespace

template <>
struct CharacterScene::Applier<BlendSpaceCommand> : CharacterScene::Checks {
  /// Of exactly that name: another may have the same number.
  Result<void> named(const std::string& name) const {
    const BlendSpaceSettings* const space = findBlendSpace(s.blendSpaces_, blendSpaceNumber(name));
    if (!space || space->name != name) return Error{"there is no blend space of that name"};
    return {};
  }
  Result<void> operator()(const SetBlendSpace& c) {
    if (auto made = makeBlendSpace(c.space, s.model_.clips.ids()); !made) return made.error();
    std::vector<BlendSpaceSettings> next = s.blendSpaces_;
    const int number = blendSpaceNumber(c.space.name);
    const auto same = std::ranges::find_if(
        next, [number](const BlendSpaceSettings& each) { return blendSpaceNumber(each.name) == number; });
    if (same == next.end() && next.size() == kMaxBlendSpaces)
      return Error{"a model has at most " + std::to_string(kMaxBlendSpaces) + " blend spaces"};
    if (same != next.end() && same->name != c.space.name)
      return Error{"the blend space '" + c.space.name + "' needs another name"};  // with the hash of another
    const bool hasIndex = c.index >= 0 && static_cast<std::size_t>(c.index) < next.size();
    if (same == next.end())
      next.insert(hasIndex ? next.begin() + c.index : next.end(), c.space);
    else
      *same = c.space;
    s.useBlendSpaces(std::move(next));
    return {};
  }
  Result<void> operator()(const RemoveBlendSpace& c) {
    if (auto ok = named(c.name); !ok) return ok;
    std::vector<BlendSpaceSettings> next = s.blendSpaces_;
    std::erase_if(next, [&](const BlendSpaceSettings& each) { return each.name == c.name; });
    s.transitions_.remove(crossfade::ClipId{.index = blendSpaceNumber(c.name)});
    ++s.transitionsRevision_;
    s.useBlendSpaces(std::move(next));
    return {};
  }
  Result<void> operator()(const RenameBlendSpace& c) {
    const int before = blendSpaceNumber(c.name), after = blendSpaceNumber(c.to);
    if (auto ok = named(c.name); !ok) return ok;
    if (c.to == c.name) return {};
    if (before == after) return Error{"the blend space '" + c.to + "' needs another name"};  // the same hash
    if (findBlendSpace(s.blendSpaces_, after)) return Error{"another blend space has the name '" + c.to + "'"};
    const auto renamed = std::ranges::find(s.blendSpaces_, c.name, &BlendSpaceSettings::name);
    BlendSpaceSettings next = *renamed;
    next.name = c.to;
    if (auto made = makeBlendSpace(next, s.model_.clips.ids()); !made) return made.error();
    *renamed = std::move(next);
    s.player_.renameSpace(before, c.to);
    const auto numberOf = [&](int index) { return index == before ? after : index; };
    const TransitionCells cells = std::exchange(s.transitions_, {});
    for (const auto& [pair, settings] : cells.cells())
      s.transitions_.set(pairOf({numberOf(indexOf(pair).from), numberOf(indexOf(pair).to)}), settings);
    ++s.transitionsRevision_;
    s.comparison_.renameSpace(before, c.to);
    s.player_.dropLaterHistory();
    s.timeline_->restart();  // what it logged uses the earlier name
    return {};
  }
  Result<void> operator()(const LayOutBlendSpace& c) {
    std::vector<BlendSampleSettings> samples;
    const auto nameOf = [&](int clip) { return nth(s.model_.clips, clip).name(); };
    for (int clip = 0; clip < s.player_.clipCount() && samples.size() < crossfade::BlendSpace::kMaxSamples; ++clip) {
      if (jumpsByName(nameOf(clip))) continue;
      if (const auto next = measuredSample(clip, s.ground_.study().of(clip)); next && !isTaken(samples, *next))
        samples.push_back(*next);
    }
    if (samples.empty()) return Error{"no clip of the model walks or runs"};
    std::ranges::sort(samples, {}, &BlendSampleSettings::x);
    for (int clip = 0; clip < s.player_.clipCount(); ++clip)
      if (standsByName(nameOf(clip)) && !isTaken(samples, {.clip = clip})) {
        samples.insert(samples.begin(), {.clip = clip});
        break;
      }
    if (samples.size() < 2) return Error{"only one clip of the model walks or runs; a blend space needs two"};
    BlendSpaceSettings space{.name = c.name, .x = samples[1].x, .y = samples[1].y, .samples = {}};
    if (const auto* const known = findBlendSpace(s.blendSpaces_, blendSpaceNumber(c.name))) space = *known;
    space.samples = std::move(samples);
    return (*this)(SetBlendSpace{std::move(space)});
  }
};

Result<void> CharacterScene::apply(const BlendSpaceCommand& command) {
  auto done = carryOut(command);
  if (done) follow(false, false);
  return done;
}

/// The timeline starts over: its moments are of other actions.
void CharacterScene::useBlendSpaces(std::vector<BlendSpaceSettings> next) {
  blendSpaces_ = std::move(next);
  player_.useSpaces(blendSpaces_);
  comparison_.useSpaces(blendSpaces_);
  updateFeet();
  player_.dropLaterHistory();
  timeline_->restart();
}

}  // namespace app
