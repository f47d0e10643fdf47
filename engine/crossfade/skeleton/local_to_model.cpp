#include "crossfade/skeleton/local_to_model.h"

#include <cassert>

#include <glm/common.hpp>

namespace crossfade {
namespace {

glm::mat4 matrixOf(const Transform& local) { return toMatrix(local); }
glm::dmat4 matrixOf(const DoubleTransform& local) { return toDoubleMatrix(local); }

template <class Local, class Matrix>
void multiplyDown(std::span<const int> parents, std::span<const Local> locals, std::span<Matrix> models) {
  assert(locals.size() == parents.size() && models.size() == parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const int parent = parents[i];
    assert(parent < static_cast<int>(i));
    const Matrix local = matrixOf(locals[i]);
    models[i] = parent < 0 ? local : models[static_cast<std::size_t>(parent)] * local;
  }
}

}  // namespace

void localToModel(std::span<const int> parents, std::span<const Transform> locals, std::span<glm::mat4> models) {
  multiplyDown(parents, locals, models);
}

void localToModel(std::span<const int> parents, std::span<const DoubleTransform> locals, std::span<glm::dmat4> models) {
  multiplyDown(parents, locals, models);
}

std::vector<glm::dvec3> jointPositions(std::span<const int> parents, std::span<const Transform> locals) {
  std::vector<DoubleTransform> exact;
  exact.reserve(locals.size());
  for (const Transform& local : locals) exact.push_back(toDouble(local));
  std::vector<glm::dmat4> models(locals.size());
  localToModel(parents, exact, models);
  std::vector<glm::dvec3> positions;
  positions.reserve(models.size());
  for (const glm::dmat4& model : models) positions.emplace_back(model[3]);
  return positions;
}

glm::dvec3 extentOf(std::span<const glm::dvec3> points) {
  if (points.empty()) return glm::dvec3(0.0);
  glm::dvec3 least = points.front(), most = least;
  for (const glm::dvec3& point : points) {
    least = glm::min(least, point);
    most = glm::max(most, point);
  }
  return most - least;
}

}  // namespace crossfade
