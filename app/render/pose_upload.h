// Uploads the poses of a frame: skinning matrices and morph weights of all draws, packed into texture buffers.
#ifndef APP_RENDER_POSE_UPLOAD_H
#define APP_RENDER_POSE_UPLOAD_H

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/render/texel_pages.h"
#include "app/view/draw_list.h"

namespace app {

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

}  // namespace app

#endif  // APP_RENDER_POSE_UPLOAD_H
