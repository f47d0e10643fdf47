#include "app/cli/camera_file.h"

#include <string>

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

crossfade::Result<void> writeCamera(const Camera& camera, float aspect, const std::string& path) {
  const nlohmann::json file = {{"view", elementsOf(viewMatrix(camera))},
                               {"projection", elementsOf(projectionMatrix(camera, aspect))}};
  return writeTextFile(path, file.dump(2) + '\n');
}

}  // namespace app
