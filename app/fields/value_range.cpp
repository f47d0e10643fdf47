#include "app/fields/value_range.h"

#include <cmath>
#include <string>

#include "crossfade/base/number_text.h"

namespace app {

crossfade::Result<void> inRange(const char* what, double value, ValueRange range) {
  using crossfade::formatNumber;
  if (!std::isfinite(value)) return crossfade::Error{std::string(what) + " is not a finite number"};
  if (value >= range.min && value <= range.max) return {};
  return crossfade::Error{std::string(what) + " " + formatNumber(value) + " is not between " + formatNumber(range.min) +
                          " and " + formatNumber(range.max)};
}

}  // namespace app
