#include "app/import/fbx/fbx_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

std::string_view textIn(const FbxRecord& parent, std::string_view name) {
  const FbxRecord* const found = parent.child(name);
  return found && !found->properties.empty() ? rawTextOf(found->properties.front()) : std::string_view();
}

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
      if (textIn(*record, "ReferenceInformationType") != "Direct") layer.indices = integersIn(*record, indices);
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
      const std::string_view mapping = textIn(*record, "MappingInformationType");
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
    std::stable_sort(result.begin(), result.end(),
                     [&](const FbxRecord* a, const FbxRecord* b) { return indexOf(a) < indexOf(b); });
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
    const std::string_view word = textIn(record, "MappingInformationType");
    const auto found =
        std::find_if(kMappings.begin(), kMappings.end(), [&](const auto& each) { return each.first == word; });
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
  void add(Finding finding, std::string what) {
    report_.lines.push_back({finding, concat("mesh '", name_, "'"), std::move(what)});
  }

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
  std::vector<FbxLayer> uvs = layers.read("LayerElementUV", "UV", "UVIndex", 2, geometry.uvs.size());
  std::move(uvs.begin(), uvs.end(), geometry.uvs.begin());
  return geometry;
}

}  // namespace app
