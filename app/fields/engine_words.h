// The words in files for enumerations of the library.
#pragma once

#include "app/fields/field.h"
#include "crossfade/clock/clock.h"
#include "crossfade/mixer/clip_time.h"
#include "crossfade/shape/morph_plan.h"
#include "crossfade/transition/transition.h"

namespace app {

template <>
inline constexpr std::array<std::string_view, 6> kWords<crossfade::TransitionKind>{"classic", "linear",   "curve",
                                                                                   "frozen",  "inertial", "dead"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<crossfade::Sync>{"none", "phase", "markers"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<crossfade::ClockKind>{"frames", "time", "steps"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<crossfade::Loop>{"once", "repeat", "pingPong"};
template <>
inline constexpr std::array<std::string_view, 4> kWords<crossfade::MorphKind>{"linear", "clockwise", "counterClockwise",
                                                                              "shortest"};

}  // namespace app
