#include "app/render/pose_upload.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <glad/gl.h>

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
  Page& page = nth(pages, pageIndex);
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
  return static_cast<std::size_t>(page) < pages.size() ? nth(pages, page).texture.id() : 0;
}

namespace {

template <class T>
std::vector<T>& pageAt(std::vector<std::vector<T>>& pages, int page) {
  if (pages.size() <= static_cast<std::size_t>(page)) pages.resize(static_cast<std::size_t>(page) + 1);
  return nth(pages, page);
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
    Block& block = nth(blockOfOffset_, matrices.data() - list.palettes.data());
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
  const Block& block = nth(blockOfOffset_, range.first);
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
    MorphRun& run = nth(runOfOffset_, weights.data() - list.morphWeights.data());
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
  return range.isIn(runOfOffset_.size()) ? nth(runOfOffset_, range.first) : MorphRun{};
}

namespace {

bool onSamePages(const PageSlot& matrices, const MorphRun& morphs, const CopyRun& run) {
  return matrices.page == run.matrices.page && morphs.count == run.morphs.count &&
         (morphs.count == 0 || morphs.slot.page == run.morphs.slot.page);
}

bool hasSameStride(const PageSlot& matrices, const MorphRun& morphs, const CopyRun& run) {
  return matrices.texel == run.matrices.texel + run.count * run.matrixStride &&
         (morphs.count == 0 || morphs.slot.texel == run.morphs.slot.texel + run.count * run.morphStride);
}

}  // namespace

CopyRun copyRunFrom(const PaletteUpload& palettes, const MorphUpload& morphs, const DrawItem& item, int first) {
  CopyRun run{.first = first};
  while (run.first < item.copies && palettes.slot(item, run.first).page < 0) ++run.first;
  if (run.first >= item.copies) return run;
  run.matrices = palettes.slot(item, run.first);
  run.morphs = morphs.run(item, run.first);
  for (run.count = 1; run.first + run.count < item.copies; ++run.count) {
    const PageSlot matrices = palettes.slot(item, run.first + run.count);
    const MorphRun weights = morphs.run(item, run.first + run.count);
    if (!onSamePages(matrices, weights, run)) break;
    if (run.count == 1) {
      run.matrixStride = matrices.texel - run.matrices.texel;
      run.morphStride = weights.slot.texel - run.morphs.slot.texel;
    }
    if (!hasSameStride(matrices, weights, run)) break;
  }
  return run;
}

}  // namespace app
