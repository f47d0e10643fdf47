#include "app/render/copy_runs.h"

namespace app {
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
