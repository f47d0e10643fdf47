// Range checks for values from users, scripts and files.
#ifndef APP_SESSION_CHECKS_VALUE_RANGE_H
#define APP_SESSION_CHECKS_VALUE_RANGE_H

#include "crossfade/base/result.h"

namespace app {

struct ValueRange {
  double min;
  double max;
};

/// The error reads "<what> 7 is not between 0 and 5" or "<what> is not a finite number".
crossfade::Result<void> inRange(const char* what, double value, ValueRange range);

}  // namespace app

#endif  // APP_SESSION_CHECKS_VALUE_RANGE_H
