#include "app/cli/camera_file.h"

#include <string>

#include <glm/ext/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "app/host/files/text_file.h"

namespace app {
namespace {

nlohmann::json elementsOf(const glm::mat4& matrix) {
  nlohmann::json elements = nlohmann::json::array();
  for (int i = 0; i < 16; ++i) elements.push_back(matrix[i / 4][i % 4]);
  return elements;
}

}  // namespace

crossfade::Result<void> writeCamera(const Camera& camera, const glm::dvec3& origin, float aspect,
                                    const std::string& path) {
  const nlohmann::json file = {
      {"view", elementsOf(viewMatrix(camera) * glm::translate(glm::mat4(1), -glm::vec3(origin)))},
      {"projection", elementsOf(projectionMatrix(camera, aspect))}};
  return writeTextFile(path, file.dump(2) + '\n');
}

}  // namespace app
