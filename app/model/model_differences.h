// What differs between two readings of one file: by our reader, and by assimp.
#pragma once

#include <vector>

#include "app/model/import_report.h"
#include "app/model/model.h"

namespace app {

/// One line for each kind of difference in nodes, meshes, skins and materials, and for each channel of each clip that
/// is missing or shows other values, with the largest difference and when. Nodes are compared by name, clips by name or
/// else by index. Differences that are only rounding do not count: 1e-4 of the size of the motion, 0.01 degrees. Empty:
/// both show the same.
std::vector<ReportLine> differencesOf(const Model& ours, const Model& theirs);

}  // namespace app
