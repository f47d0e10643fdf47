#include "app/import/collada/collada_nodes.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/collada/collada_document.h"

namespace app {
namespace {

constexpr double kShear = 1e-3;  // cosine between two axes

struct StepKind {
  std::string_view name;
  ColladaStep step;
  std::size_t size;
};
constexpr std::array<StepKind, 6> kStepKinds{{{"lookat", ColladaStep::LookAt, 9},
                                              {"rotate", ColladaStep::Rotate, 4},
                                              {"translate", ColladaStep::Translate, 3},
                                              {"scale", ColladaStep::Scale, 3},
                                              {"skew", ColladaStep::Skew, 7},
                                              {"matrix", ColladaStep::Matrix, 16}}};

/// The numbers of an identity transform of each kind.
std::array<double, 16> neutralNumbers(ColladaStep step) {
  switch (step) {
    case ColladaStep::LookAt:
      return {0, 0, 0, 0, 0, -1, 0, 1, 0};
    case ColladaStep::Rotate:
      return {0, 0, 1, 0};
    case ColladaStep::Scale:
      return {1, 1, 1};
    case ColladaStep::Skew:
      return {0, 1, 0, 0, 0, 1, 0};
    case ColladaStep::Matrix:
      return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    case ColladaStep::Translate:
      break;
  }
  return {};
}

glm::dvec3 unitOr(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double length = glm::length(v);
  return length > 0 && std::isfinite(length) ? v / length : otherwise;
}

glm::dmat4 lookAtMatrix(const glm::dvec3& eye, const glm::dvec3& target, const glm::dvec3& up) {
  const glm::dvec3 back = unitOr(eye - target, glm::dvec3(0, 0, 1));
  glm::dvec3 right = glm::cross(up, back);
  if (!(glm::length(right) > 1e-9 * glm::length(up))) right = glm::cross(glm::dvec3(back.y, back.z, -back.x), back);
  right = unitOr(right, glm::dvec3(1, 0, 0));
  return {glm::dvec4(right, 0), glm::dvec4(glm::cross(back, right), 0), glm::dvec4(back, 0), glm::dvec4(eye, 1)};
}

/// As in RenderMan's RiSkew, which COLLADA refers to: points move along the second axis, so that the first is rotated
/// toward it.
glm::dmat4 skewMatrix(double degrees, const glm::dvec3& turned, const glm::dvec3& along) {
  const glm::dvec3 to = unitOr(along, glm::dvec3(0, 1, 0)), from = unitOr(turned, glm::dvec3(1, 0, 0));
  const double beside = glm::dot(from, to);
  const glm::dvec3 across = from - beside * to;
  const double ahead = glm::length(across);
  if (!(ahead > 1e-9)) return glm::dmat4(1);  // both axes are one
  const double c = std::cos(glm::radians(degrees)), s = std::sin(glm::radians(degrees));
  const double x = ahead * c - beside * s, y = ahead * s + beside * c;
  if (!(x > 1e-6)) return glm::dmat4(1);  // turned by so much that nothing is left
  return {glm::dmat3(1) + glm::outerProduct(to, across / ahead) * (y / x - beside / ahead)};
}

glm::dmat3 axesOf(const glm::dmat4& matrix, glm::dvec3& lengths) {
  glm::dmat3 axes(matrix);
  for (int k = 0; k < 3; ++k) {
    lengths[k] = glm::length(axes[k]);
    axes[k] = lengths[k] > 0 ? axes[k] / lengths[k] : glm::dvec3(0);
  }
  return axes;
}

/// Axes of zero length get a direction perpendicular to the others.
void completeAxes(const glm::dvec3& lengths, glm::dmat3& axes) {
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    if (lengths[k] > 0) continue;
    if (lengths[next] > 0 && lengths[last] > 0) {
      axes[k] = glm::cross(axes[next], axes[last]);
    } else if (lengths[next] > 0 || lengths[last] > 0) {
      const glm::dvec3 known = axes[lengths[next] > 0 ? next : last];
      const glm::dvec3 aside = std::abs(known.x) < 0.9 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
      const glm::dvec3 other = unitOr(glm::cross(known, aside), aside);
      axes[k] = lengths[next] > 0 ? glm::cross(known, other) : glm::cross(other, known);
      axes[lengths[next] > 0 ? last : next] = other;
      return;
    } else {
      axes = glm::dmat3(1);
      return;
    }
  }
}

}  // namespace

std::size_t sizeOf(ColladaStep step) { return std::ranges::find(kStepKinds, step, &StepKind::step)->size; }

std::optional<ColladaTransform> readColladaTransform(const pugi::xml_node& element) {
  const auto kind = std::ranges::find(kStepKinds, std::string_view(element.name()), &StepKind::name);
  if (kind == kStepKinds.end()) return std::nullopt;
  ColladaTransform result{.step = kind->step, .numbers = neutralNumbers(kind->step)};
  const std::vector<double> numbers = numbersIn(element, kind->size);
  std::copy(numbers.begin(), numbers.end(), result.numbers.begin());
  return result;
}

glm::dmat4 matrixOf(const ColladaTransform& transform) {
  const auto& n = transform.numbers;
  const auto vec = [&](std::size_t at) { return glm::dvec3(n[at], n[at + 1], n[at + 2]); };
  switch (transform.step) {
    case ColladaStep::LookAt:
      return lookAtMatrix(vec(0), vec(3), vec(6));
    case ColladaStep::Rotate:
      if (!(glm::length(vec(0)) > 0)) return glm::dmat4(1);
      return glm::rotate(glm::dmat4(1), glm::radians(n[3]), vec(0));
    case ColladaStep::Translate:
      return glm::translate(glm::dmat4(1), vec(0));
    case ColladaStep::Scale:
      return glm::scale(glm::dmat4(1), vec(0));
    case ColladaStep::Skew:
      return skewMatrix(n[0], vec(1), vec(4));
    case ColladaStep::Matrix:
      break;
  }
  glm::dmat4 matrix;
  for (int i = 0; i < 16; ++i) matrix[i % 4][i / 4] = n[static_cast<std::size_t>(i)];
  return matrix;
}

glm::dmat4 matrixOf(const ColladaStack& stack) {
  glm::dmat4 matrix(1);
  for (const ColladaTransform& each : stack) matrix *= matrixOf(each);
  return matrix;
}

crossfade::Transform transformOf(const glm::dmat4& matrix) {
  glm::dvec3 lengths(0);
  glm::dmat3 axes = axesOf(matrix, lengths);
  completeAxes(lengths, axes);
  if (glm::determinant(axes) < 0) {
    lengths = -lengths;
    axes = -axes;
  }
  glm::dquat turn = glm::quat_cast(axes);
  const double length = glm::length(turn);
  turn = length > 0 && std::isfinite(length) ? turn / length : glm::dquat(1, 0, 0, 0);
  const auto usable = [](const glm::dvec3& v) {
    const glm::vec3 value(v);
    return std::isfinite(value.x + value.y + value.z) ? value : glm::vec3(0);
  };
  return {.translation = usable(glm::dvec3(matrix[3])), .rotation = glm::quat(turn), .scale = usable(lengths)};
}

bool isSheared(const glm::dmat4& matrix) {
  glm::dvec3 lengths(0);
  const glm::dmat3 axes = axesOf(matrix, lengths);
  for (int k = 0; k < 3; ++k)
    if (std::abs(glm::dot(axes[k], axes[(k + 1) % 3])) > kShear) return true;
  return false;
}

ColladaSplit splitShear(const glm::dmat4& matrix) {
  // The eigenvectors of matrix^T * matrix, found by Jacobi's method.
  glm::dmat3 squares = glm::transpose(glm::dmat3(matrix)) * glm::dmat3(matrix), turn(1);
  for (int sweep = 0; sweep < 12; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (squares[p][q] == 0) continue;
      const double angle = std::atan2(2 * squares[p][q], squares[p][p] - squares[q][q]) / 2;
      glm::dmat3 step(1);
      step[p][p] = step[q][q] = std::cos(angle);
      step[p][q] = std::sin(angle);
      step[q][p] = -step[p][q];
      squares = glm::transpose(step) * squares * step;
      turn = turn * step;
    }
  return {.outer = matrix * glm::dmat4(turn), .inner = glm::dmat4(glm::transpose(turn))};
}

ColladaStack readColladaStack(const pugi::xml_node& node) {
  ColladaStack stack;
  for (const pugi::xml_node& child : node.children())
    if (const auto transform = readColladaTransform(child)) stack.push_back(*transform);
  return stack;
}

}  // namespace app
