#include "app/import/fbx/fbx_geometry.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/utf8_text.h"
#include "app/model/triangulate.h"

namespace app {
namespace {

std::vector<glm::vec3> pointsIn(const FbxRecord& record, std::string_view name) {
  const std::vector<double> numbers = numbersIn(record, name);
  std::vector<glm::vec3> points;
  points.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    points.emplace_back(static_cast<float>(numbers[i]), static_cast<float>(numbers[i + 1]),
                        static_cast<float>(numbers[i + 2]));
  return points;
}

/// Of an index in the file: the last one of a polygon or line is ~index.
std::uint32_t pointOf(std::int64_t index, std::size_t pointCount) {
  const auto point = static_cast<std::uint64_t>(index < 0 ? ~index : index);
  return point < pointCount ? static_cast<std::uint32_t>(point) : kNoFbxPoint;
}

/// A last polygon without an end is left out.
void readPolygons(const FbxRecord& record, FbxGeometry& geometry) {
  const std::vector<std::int64_t> indices = integersIn(record, "PolygonVertexIndex");
  geometry.corners.reserve(indices.size());
  for (const std::int64_t index : indices) {
    geometry.corners.push_back(pointOf(index, geometry.points.size()));
    if (index < 0) geometry.ends.push_back(static_cast<std::uint32_t>(geometry.corners.size()));
  }
}

void readSegments(const FbxRecord& record, FbxGeometry& geometry) {
  const std::vector<std::int64_t> indices = integersIn(record, "PointsIndex");
  for (std::size_t i = 0; i + 1 < indices.size(); ++i) {
    if (indices[i] < 0) continue;
    geometry.corners.push_back(pointOf(indices[i], geometry.points.size()));
    geometry.corners.push_back(pointOf(indices[i + 1], geometry.points.size()));
    geometry.ends.push_back(static_cast<std::uint32_t>(geometry.corners.size()));
  }
}

/// Reads the layers of a geometry and reports those that it has to leave out.
class LayerReader {
 public:
  LayerReader(const FbxRecord& record, const FbxGeometry& geometry, std::string_view name, ImportReport& report)
      : record_(record), geometry_(geometry), name_(name), report_(report) {}

  /// The usable ones of that kind, at most `most`, those with the lowest indices first.
  std::vector<FbxLayer> read(std::string_view kind, std::string_view numbers, std::string_view indices,
                             std::size_t size, std::size_t most) {
    std::vector<FbxLayer> layers;
    for (const FbxRecord* const record : elements(kind)) {
      if (layers.size() == most) break;
      FbxLayer layer{.size = size, .numbers = numbersIn(*record, numbers)};
      if (layer.numbers.size() < size) continue;  // written empty by some programs
      if (record->textIn("ReferenceInformationType") != "Direct") layer.indices = integersIn(*record, indices);
      const std::size_t count = layer.indices.empty() ? layer.numbers.size() / size : layer.indices.size();
      if (!readMapping(*record, numbers, count, layer.mapping)) continue;
      reportMissing(layer, numbers);
      layers.push_back(std::move(layer));
    }
    return layers;
  }
  FbxLayer readFirst(std::string_view kind, std::string_view numbers, std::string_view indices, std::size_t size) {
    std::vector<FbxLayer> layers = read(kind, numbers, indices, size, 1);
    return layers.empty() ? FbxLayer() : std::move(layers.front());
  }
  std::vector<std::int32_t> readSlots(std::size_t slotCount) {
    for (const FbxRecord* const record : elements("LayerElementMaterial")) {
      const std::vector<std::int64_t> indices = integersIn(*record, "Materials");
      if (std::all_of(indices.begin(), indices.end(), [](std::int64_t slot) { return slot < 0; })) continue;
      const std::string_view mapping = record->textIn("MappingInformationType");
      const bool isAllSame = mapping == "AllSame";
      if (!isAllSame && mapping != "ByPolygon") continue;
      std::vector<std::int32_t> slots(geometry_.ends.size());
      for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::int64_t slot = isAllSame ? indices[0] : i < indices.size() ? indices[i] : 0;
        slots[i] = slot >= 0 && static_cast<std::uint64_t>(slot) < slotCount ? static_cast<std::int32_t>(slot) : -1;
      }
      return slots;
    }
    return {};
  }

 private:
  std::vector<const FbxRecord*> elements(std::string_view kind) const {
    std::vector<const FbxRecord*> result;
    for (const FbxRecord& child : record_.children)
      if (child.name == kind) result.push_back(&child);
    const auto indexOf = [](const FbxRecord* record) {
      return record->properties.empty() ? 0 : integerOf(record->properties.front());
    };
    std::ranges::stable_sort(result, {}, indexOf);
    return result;
  }

  std::size_t countOf(FbxMapping mapping) const {
    switch (mapping) {
      case FbxMapping::ByCorner:
        return geometry_.corners.size();
      case FbxMapping::ByPoint:
        return geometry_.points.size();
      case FbxMapping::ByPolygon:
        return geometry_.ends.size();
      case FbxMapping::AllSame:
        return 1;
    }
    return 0;
  }

  /// Of a layer with so many values or indices. False, and reported: it has too few, or is for something else.
  bool readMapping(const FbxRecord& record, std::string_view what, std::size_t count, FbxMapping& mapping) {
    constexpr std::array<std::pair<std::string_view, FbxMapping>, 5> kMappings{
        {{"ByPolygonVertex", FbxMapping::ByCorner},
         {"ByVertice", FbxMapping::ByPoint},
         {"ByVertex", FbxMapping::ByPoint},
         {"ByPolygon", FbxMapping::ByPolygon},
         {"AllSame", FbxMapping::AllSame}}};
    const std::string_view word = record.textIn("MappingInformationType");
    const auto found = std::ranges::find(kMappings, word, &std::pair<std::string_view, FbxMapping>::first);
    if (found == kMappings.end()) {
      lose(concat("its ", what, ", whose mapping is '", shortText(word), "'"));
      return false;
    }
    // Old programs say ByPolygon for values of corners (ufbx, ufbxi_read_vertex_element).
    const bool isOfCorners = found->second == FbxMapping::ByPolygon && count == geometry_.corners.size();
    mapping = isOfCorners ? FbxMapping::ByCorner : found->second;
    const std::size_t expected = countOf(mapping);
    if (count < expected) lose(concat("its ", what, ": there are ", count, " instead of ", expected));
    return count >= expected;
  }

  /// An index of -1 means that there is no value on purpose.
  void reportMissing(const FbxLayer& layer, std::string_view what) {
    const auto count = static_cast<std::int64_t>(layer.numbers.size() / layer.size);
    const auto outside = std::count_if(layer.indices.begin(), layer.indices.end(),
                                       [&](std::int64_t index) { return index < -1 || index >= count; });
    if (outside > 0) add(Finding::Repaired, concat(outside, " indices of values that its ", what, " lack became zero"));
  }
  void lose(std::string what) { add(Finding::Lost, std::move(what)); }
  void add(Finding finding, std::string what) { report_.add(finding, concat("mesh '", name_, "'"), std::move(what)); }

  const FbxRecord& record_;
  const FbxGeometry& geometry_;
  std::string_view name_;
  ImportReport& report_;
};

}  // namespace

const double* FbxLayer::at(const FbxCorner& corner) const {
  const std::size_t element = mapping == FbxMapping::ByCorner    ? corner.index
                              : mapping == FbxMapping::ByPoint   ? corner.point
                              : mapping == FbxMapping::ByPolygon ? corner.polygon
                                                                 : 0;
  const auto index = indices.empty() ? element : static_cast<std::size_t>(indices[element]);
  return index < numbers.size() / size ? &numbers[size * index] : nullptr;
}

namespace {

/// 3ds Max writes such colors for meshes that nobody has painted. Used as colors, they would hide every texture.
bool areAllBlack(const FbxLayer& colors) {
  for (std::size_t i = 0; i + 2 < colors.numbers.size() && colors.size > 0; i += colors.size)
    if (colors.numbers[i] != 0 || colors.numbers[i + 1] != 0 || colors.numbers[i + 2] != 0) return false;
  return colors.numbers.size() >= 3;
}

}  // namespace

FbxGeometry readFbxGeometry(const FbxObject& object, std::string_view name, std::size_t slotCount,
                            ImportReport& report) {
  FbxGeometry geometry;
  const FbxRecord& record = *object.record;
  if (object.subclass == "Line") {
    geometry.points = pointsIn(record, "Points");
    readSegments(record, geometry);
  } else if (object.subclass == "Mesh") {
    geometry.points = pointsIn(record, "Vertices");
    readPolygons(record, geometry);
  }
  if (geometry.ends.empty()) return {};
  LayerReader layers(record, geometry, name, report);
  geometry.slots = layers.readSlots(slotCount);
  geometry.normals = layers.readFirst("LayerElementNormal", "Normals", "NormalsIndex", 3);
  geometry.colors = layers.readFirst("LayerElementColor", "Colors", "ColorIndex", 4);
  if (areAllBlack(geometry.colors)) {
    geometry.colors = {};
    report.add(Finding::Ignored, concat("mesh '", name, "'"), "all of its vertex colors are black");
  }
  std::vector<FbxLayer> uvs = layers.read("LayerElementUV", "UV", "UVIndex", 2, geometry.uvs.size());
  std::move(uvs.begin(), uvs.end(), geometry.uvs.begin());
  return geometry;
}

namespace {

constexpr std::uint32_t kNoEntry = 0xFFFFFFFF;
constexpr float kSameValue = 1e-5f;  // values of corners this close are one: files round them differently
constexpr int kMostCompared = 32;    // vertices of a point, the newest ones first
constexpr std::size_t kManyCorners = 64;

/// The values of a corner; those that its geometry has none of stay as they are.
struct Vertex {
  glm::vec3 normal{0};
  glm::vec4 color{0};
  std::array<glm::vec2, 2> uvs{};
};

/// What shading and textures can do without: `otherwise` in place of values that are not finite or too large.
template <glm::length_t kSize>
glm::vec<kSize, float> valueOf(const FbxLayer& layer, const FbxCorner& corner,
                               const glm::vec<kSize, float>& otherwise) {
  glm::vec<kSize, float> value(0);
  const double* const numbers = layer.at(corner);
  for (glm::length_t i = 0; numbers && i < kSize; ++i) {
    if (!(std::abs(numbers[i]) <= static_cast<double>(limits::kMaxMagnitude))) return otherwise;
    value[i] = static_cast<float>(numbers[i]);
  }
  return value;
}

template <glm::length_t kSize>
bool isSame(const glm::vec<kSize, float>& a, const glm::vec<kSize, float>& b) {
  const glm::vec<kSize, float> difference = a - b;
  return glm::dot(difference, difference) <= kSameValue * kSameValue;
}

/// Collects the vertices of one part after the other.
class VertexCollector {
 public:
  VertexCollector(const FbxGeometry& geometry, std::string_view name)
      : geometry_(geometry), name_(name), newest_(geometry.points.size(), kNoEntry) {}

  void begin(FbxPart& part) {
    if (part_)
      for (const std::uint32_t point : part_->points) newest_[point] = kNoEntry;
    part_ = &part;
    older_.clear();
  }
  /// The vertex of a corner whose point exists.
  std::uint32_t vertexOf(const FbxCorner& corner) {
    const Vertex vertex = read(corner);
    int compared = 0;
    for (std::uint32_t i = newest_[corner.point]; i != kNoEntry && compared < kMostCompared; i = older_[i], ++compared)
      if (hasValues(i, vertex)) return i;
    return add(corner, vertex);
  }

 private:
  Vertex read(const FbxCorner& corner) const {
    Vertex vertex;
    if (geometry_.normals.size > 0) vertex.normal = valueOf(geometry_.normals, corner, glm::vec3(0, 1, 0));
    if (geometry_.colors.size > 0) vertex.color = valueOf(geometry_.colors, corner, glm::vec4(1));
    if (vertex.color == glm::vec4(0)) vertex.color = glm::vec4(1);  // 3ds Max: not painted
    for (std::size_t set = 0; set < vertex.uvs.size(); ++set) {
      if (geometry_.uvs[set].size == 0) continue;
      const glm::vec2 uv = valueOf(geometry_.uvs[set], corner, glm::vec2(0, 1));
      vertex.uvs[set] = {uv.x, 1 - uv.y};
    }
    return vertex;
  }
  bool hasValues(std::uint32_t index, const Vertex& vertex) const {
    const Primitive& primitive = part_->primitive;
    bool same = (primitive.normals.empty() || isSame(primitive.normals[index], vertex.normal)) &&
                (primitive.colors.empty() || isSame(primitive.colors[index], vertex.color));
    for (std::size_t set = 0; set < primitive.uvs.size(); ++set)
      same = same && (primitive.uvs[set].empty() || isSame(primitive.uvs[set][index], vertex.uvs[set]));
    return same;
  }
  std::uint32_t add(const FbxCorner& corner, const Vertex& vertex) {
    Primitive& primitive = part_->primitive;
    const glm::vec3& at = geometry_.points[corner.point];
    if (!isUsable(at)) refuse("mesh '", name_, "': vertex ", corner.point, " is not finite or too large");
    if (++count_ > limits::kVertices) refuse("it has more than ", limits::kVertices, " vertices");
    primitive.positions.push_back(at);
    if (geometry_.normals.size > 0) primitive.normals.push_back(vertex.normal);
    if (geometry_.colors.size > 0) primitive.colors.push_back(vertex.color);
    for (std::size_t set = 0; set < vertex.uvs.size(); ++set)
      if (geometry_.uvs[set].size > 0) primitive.uvs[set].push_back(vertex.uvs[set]);
    part_->points.push_back(static_cast<std::uint32_t>(corner.point));
    older_.push_back(newest_[corner.point]);
    return newest_[corner.point] = static_cast<std::uint32_t>(older_.size() - 1);
  }

  const FbxGeometry& geometry_;
  std::string_view name_;
  FbxPart* part_ = nullptr;
  std::vector<std::uint32_t> newest_, older_;  // of each point, and before each vertex, of the same point: its vertices
  std::uint64_t count_ = 0;
};

/// Where a fan covers a quadrilateral: at its corner that bends inward, else at the first.
std::uint32_t fanCornerOf(const std::array<glm::vec3, 4>& corners) {
  const auto direction = [](const glm::vec3& edge) {
    const float length = glm::length(edge);
    return length > 0 ? edge / length : edge;
  };
  for (std::uint32_t i = 0; i < 4; ++i) {
    const glm::vec3 across = direction(corners[(i + 2) % 4] - corners[i]);
    float angle = 0;
    for (const std::uint32_t next : {i + 3, i + 1})
      angle += std::acos(glm::dot(direction(corners[next % 4] - corners[i]), across));
    if (angle > 3.14159265f) return i;
  }
  return 0;
}

class PartBuilder {
 public:
  PartBuilder(const FbxGeometry& geometry, std::string_view name, const ImportWatch& watch)
      : geometry_(geometry), watch_(watch), vertices_(geometry, name) {}

  void begin(FbxPart& part) { vertices_.begin(part), part_ = &part; }
  void add(std::size_t polygon) {
    const std::size_t first = polygon == 0 ? 0 : geometry_.ends[polygon - 1];
    polygon_.clear();
    for (std::size_t i = first; i < geometry_.ends[polygon]; ++i)
      polygon_.push_back(vertices_.vertexOf({.index = i, .point = geometry_.corners[i], .polygon = polygon}));
    const std::size_t count = polygon_.size();
    if ((indices_ += count < 3 ? count : 3 * (count - 2)) > limits::kIndices)
      refuse("it has more than ", limits::kIndices, " indices");
    if (count <= 3) {
      part_->primitive.indices.insert(part_->primitive.indices.end(), polygon_.begin(), polygon_.end());
      return;
    }
    positions_.clear();
    for (const std::uint32_t vertex : polygon_) positions_.push_back(part_->primitive.positions[vertex]);
    if (count == 4)
      addFan(fanCornerOf({positions_[0], positions_[1], positions_[2], positions_[3]}));
    else
      addTriangles();
  }

 private:
  void addFan(std::size_t first) {
    const std::size_t count = polygon_.size();
    for (std::size_t i = 2; i < count; ++i) addTriangle(first, (first + i - 1) % count, (first + i) % count);
  }
  /// A polygon whose area is zero or not finite becomes a fan, so that no vertex is lost.
  void addTriangles() {
    if (polygon_.size() >= kManyCorners) watch_.throwIfCanceled();
    flattenPolygon(positions_, positions_.size(), outline_);
    const auto inside = triangulator_.triangulate(outline_, Collinear::Kept);
    for (const auto& [a, b, c] : inside)
      addTriangle(static_cast<std::size_t>(a), static_cast<std::size_t>(b), static_cast<std::size_t>(c));
    if (inside.empty()) addFan(0);
  }
  void addTriangle(std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t corner : {a, b, c}) part_->primitive.indices.push_back(polygon_[corner]);
  }

  const FbxGeometry& geometry_;
  const ImportWatch& watch_;
  VertexCollector vertices_;
  FbxPart* part_ = nullptr;
  std::vector<std::uint32_t> polygon_;  // the vertices of its corners
  std::vector<glm::vec3> positions_;    // of those
  std::vector<glm::dvec2> outline_;
  Triangulator triangulator_;
  std::uint64_t indices_ = 0;
};

/// Which polygons there are, by slot and kind.
struct Group {
  std::int32_t slot = 0;
  std::array<std::vector<std::uint32_t>, 3> polygons;  // points, lines, the others
};

std::vector<Group> groupsOf(const FbxGeometry& geometry, int& damaged) {
  std::vector<Group> groups;
  std::vector<std::uint32_t> groupOf;  // by slot + 1
  std::uint32_t first = 0;
  for (std::uint32_t polygon = 0; polygon < geometry.ends.size(); ++polygon) {
    const std::span corners(geometry.corners.data() + first, geometry.ends[polygon] - first);
    first = geometry.ends[polygon];
    if (std::find(corners.begin(), corners.end(), kNoFbxPoint) != corners.end()) {
      ++damaged;
      continue;
    }
    const std::int32_t slot = geometry.slots.empty() ? 0 : geometry.slots[polygon];
    const auto at = static_cast<std::size_t>(slot + 1);
    if (at >= groupOf.size()) groupOf.resize(at + 1, kNoEntry);
    if (groupOf[at] == kNoEntry) {
      groupOf[at] = static_cast<std::uint32_t>(groups.size());
      groups.push_back({.slot = slot, .polygons = {}});
    }
    groups[groupOf[at]].polygons[std::min<std::size_t>(corners.size(), 3) - 1].push_back(polygon);
  }
  return groups;
}

}  // namespace

std::vector<FbxPart> primitivesOf(const FbxGeometry& geometry, std::string_view name, ImportReport& report,
                                  const ImportWatch& watch) {
  int damaged = 0;
  const std::vector<Group> groups = groupsOf(geometry, damaged);
  if (damaged > 0)
    report.add(Finding::Repaired, concat("mesh '", name, "'"),
               concat(damaged, " polygons with points that it lacks were left out"));
  std::vector<FbxPart> parts;
  for (const Group& group : groups)
    for (const std::vector<std::uint32_t>& polygons : group.polygons)
      if (!polygons.empty()) parts.push_back({.slot = group.slot, .primitive = {}, .points = {}});
  PartBuilder builder(geometry, name, watch);
  auto part = parts.begin();
  for (const Group& group : groups) {
    for (std::size_t kind = 0; kind < group.polygons.size(); ++kind) {
      if (group.polygons[kind].empty()) continue;
      watch.throwIfCanceled();
      constexpr std::array kTopologies{Topology::Points, Topology::Lines, Topology::Triangles};
      part->primitive.topology = kTopologies[kind];
      builder.begin(*part++);
      for (const std::uint32_t polygon : group.polygons[kind]) builder.add(polygon);
    }
  }
  return parts;
}

}  // namespace app
