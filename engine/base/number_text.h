// A number as people read it: the shortest text that gives the same value back, never the locale's comma.
#pragma once

#include <string>

namespace engine {

std::string numberText(double value);
std::string numberText(float value);
/// At most `decimals` digits after the point, without trailing zeros: numberText(1.5000001, 3) is "1.5".
std::string numberText(double value, int decimals);

}  // namespace engine
