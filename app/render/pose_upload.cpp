#include "app/render/pose_upload.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstdint>

namespace app {
namespace {

template <class T>
std::vector<T>& pageAt(std::vector<std::vector<T>>& pages, int page) {
  if (pages.size() <= static_cast<std::size_t>(page)) pages.resize(static_cast<std::size_t>(page) + 1);
  return pages[static_cast<std::size_t>(page)];
}

template <class T>
void writeAndClear(TexelStream& stream, std::vector<std::vector<T>>& pages) {
  for (std::size_t page = 0; page < pages.size(); ++page) {
    if (!pages[page].empty()) stream.write(static_cast<int>(page), std::as_bytes(std::span(pages[page])));
    pages[page].clear();
  }
}

void appendRows(const glm::mat4& m, std::vector<glm::vec4>& rows) {
  for (int row = 0; row < 3; ++row) rows.emplace_back(m[0][row], m[1][row], m[2][row], m[3][row]);
}

/// A run of an array that belongs to one copy.
struct ArrayPart {
  std::int64_t first = -1;
  std::int64_t count = 0;
  bool isIn(std::size_t size) const {
    return first >= 0 && count > 0 && first + count <= static_cast<std::int64_t>(size);
  }
};

ArrayPart partOf(int first, int count, int stride, int copy) {
  return {.first = first < 0 ? -1 : first + std::int64_t{stride} * copy, .count = count};
}
ArrayPart matrixPart(const DrawItem& item, int copy) {
  const bool skinned = item.paletteOffset >= 0;
  return partOf(skinned ? item.paletteOffset : item.worldOffset, skinned ? item.paletteCount : 1, item.paletteStride,
                copy);
}
std::span<const float> weightsOf(const DrawList& list, const DrawItem& item, int copy) {
  const ArrayPart part = partOf(item.morphOffset, item.morphCount, item.morphStride, copy);
  if (!part.isIn(list.morphWeights.size())) return {};
  return std::span(list.morphWeights)
      .subspan(static_cast<std::size_t>(part.first), static_cast<std::size_t>(part.count));
}

int activeCount(std::span<const float> weights) {
  return static_cast<int>(weights.size()) - static_cast<int>(std::count(weights.begin(), weights.end(), 0.0f));
}
int mostActive(const DrawList& list, const DrawItem& item) {
  int most = 0;
  for (int copy = 0; copy < item.copies; ++copy) most = std::max(most, activeCount(weightsOf(list, item, copy)));
  return most;
}

}  // namespace

std::span<const glm::mat4> matricesOf(const DrawList& list, const DrawItem& item, int copy) {
  const ArrayPart part = matrixPart(item, copy);
  if (!part.isIn(list.palettes.size())) return {};
  return std::span(list.palettes).subspan(static_cast<std::size_t>(part.first), static_cast<std::size_t>(part.count));
}

PaletteUpload::PaletteUpload(int texelsPerPage) : packer_(texelsPerPage), stream_(GL_RGBA32F) {}

void PaletteUpload::upload(const DrawList& list) {
  packer_.clear();
  stream_.beginFrame();
  blockOfOffset_.assign(list.palettes.size(), Block{});
  for (const DrawItem& item : list.items) place(list, item);
  for (const DrawItem& item : list.ghostItems) place(list, item);
  writeAndClear(stream_, rows_);
}

void PaletteUpload::place(const DrawList& list, const DrawItem& item) {
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const glm::mat4> matrices = matricesOf(list, item, copy);
    if (matrices.empty()) continue;
    Block& block = blockOfOffset_[static_cast<std::size_t>(matrices.data() - list.palettes.data())];
    const int count = static_cast<int>(matrices.size());
    if (block.count >= count) continue;
    const PageSlot slot = packer_.place(3 * count);
    if (slot.page < 0) return;
    block = {.slot = slot, .count = count};
    std::vector<glm::vec4>& rows = pageAt(rows_, slot.page);
    for (const glm::mat4& matrix : matrices) appendRows(matrix, rows);
  }
}

PageSlot PaletteUpload::slot(const DrawItem& item, int copy) const {
  const ArrayPart part = matrixPart(item, copy);
  if (!part.isIn(blockOfOffset_.size())) return {};
  const Block& block = blockOfOffset_[static_cast<std::size_t>(part.first)];
  return block.count >= part.count ? block.slot : PageSlot{};
}

MorphUpload::MorphUpload(int texelsPerPage) : packer_(texelsPerPage), stream_(GL_RG32F) {}

void MorphUpload::upload(const DrawList& list) {
  packer_.clear();
  stream_.beginFrame();
  runOfOffset_.assign(list.morphWeights.size(), MorphRun{});
  for (const DrawItem& item : list.items) place(list, item);
  for (const DrawItem& item : list.ghostItems) place(list, item);
  writeAndClear(stream_, pairs_);
}

void MorphUpload::place(const DrawList& list, const DrawItem& item) {
  constexpr float kNoTarget = 1 << 24;
  const int texels = mostActive(list, item);
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const float> weights = weightsOf(list, item, copy);
    if (weights.empty()) continue;
    MorphRun& run = runOfOffset_[static_cast<std::size_t>(weights.data() - list.morphWeights.data())];
    if (run.targets >= item.morphCount) continue;
    const PageSlot slot = packer_.place(texels);
    if (slot.page < 0) return;
    run = {.slot = slot, .count = texels, .targets = item.morphCount};
    std::vector<glm::vec2>& pairs = pageAt(pairs_, slot.page);
    for (std::size_t target = 0; target < weights.size(); ++target) {
      if (weights[target] != 0.0f) pairs.emplace_back(static_cast<float>(target), weights[target]);
    }
    pairs.resize(static_cast<std::size_t>(slot.texel + texels), glm::vec2(kNoTarget, 0.0f));
  }
}

MorphRun MorphUpload::run(const DrawItem& item, int copy) const {
  const ArrayPart part = partOf(item.morphOffset, item.morphCount, item.morphStride, copy);
  return part.isIn(runOfOffset_.size()) ? runOfOffset_[static_cast<std::size_t>(part.first)] : MorphRun{};
}

}  // namespace app
