// How curves get to the clipboard and back. The host fills it in: panels know no file formats.
#pragma once

#include <string>
#include <string_view>

#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

struct CurveText {
  std::string (*write)(const crossfade::AnimationCurve& curve) = nullptr;
  crossfade::Result<crossfade::AnimationCurve> (*read)(std::string_view text) = nullptr;
  bool works() const { return write && read; }
};

}  // namespace app
