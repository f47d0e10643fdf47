#include "app/session/character/layers/named_masks.h"

#include <algorithm>
#include <utility>

namespace app {

using crossfade::Error;
using crossfade::Result;

namespace {

Result<void> checkName(const std::string& name) {
  if (name.empty()) return Error{"a mask needs a name"};
  if (name.size() <= kMaxMaskName) return {};
  return Error{"the name of a mask has at most " + std::to_string(kMaxMaskName) + " bytes"};
}

/// Another mask's name has the same hash.
Error sameNumber(const std::string& name) { return Error{"choose another name for the mask '" + name + "'"}; }

}  // namespace

const NamedMask* NamedMasks::find(int mask) const {
  if (!isNamedMask(mask)) return nullptr;
  const auto found = std::find_if(masks_.begin(), masks_.end(),
                                  [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
  return found == masks_.end() ? nullptr : &*found;
}

const crossfade::JointMask* NamedMasks::weightsOf(int mask) const {
  if (find(mask) == nullptr) return nullptr;
  return &std::find_if(kept_.begin(), kept_.end(), [mask](const Kept& kept) { return kept.number == mask; })->weights;
}

int NamedMasks::numberOf(const crossfade::JointMask* weights) const {
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [weights](const Kept& kept) { return &kept.weights == weights; });
  return found != kept_.end() && find(found->number) != nullptr ? found->number : -1;
}

Result<void> NamedMasks::set(NamedMask mask) {
  if (auto ok = checkName(mask.name); !ok) return ok;
  auto weights = crossfade::JointMask::make(mask.weights);
  if (!weights) return weights.error();
  const int number = namedMask(mask.name);
  const auto position = std::lower_bound(masks_.begin(), masks_.end(), mask,
                                         [](const NamedMask& a, const NamedMask& b) { return a.name < b.name; });
  if (position != masks_.end() && position->name == mask.name) {
    *position = std::move(mask);
  } else {
    if (find(number) != nullptr) return sameNumber(mask.name);
    if (masks_.size() == kMaxNamedMasks)
      return Error{"a model has at most " + std::to_string(kMaxNamedMasks) + " masks with names"};
    masks_.insert(position, std::move(mask));
  }
  const auto kept = std::find_if(kept_.begin(), kept_.end(), [number](const Kept& k) { return k.number == number; });
  if (kept != kept_.end())
    kept->weights = *std::move(weights);
  else
    kept_.push_back({number, *std::move(weights)});
  ++revision_;
  return {};
}

Result<void> NamedMasks::rename(int mask, const std::string& name) {
  const int number = namedMask(name);
  const auto found = std::find_if(masks_.begin(), masks_.end(),
                                  [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
  if (auto ok = checkName(name); !ok) return ok;
  if (found == masks_.end() || found->name == name) return {};
  if (const NamedMask* const other = find(number))
    return other->name == name ? Error{"there is a mask '" + name + "' already"} : sameNumber(name);
  for (Kept& kept : kept_)  // swapped with what a removed mask left under that number
    if (kept.number == mask || kept.number == number) kept.number = kept.number == mask ? number : mask;
  ++revision_;
  found->name = name;
  std::sort(masks_.begin(), masks_.end(), [](const NamedMask& a, const NamedMask& b) { return a.name < b.name; });
  return {};
}

void NamedMasks::remove(int mask) {
  ++revision_;
  std::erase_if(masks_, [mask](const NamedMask& each) { return namedMask(each.name) == mask; });
}

}  // namespace app
