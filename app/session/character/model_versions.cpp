#include "app/session/character/model_versions.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace app {
namespace {

template <class NameOf>
std::vector<std::string_view> names(int count, NameOf nameOf) {
  std::vector<std::string_view> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(nameOf(i));
  return all;
}

std::vector<std::string_view> clipNames(const Model& model) {
  return names(static_cast<int>(model.clips.size()),
               [&](int i) -> std::string_view { return model.clips[static_cast<std::size_t>(i)].name(); });
}

std::vector<std::string_view> jointNames(const Model& model) {
  return names(model.skeleton.jointCount(), [&](int i) -> std::string_view { return model.skeleton.name(i); });
}

std::vector<int> match(const std::vector<std::string_view>& earlier, const std::vector<std::string_view>& later) {
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

VersionMatch matchVersions(const Model& earlier, const Model& later) {
  VersionMatch result{.clips = match(clipNames(earlier), clipNames(later)),
                      .joints = match(jointNames(earlier), jointNames(later))};
  result.keepsIndices = keepIndices(result.clips) && keepIndices(result.joints) &&
                        earlier.restMorphWeights.size() == later.restMorphWeights.size();
  result.isSame = result.keepsIndices && earlier.clips.size() == later.clips.size() &&
                  earlier.skeleton.jointCount() == later.skeleton.jointCount();
  return result;
}

}  // namespace app
