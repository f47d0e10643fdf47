// Clip names as the interface shows them: without what all of them start with.
#ifndef APP_UI_CHARACTER_CLIP_NAMES_H
#define APP_UI_CHARACTER_CLIP_NAMES_H

#include <span>
#include <string>
#include <string_view>

#include "app/model/model.h"

namespace app {

/// How many bytes all names share at their start, up to the end of a word ("Armature|"): 0 if fewer than two are given
/// or one of them would become empty.
std::size_t sharedPrefix(std::span<const std::string_view> names);
/// The first word of a name with its separator left out: "Sit" of "Sit_Floor_Idle"; empty if it has only one.
std::string_view firstWord(std::string_view name);

/// Made once a frame; the model must outlive it.
class ClipNames {
 public:
  explicit ClipNames(const Model& model);

  /// Without the shared prefix, or "(unnamed 3)". Valid as long as `scratch` and the model.
  const char* shown(int clip, std::span<char> scratch) const;
  /// The name in the file, or "(unnamed 3)".
  const char* full(int clip, std::span<char> scratch) const;

 private:
  const Model& model_;
  std::size_t prefix_ = 0;
};

}  // namespace app

#endif  // APP_UI_CHARACTER_CLIP_NAMES_H
