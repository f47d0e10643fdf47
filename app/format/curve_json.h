// A curve as text: {"keys": [{"time": 0, "value": 0, "in": 0, "out": 2}, ...], "before": "loop", "after": "clamp"}.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "crossfade/base/result.h"
#include "crossfade/curve/animation_curve.h"

namespace app {

inline constexpr std::size_t kMaxCurveKeys = 10'000;

/// Tangents are value per time, "step" when infinite; "inWeight" and "outWeight" of weighted keys. Defaults are left
/// out.
nlohmann::json curveToJson(const crossfade::AnimationCurve& curve);

/// The same as text, which pastes into scripts.
std::string curveText(const crossfade::AnimationCurve& curve);
/// Reads what curveText writes. The error says why `text` is no curve.
crossfade::Result<crossfade::AnimationCurve> curveFromText(std::string_view text);

/// Reads what curveToJson writes, or the name of a fade curve. Unknown members are errors. The error names the key and
/// the value.
crossfade::Result<crossfade::AnimationCurve> curveFromJson(const nlohmann::json& json);

}  // namespace app
