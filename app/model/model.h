// What was loaded, as plain values: no importer, no OpenGL. Everything is an index into the arrays of one Model.
#ifndef APP_MODEL_MODEL_H
#define APP_MODEL_MODEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "app/model/clip_file.h"
#include "app/model/file_formats.h"
#include "app/model/file_views.h"
#include "app/model/import_report.h"
#include "app/model/material.h"
#include "app/model/material_value.h"
#include "app/model/mesh.h"
#include "crossfade/body/humanoid.h"
#include "crossfade/clip/clip_set.h"
#include "crossfade/math/transform.h"
#include "crossfade/skeleton/skeleton.h"

namespace app {

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
  std::uint64_t fileHash = 0;         // of the file at `path`, see host/files/text_file.h; 0: not known
  std::vector<ClipFile> clipFiles;    // their clips follow the model's own, in this order
  std::optional<ProjectSource> project;
  crossfade::Skeleton skeleton;
  // As in Pose::morphWeights: all instances' weights, as MeshInstance::morphOffset says, then those of materialValues.
  std::vector<float> restMorphWeights;
  std::vector<Mesh> meshes;
  std::vector<MeshInstance> instances;
  std::vector<Skin> skins;
  std::vector<int> bones;  // joints that the file marks as bones (FBX, COLLADA), ascending; empty: it does not say
  std::vector<Material> materials;
  std::vector<MaterialValue> materialValues;  // that clips or expressions change, each property once
  std::vector<Image> images;
  std::vector<FileCamera> cameras;
  std::vector<FileLight> lights;
  std::vector<std::string> variants;  // of materials, by name (KHR_materials_variants)
  crossfade::ClipSet clips;
  std::vector<Expression> expressions;      // each with at least one bind
  std::optional<crossfade::Humanoid> body;  // what the file says of its body; nothing: see humanoidOf (upright.h)
  float frontYaw = 0;                       // radians about +Y from +Z to where the model faces
  glm::quat turn = crossfade::makeQuat(0, 0, 0, 1);  // of all roots, by the user (turn_model.h)
  ImportReport report;
};

}  // namespace app

#endif  // APP_MODEL_MODEL_H
