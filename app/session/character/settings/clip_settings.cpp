#include "app/session/character/settings/clip_settings.h"

#include <algorithm>
#include <utility>

namespace app {

const BlendSpaceSettings* findBlendSpace(std::span<const BlendSpaceSettings> spaces, int number) {
  const auto found = std::ranges::find_if(
      spaces, [number](const BlendSpaceSettings& each) { return blendSpaceNumber(each.name) == number; });
  return found == spaces.end() ? nullptr : &*found;
}

crossfade::Result<crossfade::BlendSpace> makeBlendSpace(const BlendSpaceSettings& settings,
                                                        std::span<const crossfade::ClipId> clips) {
  using crossfade::Error;
  if (settings.name.empty() || settings.name.size() > kMaxBlendSpaceName)
    return Error{"a blend space's name has 1 to " + std::to_string(kMaxBlendSpaceName) + " bytes"};
  if (auto ok = checkFields(settings); !ok) return ok.error();
  std::vector<crossfade::BlendSample> samples;
  for (const BlendSampleSettings& sample : settings.samples) {
    if (sample.clip < 0 || static_cast<std::size_t>(sample.clip) >= clips.size())
      return Error{"there is no clip " + std::to_string(sample.clip) + "; the model has " +
                   std::to_string(clips.size())};
    samples.push_back({nth(clips, sample.clip), {sample.x, sample.y}, sample.speed});
  }
  return crossfade::BlendSpace::make(std::move(samples));
}

}  // namespace app
