// One item of the draw list: which shader variant it needs, and how it and its copies are bound and drawn.
#pragma once

#include "app/render/copy_runs.h"
#include "app/render/gpu_model.h"
#include "app/render/pose_upload.h"
#include "app/render/scene_program.h"
#include "app/view/draw_list.h"

namespace app {

/// What a draw needs beside its item; borrowed for one call.
struct SceneContent {
  const GpuModel& model;
  const ScenePrograms& programs;
  const PaletteUpload& palettes;
  const MorphUpload& morphs;
};

SceneVariant variantOf(const DrawItem& item, const GpuPrimitive& primitive, const GpuMaterial& material,
                       SceneOutput output, ViewMode view = ViewMode::Shaded);

/// What is bound of an item; borrowed for its draw.
struct BoundItem {
  const GpuPrimitive* primitive = nullptr;  // null: nothing to draw (unknown primitive, no program)
  const SceneProgram* program = nullptr;
  bool movedByPalette = false;
  bool morphed = false;
};

/// Binds what all copies share: program, uniforms, textures and vertices.
BoundItem bindItem(const SceneContent& content, const DrawItem& item, SceneOutput output,
                   ViewMode view = ViewMode::Shaded, const glm::vec4& ghostColor = glm::vec4(1.0f));

/// Binds what moves as many copies from `first` on as one draw call can take. A skin that does not fit on a page is
/// left out.
CopyRun bindCopies(const SceneContent& content, const BoundItem& bound, const DrawItem& item, int first);

/// Issues the draw call of a bound primitive.
void drawPrimitive(const GpuPrimitive& primitive, int copies);

/// Calls `draw` once for each run of copies: once, where all stand on one page. An item of one copy is one run.
template <class Draw>
void drawCopies(const SceneContent& content, const BoundItem& bound, const DrawItem& item, Draw draw) {
  if (bound.primitive == nullptr) return;
  for (CopyRun run = bindCopies(content, bound, item, 0); run.count > 0;
       run = bindCopies(content, bound, item, run.first + run.count))
    draw(run.count);
}

}  // namespace app
