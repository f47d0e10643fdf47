// What was loaded, as plain values: no importer, no OpenGL. Everything is an index into the arrays of one Model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/fields/field.h"
#include "app/model/file_formats.h"
#include "app/model/import_report.h"
#include "app/model/material.h"
#include "app/model/mesh.h"
#include "app/model/scene_value.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/clip/animation_clip.h"
#include "crossfade/clip/clip_events.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/math/transform.h"
#include "crossfade/retarget/joint_map.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

// The cameras and lights of a file.

/// Looks along the -Z of its node; the node's scale does not count.
struct FileCamera {
  std::string name;
  int node = 0;              // index into the skeleton
  float verticalFov = 0.8f;  // radians
  float aspect = 0;          // width over height that must be seen; 0: whatever the picture has
  float nearPlane = 0.01f;
  bool orthographic = false;
  glm::vec2 halfSize{1.0f};  // of what an orthographic one sees
  int inFile = -1;           // its index in the file, which SceneValue names; -1: no clip changes it
};

enum class LightKind { Directional, Point, Spot };

/// KHR_lights_punctual: shines along the -Z of its node.
struct FileLight {
  std::string name;
  int node = 0;  // index into the skeleton
  LightKind kind = LightKind::Point;
  glm::vec3 color{1.0f};  // linear
  float intensity = 1;    // lux; of points and spots: candela
  float range = 0;        // 0: unlimited
  float innerCone = 0;    // radians from the axis
  float outerCone = 0.785398f;
  int inFile = -1;           // as FileCamera's
  std::vector<int> shownBy;  // as MeshInstance's
};

// A file whose clips were fitted to a model of another skeleton (add_clips.h): what came from it, and how.

/// What can be set about the way clips are fitted.
struct RetargetSettings {
  std::optional<crossfade::JointMap> map;  // none: crossfade::guessJointMap
  bool mirrored = false;                   // left and right are swapped; a map that is set must already swap them
  double reach = 0;                        // crossfade::RetargetOptions::reach
  friend bool operator==(const RetargetSettings&, const RetargetSettings&) = default;
};

/// Without `map`, whose file names the joints of both skeletons (format/joint_map_json.h).
constexpr auto fieldsOf(const RetargetSettings*) {
  return std::tuple{
      Field{"mirrored", "Mirrored", &RetargetSettings::mirrored},
      Field{"reach", "Reach", &RetargetSettings::reach, {0, 1}},
  };
}

struct ClipFile {
  std::string path;
  std::string name;  // without folder
  RetargetSettings settings;

  // As they are in the file:
  std::vector<crossfade::AnimationClip> clips;  // those that the model has
  crossfade::Skeleton skeleton;
  crossfade::Humanoid body;
  std::vector<crossfade::Transform> reference;  // the pose in which it stands
  std::vector<int> skinJoints;                  // in ascending order; none: there are no skins
};

/// One value that an expression changes, in Pose::morphWeights: a morph weight or a component of a material's value. It
/// is `rest + weight` at full strength, and `rest` without the expression.
struct ExpressionBind {
  int morph = 0;
  float weight = 1;  // not 0
  float rest = 0;
};

/// A face of a VRM model: morph targets, colors and texture coordinates that move together.
struct Expression {
  std::string name;
  bool isBinary = false;  // on above half strength, otherwise off: eyes that are drawn open or closed
  std::vector<ExpressionBind> binds;
};

/// How far a gaze moves eyes (VRMC_vrm, "RangeMap"): `reach` at `most`, evenly less before it, no more beyond.
struct GazeRange {
  float most = 1.570796f;   // radians that the gaze turns; above 0
  float reach = 0.174533f;  // radians that an eye turns, or the strength of an expression; at least 0
};

/// How a VRM model shows where it looks (VRMC_vrm 1.0, "lookAt"; VRM 0.x, "firstPerson").
struct Gaze {
  bool byExpressions = false;           // lookUp, lookDown, lookLeft and lookRight; otherwise the eyes turn
  int leftEye = crossfade::kNoJoint;    // joints
  int rightEye = crossfade::kNoJoint;   //
  GazeRange inward, outward, down, up;  // toward the nose and away from it; expressions use `outward` for both
};

/// What a model was opened through: a project file (format/project_json.h), work that was kept, or both.
struct ProjectSource {
  std::string path;                   // of the project; empty: none
  std::string text;                   // of the project
  std::vector<std::string> warnings;  // about the files it names
  std::string kept = {};              // the file of work that was left unsaved (host/files/autosave.h); empty: none
};

/// A loaded document. `skeleton` is its whole node tree, parents first.
struct Model {
  std::string name;  // file name without folder
  std::string path;
  Importer importer = Importer::Own;  // that was asked for
  FileSpace space;                    // the same
  std::uint64_t fileHash = 0;         // of the file at `path`, see host/files/text_file.h; 0: not known
  std::vector<ClipFile> clipFiles;    // their clips follow the model's own, in this order
  std::optional<ProjectSource> project;
  crossfade::Skeleton skeleton;
  // As in Pose::morphWeights: all instances' weights, as MeshInstance::morphOffset says, then those of materialValues,
  // then those of sceneValues.
  std::vector<float> restMorphWeights;
  std::vector<Mesh> meshes;
  std::vector<MeshInstance> instances;
  std::vector<Skin> skins;
  std::vector<int> bones;  // joints that the file marks as bones (FBX, COLLADA), ascending; empty: it does not say
  std::vector<Material> materials;
  // That clips or expressions change, each property once. They follow the morph weights in a pose, so whatever blends,
  // saves or restores a pose handles them, too.
  std::vector<MaterialValue> materialValues;
  std::vector<SceneValue> sceneValues;  // the same of nodes, cameras and lights; they follow the material values
  std::vector<Image> images;
  std::vector<FileCamera> cameras;
  std::vector<FileLight> lights;
  std::vector<std::string> variants;        // of materials, by name (KHR_materials_variants)
  crossfade::ClipSet clips;                 // names may repeat; which one a text means: format/model_words.h
  crossfade::ClipEventSet clipEvents;       // of the clips
  std::vector<Expression> expressions;      // each with at least one bind
  std::optional<crossfade::Humanoid> body;  // what the file says of its body; nothing: see humanoidOf (upright.h)
  std::optional<Gaze> gaze;                 // of VRM models
  float frontYaw = 0;                       // radians about +Y from +Z to where the model faces
  glm::dvec3 origin{0.0};                   // what pictures are drawn relative to; not 0: it is far away (upright.h)
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);  // of all roots, by the user (upright.h)
  float scale = 1;                                   // the same
  ImportReport report;
};

/// Of all its instances.
inline std::size_t vertexCountOf(const Model& model) {
  std::size_t count = 0;
  for (const MeshInstance& instance : model.instances)
    for (const Primitive& primitive : model.meshes[static_cast<std::size_t>(instance.mesh)].primitives)
      count += primitive.positions.size();
  return count;
}

}  // namespace app
