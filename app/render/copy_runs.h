// Which copies of an item one draw call can take: those whose matrices and morph weights stand evenly on the same
// pages.
#pragma once

#include "app/render/pose_upload.h"
#include "app/view/draw_list.h"

namespace app {

struct CopyRun {
  int first = 0;
  int count = 0;  // 0: no copy is left
  PageSlot matrices;
  int matrixStride = 0;  // texels from one copy to the next
  MorphRun morphs;
  int morphStride = 0;
};

/// The longest run that begins with the first copy from `first` on whose matrices were uploaded.
CopyRun copyRunFrom(const PaletteUpload& palettes, const MorphUpload& morphs, const DrawItem& item, int first);

}  // namespace app
