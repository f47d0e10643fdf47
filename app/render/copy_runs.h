// Splits the copies of an item into runs that one draw call can draw: matrices and morph weights on the same pages, at
// a constant stride.
#ifndef APP_RENDER_COPY_RUNS_H
#define APP_RENDER_COPY_RUNS_H

#include "app/render/pose_upload.h"
#include "app/view/draw_list.h"

namespace app {

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

#endif  // APP_RENDER_COPY_RUNS_H
