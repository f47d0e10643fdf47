#include "app/cli/camera_file.h"

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "app/record/pending_file.h"

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
  const std::string text = file.dump(2) + '\n';
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

}  // namespace app
