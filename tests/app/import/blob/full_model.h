// A model for the tests of this folder, and what is thrown about it.
#ifndef TESTS_APP_IMPORT_BLOB_FULL_MODEL_H
#define TESTS_APP_IMPORT_BLOB_FULL_MODEL_H

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/import/file/import_error.h"
#include "app/model/model.h"

namespace app::test {

/// One of everything, each value unlike its default and unlike the others.
inline Model fullModel() {
  Model model;
  model.skeleton = *crossfade::Skeleton::make(
      {{.name = "root", .parent = crossfade::kNoJoint, .rest = {.translation = {1, 2, 3}}, .documentIndex = 1},
       {.name = "arm", .parent = 0, .rest = {.rotation = crossfade::makeQuat(0, 1, 0, 0)}, .documentIndex = 0}});
  model.restMorphWeights = {0.25f, 0.75f, 0.125f, 2, 0.5f};
  model.materialValues = {{.material = 0, .property = MaterialProperty::EmissiveStrength, .texture = 0, .offset = 2},
                          {.material = 0, .property = MaterialProperty::UvScale, .texture = 3, .offset = 3}};
  Primitive primitive{.topology = Topology::Lines, .material = 0, .positions = {{1, 0, 0}, {0, 2, 0}}};
  primitive.variantMaterials = {{.variant = 0, .material = 0}};
  primitive.normals = {{0, 1, 0}, {0, 0, 1}};
  primitive.tangents = {{1, 0, 0, -1}, {0, 1, 0, 1}};
  primitive.uvs = {{{{0.5f, 0.25f}, {1, 0}}, {{2, 3}, {4, 5}}}};
  primitive.colors = {{0.1f, 0.2f, 0.3f, 0.4f}, {0.5f, 0.6f, 0.7f, 0.8f}};
  primitive.influences = {
      {{.joints = {1, 0, 0, 0}, .weights = {0.75f, 0.25f, 0, 0}}, {.joints = {0, 1, 0, 0}, .weights = {1, 0, 0, 0}}}};
  primitive.indices = {1, 0};
  primitive.morphTargets = {{.positions = {{0, 0, 1}, {0, 0, 2}}, .normals = {{1, 0, 0}, {2, 0, 0}}},
                            {.positions = {{3, 0, 0}, {4, 0, 0}}, .normals = {}}};
  model.meshes = {{.name = "line", .primitives = {primitive}, .morphTargetNames = {"smile", "frown"}}};
  model.instances = {{.node = 1, .mesh = 0, .skin = 0, .morphOffset = 0, .morphCount = 2, .inScene = false}};
  model.skins = {{.name = "skin", .joints = {1, 0}, .inverseBinds = {glm::mat4(2), glm::mat4(3)}}};
  Material material{.name = "cloth", .baseColor = {0.1f, 0.2f, 0.3f, 0.4f}};
  material.baseColorTexture = {.image = 0,
                               .uvSet = 1,
                               .offset = {0.1f, 0.2f},
                               .scale = {2, 3},
                               .rotation = 0.5f,
                               .wrapU = Wrap::ClampToEdge,
                               .wrapV = Wrap::MirroredRepeat,
                               .magnify = Filter::Nearest,
                               .minify = Filter::Nearest,
                               .mipmaps = false};
  material.metallic = 0.15f, material.roughness = 0.35f, material.normalScale = 0.45f;
  material.occlusionStrength = 0.55f, material.emissive = {0.6f, 0.7f, 0.8f};
  material.tint = {0.2f, 0.4f, 0.6f, 0.8f}, material.emissiveStrength = 0.125f;
  material.alphaMode = AlphaMode::Mask, material.alphaCutoff = 0.65f, material.clearcoat = 0.75f;
  material.clearcoatRoughness = 0.85f, material.doubleSided = true, material.unlit = true;
  material.toon = true, material.shadeColor = {0.1f, 0.3f, 0.5f}, material.shadeRange = {-0.25f, 0.25f};
  material.metallicRoughnessTexture.rotation = 1, material.normalTexture.rotation = 2;
  material.occlusionTexture.rotation = 3, material.emissiveTexture.rotation = 4;
  material.clearcoatTexture.rotation = 5, material.clearcoatRoughnessTexture.rotation = 6;
  material.sheenColor = {0.9f, 0.8f, 0.7f}, material.sheenRoughness = 0.95f;
  material.sheenColorTexture.rotation = 7, material.sheenRoughnessTexture.rotation = 8;
  model.materials = {material};
  model.images = {{.name = "picture", .width = 2, .height = 1, .rgba = {1, 2, 3, 4, 5, 6, 7, 8}}};
  model.cameras = {{.name = "camera",
                    .node = 1,
                    .verticalFov = 0.9f,
                    .aspect = 1.5f,
                    .nearPlane = 0.2f,
                    .orthographic = false,
                    .halfSize = {3, 4}}};
  model.lights = {{.name = "lamp",
                   .node = 1,
                   .kind = LightKind::Spot,
                   .color = {0.1f, 0.2f, 0.3f},
                   .intensity = 7,
                   .range = 8,
                   .innerCone = 0.1f,
                   .outerCone = 0.2f}};
  model.variants = {"Street"};
  std::vector<crossfade::KeyframeTrack> tracks;
  tracks.push_back(*crossfade::KeyframeTrack::make({1, crossfade::Channel::Rotation}, crossfade::Interpolation::Linear,
                                                   {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0}));
  tracks.push_back(*crossfade::KeyframeTrack::make({1, crossfade::Channel::Weights}, crossfade::Interpolation::Discrete,
                                                   {0, 1}, {0, 1, 1, 0}));
  tracks.push_back(*crossfade::KeyframeTrack::make({1, crossfade::Channel::Values}, crossfade::Interpolation::Linear,
                                                   {0, 1}, {1, 1, 2, 2}));
  model.clips = crossfade::ClipSet(
      {*crossfade::AnimationClip::make("wave", std::move(tracks), crossfade::BlendMode::Additive, 2.5)});
  model.clipEvents.set(model.clips.ids()[0],
                       *crossfade::ClipEvents::make(
                           {{.name = "step", .time = 0.5, .value = 2}, {.name = "hit", .time = 1, .end = 2.5}}, 2.5));
  model.bones = {0, 1};
  model.expressions = {{.name = "joy", .isBinary = true, .binds = {{.morph = 1, .weight = 0.5f, .rest = 0.75f}}}};
  model.body.emplace();
  (*model.body)[crossfade::HumanJoint::LeftUpperArm] = {.joint = 1, .confidence = 0.5f};
  model.body->spine = {0};
  model.body->neck = {1};
  model.body->isQuadruped = true;
  model.gaze = Gaze{.byExpressions = true,
                    .leftEye = 1,
                    .rightEye = 0,
                    .inward = {0.125f, 0.25f},
                    .outward = {0.375f, 0.5f},
                    .down = {0.625f, 0.75f},
                    .up = {0.875f, 1}};
  model.frontYaw = 3.25f;
  model.report.lines = {{Finding::Lost, "mesh 3", "it is gone"}};
  return model;
}

/// The sentence; "none" if nothing is thrown.
inline std::string faultOf(const std::function<void()>& action) {
  try {
    action();
    return "none";
  } catch (const ImportError& error) {
    return error.what();
  }
}

}  // namespace app::test

#endif  // TESTS_APP_IMPORT_BLOB_FULL_MODEL_H
