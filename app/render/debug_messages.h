// What the driver complains of, where it can say so (KHR_debug).
#pragma once

#include <string>
#include <vector>

namespace app {

/// Errors and everything of high severity goes into `messages`, which must outlive the registration; at most a hundred
/// are kept.
void collectDriverMessages(std::vector<std::string>& messages);
void stopDriverMessages();

}  // namespace app
