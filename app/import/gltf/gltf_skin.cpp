#include "app/import/gltf/gltf_skin.h"

#include <cmath>
#include <utility>

#include <glm/gtc/type_ptr.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/gltf/gltf_accessor.h"

namespace app {
namespace {

/// `weight`, or 0 and a flag where it is not finite or negative.
float usableWeight(float weight, bool& notFinite, bool& negative) {
  if (!std::isfinite(weight)) {
    notFinite = true;
    return 0;
  }
  if (weight < 0) {
    negative = true;
    return 0;
  }
  return weight;
}

float scaled(float weight, double sum, float steps) {
  const double normalized = static_cast<double>(weight) / sum;
  if (steps == 0) return static_cast<float>(normalized);
  const auto all = static_cast<double>(steps);
  return static_cast<float>(std::round(normalized * all) / all);
}

}  // namespace

std::vector<std::vector<Influences>> normalizedInfluences(std::span<const InfluenceSet> sets, std::size_t vertexCount,
                                                          InfluenceRepairs& repairs) {
  std::vector<std::vector<Influences>> result(sets.size(), std::vector<Influences>(vertexCount));
  for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
    // differs from three.js: it keeps NaN weights, which make the vertex disappear, and negative ones.
    bool notFinite = false, negative = false;
    double sum = 0;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      for (std::size_t k = 0; k < 4; ++k) {
        const float weight = usableWeight(sets[set].weights[vertex * 4 + k], notFinite, negative);
        result[set][vertex].weights[k] = weight;
        sum += static_cast<double>(weight);
      }
    }
    if (notFinite) ++repairs.notFinite;
    if (negative) ++repairs.negative;
    if (!(sum > 0)) {
      ++repairs.unweighted;
      result.front()[vertex].weights[0] = 1;
      sum = 1;
    }
    for (std::size_t set = 0; set < sets.size(); ++set) {
      Influences& here = result[set][vertex];
      for (std::size_t k = 0; k < 4; ++k) {
        here.weights[k] = scaled(here.weights[k], sum, sets[set].weightSteps);
        here.joints[k] =
            here.weights[k] > 0 ? static_cast<std::uint16_t>(sets[set].joints[vertex * 4 + k]) : std::uint16_t{0};
      }
    }
  }
  return result;
}

crossfade::Skeleton readGltfSkeleton(const GltfDocument& document) {
  std::vector<int> jointIndex(document.nodes.size(), crossfade::kNoJoint);
  std::vector<crossfade::Joint> joints;
  for (const int index : document.parentsFirst) {
    const GltfNode& node = document.nodes[static_cast<std::size_t>(index)];
    const int parent = node.parent == -1 ? crossfade::kNoJoint : jointIndex[static_cast<std::size_t>(node.parent)];
    jointIndex[static_cast<std::size_t>(index)] = static_cast<int>(joints.size());
    joints.push_back({.name = node.name, .parent = parent, .rest = node.local, .documentIndex = index});
  }
  return orRefuse(crossfade::Skeleton::make(std::move(joints)));
}

Skin readGltfSkin(const GltfDocument& document, std::size_t skinIndex, const crossfade::Skeleton& skeleton,
                  ImportReport& report) {
  const GltfSkin& source = document.skins[skinIndex];
  const std::string where = locationText("skin", skinIndex, source.name);
  Skin skin{
      .name = source.name, .joints = {}, .inverseBinds = std::vector<glm::mat4>(source.joints.size(), glm::mat4(1))};
  for (const int node : source.joints) skin.joints.push_back(skeleton.jointAt(node));
  if (skin.joints.empty()) report.add(Finding::Lost, where, "it has no joints; its meshes are rigid");
  if (source.inverseBinds < 0) {
    if (!skin.joints.empty()) report.add(Finding::Found, where, "it has no inverse bind matrices; they are identity");
    return skin;
  }
  GltfAccessor accessor = document.accessors[static_cast<std::size_t>(source.inverseBinds)];
  if (accessor.components != 16) refuse(where, ": accessor ", source.inverseBinds, " does not hold matrices");
  if (accessor.count < source.joints.size())
    refuse(where, ": has ", source.joints.size(), " joints, but only ", accessor.count, " inverse bind matrices");
  if (accessor.sparseCount == 0) accessor.count = source.joints.size();  // the rest is unused
  if (accessor.count > limits::kJointsPerSkin)
    refuse(where, ": ", accessor.count, " inverse bind matrices are more than the limit of ", limits::kJointsPerSkin);
  const JsonLocation location{where};
  const std::vector<float> values = readFloats(accessor, location);
  int replaced = 0;
  for (std::size_t i = 0; i < source.joints.size(); ++i) {
    const glm::mat4 matrix = glm::make_mat4(values.data() + i * 16);
    if (isUsable(matrix))
      skin.inverseBinds[i] = matrix;
    else
      ++replaced;
  }
  if (replaced > 0)
    report.add(Finding::Repaired, where,
               concat(replaced, " inverse bind matrices that are not finite or too large became the identity"));
  return skin;
}

void checkSkinJoints(const Mesh& mesh, const Skin& skin, const std::string& where) {
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    for (const std::vector<Influences>& set : mesh.primitives[p].influences) {
      for (std::size_t vertex = 0; vertex < set.size(); ++vertex) {
        for (const std::uint16_t joint : set[vertex].joints)
          if (joint >= skin.joints.size())
            refuse(where, ": vertex ", vertex, " of primitive ", p, " follows joint ", joint, ", but the skin has ",
                   skin.joints.size());
      }
    }
  }
}

}  // namespace app
