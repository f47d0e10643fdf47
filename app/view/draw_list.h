// What is to be seen in one frame, without OpenGL: built from a Model and its pose, read by the renderer.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"

namespace app {

/// What of a surface is shown: in full light, or without any (to compare with other programs and to find faults in a file).
enum class ViewMode { Shaded, BaseColor, Normals, Silhouette };

/// Strengths of what lights the model; 1 is as people see it.
struct Lighting {
  float sun = 1;
  float rim = 1;       // the soft light behind the model
  float exposure = 1;
  bool toneCurve = true;  // false: linear light is cut at 1, for measurements
  friend bool operator==(const Lighting&, const Lighting&) = default;
};

/// What the user chose to see.
struct ViewOptions {
  bool meshes = true;
  bool skeleton = false;
  bool grid = true;
  bool darkBackground = true;
  ViewMode mode = ViewMode::Shaded;
  bool transparent = false;  // nothing behind the model and no floor, for pictures that are laid over something
  friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

/// One primitive of one mesh instance.
struct DrawItem {
  int mesh = 0;
  int primitive = 0;
  int instance = 0;
  int material = -1;       // into Model::materials; -1: Material{}
  glm::mat4 world{1.0f};   // identity where skinned: the palette ends in world space
  int paletteOffset = -1;  // first matrix in DrawList::palettes; -1: not skinned
  int paletteCount = 0;
  int morphOffset = 0;  // into DrawList::morphWeights
  int morphCount = 0;
  bool mirrored = false;  // the world matrix turns triangles inside out
  float depth = 0;        // distance from the eye along the view direction, for sorting blended items
};

struct LineVertex {
  glm::vec3 position{0.0f};
  glm::vec4 color{1.0f};  // linear, not premultiplied
};

/// A bone as a solid of eight faces: its points at `from` and `to`, its waist near `from`, as wide as `width` to either side.
struct BoneShape {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f, 1.0f, 0.0f};
  float width = 0.1f;
  glm::vec4 color{1.0f};  // linear; alpha below 1 lets the scene through
};

/// The model at another moment: a run of DrawList::ghostItems, seen through and in one color.
struct GhostLayer {
  int firstItem = 0;
  int itemCount = 0;
  glm::vec4 color{1.0f};  // linear, not premultiplied
};

/// Buffers are cleared and refilled each frame, never freed.
struct DrawList {
  glm::mat4 view{1.0f};
  glm::mat4 projection{1.0f};
  glm::vec3 eye{0.0f};
  glm::vec3 sunDirection{-0.33f, 0.78f, 0.53f};  // towards the sun, unit length; the opening camera looks with the sun from its left
  float sceneRadius = 1.0f;
  float groundHeight = 0.0f;
  bool grid = true;
  bool darkBackground = true;
  bool transparent = false;
  ViewMode mode = ViewMode::Shaded;
  Lighting lighting;

  std::vector<DrawItem> items;       // opaque and masked from front to back, then blended from back to front
  std::vector<glm::mat4> palettes;   // of all skins, one after the other
  std::vector<float> morphWeights;   // of all instances
  std::vector<DrawItem> ghostItems;  // as items; their matrices and weights stand in the same two arrays
  std::vector<GhostLayer> ghosts;    // in the order they are drawn
  std::vector<BoneShape> bones;      // above the scene, hiding one another by their depth
  std::vector<LineVertex> overlay;   // pairs of points, drawn above everything
};

/// The pose of a model as the renderer needs it: world matrices per joint, palettes of all skins, morph weights.
struct PosedModel {
  std::span<const glm::mat4> worlds;
  std::span<const glm::mat4> palettes;
  std::span<const int> paletteOffsets;  // per skin: its first matrix in `palettes`
  std::span<const float> morphWeights;
};

/// Fills `out` for one model. Instances outside the scene and empty primitives are left out.
void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect,
                   const ViewOptions& options, DrawList& out);

/// The box around all visible vertices in `pose`, skinned and morphed on the CPU.
Bounds boundsOf(const Model& model, const PosedModel& pose);

/// World position of vertex `vertexIndex` of one primitive of one instance: morphed, then skinned, in double; what the GPU must agree with.
glm::vec3 skinnedVertex(const Model& model, const PosedModel& pose, int instanceIndex, int primitiveIndex, int vertexIndex);

}  // namespace app
