// The order in which to open files that were dropped together.
#ifndef APP_HOST_FILES_DROP_ORDER_H
#define APP_HOST_FILES_DROP_ORDER_H

#include <string>
#include <vector>

namespace app {

struct OrderedDrop {
  std::vector<std::string> models;  // with projects
  std::vector<std::string> others;  // shapes and scripts, which are opened on top of them
};

/// Models first, then projects, which name their own model, then files that by their ending only carry motion. Equal
/// kinds keep their order. Files of other kinds, such as the textures beside a model, are left out if any can be
/// opened; otherwise they count as models, so that opening them says why it fails.
OrderedDrop orderOfDrop(const std::vector<std::string>& paths);

}  // namespace app

#endif  // APP_HOST_FILES_DROP_ORDER_H
