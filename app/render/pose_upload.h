// The poses of a frame in texture buffers, and the runs that one draw call can draw.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/render/gl_handle.h"
#include "app/view/draw_list.h"

namespace app {

// ---- Packs blocks of texels into texture buffers: pages of the size that the driver allows. A block never spans two
// pages.

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

// ---- Uploads the poses of a frame: skinning matrices and morph weights of all draws, packed into texture buffers.

/// The palette of one copy, or its world matrix if not skinned; empty if the list has none.
std::span<const glm::mat4> matricesOf(const DrawList& list, const DrawItem& item, int copy);

/// Stores a palette shared by several draws once. A matrix takes three texels, its rows (palette matrices are affine).
/// Palettes of copies have a constant stride within a page unless another item has stored one of them before.
class PaletteUpload {
 public:
  explicit PaletteUpload(int texelsPerPage);
  void upload(const DrawList& list);
  PageSlot slot(const DrawItem& item, int copy = 0) const;  // page -1: no matrices, or a skin larger than a page
  unsigned int texture(int page) const { return stream_.texture(page); }

 private:
  struct Block {
    PageSlot slot;
    int count = 0;  // matrices
  };
  void pack(const DrawList& list, const DrawItem& item);

  PagePacker packer_;
  TexelStream stream_;
  std::vector<Block> blockOfOffset_;          // by index in DrawList::palettes
  std::vector<std::vector<glm::vec4>> rows_;  // by page
};

/// A run of {target, weight} texels, targets ascending, without zero weights. The runs of copies have equal length,
/// padded with a target that no mesh has.
struct MorphRun {
  PageSlot slot;
  int count = 0;
  int targets = 0;  // how many targets it covers
};

/// Draws whose weights start at the same offset share one run, as long as the longest of them needs.
class MorphUpload {
 public:
  explicit MorphUpload(int texelsPerPage);
  void upload(const DrawList& list);
  MorphRun run(const DrawItem& item, int copy = 0) const;
  unsigned int texture(int page) const { return stream_.texture(page); }

 private:
  void pack(const DrawList& list, const DrawItem& item);

  PagePacker packer_;
  TexelStream stream_;
  std::vector<MorphRun> runOfOffset_;          // by DrawItem::morphOffset
  std::vector<std::vector<glm::vec2>> pairs_;  // by page
};

// ---- Splits the copies of an item into runs that one draw call can draw: matrices and morph weights on the same
// pages, at a constant stride.

struct CopyRun {
  int first = 0;
  int count = 0;  // 0: no copies left
  PageSlot matrices;
  int matrixStride = 0;  // texels from one copy to the next
  MorphRun morphs;
  int morphStride = 0;
};

/// The longest run that starts at the first copy, from `first` on, whose matrices were uploaded.
CopyRun copyRunFrom(const PaletteUpload& palettes, const MorphUpload& morphs, const DrawItem& item, int first);

}  // namespace app
