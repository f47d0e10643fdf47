#include "app/format/svg_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <pugixml.hpp>

#include "crossfade/base/number_text.h"

namespace app {
namespace {

using crossfade::Shape;
using Vec = glm::dvec2;

constexpr int kCubicSteps = 16, kQuadraticSteps = 12;
constexpr double kArcStep = std::numbers::pi / 16;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char upper(char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; }

/// Reads path data. The first fault is stored and moves the reader to the end; every number after it is 0.
class PathReader {
 public:
  explicit PathReader(std::string_view data) : data_(data) {}

  crossfade::Result<std::vector<Shape>> read() {
    skipSpace();
    if (!atEnd() && upper(data_[at_]) != 'M') fail("a path begins with M");
    while (!atEnd()) command();
    finish(false);
    if (fault_) return *fault_;
    return std::move(shapes_);
  }
  /// A list of points without commands.
  crossfade::Result<Shape> readPoints(bool closed) {
    skipSpace();
    for (bool first = true; !atEnd(); first = false) {
      first ? startAt(point(false)) : lineTo(point(false));
      skipSeparator();
    }
    finish(closed);
    if (fault_) return *fault_;
    return shapes_.empty() ? Shape() : shapes_.front();
  }

 private:
  bool atEnd() const { return at_ >= data_.size(); }
  void skipSpace() {
    while (!atEnd() && isSpace(data_[at_])) ++at_;
  }
  void skipSeparator() {
    skipSpace();
    if (!atEnd() && data_[at_] == ',') ++at_, skipSpace();
  }
  void fail(std::string_view why) {
    if (fault_) return;
    std::string found = "the end";
    if (!atEnd())
      found =
          data_[at_] >= ' ' && data_[at_] <= '~' ? "'" + std::string(1, data_[at_]) + "'" : "an unprintable character";
    fault_ = crossfade::Error{"character " + std::to_string(at_) + " (" + found + "): " + std::string(why)};
    at_ = data_.size();
  }

  bool atNumber() const {
    std::size_t i = at_;
    if (i < data_.size() && (data_[i] == '+' || data_[i] == '-')) ++i;
    if (i < data_.size() && data_[i] == '.') ++i;
    return i < data_.size() && isDigit(data_[i]);
  }
  double number() {
    skipSeparator();
    if (!atNumber()) return fail("a number is expected"), 0;
    const char* begin = data_.data() + at_ + (data_[at_] == '+' ? 1 : 0);
    double value = 0;
    const auto read = std::from_chars(begin, data_.data() + data_.size(), value);
    if (read.ec != std::errc() || !(std::abs(value) <= shape_limits::kCoordinate))
      return fail("the number is too large or too small"), 0;
    at_ = static_cast<std::size_t>(read.ptr - data_.data());
    return value;
  }
  bool flag() {
    skipSeparator();
    if (atEnd() || (data_[at_] != '0' && data_[at_] != '1')) return fail("a flag is 0 or 1"), false;
    return data_[at_++] == '1';
  }
  Vec point(bool relative) {
    const double x = number();
    const Vec read{x, number()};
    return relative ? now_ + read : read;
  }

  void command() {
    const char letter = data_[at_], kind = upper(letter);
    if (!isLetter(letter) || std::string_view("MLHVZCQSTA").find(kind) == std::string_view::npos)
      return fail("this is not a path command");
    ++at_;
    const bool relative = letter != kind;
    if (kind == 'Z') {
      finish(true);
      return skipSpace();
    }
    if (kind == 'M') finish(false);
    bool first = true;
    do {
      segment(kind == 'M' && !first ? 'L' : kind, relative);
      first = false;
      skipSeparator();
    } while (atNumber());
  }

  void segment(char kind, bool relative) {
    const Vec before = now_;
    const Vec mirrored = 2.0 * before - control_;  // reflected control point of a preceding curve of the same kind
    const char last = std::exchange(last_, kind);
    switch (kind) {
      case 'M':
        return startAt(point(relative));
      case 'L':
        return lineTo(point(relative));
      case 'H': {
        const double x = number();
        return lineTo({relative ? before.x + x : x, before.y});
      }
      case 'V': {
        const double y = number();
        return lineTo({before.x, relative ? before.y + y : y});
      }
      case 'C': {
        const Vec a = point(relative), b = point(relative);
        return cubic(a, b, point(relative));
      }
      case 'S': {
        const Vec b = point(relative);
        return cubic(last == 'C' || last == 'S' ? mirrored : before, b, point(relative));
      }
      case 'Q': {
        const Vec a = point(relative);
        return quadratic(a, point(relative));
      }
      case 'T':
        return quadratic(last == 'Q' || last == 'T' ? mirrored : before, point(relative));
      case 'A':
        return readArc(relative);
    }
  }

  void startAt(Vec p) {
    start_ = p;
    add(p);
  }
  void lineTo(Vec p) {
    if (points_.empty()) add(start_);  // after a Z, the next subpath starts where the last one did
    add(p);
  }
  void add(Vec p) {
    if (fault_) return;
    if (!(std::abs(p.x) <= shape_limits::kCoordinate && std::abs(p.y) <= shape_limits::kCoordinate))
      return fail("the point before it is too far from the origin");
    points_.push_back(p);
    now_ = p;
    if (++pointCount_ > shape_limits::kPoints ||
        points_.size() > static_cast<std::size_t>(shape_limits::kPointsOfAShape))
      fail("too many points");
  }
  void cubic(Vec a, Vec b, Vec end) {
    const Vec begin = now_;
    for (int i = 1; i < kCubicSteps; ++i) {
      const double t = static_cast<double>(i) / kCubicSteps, k = 1 - t;
      lineTo(k * k * k * begin + 3 * k * k * t * a + 3 * k * t * t * b + t * t * t * end);
    }
    lineTo(end);
    control_ = b;
  }
  void quadratic(Vec a, Vec end) {
    const Vec begin = now_;
    for (int i = 1; i < kQuadraticSteps; ++i) {
      const double t = static_cast<double>(i) / kQuadraticSteps, k = 1 - t;
      lineTo(k * k * begin + 2 * k * t * a + t * t * end);
    }
    lineTo(end);
    control_ = a;
  }
  void readArc(bool relative) {
    const double rx = std::abs(number()), ry = std::abs(number()), rotation = number() * std::numbers::pi / 180;
    const bool large = flag(), sweep = flag();
    arc({rx, ry}, rotation, large, sweep, point(relative));
  }
  // SVG 2, B.2.4: from end points to center.
  void arc(Vec radii, double rotation, bool large, bool sweep, Vec end) {
    const Vec begin = now_;
    if (begin == end) return;
    if (!(radii.x > 0 && radii.y > 0)) return lineTo(end);
    const Vec axisX{std::cos(rotation), std::sin(rotation)}, axisY{-axisX.y, axisX.x}, half = 0.5 * (begin - end);
    const Vec p{(half.x * axisX.x + half.y * axisX.y) / radii.x,
                (half.x * axisY.x + half.y * axisY.y) / radii.y};  // on a circle of radius 1
    const double length = std::hypot(p.x, p.y),
                 scale = std::max(1.0, length);  // radii that are too small grow until they reach
    const double distance = std::sqrt(std::max(0.0, scale * scale / (length * length) - 1)) * (large == sweep ? -1 : 1);
    const Vec center = distance * Vec{p.y, -p.x};
    const double from = std::atan2(p.y - center.y, p.x - center.x);
    double sweepAngle = std::atan2(-p.y - center.y, -p.x - center.x) - from;
    if (sweep && sweepAngle < 0) sweepAngle += 2 * std::numbers::pi;
    if (!sweep && sweepAngle > 0) sweepAngle -= 2 * std::numbers::pi;
    const int steps = std::isfinite(sweepAngle)
                          ? std::max(1, static_cast<int>(std::ceil(std::abs(sweepAngle) / kArcStep - 1e-9)))
                          : 1;
    const Vec middle = 0.5 * (begin + end);
    for (int i = 1; i < steps; ++i) {
      const double angle = from + sweepAngle * i / steps;
      const Vec q{(center.x + scale * std::cos(angle)) * radii.x, (center.y + scale * std::sin(angle)) * radii.y};
      lineTo(middle + q.x * axisX + q.y * axisY);
    }
    lineTo(end);
  }

  /// A curve that returns to the start has added that point once more: drop it. Explicit lines keep theirs.
  void finish(bool closed) {
    const bool endsInCurve = last_ != 'L' && last_ != 'H' && last_ != 'V' && last_ != 'M';
    if (closed && endsInCurve && points_.size() > 1 && points_.back() == points_.front()) points_.pop_back();
    if (!points_.empty() && !fault_) shapes_.push_back(*Shape::make(std::exchange(points_, {}), closed));
    if (shapes_.size() > static_cast<std::size_t>(shape_limits::kShapes)) fail("too many subpaths");
    if (closed) now_ = start_;
    last_ = 'M';
  }

  std::string_view data_;
  std::size_t at_ = 0;
  Vec now_{0}, start_{0}, control_{0};
  char last_ = 'L';
  int pointCount_ = 0;
  std::vector<Vec> points_;
  std::vector<Shape> shapes_;
  std::optional<crossfade::Error> fault_;
};

}  // namespace

crossfade::Result<std::vector<Shape>> parseSvgPath(std::string_view data) { return PathReader(data).read(); }

crossfade::Result<Shape> parseSvgPoints(std::string_view data, bool closed) {
  return PathReader(data).readPoints(closed);
}

std::string svgPathOf(const Shape& shape) {
  std::string text;
  for (const Vec p : shape.points())
    text += (text.empty() ? "M" : "L") + crossfade::formatNumber(p.x) + " " + crossfade::formatNumber(p.y);
  return shape.closed() && !text.empty() ? text + "Z" : text;
}

namespace {

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
