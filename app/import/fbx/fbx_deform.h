// What bends an FBX geometry: the clusters of its skin and its blend shapes, by control point.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "app/import/fbx/fbx_nodes.h"
#include "app/model/model.h"

namespace app {

struct FbxSkin {
  std::vector<int> joints;  // one per cluster
  std::vector<glm::mat4> inverseBinds;
  glm::mat4 meshWhenBound{1};      // where its node was in the scene
  std::vector<Influences> points;  // of each control point the four strongest; all weights 0: no cluster moves it
};

/// Nothing: no cluster of the geometry has a node and weights.
std::optional<FbxSkin> readFbxSkin(const FbxScene& scene, const FbxNodes& nodes, const FbxObject& geometry,
                                   std::size_t pointCount, ImportReport& report);

/// One target; offsets of control points that are not listed are 0.
struct FbxShape {
  std::string name;
  std::vector<std::int64_t> points;
  std::vector<double> offsets, normals;  // three per listed point; normals may be missing
};

/// What one weight of the file moves: a shape, or several in a row, each full at its own weight, and linear in between.
struct FbxChannel {
  const FbxObject* object = nullptr;
  std::size_t firstShape = 0;
  std::vector<double> fullWeights;  // percent, one per shape, all different and not 0
  double restWeight = 0;            // percent
};

struct FbxMorph {
  std::vector<FbxShape> shapes;
  std::vector<FbxChannel> channels;
};

FbxMorph readFbxMorph(const FbxScene& scene, const FbxObject& geometry);
/// Sets the weights of the channel's shapes, where `percent` is the file's.
void setShapeWeights(const FbxChannel& channel, double percent, std::vector<float>& weights);

}  // namespace app
