// One picture as a PNG file.
#pragma once

#include <filesystem>

#include "app/record/image_view.h"
#include "engine/base/result.h"

namespace app {

/// Alpha is written only when some pixel is not opaque. The same picture gives the same bytes.
engine::Result<void> writePng(const std::filesystem::path& path, const ImageView& image);

}  // namespace app
