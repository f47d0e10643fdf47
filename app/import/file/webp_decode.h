// Decodes WebP images (EXT_texture_webp). The only user of that library.
#ifndef APP_IMPORT_FILE_WEBP_DECODE_H
#define APP_IMPORT_FILE_WEBP_DECODE_H

#include "app/import/file/file_bytes.h"

namespace app {

/// By the first bytes.
bool isWebp(ByteSpan file);

struct WebpSize {
  int width = 0;
  int height = 0;
};
/// As the header says. Throws ImportError when it is broken.
WebpSize webpSize(ByteSpan file);
/// RGBA, top row first, `size` pixels. Throws ImportError when the image is damaged or an animation.
Bytes decodeWebp(ByteSpan file, WebpSize size);

}  // namespace app

#endif  // APP_IMPORT_FILE_WEBP_DECODE_H
