// One picture as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/record/image_view.h"
#include "crossfade/base/result.h"

namespace app {

/// A picture as the bytes of a PNG file. Alpha only if some pixel is not opaque. The same picture gives the same bytes.
crossfade::Result<std::vector<std::uint8_t>> pngBytes(const ImageView& image);
/// The same, as a file.
crossfade::Result<void> writePng(const std::filesystem::path& path, const ImageView& image);

}  // namespace app
