#include "app/host/files/shape_file.h"

#include <span>

#include "app/format/shape_json.h"
#include "app/format/svg_file.h"
#include "app/host/files/text_file.h"
#include "app/record/pending_file.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

bool isShapeFile(const std::string& path) { return path.ends_with(".json") || path.ends_with(".svg"); }

Result<shapes::ImportShapes> loadShapes(const std::string& path) {
  const auto text = readTextFile(path);
  if (!text) return text.error();
  if (path.ends_with(".svg")) {
    auto keys = parseSvg(*text);
    if (!keys) return Error{path + ": " + keys.error().message};
    return shapes::ImportShapes{.keys = *std::move(keys)};
  }
  auto document = parseShapes(*text);
  if (!document) return Error{path + ": " + document.error().message};
  return shapes::ImportShapes{.keys = std::move(document->keys), .settings = std::move(document->settings)};
}

Result<void> saveShapes(const std::string& path, const ShapeScene& scene) {
  const std::string text =
      path.ends_with(".svg") ? svgOf(scene.keys()) : shapesJson({.keys = scene.keys(), .settings = scene.settings()});
  return writeWholeFile(path, std::as_bytes(std::span(text)));
}

}  // namespace app
