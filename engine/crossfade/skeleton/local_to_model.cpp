#include "crossfade/skeleton/local_to_model.h"

#include <algorithm>

#include <glm/common.hpp>

#include "crossfade/base/assert.h"

namespace crossfade {
namespace {

glm::mat4 matrixOf(const Transform& local) { return toMatrix(local); }
glm::dmat4 matrixOf(const DoubleTransform& local) { return toDoubleMatrix(local); }

template <class Local, class Matrix>
void multiplyDown(std::span<const int> parents, std::span<const Local> locals, std::span<Matrix> models) {
  CROSSFADE_ASSERT(locals.size() == parents.size() && models.size() == parents.size(),
                   "localToModel: parents, locals and models differ in size");
  const std::size_t count = std::min({parents.size(), locals.size(), models.size()});
  for (std::size_t i = 0; i < count; ++i) {
    CROSSFADE_ASSERT(parents[i] < static_cast<int>(i), "localToModel: a parent does not come before its child");
    const auto parent = static_cast<std::size_t>(parents[i]);  // of -1: the largest number
    const Matrix local = matrixOf(locals[i]);
    models[i] = parent < i ? models[parent] * local : local;
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
  CROSSFADE_ASSERT(locals.size() == parents.size(), "jointPositions: parents and locals differ in size");
  exact.resize(parents.size());
  std::vector<glm::dmat4> models(parents.size());
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
