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

/// The range of an array that belongs to one copy.
struct ArrayRange {
  std::int64_t first = -1;
  std::int64_t count = 0;
  bool isIn(std::size_t size) const {
    return first >= 0 && count > 0 && first + count <= static_cast<std::int64_t>(size);
  }
};

ArrayRange rangeOf(int first, int count, int stride, int copy) {
  return {.first = first < 0 ? -1 : first + std::int64_t{stride} * copy, .count = count};
}
ArrayRange matrixRange(const DrawItem& item, int copy) {
  const bool skinned = item.paletteOffset >= 0;
  return rangeOf(skinned ? item.paletteOffset : item.worldOffset, skinned ? item.paletteCount : 1, item.paletteStride,
                 copy);
}
std::span<const float> weightsOf(const DrawList& list, const DrawItem& item, int copy) {
  const ArrayRange range = rangeOf(item.morphOffset, item.morphCount, item.morphStride, copy);
  if (!range.isIn(list.morphWeights.size())) return {};
  return std::span(list.morphWeights)
      .subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.count));
}

int activeCount(std::span<const float> weights) {
  return static_cast<int>(weights.size()) - static_cast<int>(std::count(weights.begin(), weights.end(), 0.0f));
}
int maxActiveCount(const DrawList& list, const DrawItem& item) {
  int maxCount = 0;
  for (int copy = 0; copy < item.copies; ++copy)
    maxCount = std::max(maxCount, activeCount(weightsOf(list, item, copy)));
  return maxCount;
}

}  // namespace

std::span<const glm::mat4> matricesOf(const DrawList& list, const DrawItem& item, int copy) {
  const ArrayRange range = matrixRange(item, copy);
  if (!range.isIn(list.palettes.size())) return {};
  return std::span(list.palettes).subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.count));
}

PaletteUpload::PaletteUpload(int texelsPerPage) : packer_(texelsPerPage), stream_(GL_RGBA32F) {}

void PaletteUpload::upload(const DrawList& list) {
  packer_.clear();
  stream_.beginFrame();
  blockOfOffset_.assign(list.palettes.size(), Block{});
  for (const DrawItem& item : list.items) pack(list, item);
  for (const DrawItem& item : list.ghostItems) pack(list, item);
  writeAndClear(stream_, rows_);
}

void PaletteUpload::pack(const DrawList& list, const DrawItem& item) {
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const glm::mat4> matrices = matricesOf(list, item, copy);
    if (matrices.empty()) continue;
    Block& block = blockOfOffset_[static_cast<std::size_t>(matrices.data() - list.palettes.data())];
    const int count = static_cast<int>(matrices.size());
    if (block.count >= count) continue;
    const PageSlot slot = packer_.pack(3 * count);
    if (slot.page < 0) return;
    block = {.slot = slot, .count = count};
    std::vector<glm::vec4>& rows = pageAt(rows_, slot.page);
    for (const glm::mat4& matrix : matrices) appendRows(matrix, rows);
  }
}

PageSlot PaletteUpload::slot(const DrawItem& item, int copy) const {
  const ArrayRange range = matrixRange(item, copy);
  if (!range.isIn(blockOfOffset_.size())) return {};
  const Block& block = blockOfOffset_[static_cast<std::size_t>(range.first)];
  return block.count >= range.count ? block.slot : PageSlot{};
}

MorphUpload::MorphUpload(int texelsPerPage) : packer_(texelsPerPage), stream_(GL_RG32F) {}

void MorphUpload::upload(const DrawList& list) {
  packer_.clear();
  stream_.beginFrame();
  runOfOffset_.assign(list.morphWeights.size(), MorphRun{});
  for (const DrawItem& item : list.items) pack(list, item);
  for (const DrawItem& item : list.ghostItems) pack(list, item);
  writeAndClear(stream_, pairs_);
}

void MorphUpload::pack(const DrawList& list, const DrawItem& item) {
  constexpr float kNoTarget = 1 << 24;
  const int texels = maxActiveCount(list, item);
  for (int copy = 0; copy < item.copies; ++copy) {
    const std::span<const float> weights = weightsOf(list, item, copy);
    if (weights.empty()) continue;
    MorphRun& run = runOfOffset_[static_cast<std::size_t>(weights.data() - list.morphWeights.data())];
    if (run.targets >= item.morphCount) continue;
    const PageSlot slot = packer_.pack(texels);
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
  const ArrayRange range = rangeOf(item.morphOffset, item.morphCount, item.morphStride, copy);
  return range.isIn(runOfOffset_.size()) ? runOfOffset_[static_cast<std::size_t>(range.first)] : MorphRun{};
}

}  // namespace app
