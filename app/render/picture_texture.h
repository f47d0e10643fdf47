// A texture of one small picture, for the interface.
#ifndef APP_RENDER_PICTURE_TEXTURE_H
#define APP_RENDER_PICTURE_TEXTURE_H

#include <cstdint>
#include <span>

#include "app/render/gl_handle.h"
#include "app/render/picture_size.h"

namespace app {

/// `rgba`: 4 bytes a pixel, top row first, no padding. With smaller versions of itself, for small boxes. Leaves texture
/// unit 0 without a 2D texture.
GlTexture makePictureTexture(PictureSize size, std::span<const std::uint8_t> rgba);

}  // namespace app

#endif  // APP_RENDER_PICTURE_TEXTURE_H
