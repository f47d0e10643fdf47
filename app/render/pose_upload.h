// What moves in a frame: skinning matrices and morph weights of all draws, packed into texture buffers.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/render/texel_pages.h"
#include "app/view/draw_list.h"

namespace app {

/// The palette of one copy, or its world matrix where it is not skinned; empty where the list has none.
std::span<const glm::mat4> matricesOf(const DrawList& list, const DrawItem& item, int copy);

/// Each palette that draws share is stored once: three texels a matrix, its rows (a palette matrix is affine). The
/// palettes of copies lie evenly on a page, as long as nothing else has stored one of them before.
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
  std::vector<Block> blockOfOffset_;          // by place in DrawList::palettes
  std::vector<std::vector<glm::vec4>> rows_;  // by page
};

/// A run of {target, weight} texels in ascending order of targets; weights of 0 are left out. Copies have runs of one
/// length, ended by a target that no mesh has.
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
