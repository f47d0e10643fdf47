// Several pictures beside each other as one PNG: all in-betweens at a glance.
#pragma once

#include "app/record/frame_sink.h"

namespace app {

/// A grid that takes `count` pictures, as near to a square as their shape allows, with `gap` pixels around each in the
/// colour of the first picture's corner. Exactly `count` pictures must come before finish(). The error names the path,
/// also when the whole would be more than 16384 pixels wide or high.
crossfade::Result<std::unique_ptr<FrameSink>> openContactSheet(const std::filesystem::path& path,
                                                               const SinkOptions& options, int count, int gap = 8);

/// Columns of such a grid.
int contactSheetColumns(int width, int height, int count);

}  // namespace app
