// Decodes PNG, JPEG, BMP and TGA images to RGBA, and makes the checkerboard that replaces a missing one.
#ifndef APP_IMPORT_FILE_IMAGE_DECODE_H
#define APP_IMPORT_FILE_IMAGE_DECODE_H

#include "app/import/file/file_bytes.h"
#include "app/model/model.h"
#include "crossfade/base/result.h"

namespace app {

/// The image in `file`. Throws ImportError when it cannot be decoded, has a side above limits::kImageSide, or needs
/// more than `byteLimit` bytes decoded; sizes are checked in the header, before any memory is allocated.
Image decodeImage(ByteSpan file, std::uint64_t byteLimit);

/// Returns the error instead of throwing it, for other modules.
crossfade::Result<Image> tryDecodeImage(ByteSpan file, std::uint64_t byteLimit);

/// Replaces an image that is missing or broken: 16 x 16 pixels of magenta and gray squares.
Image checkerImage();

}  // namespace app

#endif  // APP_IMPORT_FILE_IMAGE_DECODE_H
