// Writes one picture as a PNG file.
#ifndef APP_RECORD_PNG_H
#define APP_RECORD_PNG_H

#include <filesystem>

#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

/// Writes alpha only if some pixel is not opaque. The same picture gives the same bytes.
crossfade::Result<void> writePng(const std::filesystem::path& path, const ImageView& image);

}  // namespace app

#endif  // APP_RECORD_PNG_H
