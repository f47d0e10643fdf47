// Pictures from a document: PNG, JPEG and the like become RGBA; what cannot be decoded becomes a checker.
#pragma once

#include "app/import/file/file_bytes.h"
#include "app/model/model.h"

namespace app {

/// The picture in `file`. The header is looked at first: larger than limits::kImageSide a side, or larger decoded than
/// `byteLimit`, it is refused before memory is taken. Throws ImportError.
Image decodeImage(ByteSpan file, std::uint64_t byteLimit);

/// What stands for a picture that is missing: 16 x 16 pixels of magenta and grey squares.
Image checkerImage();

}  // namespace app
