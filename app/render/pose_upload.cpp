#include "app/render/pose_upload.h"

#include <glad/gl.h>

#include <algorithm>

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

}  // namespace

PaletteUpload::PaletteUpload(int texelsPerPage) : packer_(texelsPerPage), stream_(GL_RGBA32F) {}

void PaletteUpload::upload(const DrawList& list) {
  packer_.clear();
  stream_.beginFrame();
  slotOfOffset_.assign(list.palettes.size(), PageSlot{});
  for (const DrawItem& item : list.items) place(list, item);
  for (const DrawItem& item : list.ghostItems) place(list, item);
  writeAndClear(stream_, rows_);
}

void PaletteUpload::place(const DrawList& list, const DrawItem& item) {
  if (item.paletteOffset < 0 || item.paletteCount <= 0) return;
  const std::size_t offset = static_cast<std::size_t>(item.paletteOffset);
  const std::size_t count = static_cast<std::size_t>(item.paletteCount);
  if (offset + count > list.palettes.size() || slotOfOffset_[offset].page >= 0) return;
  const PageSlot slot = packer_.place(3 * item.paletteCount);
  if (slot.page < 0) return;
  slotOfOffset_[offset] = slot;
  std::vector<glm::vec4>& rows = pageAt(rows_, slot.page);
  for (std::size_t i = offset; i < offset + count; ++i) appendRows(list.palettes[i], rows);
}

PageSlot PaletteUpload::slot(const DrawItem& item) const {
  const std::size_t offset = static_cast<std::size_t>(item.paletteOffset);
  return item.paletteOffset >= 0 && offset < slotOfOffset_.size() ? slotOfOffset_[offset] : PageSlot{};
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
  if (item.morphOffset < 0 || item.morphCount <= 0) return;
  const std::size_t offset = static_cast<std::size_t>(item.morphOffset);
  const std::size_t count = static_cast<std::size_t>(item.morphCount);
  if (offset + count > list.morphWeights.size() || runOfOffset_[offset].targets >= item.morphCount) return;
  const auto first = list.morphWeights.begin() + item.morphOffset;
  const auto zeros = std::count(first, first + item.morphCount, 0.0f);
  const int active = item.morphCount - static_cast<int>(zeros);
  const PageSlot slot = packer_.place(active);
  if (slot.page < 0) return;
  runOfOffset_[offset] = {.slot = slot, .count = active, .targets = item.morphCount};
  std::vector<glm::vec2>& pairs = pageAt(pairs_, slot.page);
  for (int target = 0; target < item.morphCount; ++target) {
    if (first[target] != 0.0f) pairs.emplace_back(static_cast<float>(target), first[target]);
  }
}

MorphRun MorphUpload::run(const DrawItem& item) const {
  const std::size_t offset = static_cast<std::size_t>(item.morphOffset);
  return item.morphCount > 0 && offset < runOfOffset_.size() ? runOfOffset_[offset] : MorphRun{};
}

}  // namespace app
