#include "app/import/blob/check_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "crossfade/math/transform.h"
#include "crossfade/skeleton/local_to_model.h"

namespace app {
namespace {

/// Of a unit quaternion or a sum of weights, in float.
constexpr float kUnitTolerance = 1e-3f;

void checkCount(std::string_view what, std::uint64_t count, std::uint64_t limit) {
  if (count > limit) refuse("it has ", count, " ", what, "; the limit is ", limit);
}

void checkIndex(std::string_view where, std::string_view what, std::int64_t index, std::size_t count,
                std::int64_t first = 0) {
  if (index < first || index >= static_cast<std::int64_t>(count))
    refuse(where, ": ", what, " ", index, " does not exist; there are ", count);
}

/// An attribute of `count` vertices; it may be missing.
template <class T>
void checkValues(std::string_view where, std::string_view what, const std::vector<T>& values, std::size_t count) {
  if (!values.empty() && values.size() != count)
    refuse(where, ": it has ", values.size(), " ", what, " for ", count, " vertices");
  const auto bad = std::find_if_not(values.begin(), values.end(), [](const T& value) { return isUsable(value); });
  if (bad != values.end())
    refuse(where, ": ", what, " ", bad - values.begin(), " is not a finite number, or too large");
}

void checkUnit(std::string_view where, glm::quat rotation) {
  if (!(std::abs(glm::length(rotation) - 1) <= kUnitTolerance)) refuse(where, ": a rotation is not a unit quaternion");
}

void checkInfluences(std::string_view where, const Primitive& primitive) {
  for (const std::vector<Influences>& set : primitive.influences) {
    if (set.size() != primitive.positions.size())
      refuse(where, ": ", set.size(), " vertices follow joints, but it has ", primitive.positions.size());
    for (const Influences& influences : set)
      for (const float weight : influences.weights)
        if (!(weight >= 0 && weight <= 1 + kUnitTolerance)) refuse(where, ": a weight is not between 0 and 1");
  }
}

/// Sums over all meshes, in 64 bits: no model has so many that they overflow.
struct MeshTotals {
  std::uint64_t vertices = 0;
  std::uint64_t indices = 0;
  std::uint64_t morphed = 0;
};

void checkPrimitive(std::string_view where, const Primitive& primitive, const Mesh& mesh, std::size_t materials,
                    std::size_t variants, MeshTotals& totals) {
  const std::size_t count = primitive.positions.size();
  totals.vertices += count;
  totals.indices += primitive.indices.size();
  totals.morphed += count * primitive.morphTargets.size();
  checkIndex(where, "material", primitive.material, materials, -1);
  for (std::size_t i = 0; i < primitive.variantMaterials.size(); ++i) {
    const VariantMaterial& each = primitive.variantMaterials[i];
    checkIndex(where, "variant", each.variant, variants);
    checkIndex(where, "material", each.material, materials);
    if (i > 0 && each.variant <= primitive.variantMaterials[i - 1].variant)
      refuse(where, ": its variants are not in order");
  }
  checkValues(where, "positions", primitive.positions, count);
  checkValues(where, "normals", primitive.normals, count);
  checkValues(where, "tangents", primitive.tangents, count);
  checkValues(where, "colors", primitive.colors, count);
  for (const auto& uvs : primitive.uvs) checkValues(where, "texture coordinates", uvs, count);
  checkInfluences(where, primitive);

  if (primitive.indices.size() % cornersOf(primitive.topology) != 0)
    refuse(where, ": ", primitive.indices.size(), " indices are no whole number of faces");
  for (const std::uint32_t index : primitive.indices) checkIndex(where, "vertex", index, count);

  if (primitive.morphTargets.size() != mesh.morphTargetNames.size())
    refuse(where, ": it has ", primitive.morphTargets.size(), " morph targets, but ", mesh.morphTargetNames.size(),
           " names");
  for (const MorphTarget& target : primitive.morphTargets) {
    checkValues(where, "morph positions", target.positions, count);
    checkValues(where, "morph normals", target.normals, count);
  }
}

void checkMeshes(const Model& model) {
  checkCount("meshes", model.meshes.size(), limits::kMeshes);
  MeshTotals totals;
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    const std::string where = concat("mesh ", i);
    checkCount("morph targets", model.meshes[i].morphTargetNames.size(), limits::kMorphTargets);
    for (const Primitive& primitive : model.meshes[i].primitives)
      checkPrimitive(where, primitive, model.meshes[i], model.materials.size(), model.variants.size(), totals);
  }
  checkCount("vertices", totals.vertices, limits::kVertices);
  checkCount("indices", totals.indices, limits::kIndices);
  checkCount("vertices in morph targets", totals.morphed, limits::kMorphedVertices);
}

void checkSkeleton(const crossfade::Skeleton& skeleton) {
  checkCount("nodes", static_cast<std::uint64_t>(skeleton.jointCount()), limits::kListEntries);
  for (std::size_t i = 0; i < skeleton.restLocals().size(); ++i)
    checkUnit(concat("node ", i), skeleton.restLocals()[i].rotation);
}

void checkSkins(const Model& model) {
  std::uint64_t joints = 0;
  for (std::size_t i = 0; i < model.skins.size(); ++i) {
    const Skin& skin = model.skins[i];
    const std::string where = concat("skin ", i);
    joints += skin.joints.size();
    // One more than a file may have: the joint of vertices that follow none.
    checkCount("joints in a skin", skin.joints.size(), limits::kJointsPerSkin + 1);
    if (skin.joints.size() != skin.inverseBinds.size())
      refuse(where, ": it has ", skin.inverseBinds.size(), " inverse bind matrices for ", skin.joints.size(),
             " joints");
    for (const int joint : skin.joints)
      checkIndex(where, "joint", joint, static_cast<std::size_t>(model.skeleton.jointCount()));
    for (const glm::mat4& matrix : skin.inverseBinds)
      if (!isUsable(matrix)) refuse(where, ": an inverse bind matrix is not finite");
  }
  checkCount("joints in all skins", joints, limits::kTotalJoints);
}

/// The highest joint that a vertex follows; -1: none does.
int highestJointOf(const Mesh& mesh) {
  int highest = -1;
  for (const Primitive& primitive : mesh.primitives)
    for (const std::vector<Influences>& set : primitive.influences)
      for (const Influences& influences : set)
        for (const std::uint16_t joint : influences.joints) highest = std::max<int>(highest, joint);
  return highest;
}

/// The end of what they take.
std::size_t checkSceneValues(const Model& model, std::size_t end) {
  checkCount("animated values of the scene", model.sceneValues.size(), limits::kListEntries);
  std::set<std::pair<SceneProperty, int>> known;
  for (std::size_t i = 0; i < model.sceneValues.size(); ++i) {
    const SceneValue& value = model.sceneValues[i];
    const std::string where = concat("animated value of the scene ", i);
    if (value.property == SceneProperty::Shown)
      checkIndex(where, "node", value.of, static_cast<std::size_t>(model.skeleton.jointCount()));
    if (value.of < 0) refuse(where, ": it is of nothing");
    if (!known.emplace(value.property, value.of).second) refuse(where, ": it is there twice");
    if (value.offset < 0 || static_cast<std::size_t>(value.offset) != end)
      refuse(where, ": its offset does not follow the previous one");
    end += static_cast<std::size_t>(sizeOf(value.property));
  }
  return end;
}

void checkShownBy(const std::string& where, const std::vector<int>& offsets, const Model& model) {
  if (offsets.size() > model.sceneValues.size()) refuse(where, ": it is hidden by more values than there are");
  for (const int offset : offsets) checkIndex(where, "value that hides it", offset, model.restMorphWeights.size());
}

/// Material values come right after the morph weights of all instances, without gaps, followed by those
/// of the scene, which are last.
void checkMaterialValues(const Model& model, std::size_t morphWeights) {
  checkCount("animated values of materials", model.materialValues.size(), limits::kListEntries);
  std::size_t end = morphWeights;
  std::set<std::tuple<int, MaterialProperty, int>> known;
  for (std::size_t i = 0; i < model.materialValues.size(); ++i) {
    const MaterialValue& value = model.materialValues[i];
    const std::string where = concat("animated value ", i);
    checkIndex(where, "material", value.material, model.materials.size());
    checkIndex(where, "texture", value.texture, kTexturesOfMaterial.size());
    if (!known.emplace(value.material, value.property, value.texture).second) refuse(where, ": it is there twice");
    if (value.offset < 0 || static_cast<std::size_t>(value.offset) != end)
      refuse(where, ": its offset does not follow the previous one");
    end += static_cast<std::size_t>(sizeOf(value.property));
  }
  end = checkSceneValues(model, end);
  if (end > morphWeights && model.skeleton.jointCount() == 0) refuse("it animates materials, but has no nodes");
  if (end != model.restMorphWeights.size())
    refuse("it has ", model.restMorphWeights.size(), " rest values; its morph targets and animated materials need ",
           end);
}

/// The weights of one instance follow those of the one before, so that no two share any.
void checkInstances(const Model& model) {
  const auto joints = static_cast<std::size_t>(model.skeleton.jointCount());
  checkCount("meshes in the scene", model.instances.size(), limits::kMeshes);
  std::vector<int> highestJoints;  // of each mesh, found once: a hostile model could show a large mesh very often
  for (const Mesh& mesh : model.meshes) highestJoints.push_back(highestJointOf(mesh));
  std::size_t weights = 0;
  for (std::size_t i = 0; i < model.instances.size(); ++i) {
    const MeshInstance& instance = model.instances[i];
    const std::string where = concat("instance ", i);
    checkIndex(where, "node", instance.node, joints);
    checkIndex(where, "mesh", instance.mesh, model.meshes.size());
    checkIndex(where, "skin", instance.skin, model.skins.size(), -1);
    const auto mesh = static_cast<std::size_t>(instance.mesh);
    if (instance.skin >= 0)
      checkIndex(where, "joint", highestJoints[mesh],
                 model.skins[static_cast<std::size_t>(instance.skin)].joints.size(), -1);
    const std::size_t targets = model.meshes[mesh].morphTargetNames.size();
    if (instance.morphCount != static_cast<int>(targets) || instance.morphOffset != static_cast<int>(weights))
      refuse(where, ": its morph weights are not those of its mesh");
    weights += targets;
    checkShownBy(where, instance.shownBy, model);
  }
  checkMaterialValues(model, weights);
  for (const float weight : model.restMorphWeights)
    if (!isUsable(weight)) refuse("a morph weight is not finite");
}

void checkTexture(std::string_view where, const TextureRef& texture, std::size_t images) {
  checkIndex(where, "image", texture.image, images, -1);
  checkIndex(where, "set of texture coordinates", texture.uvSet, 2);
  if (!isUsable(texture.offset) || !isUsable(texture.scale) || !isUsable(texture.rotation))
    refuse(where, ": a texture transform is not finite");
}

void checkMaterials(const Model& model) {
  checkCount("materials", model.materials.size(), limits::kListEntries);
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const Material& m = model.materials[i];
    const std::string where = concat("material ", i);
    for (const auto texture : kTexturesOfMaterial) checkTexture(where, m.*texture, model.images.size());
    for (const float value :
         {m.metallic, m.roughness, m.normalScale, m.occlusionStrength, m.alphaCutoff, m.clearcoat, m.clearcoatRoughness,
          m.sheenRoughness, m.shadeRange.x, m.shadeRange.y, m.emissiveStrength})
      if (!isUsable(value)) refuse(where, ": a factor is not finite");
    if (!isUsable(m.baseColor) || !isUsable(m.tint) || !isUsable(m.emissive) || !isUsable(m.sheenColor) ||
        !isUsable(m.shadeColor))
      refuse(where, ": a color is not finite");
  }
}

void checkImages(const Model& model, bool headersOnly) {
  checkCount("images", model.images.size(), limits::kListEntries);
  for (std::size_t i = 0; i < model.images.size(); ++i) {
    const Image& image = model.images[i];
    const bool fits =
        image.width > 0 && image.width <= limits::kImageSide && image.height > 0 && image.height <= limits::kImageSide;
    const std::uint64_t bytes = 4 * static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
    if (!fits || (image.rgba.size() != bytes && !(headersOnly && image.rgba.empty())))
      refuse("image ", i, ": ", image.width, " x ", image.height, " pixels cannot have ", image.rgba.size(), " bytes");
  }
}

void checkValueTrack(const std::string& where, const crossfade::KeyframeTrack& track, const Model& model) {
  const std::size_t materials = model.materialValues.size(), index = static_cast<std::size_t>(track.target().node);
  checkIndex(where, "animated value", track.target().node, materials + model.sceneValues.size());
  const int size = index < materials ? sizeOf(model.materialValues[index].property)
                                     : sizeOf(model.sceneValues[index - materials].property);
  if (track.valueSize() != size)
    refuse(where, ": animated value ", track.target().node, " has ", size, " components, not ", track.valueSize());
}

void checkClips(const Model& model) {
  checkCount("clips", model.clips.size(), limits::kClips);
  std::uint64_t values = 0;
  for (std::size_t c = 0; c < model.clips.size(); ++c)
    for (const crossfade::KeyframeTrack& track : model.clips[c].tracks()) {
      const std::string where = concat("clip ", c);
      values += track.values().size();
      if (crossfade::isOfJoint(track.target().channel))
        checkIndex(where, "node", track.target().node, static_cast<std::size_t>(model.skeleton.jointCount()));
      else
        checkValueTrack(where, track, model);
      const std::span<const float> keys = track.values();
      if (!std::all_of(keys.begin(), keys.end(), [](float value) { return isUsable(value); }))
        refuse(where, ": a key is not finite, or too large");
      if (track.target().channel != crossfade::Channel::Rotation) continue;
      if (track.interpolation() != crossfade::Interpolation::Linear) continue;  // tangents are no rotations
      for (std::size_t i = 0; i < keys.size(); i += 4)
        checkUnit(where, crossfade::makeQuat(keys[i], keys[i + 1], keys[i + 2], keys[i + 3]));
    }
  checkCount("values in clips", values, limits::kKeyValues);
}

void checkViews(const Model& model) {
  const auto joints = static_cast<std::size_t>(model.skeleton.jointCount());
  checkCount("cameras", model.cameras.size(), limits::kListEntries);
  for (const FileCamera& camera : model.cameras) {
    checkIndex("a camera", "node", camera.node, joints);
    const bool seesArea = camera.halfSize.x > 0 && camera.halfSize.y > 0 && isUsable(camera.halfSize);
    if (camera.orthographic ? !seesArea : !(camera.verticalFov > 0 && camera.verticalFov < 3.2f))
      refuse("a camera has no usable field of view");
    if (!(camera.aspect >= 0 && isUsable(camera.aspect) && camera.nearPlane >= 0 && isUsable(camera.nearPlane)))
      refuse("a camera has a number that is not finite or negative");
  }
  checkCount("lights", model.lights.size(), limits::kListEntries);
  for (const FileLight& light : model.lights) {
    checkIndex("a light", "node", light.node, joints);
    for (const float value : {light.intensity, light.range, light.innerCone, light.outerCone})
      if (!(value >= 0 && isUsable(value))) refuse("a light has a number that is not finite or negative");
    if (!isUsable(light.color)) refuse("a light has a color that is not finite");
    checkShownBy("a light", light.shownBy, model);
  }
  checkCount("variants", model.variants.size(), limits::kListEntries);
}

void checkExpressions(const Model& model) {
  checkCount("expressions", model.expressions.size(), limits::kListEntries);
  for (const Expression& expression : model.expressions) {
    if (expression.binds.empty()) refuse("an expression changes nothing");
    for (const ExpressionBind& bind : expression.binds) {
      checkIndex("an expression", "value", bind.morph, model.restMorphWeights.size());
      if (!(isUsable(bind.weight) && bind.weight != 0 && isUsable(bind.rest)))
        refuse("an expression has a number that is 0, not finite or too large");
    }
  }
}

void checkGaze(const Gaze& gaze, std::size_t joints) {
  for (const int eye : {gaze.leftEye, gaze.rightEye}) checkIndex("the gaze", "joint", eye, joints, crossfade::kNoJoint);
  for (const GazeRange& range : {gaze.inward, gaze.outward, gaze.down, gaze.up})
    if (!(range.most > 0 && range.reach >= 0 && isUsable(range.most) && isUsable(range.reach)))
      refuse("the gaze has a range that is not finite or negative");
}

void checkBody(const Model& model) {
  const auto joints = static_cast<std::size_t>(model.skeleton.jointCount());
  for (const int bone : model.bones) checkIndex("the skeleton", "bone", bone, joints);
  if (!std::is_sorted(model.bones.begin(), model.bones.end())) refuse("the skeleton: its bones are not in order");
  if (!isUsable(model.frontYaw)) refuse("where it faces is not a finite number");
  if (model.gaze) checkGaze(*model.gaze, joints);
  if (!model.body) return;
  for (const crossfade::HumanJointGuess& guess : model.body->joints) {
    checkIndex("the body", "joint", guess.joint, joints, crossfade::kNoJoint);
    if (!(guess.confidence >= 0 && guess.confidence <= 1)) refuse("the body: a confidence is not between 0 and 1");
  }
  for (const std::vector<int>* path : {&model.body->spine, &model.body->neck})
    for (const int joint : *path) checkIndex("the body", "joint", joint, joints);
}

}  // namespace

void checkRestPose(const crossfade::Skeleton& skeleton) {
  std::vector<glm::mat4> models(static_cast<std::size_t>(skeleton.jointCount()));
  crossfade::localToModel(skeleton.parents(), skeleton.restLocals(), models);
  for (std::size_t i = 0; i < models.size(); ++i)
    for (int k = 0; k < 12; ++k)
      if (!std::isfinite(models[i][k / 3][k % 3]))
        refuse("node ", skeleton.documentIndexOf(static_cast<int>(i)), ": the transforms above it overflow");
}

void checkModel(const Model& model, bool imageHeadersOnly) {
  checkSkeleton(model.skeleton);
  checkRestPose(model.skeleton);
  checkMeshes(model);
  checkSkins(model);
  checkInstances(model);
  checkMaterials(model);
  checkImages(model, imageHeadersOnly);
  checkClips(model);
  checkViews(model);
  checkExpressions(model);
  checkBody(model);
  checkCount("lines in its report", model.report.lines.size(), limits::kReportLines + 1);
}

}  // namespace app
