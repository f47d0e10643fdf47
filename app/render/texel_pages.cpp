#include "app/render/texel_pages.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>

namespace app {

PageSlot PagePacker::pack(int texels) {
  if (texels > texelsPerPage_) return {};
  if (used_ + texels > texelsPerPage_) {
    ++page_;
    used_ = 0;
  }
  const PageSlot slot{.page = page_, .texel = used_};
  used_ += texels;
  return slot;
}

void TexelStream::beginFrame() { frame_ = (frame_ + 1) % kFrames; }

void TexelStream::write(int pageIndex, std::span<const std::byte> bytes) {
  std::vector<Page>& pages = pages_[frame_];
  while (pages.size() <= static_cast<std::size_t>(pageIndex)) pages.push_back({GlBuffer::make(), GlTexture::make(), 0});
  Page& page = pages[static_cast<std::size_t>(pageIndex)];
  glBindBuffer(GL_TEXTURE_BUFFER, page.buffer.id());
  const bool grows = bytes.size() > page.capacity;
  if (grows) page.capacity = std::bit_ceil(std::max<std::size_t>(bytes.size(), 256));
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(page.capacity), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  if (grows) {
    glBindTexture(GL_TEXTURE_BUFFER, page.texture.id());
    glTexBuffer(GL_TEXTURE_BUFFER, format_, page.buffer.id());
    glBindTexture(GL_TEXTURE_BUFFER, 0);
  }
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
}

unsigned int TexelStream::texture(int page) const {
  const std::vector<Page>& pages = pages_[frame_];
  return static_cast<std::size_t>(page) < pages.size() ? pages[static_cast<std::size_t>(page)].texture.id() : 0;
}

}  // namespace app
