// Draws one item of the draw list: which shader variant it needs, and how it and its copies are bound and drawn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "app/model/mesh.h"
#include "app/render/gpu_model.h"
#include "app/render/pose_upload.h"
#include "app/render/scene_program.h"
#include "app/view/draw_list.h"

namespace app {

// ---- Shadow casters and occluders of a crowd, cheap for ten thousand copies.

// The bounding spheres of a mesh (model/caster_spheres.h) where its pose puts them.

/// A caster transformed by its matrix; w: radius.
glm::vec4 worldSphere(const CasterSphere& caster, const glm::mat4& matrix);

/// Appends all casters in world space: bounding spheres (w: radius), and occluders (w: occlusionRadius). `matrices` is
/// the palette, or a single matrix if the primitive is not skinned.
void appendWorldSpheres(std::span<const CasterSphere> casters, std::span<const glm::mat4> matrices,
                        std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

/// Up to this many copies of an item get all their caster spheres; of more, only those nearest to the eye get
/// occluders.
inline constexpr int kDetailedCopies = 64;

class CrowdCasters {
 public:
  /// Like appendWorldSpheres for each copy. Above kDetailedCopies, each copy is a single sphere, and only the nearest
  /// kDetailedCopies have occluders, shrinking with distance so that none pops in when the eye moves.
  void append(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
              std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

 private:
  struct Copy {
    float distance = 0;  // from the eye
    int index = 0;
  };
  void appendNearest(const GpuPrimitive& primitive, const DrawList& list, const DrawItem& item,
                     std::vector<glm::vec4>& spheres, std::vector<glm::vec4>& occluders);

  std::vector<Copy> copies_;  // of the current item
};

// The share of a picture that one call draws, so that a costly picture can be drawn over several frames.

/// A picture is a sequence of steps, each with a cost; every copy of an item is one. Each call goes through all of them
/// in the same order and draws what take() returns. Costs are triangles, never time, so the shares of a picture are the
/// same each time and add up to exactly what one call without a limit draws.
class DrawShare {
 public:
  struct Run {
    int first = 0;
    int count = 0;
  };

  /// From step `first` on, as many as cost at most `most` together, but at least one.
  DrawShare(std::int64_t first, std::int64_t most) : skip_(first), left_(most), end_(first) {}

  /// Which of the next `steps`, at `cost` each, belong to the share.
  Run take(int steps, std::int64_t cost);
  /// The same for a single step.
  bool takes(std::int64_t cost) { return take(1, cost).count > 0; }

  /// The first step of the next share.
  std::int64_t end() const { return end_; }
  /// Nothing is left for another share.
  bool isLast() const { return !isFull_; }

 private:
  std::int64_t skip_;  // steps that earlier shares drew
  std::int64_t left_;  // cost
  std::int64_t end_;
  bool isEmpty_ = true;
  bool isFull_ = false;
};

/// What a draw needs besides its item. Borrowed for one call.
struct SceneContent {
  const GpuModel& model;
  const ScenePrograms& programs;
  const PaletteUpload& palettes;
  const MorphUpload& morphs;
  bool lessDetail = false;  // RenderQuality::lessDetail
  float surfaceError = 0;   // DetailLevel::error that a single surface may have
};

/// `primitive`: that of the item.
SceneVariant variantOf(const GpuModel& model, const DrawItem& item, const GpuPrimitive& primitive, SceneOutput output,
                       ViewMode view = ViewMode::Shaded);

/// A bound item. Borrowed for its draw.
struct BoundItem {
  const GpuPrimitive* primitive = nullptr;  // null: nothing to draw (unknown primitive, no program)
  const SceneProgram* program = nullptr;
  bool movedByPalette = false;
  bool morphed = false;
};

/// Binds what its copies share: program, uniforms, textures and vertices.
BoundItem bindItem(const SceneContent& content, const DrawItem& item, SceneOutput output,
                   ViewMode view = ViewMode::Shaded, const glm::vec4& ghostColor = glm::vec4(1.0f));

/// Binds matrices and morph weights of as many copies, from `first` on, as one draw call can draw. Skips skins larger
/// than a page.
CopyRun bindCopies(const SceneContent& content, const BoundItem& bound, const DrawItem& item, int first);

/// Issues the draw call of a bound primitive. `level`: one of its own; null: all triangles.
void drawPrimitive(const GpuPrimitive& primitive, int copies, const GpuDetailLevel* level = nullptr);

/// Calls `draw` for each run of these copies: once if all are on one page, or if there is only one copy.
template <class Draw>
void drawCopies(const SceneContent& content, const BoundItem& bound, const DrawItem& item, DrawShare::Run copies,
                Draw draw) {
  if (bound.primitive == nullptr) return;
  const int end = copies.first + copies.count;
  for (int first = copies.first; first < end;) {
    const CopyRun run = bindCopies(content, bound, item, first);
    if (run.count == 0 || run.first >= end) return;
    draw(std::min(run.count, end - run.first));
    first = run.first + run.count;
  }
}

bool castsShadow(const GpuModel& model, const DrawItem& item);

/// Draws those copies of an item that belong to `share`; each costs its triangles, or its points.
void drawItem(const SceneContent& content, const DrawItem& item, SceneOutput output, ViewMode view, DrawShare& share);
/// What drawItem() costs with all copies.
std::int64_t costOf(const SceneContent& content, const DrawItem& item);

/// Draws the opaque and masked items, or the blended ones. Leaves culling as the last one needs it.
void drawMeshes(const SceneContent& content, const DrawList& list, bool blended, bool multisampled, DrawShare& share);

}  // namespace app
