#include "app/import/fbx/fbx_deform.h"

#include <algorithm>
#include <cmath>

#include <glm/matrix.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

std::optional<glm::mat4> matrixIn(const FbxRecord& record, std::string_view name) {
  const std::vector<double> values = numbersIn(record, name);
  if (values.size() != 16) return std::nullopt;
  glm::mat4 matrix;
  for (int i = 0; i < 16; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    if (!(std::abs(value) <= static_cast<double>(limits::kMaxMagnitude))) return std::nullopt;
    matrix[i / 4][i % 4] = static_cast<float>(value);
  }
  return matrix;
}

/// From the mesh as it was bound to the joint.
glm::mat4 inverseBindOf(const FbxRecord& cluster) {
  if (const auto relative = matrixIn(cluster, "Transform")) return *relative;
  const auto link = matrixIn(cluster, "TransformLink");
  return link && std::abs(glm::determinant(*link)) > 1e-30f ? glm::inverse(*link) : glm::mat4(1);
}

void keepStrongest(Influences& point, std::uint16_t joint, float weight) {
  const auto weakest = std::min_element(point.weights.begin(), point.weights.end());
  if (weight <= *weakest) return;
  *weakest = weight;
  point.joints[static_cast<std::size_t>(weakest - point.weights.begin())] = joint;
}

void normalize(Influences& point) {
  float sum = 0;
  for (const float weight : point.weights) sum += weight;
  if (!(sum > 0)) return;
  for (float& weight : point.weights) weight /= sum;
}

const FbxObject* boneOf(const FbxScene& scene, const FbxObject& cluster) {
  for (const FbxLink& link : scene.sourcesOf(cluster.id))
    if (link.object->kind == "Model") return link.object;
  return nullptr;
}

std::vector<const FbxObject*> sourcesOfClass(const FbxScene& scene, const FbxObject& object,
                                             std::string_view subclass) {
  std::vector<const FbxObject*> result;
  for (const FbxLink& link : scene.sourcesOf(object.id))
    if (link.object->subclass == subclass) result.push_back(link.object);
  return result;
}

/// A weight that no other shape of the channel has; the mesh itself has 0.
double fullWeightOf(double wanted, const std::vector<double>& others) {
  double weight = std::abs(wanted) > 1e-3 && std::abs(wanted) < 1e6 ? wanted : 100;
  while (std::any_of(others.begin(), others.end(), [&](double other) { return std::abs(other - weight) < 1e-3; }))
    weight += 1;
  return weight;
}

/// Blender writes what a vertex group leaves of each offset where other programs have the weight of each shape.
void scaleByPoint(const std::vector<double>& percents, FbxShape& shape) {
  for (std::size_t i = 0; i < std::min(percents.size(), shape.offsets.size() / 3); ++i)
    for (std::size_t k = 0; k < 3; ++k) shape.offsets[3 * i + k] *= percents[i] / 100;
}

}  // namespace

std::optional<FbxSkin> readFbxSkin(const FbxScene& scene, const FbxNodes& nodes, const FbxObject& geometry,
                                   std::size_t pointCount, ImportReport& report) {
  FbxSkin skin;
  skin.points.resize(pointCount);
  int outside = 0, missing = 0;
  for (const FbxObject* const deformer : sourcesOfClass(scene, geometry, "Skin"))
    for (const FbxObject* const cluster : sourcesOfClass(scene, *deformer, "Cluster")) {
      const std::vector<std::int64_t> points = integersIn(*cluster->record, "Indexes");
      const std::vector<double> weights = numbersIn(*cluster->record, "Weights");
      const int joint = nodes.nodeOf(boneOf(scene, *cluster));
      if (points.empty() || weights.empty()) continue;
      missing += joint < 0 ? 1 : 0;
      if (joint < 0 || skin.joints.size() + 1 >= limits::kJointsPerSkin) continue;
      for (std::size_t i = 0; i < std::min(points.size(), weights.size()); ++i) {
        const auto point = static_cast<std::size_t>(points[i]);
        outside += point >= pointCount ? 1 : 0;
        if (point >= pointCount || !(weights[i] > 0 && weights[i] < 1e9)) continue;
        keepStrongest(skin.points[point], static_cast<std::uint16_t>(skin.joints.size()),
                      static_cast<float>(weights[i]));
      }
      skin.joints.push_back(joint);
      skin.inverseBinds.push_back(inverseBindOf(*cluster->record));
      if (skin.joints.size() == 1)
        skin.meshWhenBound =
            matrixIn(*cluster->record, "TransformLink").value_or(glm::mat4(1)) * skin.inverseBinds.front();
    }
  const std::string location = concat("mesh '", geometry.name, "'");
  if (missing > 0) report.add(Finding::Lost, location, concat(missing, " of its bones match no node of the file"));
  if (outside > 0)
    report.add(Finding::Repaired, location, concat(outside, " weights of points that it lacks were left out"));
  if (skin.joints.empty()) return std::nullopt;
  for (Influences& point : skin.points) normalize(point);
  return skin;
}

FbxMorph readFbxMorph(const FbxScene& scene, const FbxObject& geometry) {
  FbxMorph morph;
  for (const FbxObject* const deformer : sourcesOfClass(scene, geometry, "BlendShape"))
    for (const FbxObject* const channel : sourcesOfClass(scene, *deformer, "BlendShapeChannel")) {
      FbxChannel read{.object = channel, .firstShape = morph.shapes.size(), .fullWeights = {}, .restWeight = 0};
      const std::vector<const FbxObject*> shapes = sourcesOfClass(scene, *channel, "Shape");
      const std::vector<double> full = numbersIn(*channel->record, "FullWeights");
      for (const FbxObject* const shape : shapes) {
        if (morph.shapes.size() == limits::kMorphTargets) break;
        const std::size_t i = read.fullWeights.size();
        read.fullWeights.push_back(fullWeightOf(shapes.size() == full.size() ? full[i] : 100, read.fullWeights));
        morph.shapes.push_back({.name = shapes.size() == 1 && !channel->name.empty() ? channel->name : shape->name,
                                .points = integersIn(*shape->record, "Indexes"),
                                .offsets = numbersIn(*shape->record, "Vertices"),
                                .normals = numbersIn(*shape->record, "Normals")});
        if (shapes.size() == 1 && full.size() > 1) scaleByPoint(full, morph.shapes.back());
      }
      if (read.fullWeights.empty()) continue;
      const std::vector<double> inRecord = numbersIn(*channel->record, "DeformPercent");
      read.restWeight = scene.number(*channel, "DeformPercent", inRecord.empty() ? 0 : inRecord[0]);
      morph.channels.push_back(std::move(read));
    }
  return morph;
}

void setShapeWeights(const FbxChannel& channel, double percent, std::vector<float>& weights) {
  struct Point {
    double percent;
    int shape;  // -1: the mesh itself, at 0
  };
  std::vector<Point> points{{0, -1}};
  for (std::size_t i = 0; i < channel.fullWeights.size(); ++i) {
    points.push_back({channel.fullWeights[i], static_cast<int>(i)});
    weights[channel.firstShape + i] = 0;
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.percent < b.percent; });
  std::size_t next = 1;  // beyond the last and before the first, the line goes on
  while (next + 1 < points.size() && percent > points[next].percent) ++next;
  const Point &a = points[next - 1], &b = points[next];
  const auto part = static_cast<float>((percent - a.percent) / (b.percent - a.percent));
  if (a.shape >= 0) weights[channel.firstShape + static_cast<std::size_t>(a.shape)] = 1 - part;
  if (b.shape >= 0) weights[channel.firstShape + static_cast<std::size_t>(b.shape)] = part;
}

}  // namespace app
