// Several pictures in a grid, saved as one PNG.
#ifndef APP_RECORD_CONTACT_SHEET_H
#define APP_RECORD_CONTACT_SHEET_H

#include "app/record/frame_sink.h"

namespace app {

/// A grid of `count` pictures, as square as possible, with `gap` pixels around each in the color of the first picture's
/// corner. If fewer come, rows without a picture are left out. The error names the path; one above kMaxPictureSide is
/// refused.
crossfade::Result<std::unique_ptr<FrameSink>> openContactSheet(const std::filesystem::path& path,
                                                               const SinkOptions& options, int count, int gap = 8);

/// The number of columns of that grid.
int contactSheetColumns(int width, int height, int count);

}  // namespace app

#endif  // APP_RECORD_CONTACT_SHEET_H
