// How curves get to the clipboard and back. The host fills it in: panels know no file formats.
#ifndef APP_UI_WIDGETS_CURVE_TEXT_H
#define APP_UI_WIDGETS_CURVE_TEXT_H

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

#endif  // APP_UI_WIDGETS_CURVE_TEXT_H
