#include "app/format/svg_file.h"

#include <algorithm>
#include <array>

#include "app/format/svg_path.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Shape;

constexpr std::size_t kMaxTextBytes = 16u << 20;
constexpr std::array<std::string_view, 6> kOnlyDefine{"defs", "symbol", "clipPath", "mask", "pattern", "marker"};
constexpr std::string_view kSpaces = " \t\n\r\f";

/// A tag, cut out of the text: "</g>" is closing, "<path ... />" ends itself.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  bool closing = false;
  bool endsItself = false;
};

/// Goes from tag to tag of XML text, past comments, declarations and character data. It expands nothing.
class TagReader {
 public:
  explicit TagReader(std::string_view text) : text_(text) {}

  /// Nothing more: false. `tag` borrows from the text.
  bool next(Tag& tag) {
    for (;;) {
      at_ = text_.find('<', at_);
      if (at_ == std::string_view::npos) return false;
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("<!--"))
        skipPast("-->", 4);
      else if (rest.starts_with("<![CDATA["))
        skipPast("]]>", 9);
      else if (rest.starts_with("<?"))
        skipPast("?>", 2);
      else if (rest.starts_with("<!"))
        skipPast(">", 2);
      else
        return read(tag);
    }
  }

 private:
  void skipPast(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, at_ + from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  bool read(Tag& tag) {
    std::size_t end = ++at_;
    for (char quote = 0; end < text_.size() && (quote != 0 || text_[end] != '>'); ++end) {
      const char c = text_[end];
      if (quote != 0 ? c == quote : c == '"' || c == '\'') quote = quote != 0 ? '\0' : c;
    }
    std::string_view inside = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    tag.closing = inside.starts_with('/');
    if (tag.closing) inside.remove_prefix(1);
    tag.endsItself = inside.ends_with('/');
    if (tag.endsItself) inside.remove_suffix(1);
    const std::size_t nameEnd = std::min(inside.find_first_of(kSpaces), inside.size());
    tag.name = inside.substr(0, nameEnd);
    tag.attributes = inside.substr(nameEnd);
    if (const std::size_t colon = tag.name.rfind(':'); colon != std::string_view::npos)
      tag.name.remove_prefix(colon + 1);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The value of an attribute, or "".
std::string_view attribute(std::string_view attributes, std::string_view wanted) {
  for (;;) {
    const std::size_t equals = attributes.find('=');
    if (equals == std::string_view::npos) return {};
    std::string_view name = attributes.substr(0, equals);
    name.remove_prefix(std::min(name.find_first_not_of(kSpaces), name.size()));
    name = name.substr(0, name.find_last_not_of(kSpaces) + 1);
    const std::size_t open = attributes.find_first_of("\"'", equals);
    if (open == std::string_view::npos) return {};
    const std::size_t close = attributes.find(attributes[open], open + 1);
    if (close == std::string_view::npos) return {};
    if (name == wanted) return attributes.substr(open + 1, close - open - 1);
    attributes.remove_prefix(close + 1);
  }
}

crossfade::Result<std::vector<Shape>> shapesOf(const Tag& tag) {
  if (tag.name == "path") return parseSvgPath(attribute(tag.attributes, "d"));
  auto shape = parseSvgPoints(attribute(tag.attributes, "points"), tag.name == "polygon");
  if (!shape) return shape.error();
  return std::vector<Shape>{*std::move(shape)};
}

void addTo(std::vector<KeyShape>& keys, std::vector<Shape> shapes, std::string_view name) {
  for (Shape& shape : shapes)
    if (shape.pointCount() > 0) keys.push_back({.name = std::string(name.substr(0, 80)), .shape = std::move(shape)});
}

}  // namespace

crossfade::Result<std::vector<KeyShape>> parseSvg(std::string_view text) {
  if (text.size() > kMaxTextBytes) return crossfade::Error{"is too large: " + std::to_string(text.size()) + " bytes"};
  std::vector<KeyShape> keys;
  if (text.find('<') == std::string_view::npos) {
    auto shapes = parseSvgPath(text);
    if (!shapes) return shapes.error();
    addTo(keys, *std::move(shapes), "path");
  }
  TagReader reader(text);
  int defining = 0, elements = 0;
  for (Tag tag; reader.next(tag);) {
    if (std::find(kOnlyDefine.begin(), kOnlyDefine.end(), tag.name) != kOnlyDefine.end() && !tag.endsItself)
      defining = std::max(0, defining + (tag.closing ? -1 : 1));
    const bool drawn = tag.name == "path" || tag.name == "polygon" || tag.name == "polyline";
    if (!drawn || tag.closing || defining > 0) continue;
    const std::string location = std::string(tag.name) + " " + std::to_string(elements++);
    auto shapes = shapesOf(tag);
    if (!shapes) return crossfade::Error{location + ", " + shapes.error().message};
    const std::string_view id = attribute(tag.attributes, "id");
    addTo(keys, *std::move(shapes), id.empty() ? std::string_view(location) : id);
    if (keys.size() > static_cast<std::size_t>(shape_limits::kShapes)) break;  // the check below says so
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
