// One picture as a PNG file.
#pragma once

#include <filesystem>

#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

/// Alpha is written only when some pixel is not opaque. The same picture gives the same bytes.
crossfade::Result<void> writePng(const std::filesystem::path& path, const ImageView& image);

}  // namespace app
