// What moves in a frame: skinning matrices and morph weights of all draws, packed into texture buffers.
#pragma once

#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/render/texel_pages.h"
#include "app/view/draw_list.h"

namespace app {

/// Each palette that draws share is stored once: three texels a matrix, its rows (a palette matrix is affine).
class PaletteUpload {
 public:
  explicit PaletteUpload(int texelsPerPage);
  void upload(const DrawList& list);
  PageSlot slot(const DrawItem& item) const;  // page -1: not skinned, or a skin larger than a page
  unsigned int texture(int page) const { return stream_.texture(page); }

 private:
  void place(const DrawList& list, const DrawItem& item);

  PagePacker packer_;
  TexelStream stream_;
  std::vector<PageSlot> slotOfOffset_;        // by DrawItem::paletteOffset
  std::vector<std::vector<glm::vec4>> rows_;  // by page
};

/// A run of {target, weight} texels in ascending order of targets; weights of 0 are left out.
struct MorphRun {
  PageSlot slot;
  int count = 0;
  int targets = 0;  // how many were looked at
};

/// Draws whose weights begin at the same place share a run as long as the longest asks.
class MorphUpload {
 public:
  explicit MorphUpload(int texelsPerPage);
  void upload(const DrawList& list);
  MorphRun run(const DrawItem& item) const;
  unsigned int texture(int page) const { return stream_.texture(page); }

 private:
  void place(const DrawList& list, const DrawItem& item);

  PagePacker packer_;
  TexelStream stream_;
  std::vector<MorphRun> runOfOffset_;          // by DrawItem::morphOffset
  std::vector<std::vector<glm::vec2>> pairs_;  // by page
};

}  // namespace app
