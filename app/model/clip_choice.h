// Some clips of a model, as a set of their own.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "app/model/model.h"

namespace app {

class ClipChoice {
 public:
  /// `indices` of the model's clips. Copies the clips.
  ClipChoice(const Model& model, std::vector<int> indices) : indices_(std::move(indices)) {
    for (const int index : indices_) clips_.add(model.clips[static_cast<std::size_t>(index)]);
  }
  const crossfade::ClipSet& clips() const { return clips_; }
  const crossfade::AnimationClip& operator[](int position) const { return clips_[static_cast<std::size_t>(position)]; }
  /// Where a clip of the model is among these; -1: it is not.
  int positionOf(int index) const {
    const auto found = std::find(indices_.begin(), indices_.end(), index);
    return found == indices_.end() ? -1 : static_cast<int>(found - indices_.begin());
  }

 private:
  std::vector<int> indices_;
  crossfade::ClipSet clips_;
};

}  // namespace app
