#include "app/format/model_words.h"

#include <charconv>
#include <optional>

namespace app {
namespace {

/// 3 for "#3"; -1: it is none below `count`.
int indexOf(std::string_view name, int count) {
  if (!name.starts_with('#')) return -1;
  int index = -1;
  const auto parsed = std::from_chars(name.data() + 1, name.data() + name.size(), index);
  const bool isWhole = parsed.ec == std::errc() && parsed.ptr == name.data() + name.size();
  return isWhole && index >= 0 && index < count ? index : -1;
}

/// The first of that name, or "#3"; the error lists them.
template <class NameOf>
crossfade::Result<int> find(std::string_view name, std::size_t size, const std::string& what, NameOf nameOf) {
  const int count = static_cast<int>(size);
  for (int i = 0; i < count; ++i)
    if (nameOf(static_cast<std::size_t>(i)) == name) return i;
  if (const int index = indexOf(name, count); index >= 0) return index;
  std::string known;
  for (std::size_t i = 0; i < size; ++i) known += (known.empty() ? "'" : ", '") + nameOf(i) + "'";
  return crossfade::Error{"there is no " + what + " '" + std::string(name) + "'" +
                          (count == 0
                               ? "; the model has none"
                               : "; the " + what + "s are " + known + ", or #0 to #" + std::to_string(count - 1))};
}

}  // namespace

crossfade::Result<int> findClip(const Model& model, std::string_view name) {
  return find(name, model.clips.size(), "clip", [&](std::size_t i) { return model.clips[i].name(); });
}

crossfade::Result<int> findVariant(const Model& model, std::string_view name) {
  return find(name, model.variants.size(), "variant", [&](std::size_t i) { return model.variants[i]; });
}

crossfade::Result<int> findCamera(const Model& model, std::string_view name) {
  return find(name, model.cameras.size(), "camera", [&](std::size_t i) { return model.cameras[i].name; });
}

crossfade::Result<int> findExpression(const Model& model, std::string_view name) {
  return find(name, model.expressions.size(), "expression", [&](std::size_t i) { return model.expressions[i].name; });
}

crossfade::Result<CellIndex> findPair(const Model& model, std::string_view text) {
  std::optional<crossfade::Error> first;
  for (std::size_t comma = text.find(','); comma != text.npos; comma = text.find(',', comma + 1)) {
    const auto from = findClip(model, text.substr(0, comma)), to = findClip(model, text.substr(comma + 1));
    if (from && to && *from != *to) return CellIndex{*from, *to};
    if (from && to) return crossfade::Error{"'" + std::string(text) + "' names one clip twice"};
    if (!first) first = from ? to.error() : from.error();
  }
  return first.value_or(crossfade::Error{"'" + std::string(text) + "' is not two names with a comma between them"});
}

int findJoint(const crossfade::Skeleton& skeleton, std::string_view name) {
  const int count = skeleton.jointCount();
  for (int i = 0; i < count; ++i)
    if (skeleton.name(i) == name) return i;
  return indexOf(name, count);
}

std::string clipWord(const Model& model, int clip) {
  const std::string& name = model.clips[static_cast<std::size_t>(clip)].name();
  const auto found = findClip(model, name);
  return !name.empty() && found && *found == clip ? name : "#" + std::to_string(clip);
}

std::string jointWord(const crossfade::Skeleton& skeleton, int joint) {
  const std::string& name = skeleton.name(joint);
  return !name.empty() && findJoint(skeleton, name) == joint ? name : "#" + std::to_string(joint);
}

}  // namespace app
