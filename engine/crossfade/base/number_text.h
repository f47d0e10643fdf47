// Numbers as text: the shortest form that parses back to the same value, in any locale.
#ifndef CROSSFADE_BASE_NUMBER_TEXT_H
#define CROSSFADE_BASE_NUMBER_TEXT_H

#include <string>

#include "crossfade/base/export.h"

namespace crossfade {

CROSSFADE_API std::string formatNumber(double value);
CROSSFADE_API std::string formatNumber(float value);
/// At most `decimals` (0 to 100) digits after the point, without trailing zeros: formatNumber(1.5000001, 3) is "1.5".
CROSSFADE_API std::string formatNumber(double value, int decimals);

}  // namespace crossfade

#endif  // CROSSFADE_BASE_NUMBER_TEXT_H
