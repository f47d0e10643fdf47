#include "app/session/character/model_versions.h"

#include <string_view>
#include <unordered_map>

#include "app/model/pose_value_names.h"

namespace app {
namespace {

std::vector<int> match(const std::vector<std::string>& earlier, const std::vector<std::string>& later) {
  std::unordered_map<std::string_view, std::vector<int>> indices;  // by name, the last first
  for (std::size_t i = later.size(); i-- > 0;) indices[later[i]].push_back(static_cast<int>(i));
  std::vector<int> found;
  for (const std::string_view name : earlier) {
    std::vector<int>& left = indices[name];
    found.push_back(left.empty() ? -1 : left.back());
    if (!left.empty()) left.pop_back();
  }
  return found;
}

bool keepIndices(const std::vector<int>& found) {
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i] != static_cast<int>(i)) return false;
  return true;
}

}  // namespace

VersionNames versionNames(const Model& model) {
  VersionNames names{.clips = {}, .joints = {}, .values = poseValueNames(model)};
  for (const crossfade::AnimationClip& clip : model.clips) names.clips.push_back(clip.name());
  for (int i = 0; i < model.skeleton.jointCount(); ++i) names.joints.push_back(model.skeleton.name(i));
  return names;
}

VersionMatch matchVersions(const VersionNames& earlier, const VersionNames& later) {
  VersionMatch result{.clips = match(earlier.clips, later.clips),
                      .joints = match(earlier.joints, later.joints),
                      .values = match(earlier.values, later.values)};
  result.keepsIndices = keepIndices(result.clips) && keepIndices(result.joints) && keepIndices(result.values) &&
                        earlier.values.size() == later.values.size();
  result.isSame =
      result.keepsIndices && earlier.clips.size() == later.clips.size() && earlier.joints.size() == later.joints.size();
  return result;
}

VersionMatch matchVersions(const Model& earlier, const Model& later) {
  return matchVersions(versionNames(earlier), versionNames(later));
}

}  // namespace app
