// Range checks for values from users, scripts and files.
#ifndef APP_FIELDS_VALUE_RANGE_H
#define APP_FIELDS_VALUE_RANGE_H

#include <limits>

#include "crossfade/base/result.h"

namespace app {

struct ValueRange {
  double min;
  double max;
};
inline constexpr ValueRange kAnyNumber{-std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::infinity()};

/// The error reads "<what> 7 is not between 0 and 5" or "<what> is not a finite number".
crossfade::Result<void> inRange(const char* what, double value, ValueRange range);

}  // namespace app

#endif  // APP_FIELDS_VALUE_RANGE_H
