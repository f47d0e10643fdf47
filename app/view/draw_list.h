// Everything visible in one frame, without OpenGL: built from a Model and its pose, drawn by the renderer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/model/model.h"
#include "app/view/camera.h"
#include "app/view/model_matrices.h"
#include "app/view/view_options.h"

namespace app {

// What can be drawn in addition to a model: bones, trails and ghosts.

struct Bone {
  int parent = 0;  // joints
  int joint = 0;
};
struct TrailPoint {
  glm::vec3 position{0.0f};
  float seconds = 0;  // relative to now; negative: the past
};
/// The path of a joint, sorted by time.
struct Trail {
  std::span<const TrailPoint> points;
};
/// The model at another time.
struct Ghost {
  PosedModel pose;
  float seconds = 0;                              // relative to now
  std::optional<glm::vec3> color = std::nullopt;  // linear; none: that of the past or the future
};
/// What is drawn in addition to the model. Borrowed.
struct Annotations {
  std::span<const Bone> bones;
  int selectedJoint = -1;  // -1: none
  std::span<const Trail> trails;
  std::span<const Ghost> ghosts;
};

/// Light and exposure of the picture; 1 is the default look. shaders/display.glsl, toDisplay(), applies exposure and
/// tone curve; shaders/light.glsl and scene.frag apply the rest.
struct Lighting {
  float sun = 1;                            // intensity
  float rim = 1;                            // the soft light behind the model
  float studio = 1;                         // light from all around, and what surfaces mirror
  glm::vec3 sunColor{1.90f, 1.78f, 1.61f};  // linear
  float exposure = 1;                       // factor on linear light, before the tone curve
  bool toneCurve = true;                    // Khronos PBR Neutral; false: light is clipped at 1, for measurements
  friend bool operator==(const Lighting&, const Lighting&) = default;
};

/// A light of the file, without shadows (KHR_lights_punctual).
struct PunctualLight {
  LightKind kind = LightKind::Point;
  glm::vec3 position{0.0f};
  glm::vec3 direction{0.0f, 1.0f, 0.0f};  // toward the light, unit length; unused for points
  glm::vec3 color{1.0f};                  // linear, times its intensity
  float range = 0;                        // 0: unlimited
  float coneScale = 0, coneOffset = 1;    // brightness across a spot: (cos * scale + offset)^2, limited to 0..1
  friend bool operator==(const PunctualLight&, const PunctualLight&) = default;
};
inline constexpr int kMaxLights = 8;  // in shaders/frame.glsl, too

/// One primitive of one mesh instance, or copies of it, one per character of a crowd. Copy k has its own matrices and
/// weights, `k * stride` after those of the first copy; material, `mirrored` and `depth` are shared. Copies are drawn
/// in order; of blended double-sided ones, all back faces before all front faces.
struct DrawItem {
  int mesh = 0;
  int primitive = 0;
  int instance = 0;
  int material = -1;       // into Model::materials; -1: Material{}
  glm::mat4 world{1.0f};   // identity if skinned: palettes map to world space
  int paletteOffset = -1;  // first matrix in DrawList::palettes; -1: not skinned
  int paletteCount = 0;
  int morphOffset = 0;  // into DrawList::morphWeights
  int morphCount = 0;
  bool mirrored = false;  // the world matrix has a negative determinant
  float depth = 0;        // distance from the eye along the view direction, for sorting blended items
  int copies = 1;         // more than 1 needs a palette or `worldOffset`; 0: not drawn
  int paletteStride = 0;  // matrices from one copy to the next, in DrawList::palettes
  int morphStride = 0;    // weights from one copy to the next; 0: all share the same
  int worldOffset = -1;   // copies without skin: the first one's world matrix in DrawList::palettes; -1: `world`
  friend bool operator==(const DrawItem&, const DrawItem&) = default;
};

struct LineVertex {
  glm::vec3 position{0.0f};
  glm::vec4 color{1.0f};  // linear, not premultiplied
  friend bool operator==(const LineVertex&, const LineVertex&) = default;
};

/// A bone as an octahedron with its tips at `from` and `to`; its waist, near `from`, reaches `width` to either side.
struct BoneShape {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f, 1.0f, 0.0f};
  float width = 0.1f;
  glm::vec4 color{1.0f};  // linear; alpha below 1 is translucent
  friend bool operator==(const BoneShape&, const BoneShape&) = default;
};

/// The model at another time: a range of DrawList::ghostItems, translucent and in one color.
struct GhostLayer {
  int firstItem = 0;
  int itemCount = 0;
  glm::vec4 color{1.0f};  // linear, not premultiplied
  friend bool operator==(const GhostLayer&, const GhostLayer&) = default;
};

/// Placement of the floor's pattern: floor point p shows the pattern at rotate(p, turn) + offset.
struct FloorPattern {
  glm::dvec2 offset{0.0};  // x, z
  double turn = 0;         // radians, counterclockwise seen from above
  friend bool operator==(const FloorPattern&, const FloorPattern&) = default;
};

/// Two equal lists make the same picture. Buffers are cleared and refilled each frame, never freed.
struct DrawList {
  glm::mat4 view{1.0f};
  glm::mat4 projection{1.0f};
  glm::vec3 eye{0.0f};
  glm::vec3 sunDirection{-0.33f, 0.78f, 0.53f};  // toward the sun, unit length; from the left of the default camera
  float sceneRadius = 1.0f;
  float groundHeight = 0.0f;
  FloorPattern floor;
  bool grid = true;
  bool darkBackground = true;
  bool transparent = false;
  bool premultiplied = false;  // alpha of a transparent picture, for drawing over it; otherwise straight
  ViewMode mode = ViewMode::Shaded;
  Lighting lighting;

  std::vector<PunctualLight> lights;  // at most kMaxLights
  std::vector<DrawItem> items;        // opaque and masked front to back, then blended back to front
  std::vector<glm::mat4> palettes;    // of all skins, and world matrices of copies
  // Of all instances and figures, pose by pose. The material values of the first pose (Model::materialValues) are those
  // of the whole picture; without any, materials are as in the file.
  std::vector<float> morphWeights;
  std::vector<DrawItem> ghostItems;   // like items; their matrices and weights are in the same two arrays
  std::vector<GhostLayer> ghosts;     // in drawing order
  std::vector<BoneShape> bones;       // on top of the scene, depth-tested against each other
  std::vector<LineVertex> overlay;    // pairs of points, drawn on top of everything
  std::vector<LineVertex> floorBand;  // a triangle strip on the floor
  friend bool operator==(const DrawList&, const DrawList&) = default;
};

/// Fills `out` for one model. Instances outside the scene and empty primitives are left out. Annotations appear in the
/// shaded view only; a model without meshes always shows its bones.
void buildDrawList(const Model& model, const PosedModel& pose, const Camera& camera, float aspect,
                   const ViewOptions& options, DrawList& out, const Annotations& around = {});

// Draw lists of one model and of a crowd.

// ---- The draw list of many characters that share one model.

/// Poses of `count` characters, one after another. Borrowed.
struct PosedCrowd {
  std::span<const glm::mat4> matrices;  // `matrixCount` per character, to world space
  std::span<const float> morphWeights;  // `morphCount` per character
  int count = 0;
  int matrixCount = 0;
  int morphCount = 0;
  std::span<const int> paletteOffsets;  // per skin: index of its first matrix within a character
  std::span<const int> worldOffsets;    // per mesh instance: index of its node's matrix; -1: skinned
};

/// Like buildDrawList, but each item is drawn `count` times. No annotations.
void buildCrowdDrawList(const Model& model, const PosedCrowd& crowd, const Camera& camera, float aspect,
                        const ViewOptions& options, DrawList& out);

// ---- Shared by the draw lists of one model and of a crowd.

/// Clears the list and sets camera and options. The sun shines on the model's front.
void beginDrawList(const Model& model, const Camera& camera, float aspect, const ViewOptions& options, DrawList& out);

/// The matrices of one mesh instance.
struct PlacedInstance {
  glm::mat4 world{1.0f};                // of its node
  std::span<const glm::mat4> palettes;  // of the whole pose
  int paletteOffset = 0;                // of its skin, within these
  int firstMatrix = 0;                  // of the pose, in DrawList::palettes
  int firstWeight = 0;                  // of the pose, in DrawList::morphWeights
};
/// An item for each primitive that has vertices, with its material in `variant` (materialOf).
void addInstanceItems(const Model& model, int instanceIndex, const PlacedInstance& placed, const glm::mat4& view,
                      int variant, std::vector<DrawItem>& out);

/// Opaque and masked items front to back, then blended ones back to front. Does not allocate.
void sortItems(const Model& model, std::vector<DrawItem>& items);

// The lights of the file, as the picture shows them.

/// Sets the light of the list. Of the file's lights the kMaxLights + 1 brightest at the camera's target count; the
/// brightest directional one becomes the sun, so that it casts shadows. If together they are brighter than
/// kBrightest there, all are dimmed alike: files disagree about units. Leaves the studio as it is for a model without
/// lights.
void addFileLights(const Model& model, const PosedModel& pose, LightSource source, const Camera& camera, DrawList& out);

inline constexpr float kBrightest = 4;              // times what makes a matte white surface white
inline constexpr float kStudioBesideLights = 0.2f;  // so that what no light of the file reaches is not black

// The draw list of one model in several poses, in a row across the picture.

/// Where figure `index` of a row stands, relative to the model: a row across the picture, however the camera turns.
glm::vec3 positionInRow(const Camera& camera, float spacing, int index, int count);
/// The distance between neighbors of a row, from the model's bounds.
float rowSpacing(const Bounds& bounds);
/// Keeps the view direction and fits a row of figures with these bounds, and a label below each, into a picture of
/// `aspect` = width / height.
Camera frameRow(Camera camera, const Bounds& bounds, int count, float aspect);

/// Like buildDrawList, but once for each pose; the poses belong to the same model. Of the annotations only the bones.
void buildRowDrawList(const Model& model, std::span<const PosedModel> poses, float spacing, const Camera& camera,
                      float aspect, const ViewOptions& options, std::span<const Bone> bones, DrawList& out);

// The way that a character has gone, painted on the floor.

/// Older points are not seen.
inline constexpr double kFloorPathSeconds = 30;

/// Adds a band that fades out toward older points and toward the edge of the floor. The list must have its height and
/// scene radius; the last point is where the model stands.
void addFloorPath(std::span<const TrailPoint> path, DrawList& out);

}  // namespace app
