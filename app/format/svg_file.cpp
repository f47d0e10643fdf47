#include "app/format/svg_file.h"

#include <algorithm>
#include <array>

#include <pugixml.hpp>

#include "app/format/svg_path.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Shape;

constexpr std::size_t kMaxSvgBytes = 16u << 20;
constexpr std::array<std::string_view, 6> kDefinitionElements{"defs", "symbol",  "clipPath",
                                                              "mask", "pattern", "marker"};
constexpr unsigned int kParseOptions = pugi::parse_escapes | pugi::parse_wconv_attribute;

/// Without the namespace prefix: "path" for "svg:path".
std::string_view localName(pugi::xml_node element) {
  const std::string_view name = element.name();
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool isDefinition(pugi::xml_node element) {
  return std::find(kDefinitionElements.begin(), kDefinitionElements.end(), localName(element)) !=
         kDefinitionElements.end();
}

/// The next node in document order, past the contents of definitions; null after the last one. A loop, not recursion:
/// the file decides how deep elements are nested.
pugi::xml_node nextNode(pugi::xml_node node) {
  if (node.first_child() && !isDefinition(node)) return node.first_child();
  while (node && !node.next_sibling()) node = node.parent();
  return node.next_sibling();
}

bool isShape(pugi::xml_node element) {
  const std::string_view name = localName(element);
  return name == "path" || name == "polygon" || name == "polyline";
}

crossfade::Result<std::vector<Shape>> shapesOf(pugi::xml_node element) {
  const std::string_view name = localName(element);
  if (name == "path") return parseSvgPath(element.attribute("d").value());
  auto shape = parseSvgPoints(element.attribute("points").value(), name == "polygon");
  if (!shape) return shape.error();
  return std::vector<Shape>{*std::move(shape)};
}

void addTo(std::vector<KeyShape>& keys, std::vector<Shape> shapes, std::string_view name) {
  for (Shape& shape : shapes)
    if (shape.pointCount() > 0) keys.push_back({.name = std::string(name.substr(0, 80)), .shape = std::move(shape)});
}

crossfade::Result<void> addShapesOf(const pugi::xml_document& document, std::vector<KeyShape>& keys) {
  int elements = 0;
  for (pugi::xml_node node = document.first_child(); node; node = nextNode(node)) {
    if (!isShape(node)) continue;
    const std::string location = std::string(localName(node)) + " " + std::to_string(elements++);
    auto shapes = shapesOf(node);
    if (!shapes) return crossfade::Error{location + ", " + shapes.error().message};
    const std::string_view id = node.attribute("id").value();
    addTo(keys, *std::move(shapes), id.empty() ? std::string_view(location) : id);
    if (keys.size() > static_cast<std::size_t>(shape_limits::kShapes)) break;  // checkShapes() reports this
  }
  return {};
}

/// "is not valid XML at byte 12: start-end tags mismatch"
crossfade::Error xmlError(const pugi::xml_parse_result& result) {
  std::string why = result.description();
  if (!why.empty() && why[0] >= 'A' && why[0] <= 'Z') why[0] = static_cast<char>(why[0] - 'A' + 'a');
  return crossfade::Error{"is not valid XML at byte " + std::to_string(result.offset) + ": " + why};
}

}  // namespace

crossfade::Result<std::vector<KeyShape>> parseSvg(std::string_view text) {
  if (text.size() > kMaxSvgBytes) return crossfade::Error{"is too large: " + std::to_string(text.size()) + " bytes"};
  std::vector<KeyShape> keys;
  if (text.find('<') == std::string_view::npos) {
    auto shapes = parseSvgPath(text);
    if (!shapes) return shapes.error();
    addTo(keys, *std::move(shapes), "path");
  } else {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size(), kParseOptions);
    if (!parsed) return xmlError(parsed);
    if (auto added = addShapesOf(document, keys); !added) return added.error();
  }
  if (keys.empty()) return crossfade::Error{"has no path, polygon or polyline that is drawn"};
  if (auto ok = checkShapes(keys); !ok) return ok.error();
  return keys;
}

std::string svgOf(std::span<const KeyShape> keys) {
  glm::dvec2 low{0}, high{0};
  bool any = false;
  std::string paths;
  for (const KeyShape& key : keys) {
    for (const glm::dvec2 p : key.shape.points()) {
      low = any ? glm::dvec2{std::min(low.x, p.x), std::min(low.y, p.y)} : p;
      high = any ? glm::dvec2{std::max(high.x, p.x), std::max(high.y, p.y)} : p;
      any = true;
    }
    paths += "  <path d=\"" + svgPathOf(key.shape) + "\" fill=\"" + (key.shape.closed() ? "black" : "none") +
             "\" stroke=\"black\"/>\n";
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + crossfade::formatNumber(low.x) + " " +
         crossfade::formatNumber(low.y) + " " + crossfade::formatNumber(high.x - low.x) + " " +
         crossfade::formatNumber(high.y - low.y) + "\">\n" + paths + "</svg>\n";
}

}  // namespace app
