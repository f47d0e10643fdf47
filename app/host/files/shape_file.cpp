#include "app/host/files/shape_file.h"

#include <algorithm>
#include <string_view>

#include "app/format/shape_json.h"
#include "app/format/svg_file.h"
#include "app/host/files/text_file.h"
#include "app/model/file_formats.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

namespace {

bool isSvg(const std::string& path) { return lowerCase(path).ends_with(".svg"); }

}  // namespace

bool isShapeFile(const std::string& path) {
  return std::any_of(kShapeEndings.begin(), kShapeEndings.end(),
                     [name = lowerCase(path)](std::string_view ending) { return name.ends_with(ending); });
}

Result<shapes::ImportShapes> loadShapes(const std::string& path) {
  return withinMemory(path, [&]() -> Result<shapes::ImportShapes> {
    const auto text = readTextFile(path);
    if (!text) return text.error();
    return shapesOf(path, *text);
  });
}

Result<shapes::ImportShapes> shapesOf(const std::string& path, std::string_view text) {
  if (isSvg(path))
    return withinMemory(path, [&]() -> Result<shapes::ImportShapes> {
      auto keys = parseSvg(text);
      if (!keys) return Error{path + ": " + keys.error().message};
      return shapes::ImportShapes{.keys = *std::move(keys)};
    });
  auto document = parseShapes(text);
  if (!document) return Error{path + ": " + document.error().message};
  return shapes::ImportShapes{.keys = std::move(document->keys), .settings = std::move(document->settings)};
}

Result<void> saveShapes(const std::string& path, const ShapeDocument& document) {
  return writeTextFile(path, isSvg(path) ? svgOf(document.keys) : shapesJson(document));
}

}  // namespace app
