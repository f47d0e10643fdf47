// What is to be seen in one frame, without OpenGL: built from a Model and its pose, read by the renderer.
#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"
#include "app/view/posed_model.h"
#include "app/view/view_options.h"

namespace app {

/// Strengths of what lights the model; 1 is as people see it.
struct Lighting {
  float sun = 1;
  float rim = 1;  // the soft light behind the model
  float exposure = 1;
  bool toneCurve = true;  // false: linear light is cut at 1, for measurements
  friend bool operator==(const Lighting&, const Lighting&) = default;
};

/// One primitive of one mesh instance, or of many that stand evenly in the list's arrays: the same part of a crowd.
/// Copy k has its own matrices and weights, `k * stride` after the first copy's, and the material, `mirrored` and
/// `depth` of all. Copies are drawn in their order; of blended ones that are double-sided, all far sides before all
/// near sides.
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
  int copies = 1;         // more need a palette or a `worldOffset`; 0: not drawn
  int paletteStride = 0;  // matrices from one copy's first to the next one's, in DrawList::palettes
  int morphStride = 0;    // weights from one copy's first to the next one's; 0: all move alike
  int worldOffset =
      -1;  // of copies that are not skinned: the first one's world matrix in DrawList::palettes; -1: `world`
};

struct LineVertex {
  glm::vec3 position{0.0f};
  glm::vec4 color{1.0f};  // linear, not premultiplied
};

/// A bone as a solid of eight faces: its points at `from` and `to`, its waist near `from`, as wide as `width` to either
/// side.
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
  glm::vec3 sunDirection{-0.33f, 0.78f,
                         0.53f};  // towards the sun, unit length; the opening camera looks with the sun from its left
  float sceneRadius = 1.0f;
  float groundHeight = 0.0f;
  bool grid = true;
  bool darkBackground = true;
  bool transparent = false;
  ViewMode mode = ViewMode::Shaded;
  Lighting lighting;

  std::vector<DrawItem> items;       // opaque and masked from front to back, then blended from back to front
  std::vector<glm::mat4> palettes;   // of all skins, one after the other, and world matrices of copies
  std::vector<float> morphWeights;   // of all instances
  std::vector<DrawItem> ghostItems;  // as items; their matrices and weights stand in the same two arrays
  std::vector<GhostLayer> ghosts;    // in the order they are drawn
  std::vector<BoneShape> bones;      // above the scene, hiding one another by their depth
  std::vector<LineVertex> overlay;   // pairs of points, drawn above everything
};

struct Bone {
  int parent = 0;  // joints
  int joint = 0;
};
struct TrailPoint {
  glm::vec3 position{0.0f};
  float seconds = 0;  // from now; below 0: ago
};
/// Where a joint was and will be, by time.
struct Trail {
  std::span<const TrailPoint> points;
};
/// The model at another moment.
struct Ghost {
  PosedModel pose;
  float seconds = 0;  // from now
};
/// What is shown of a model beside itself; lent.
struct Annotations {
  std::span<const Bone> bones;
  int selectedJoint = -1;  // -1: none
  std::span<const Trail> trails;
  std::span<const Ghost> ghosts;
};

/// Fills `out` for one model. Instances outside the scene and empty primitives are left out. Annotations belong to the
/// shaded view alone, bones and trails as the options ask for; a model without meshes is its bones.
void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect,
                   const ViewOptions& options, DrawList& out, const Annotations& around = {});

}  // namespace app
