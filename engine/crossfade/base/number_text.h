// A number as people read it: the shortest text that gives the same value back, never the locale's comma.
#pragma once

#include <string>

namespace crossfade {

std::string formatNumber(double value);
std::string formatNumber(float value);
/// At most `decimals` digits after the point, without trailing zeros: formatNumber(1.5000001, 3) is "1.5".
std::string formatNumber(double value, int decimals);

}  // namespace crossfade
