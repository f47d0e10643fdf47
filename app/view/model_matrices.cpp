#include "app/view/model_matrices.h"

#include <algorithm>
#include <span>

#include <glm/ext/matrix_transform.hpp>

#include "crossfade/skeleton/local_to_model.h"
#include "crossfade/skeleton/skinning_palette.h"

namespace app {

crossfade::Pose restPoseOf(const Model& model) {
  const auto locals = model.skeleton.restLocals();
  return {.locals = {locals.begin(), locals.end()}, .morphWeights = model.restMorphWeights};
}

std::vector<crossfade::MorphChannel> morphChannelsOf(const Model& model) {
  std::vector<crossfade::MorphChannel> channels;
  for (const MeshInstance& instance : model.instances)
    channels.push_back({.node = instance.node, .offset = instance.morphOffset, .count = instance.morphCount});
  return channels;
}

std::vector<crossfade::ValueChannel> valueChannelsOf(const Model& model) {
  std::vector<crossfade::ValueChannel> channels;
  if (model.materialValues.empty() && model.sceneValues.empty()) return channels;
  std::vector<int> nodes(model.materials.size(), -1);
  const auto note = [&](int material, int node) {
    if (material < 0) return;
    if (int& first = nodes[static_cast<std::size_t>(material)]; first < 0) first = node;
  };
  std::vector<bool> isSeen(model.meshes.size());
  for (const MeshInstance& instance : model.instances) {
    const auto mesh = static_cast<std::size_t>(instance.mesh);
    if (isSeen[mesh]) continue;
    isSeen[mesh] = true;
    for (const Primitive& primitive : model.meshes[mesh].primitives) {
      note(primitive.material, instance.node);
      for (const VariantMaterial& each : primitive.variantMaterials) note(each.material, instance.node);
    }
  }
  for (const MaterialValue& value : model.materialValues)
    channels.push_back({.node = std::max(nodes[static_cast<std::size_t>(value.material)], 0),
                        .offset = value.offset,
                        .count = sizeOf(value.property)});
  for (const SceneValue& value : model.sceneValues)
    channels.push_back({.node = jointOf(model, value), .offset = value.offset, .count = sizeOf(value.property)});
  return channels;
}

crossfade::ChannelLayout channelLayoutOf(const Model& model) {
  return {model.skeleton.jointCount(), morphChannelsOf(model), valueChannelsOf(model)};
}

ModelMatrices::ModelMatrices(const Model& model)
    : worlds_(static_cast<std::size_t>(model.skeleton.jointCount())), origin_(model.origin) {
  if (origin_ != glm::dvec3(0)) near_.resize(worlds_.size());
  std::size_t matrices = 0;
  for (const Skin& skin : model.skins) {
    paletteOffsets_.push_back(static_cast<int>(matrices));
    matrices += skin.joints.size();
  }
  palettes_.resize(matrices);
}

void ModelMatrices::makeWorlds(const Model& model, const crossfade::Pose& pose) {
  const auto parents = model.skeleton.parents();
  if (near_.empty()) return crossfade::localToModel(parents, pose.locals, worlds_);
  std::ranges::copy(pose.locals, near_.begin());
  for (std::size_t i = 0; i < near_.size(); ++i)
    if (parents[i] == crossfade::kNoJoint) near_[i].translation = glm::vec3(glm::dvec3(near_[i].translation) - origin_);
  crossfade::localToModel(parents, near_, worlds_);
}

void ModelMatrices::moveWorlds(const glm::dvec3& by, double radians) {
  if (radians == 0 && by == glm::dvec3(0.0)) return;
  const glm::mat4 moved = glm::translate(glm::mat4(1.0f), glm::vec3(by));
  const glm::mat4 root = glm::rotate(moved, static_cast<float>(radians), glm::vec3(0, 1, 0));
  for (glm::mat4& world : worlds_) world = root * world;
}

void ModelMatrices::makePalettes(const Model& model) {
  for (std::size_t i = 0; i < model.skins.size(); ++i) {
    const Skin& skin = model.skins[i];
    const auto palette = std::span(palettes_).subspan(static_cast<std::size_t>(paletteOffsets_[i]), skin.joints.size());
    crossfade::skinningPalette(worlds_, skin.joints, skin.inverseBinds, palette);
  }
}

}  // namespace app
