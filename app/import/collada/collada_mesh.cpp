#include "app/import/collada/collada_mesh.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "app/import/collada/collada_polygons.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/import_values.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr unsigned long long kMaxOffset = 255;

enum class FaceKind { Triangles, Lines, Polylist, Polygons, Fans, Strips, LineStrips };

std::optional<FaceKind> faceKindOf(std::string_view element) {
  constexpr std::pair<std::string_view, FaceKind> kKinds[] = {
      {"triangles", FaceKind::Triangles},  {"lines", FaceKind::Lines},  {"polylist", FaceKind::Polylist},
      {"polygons", FaceKind::Polygons},    {"trifans", FaceKind::Fans}, {"tristrips", FaceKind::Strips},
      {"linestrips", FaceKind::LineStrips}};
  for (const auto& [name, kind] : kKinds)
    if (name == element) return kind;
  return std::nullopt;
}

enum class ListFault { None, NotANumber, Incomplete };

/// Appends the indices of a <p>. Negative ones count as 0; those that are too large as the largest possible one.
ListFault appendIndices(std::string_view text, std::size_t stride, std::vector<std::uint32_t>& indices) {
  constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint32_t>::max();
  const std::size_t before = indices.size();
  for (std::size_t i = 0; i < text.size();) {
    if (isBlank(text[i])) {
      ++i;
      continue;
    }
    const bool isNegative = text[i] == '-';
    i += isNegative ? 1 : 0;
    const std::size_t begin = i;
    std::uint64_t value = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      value = std::min(10 * value + static_cast<std::uint64_t>(text[i] - '0'), kTooLarge);
    if (i == begin) return ListFault::NotANumber;
    indices.push_back(isNegative ? 0 : static_cast<std::uint32_t>(value));
  }
  return (indices.size() - before) % stride == 0 ? ListFault::None : ListFault::Incomplete;
}

/// A polygon: its first corner, and how many corners its outline and each of its holes have.
struct Rings {
  std::size_t first = 0;
  std::vector<std::size_t> sizes;
};

/// Reads one <mesh>.
class MeshReader {
 public:
  MeshReader(ColladaDocument& document, ColladaPolygons& polygons, ImportReport& report, const ImportWatch& watch)
      : document_(document), polygons_(polygons), report_(report), watch_(watch) {}

  void read(const pugi::xml_node& element, ColladaMesh& mesh) {
    const pugi::xml_node vertices = element.child("vertices");
    mesh.positions = valuesOf(vertices.find_child_by_attribute("input", "semantic", "POSITION"));
    name_ = shortText(mesh.name);
    std::size_t usedVertices = 0;
    bool hasGroups = false;
    for (const pugi::xml_node& each : element.children()) {
      const auto kind = faceKindOf(each.name());
      if (!kind) continue;
      hasGroups = true;
      ColladaGroup group{.material = each.attribute("material").value()};
      group.positions.values = mesh.positions;
      const std::string fault = readGroup(each, *kind, group);
      if (!fault.empty()) say(concat("its <", each.name(), "> is left out: ", fault));
      if (!fault.empty() || group.indices.empty()) continue;
      usedVertices = std::max(usedVertices, largestOf(group, group.positions.offset) + 1);
      mesh.groups.push_back(std::move(group));
    }
    if (hasGroups) addVertexInputs(vertices, usedVertices, mesh.groups);
    for (ColladaGroup& group : mesh.groups) std::ranges::stable_sort(group.uvs, {}, &ColladaInput::set);
  }

 private:
  void say(std::string what) { report_.add(Finding::Lost, concat("mesh '", name_, "'"), std::move(what)); }
  ColladaValues valuesOf(const pugi::xml_node& input) {
    const std::string_view id = localId(input.attribute("source").value());
    return document_.valuesOf(id.empty() ? pugi::xml_node() : document_.find(id, "source"));
  }
  static std::size_t largestOf(const ColladaGroup& group, std::size_t offset) {
    std::uint32_t largest = 0;
    for (std::size_t i = offset; i < group.indices.size(); i += group.stride)
      largest = std::max(largest, group.indices[i]);
    return largest;
  }

  /// Why the group cannot be shown; empty if it can, or if it has no corners.
  std::string readGroup(const pugi::xml_node& element, FaceKind kind, ColladaGroup& group) {
    pugi::xml_node vertex;
    unsigned long long stride = 0;
    for (const pugi::xml_node& input : element.children("input")) {
      if (std::string_view(input.attribute("semantic").value()) == "VERTEX") vertex = input;
      stride = std::max(stride, std::min(input.attribute("offset").as_ullong(), kMaxOffset + 1) + 1);
    }
    if (!vertex) return "it has no VERTEX input";
    if (stride > kMaxOffset + 1) return "an input has an offset above 255";
    group.stride = static_cast<std::size_t>(stride);
    group.positions.offset = static_cast<std::size_t>(vertex.attribute("offset").as_ullong());
    std::vector<Rings> lists;
    const ListFault fault = readLists(element, kind, group, lists);
    if (fault == ListFault::NotANumber) return "an index is not a number";
    if (fault == ListFault::Incomplete) return "its last corner lacks indices";
    if (group.indices.empty()) return {};
    if (group.positions.values.count == 0) return "its positions are not in the file";
    if (!areWhole(element, kind, group, lists)) return "its indices do not add up to whole primitives";
    const std::size_t last = largestOf(group, group.positions.offset), count = group.positions.values.count;
    if (last >= count) return concat("it uses position ", last, " of ", count);
    addFaces(kind, lists, group);
    for (const pugi::xml_node& input : element.children("input"))
      if (input != vertex) addInput(input, group);
    return {};
  }

  /// All <p> and, in <polygons>, all <ph>.
  static ListFault readLists(const pugi::xml_node& element, FaceKind kind, ColladaGroup& group,
                             std::vector<Rings>& lists) {
    ListFault fault = ListFault::None;
    const auto read = [&](const pugi::xml_node& list) {
      const std::size_t before = group.indices.size();
      if (fault == ListFault::None) fault = appendIndices(list.child_value(), group.stride, group.indices);
      return (group.indices.size() - before) / group.stride;
    };
    for (const pugi::xml_node& list : element.children()) {
      const bool hasHoles = isNamed(list, "ph") && kind == FaceKind::Polygons;
      if (fault != ListFault::None || (!hasHoles && !isNamed(list, "p"))) continue;
      Rings rings{.first = group.cornerCount(), .sizes = {read(hasHoles ? list.child("p") : list)}};
      for (const pugi::xml_node& hole : list.children("h"))
        if (hasHoles) rings.sizes.push_back(read(hole));
      lists.push_back(std::move(rings));
    }
    return fault;
  }

  /// Whether corners can be matched to primitives. The lists become those of single polygons.
  static bool areWhole(const pugi::xml_node& element, FaceKind kind, const ColladaGroup& group,
                       std::vector<Rings>& lists) {
    const std::size_t corners = group.cornerCount();
    if (kind == FaceKind::Triangles) return corners % 3 == 0;
    if (kind == FaceKind::Lines) return corners % 2 == 0;
    if (kind != FaceKind::Polylist) return true;
    lists.clear();
    std::size_t first = 0;
    for (const std::uint32_t count : indicesIn(element.child_value("vcount"), 0)) {
      lists.push_back({.first = first, .sizes = {count}});
      first += count;
    }
    return first == corners;
  }

  void addFaces(FaceKind kind, const std::vector<Rings>& lists, ColladaGroup& group) {
    auto& lines = group.faces[static_cast<std::size_t>(Topology::Lines)];
    auto& triangles = group.faces[static_cast<std::size_t>(Topology::Triangles)];
    const auto corners = static_cast<std::uint32_t>(group.cornerCount());
    if (kind == FaceKind::Triangles || kind == FaceKind::Lines) {
      auto& all = kind == FaceKind::Lines ? lines : triangles;
      all.resize(corners);
      for (std::uint32_t i = 0; i < corners; ++i) all[i] = i;
      return;
    }
    int filled = 0;
    for (const Rings& list : lists) {
      watch_.throwIfCanceled();
      const auto first = static_cast<std::uint32_t>(list.first), size = static_cast<std::uint32_t>(list.sizes.front());
      if (kind == FaceKind::Polylist || kind == FaceKind::Polygons) filled += addPolygon(list, group);
      for (std::uint32_t i = 1; kind == FaceKind::LineStrips && i < size; ++i)
        lines.insert(lines.end(), {first + i - 1, first + i});
      for (std::uint32_t i = 2; kind == FaceKind::Fans && i < size; ++i)
        triangles.insert(triangles.end(), {first, first + i - 1, first + i});
      for (std::uint32_t i = 2, odd = 0; kind == FaceKind::Strips && i < size; ++i, odd ^= 1)
        triangles.insert(triangles.end(), {first + i - 2 + odd, first + i - 1 - odd, first + i});
    }
    if (filled > 0) say(countOf(filled, "hole of its polygons is filled", "holes of its polygons are filled"));
  }

  /// Returns how many of its holes are filled.
  int addPolygon(const Rings& polygon, ColladaGroup& group) {
    const auto first = static_cast<std::uint32_t>(polygon.first);
    const std::size_t size = polygon.sizes.front();
    if (polygon.sizes.size() == 1 && size < 4) {
      if (size == 0) return 0;
      auto& faces = group.faces[size - 1];
      for (std::uint32_t i = 0; i < size; ++i) faces.push_back(first + i);
      return 0;
    }
    std::size_t corners = 0;
    for (const std::size_t each : polygon.sizes) corners += each;
    corners_.clear();
    for (std::size_t i = 0; i < corners; ++i)
      corners_.push_back(group.positions.values.vec3At(group.indexAt(polygon.first + i, group.positions)));
    cut_.clear();
    const int filled = polygons_.add(corners_, polygon.sizes, cut_);
    auto& triangles = group.faces[static_cast<std::size_t>(Topology::Triangles)];
    for (const std::uint32_t corner : cut_) triangles.push_back(first + corner);
    return filled;
  }

  void addInput(const pugi::xml_node& element, ColladaGroup& group) {
    const std::string_view semantic = element.attribute("semantic").value();
    if (semantic != "NORMAL" && semantic != "COLOR" && semantic != "TEXCOORD") return;
    const ColladaInput input{.values = valuesOf(element),
                             .offset = static_cast<std::size_t>(element.attribute("offset").as_ullong()),
                             .set = element.attribute("set").as_uint()};
    if (const std::size_t last = largestOf(group, input.offset); last >= input.values.count)
      say(concat("its ", semantic, " input is left out: ",
                 input.values.count == 0 ? "its values are not in the file"
                                         : concat("it uses value ", last, " of ", input.values.count)));
    else
      setInput(semantic, input, group);
  }

  /// The first of several with one set counts.
  static void setInput(std::string_view semantic, const ColladaInput& input, ColladaGroup& group) {
    ColladaInput& single = semantic == "NORMAL" ? group.normals : group.colors;
    if (semantic == "TEXCOORD") {
      if (std::ranges::find(group.uvs, input.set, &ColladaInput::set) == group.uvs.end()) group.uvs.push_back(input);
    } else if (single.values.count == 0 || input.set < single.set) {
      single = input;
    }
  }

  void addVertexInputs(const pugi::xml_node& vertices, std::size_t usedVertices, std::vector<ColladaGroup>& groups) {
    for (const pugi::xml_node& element : vertices.children("input")) {
      const std::string_view semantic = element.attribute("semantic").value();
      if (semantic != "NORMAL" && semantic != "COLOR" && semantic != "TEXCOORD") continue;
      ColladaInput input{.values = valuesOf(element), .set = element.attribute("set").as_uint()};
      if (usedVertices > input.values.count) {
        say(concat("the ", semantic, " input of its vertices is left out: it has ", input.values.count, " values for ",
                   usedVertices, " vertices"));
        continue;
      }
      for (ColladaGroup& group : groups) {
        const bool hasOwn = (semantic == "NORMAL" && group.normals.values.count > 0) ||
                            (semantic == "COLOR" && group.colors.values.count > 0);
        input.offset = group.positions.offset;
        if (!hasOwn) setInput(semantic, input, group);
      }
    }
  }

  ColladaDocument& document_;
  ColladaPolygons& polygons_;
  ImportReport& report_;
  const ImportWatch& watch_;
  std::string name_;
  std::vector<glm::vec3> corners_;
  std::vector<std::uint32_t> cut_;
};

/// The bits of everything that makes vertices different.
using VertexBits = std::array<std::uint32_t, 15>;

/// Gives equal vertices one index.
class VertexJoiner {
 public:
  explicit VertexJoiner(std::size_t corners) : table_(std::bit_ceil(corners + corners / 2 + 1), kNone) {}

  /// A new vertex has the index that was size() before.
  std::uint32_t indexOf(const VertexBits& vertex) {
    std::uint64_t hash = 0;
    for (const std::uint32_t word : vertex) hash = (hash ^ word) * 0x9E3779B97F4A7C15 + (hash >> 29);
    for (std::size_t slot = (hash ^ hash >> 32) & (table_.size() - 1);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot] == kNone) {
        if (vertices_.size() == limits::kVertices) refuse("it has more than ", limits::kVertices, " vertices");
        table_[slot] = static_cast<std::uint32_t>(vertices_.size());
        vertices_.push_back(vertex);
      }
      if (vertices_[table_[slot]] == vertex) return table_[slot];
    }
  }
  std::size_t size() const { return vertices_.size(); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> table_;
  std::vector<VertexBits> vertices_;
};

/// `otherwise` in place of values that are not finite or too large. `value`: what the input does not have.
template <glm::length_t kSize>
glm::vec<kSize, float> usableAt(const ColladaInput& input, std::size_t index, const glm::vec<kSize, float>& otherwise,
                                glm::vec<kSize, float> value = glm::vec<kSize, float>(0)) {
  for (glm::length_t k = 0; k < kSize && static_cast<std::size_t>(k) < input.values.size; ++k) {
    value[k] = input.values.at(index, static_cast<std::size_t>(k));
    if (!isUsable(value[k])) return otherwise;
  }
  return value;
}

/// Reads the vertices of a group.
class PartMaker {
 public:
  PartMaker(const ColladaMesh& mesh, const ColladaGroup& group, unsigned uvSet) : mesh_(mesh), group_(group) {
    for (const ColladaInput& input : group.uvs)
      if (input.set == uvSet) uvs_.push_back(&input);
    for (const ColladaInput& input : group.uvs)
      if (input.set != uvSet && uvs_.size() < 2) uvs_.push_back(&input);
  }

  ColladaPart make(Topology topology, bool isDeformed) {
    const std::vector<std::uint32_t>& corners = group_.faces[static_cast<std::size_t>(topology)];
    part_.primitive.topology = topology;
    part_.primitive.indices.reserve(corners.size());
    VertexJoiner joiner(corners.size());
    for (const std::uint32_t corner : corners) {
      read(corner);
      const std::size_t count = joiner.size();
      const std::uint32_t index = joiner.indexOf(bits(isDeformed ? group_.indexAt(corner, group_.positions) : 0));
      if (index == count) add(corner);
      part_.primitive.indices.push_back(index);
    }
    return std::move(part_);
  }

 private:
  void read(std::size_t corner) {
    const auto at = [&](const ColladaInput& input) { return group_.indexAt(corner, input); };
    position_ = group_.positions.values.vec3At(at(group_.positions));
    if (group_.normals.values.count > 0) normal_ = usableAt(group_.normals, at(group_.normals), glm::vec3(0, 1, 0));
    if (group_.colors.values.count > 0)
      color_ = usableAt(group_.colors, at(group_.colors), glm::vec4(1), glm::vec4(0, 0, 0, 1));
    for (std::size_t set = 0; set < uvs_.size(); ++set) {
      const glm::vec2 uv = usableAt(*uvs_[set], at(*uvs_[set]), glm::vec2(0, 1));
      uv_[set] = glm::vec2(uv.x, 1 - uv.y);
    }
  }

  VertexBits bits(std::uint32_t point) const {
    const float numbers[] = {position_.x, position_.y, position_.z, normal_.x, normal_.y, normal_.z, color_.x,
                             color_.y,    color_.z,    color_.w,    uv_[0].x,  uv_[0].y,  uv_[1].x,  uv_[1].y};
    VertexBits result{};
    for (std::size_t i = 0; i < std::size(numbers); ++i)
      result[i] = std::bit_cast<std::uint32_t>(numbers[i] + 0.0f);  // -0 becomes 0
    result.back() = point;
    return result;
  }

  void add(std::uint32_t corner) {
    Primitive& to = part_.primitive;
    if (!isUsable(position_))
      refuse("mesh '", validUtf8(mesh_.id).text, "': vertex ", to.positions.size(), " is not finite or too large");
    to.positions.push_back(position_);
    if (group_.normals.values.count > 0) to.normals.push_back(normal_);
    if (group_.colors.values.count > 0) to.colors.push_back(color_);
    for (std::size_t set = 0; set < uvs_.size(); ++set) to.uvs[set].push_back(uv_[set]);
    part_.corners.push_back(corner);
  }

  const ColladaMesh& mesh_;
  const ColladaGroup& group_;
  std::vector<const ColladaInput*> uvs_;
  ColladaPart part_;
  glm::vec3 position_{0}, normal_{0};
  glm::vec4 color_{0};
  std::array<glm::vec2, 2> uv_{};
};

}  // namespace

ColladaMeshes readColladaMeshes(ColladaDocument& document, ImportReport& report, const ImportWatch& watch) {
  ColladaMeshes meshes;
  ColladaPolygons polygons;
  for (const pugi::xml_node& library : document.root().children("library_geometries"))
    for (const pugi::xml_node& geometry : library.children("geometry")) {
      watch.throwIfCanceled();
      ColladaMesh& mesh = meshes[geometry.internal_object()];
      mesh.id = idOf(geometry), mesh.name = shownNameOf(geometry);
      for (const pugi::xml_node& shape : geometry.children())
        if (isNamed(shape, "mesh"))
          MeshReader(document, polygons, report, watch).read(shape, mesh);
        else if (isNamed(shape, "brep") || isNamed(shape, "spline") || isNamed(shape, "convex_mesh"))
          report.add(Finding::Lost, concat("geometry '", shortText(mesh.name), "'"),
                     concat("it is a <", shape.name(), ">, which is not shown"));
    }
  return meshes;
}

ColladaPart colladaPart(const ColladaMesh& mesh, const ColladaGroup& group, Topology topology, unsigned uvSet,
                        bool isDeformed) {
  return PartMaker(mesh, group, uvSet).make(topology, isDeformed);
}

}  // namespace app
