// One item of the draw list: which shader variant it needs, and how it is bound and drawn.
#pragma once

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

/// Binds program, uniforms, textures and vertices. Null: nothing to draw (unknown primitive, no program, a skin that does not fit).
const GpuPrimitive* bindItem(const SceneContent& content, const DrawItem& item, SceneOutput output, ViewMode view = ViewMode::Shaded,
                             const glm::vec4& ghostColor = glm::vec4(1.0f));

/// Issues the draw call of a bound primitive.
void drawPrimitive(const GpuPrimitive& primitive);

}  // namespace app
