// Packs blocks of texels into texture buffers: pages of the size that the driver allows. A block never spans two pages.
#ifndef APP_RENDER_TEXEL_PAGES_H
#define APP_RENDER_TEXEL_PAGES_H

#include <cstddef>
#include <span>
#include <vector>

#include "app/render/gl_handle.h"

namespace app {

struct PageSlot {
  int page = -1;  // -1: the block is larger than a page
  int texel = 0;  // first texel within the page
};

/// Assigns page and offset to blocks, in call order.
class PagePacker {
 public:
  explicit PagePacker(int texelsPerPage) : texelsPerPage_(texelsPerPage) {}
  void clear() { page_ = 0, used_ = 0; }
  PageSlot pack(int texels);
  int texelsPerPage() const { return texelsPerPage_; }

 private:
  int texelsPerPage_;
  int page_ = 0;
  int used_ = 0;
};

/// The pages on the GPU. Each frame writes into the next of three sets of buffers, orphaning the old contents, so that
/// the CPU never waits for a draw that still reads them.
class TexelStream {
 public:
  /// GL_RGBA32F or GL_RG32F.
  explicit TexelStream(unsigned int format) : format_(format) {}
  void beginFrame();
  void write(int page, std::span<const std::byte> bytes);
  unsigned int texture(int page) const;  // of this frame

 private:
  static constexpr std::size_t kFrames = 3;
  struct Page {
    GlBuffer buffer;
    GlTexture texture;
    std::size_t capacity = 0;
  };
  unsigned int format_;
  std::size_t frame_ = 0;
  std::vector<Page> pages_[kFrames];
};

}  // namespace app

#endif  // APP_RENDER_TEXEL_PAGES_H
