#include "app/import/gltf/gltf_mesh.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "app/import/file/import_error.h"
#include "app/import/file/import_values.h"
#include "app/import/gltf/gltf_accessor.h"
#include "app/import/gltf/gltf_skin.h"

namespace app {
namespace {

enum Mode { kPoints, kLines, kLineLoop, kLineStrip, kTriangles, kTriangleStrip, kTriangleFan };

using Indices = std::vector<std::uint32_t>;

Indices strip(const Indices& in, bool closed) {
  Indices out;
  for (std::size_t i = 1; i < in.size(); ++i) out.insert(out.end(), {in[i - 1], in[i]});
  if (closed && in.size() > 1) out.insert(out.end(), {in.back(), in.front()});
  return out;
}

Indices triangleStrip(const Indices& in) {
  Indices out;
  for (std::size_t i = 0; i + 2 < in.size(); ++i) out.insert(out.end(), {in[i + i % 2], in[i + 1 - i % 2], in[i + 2]});
  return out;
}

Indices triangleFan(const Indices& in) {
  Indices out;
  for (std::size_t i = 0; i + 2 < in.size(); ++i) out.insert(out.end(), {in[0], in[i + 1], in[i + 2]});
  return out;
}

}  // namespace

Topology topologyOf(int mode) {
  if (mode == kPoints) return Topology::Points;
  return mode <= kLineStrip ? Topology::Lines : Topology::Triangles;
}

std::vector<std::uint32_t> listIndices(int mode, std::optional<Indices> given, std::size_t vertexCount) {
  const std::size_t corners = cornersOf(topologyOf(mode));
  const bool isList = mode == kPoints || mode == kLines || mode == kTriangles;
  if (!given && isList && vertexCount > 0 && vertexCount % corners == 0) return {};
  Indices indices = given ? std::move(*given) : Indices(vertexCount);
  if (!given) std::iota(indices.begin(), indices.end(), 0u);
  if (isList) indices.resize(indices.size() / corners * corners);
  if (mode == kLineLoop || mode == kLineStrip) indices = strip(indices, mode == kLineLoop);
  if (mode == kTriangleStrip) indices = triangleStrip(indices);
  if (mode == kTriangleFan) indices = triangleFan(indices);
  return indices.empty() ? Indices(corners, 0u) : indices;
}

bool drawsNothing(const Primitive& primitive) {
  return primitive.topology != Topology::Points && primitive.indices == Indices(cornersOf(primitive.topology), 0u);
}

namespace {

const GltfAccessor* accessorOf(const GltfDocument& document, const AttributeMap& attributes, std::string_view name) {
  const auto found = attributes.find(std::string(name));
  return found == attributes.end() ? nullptr : &document.accessors[static_cast<std::size_t>(found->second)];
}

/// The accessor of an attribute, or null unless it has as many elements as POSITION and one of the component counts.
const GltfAccessor* fittingAttribute(const GltfDocument& document, const GltfPrimitive& primitive,
                                     const AttributeMap& attributes, std::string_view name,
                                     std::initializer_list<int> components) {
  const GltfAccessor* accessor = accessorOf(document, attributes, name);
  const GltfAccessor* positions = accessorOf(document, primitive.attributes, "POSITION");
  if (!accessor || !positions || accessor->count != positions->count || accessor->matrix) return nullptr;
  return std::find(components.begin(), components.end(), accessor->components) == components.end() ? nullptr : accessor;
}

/// Reads the attributes of one primitive and reports what it leaves out.
struct PrimitiveReader {
  const GltfDocument& document;
  const GltfPrimitive& source;
  const JsonLocation& location;
  ImportReport& report;
  const ImportWatch& watch;

  void addFinding(Finding kind, std::string what) const { report.add(kind, location.text(), std::move(what)); }

  const GltfAccessor* attribute(const AttributeMap& attributes, std::string_view name,
                                std::initializer_list<int> components) const {
    watch.throwIfCanceled();
    const GltfAccessor* fitting = fittingAttribute(document, source, attributes, name, components);
    const GltfAccessor* present = accessorOf(document, attributes, name);
    if (present && !fitting)
      addFinding(Finding::Lost, concat(name, " does not match POSITION: ", present->count, " elements of ",
                                       present->components, " components"));
    return fitting;
  }

  template <class Vector>
  void replaceUnusable(std::vector<Vector>& vectors, std::string_view name, Vector replacement) const {
    int replaced = 0;
    for (Vector& vector : vectors) {
      if (isUsable(vector)) continue;
      vector = replacement;
      ++replaced;
    }
    if (replaced > 0)
      addFinding(Finding::Repaired,
                 concat(replaced, " elements of ", name, " that are not finite or too large were replaced"));
  }

  std::vector<glm::vec3> vec3(const AttributeMap& attributes, std::string_view name, glm::vec3 replacement) const {
    const GltfAccessor* accessor = attribute(attributes, name, {3});
    if (!accessor) return {};
    std::vector<glm::vec3> vectors = readVec3(*accessor, location);
    replaceUnusable(vectors, name, replacement);
    return vectors;
  }

  void readSurface(Primitive& primitive) const {
    primitive.normals = vec3(source.attributes, "NORMAL", {0, 0, 1});
    if (const GltfAccessor* accessor = attribute(source.attributes, "TANGENT", {4})) {
      primitive.tangents = readVec4(*accessor, location);
      replaceUnusable(primitive.tangents, "TANGENT", glm::vec4(1, 0, 0, 1));
    }
    for (std::size_t set = 0; set < primitive.uvs.size(); ++set) {
      const std::string name = concat("TEXCOORD_", set);
      const GltfAccessor* accessor = attribute(source.attributes, name, {2});
      if (!accessor) continue;
      primitive.uvs[set] = readVec2(*accessor, location);
      replaceUnusable(primitive.uvs[set], name, glm::vec2(0));
    }
    if (const GltfAccessor* accessor = attribute(source.attributes, "COLOR_0", {3, 4})) {
      if (accessor->components == 4) {
        primitive.colors = readVec4(*accessor, location);
      } else {
        for (const glm::vec3& color : readVec3(*accessor, location)) primitive.colors.emplace_back(color, 1.0f);
      }
      replaceUnusable(primitive.colors, "COLOR_0", glm::vec4(1));
    }
  }

  std::optional<std::vector<std::uint32_t>> indices(std::size_t vertexCount) const {
    if (source.indices < 0) return std::nullopt;
    const GltfAccessor& accessor = document.accessors[static_cast<std::size_t>(source.indices)];
    if (accessor.components != 1 || !isUnsignedInteger(accessor.component))
      refuse(location.text(), ": accessor ", source.indices, " does not hold indices");
    std::vector<std::uint32_t> result = readIndices(accessor, location);
    for (std::size_t i = 0; i < result.size(); ++i)
      if (result[i] >= vertexCount)
        refuse(location.text(), ": index ", i, " is ", result[i], ", but there are ", vertexCount, " vertices");
    return result;
  }

  void readInfluences(Primitive& primitive, bool allInfluences) const {
    std::vector<InfluenceSet> sets;
    int leftOut = 0;
    for (int n = 0;; ++n) {
      const std::string jointsName = concat("JOINTS_", n), weightsName = concat("WEIGHTS_", n);
      if (!source.attributes.contains(jointsName) || !source.attributes.contains(weightsName)) break;
      if (n > 0 && !allInfluences) {
        ++leftOut;
        continue;
      }
      const GltfAccessor* joints = attribute(source.attributes, jointsName, {4});
      const GltfAccessor* weights = attribute(source.attributes, weightsName, {4});
      if (!joints || !weights) break;
      if (!isUnsignedInteger(joints->component)) {
        addFinding(Finding::Lost, concat(jointsName, " does not hold unsigned integers"));
        break;
      }
      const bool integers = weights->normalized && isUnsignedInteger(weights->component);
      sets.push_back({readIndices(*joints, location), readFloats(*weights, location),
                      !integers                                           ? 0.0f
                      : weights->component == ComponentType::UnsignedByte ? 255.0f
                                                                          : 65535.0f});
      checkJointsFit(sets.back(), jointsName);
    }
    if (leftOut > 0)
      addFinding(Finding::Ignored,
                 concat(4 * leftOut, " more joints per vertex (JOINTS_1 and up); --influences all uses them"));
    if (sets.empty()) return;
    InfluenceRepairs repairs;
    primitive.influences = normalizedInfluences(sets, primitive.positions.size(), repairs);
    if (repairs.notFinite > 0)
      addFinding(Finding::Repaired, concat(repairs.notFinite, " vertices had weights that are not finite"));
    if (repairs.negative > 0) addFinding(Finding::Repaired, concat(repairs.negative, " vertices had negative weights"));
    if (repairs.unweighted > 0)
      addFinding(Finding::Repaired, concat(repairs.unweighted, " vertices have no weight and follow joint 0"));
  }

  void checkJointsFit(const InfluenceSet& set, const std::string& name) const {
    for (std::size_t i = 0; i < set.joints.size(); ++i)
      if (set.joints[i] > std::numeric_limits<std::uint16_t>::max())
        refuse(location.text(), ": ", name, " of vertex ", i / 4, " names joint ", set.joints[i]);
  }

  void readMorphTargets(Primitive& primitive) const {
    for (const AttributeMap& target : source.targets)
      primitive.morphTargets.push_back({vec3(target, "POSITION", glm::vec3(0)), vec3(target, "NORMAL", glm::vec3(0))});
  }

  Primitive read(bool allInfluences) const {
    Primitive primitive;
    primitive.topology = topologyOf(source.mode);
    primitive.material = source.material;
    primitive.variantMaterials = source.variantMaterials;
    primitive.positions = vec3(source.attributes, "POSITION", glm::vec3(0));
    if (primitive.positions.empty()) {
      addFinding(Finding::Lost, "it has no positions and draws nothing");
      primitive.morphTargets.resize(source.targets.size());  // as many as its mesh has
      return primitive;
    }
    const std::size_t vertexCount = primitive.positions.size();
    primitive.indices = listIndices(source.mode, indices(vertexCount), vertexCount);
    if (drawsNothing(primitive)) addFinding(Finding::Found, "it has no complete line or triangle");
    readSurface(primitive);
    if (primitive.normals.empty() && primitive.topology == Topology::Triangles)
      addFinding(Finding::Found, "it has no normals: each triangle is shaded flat");
    readInfluences(primitive, allInfluences);
    readMorphTargets(primitive);
    return primitive;
  }
};

}  // namespace

Mesh readGltfMesh(const GltfDocument& document, std::size_t meshIndex, bool allInfluences, ImportReport& report,
                  const ImportWatch& watch) {
  const GltfMesh& source = document.meshes[meshIndex];
  const std::string where = locationText("mesh", meshIndex, source.name);
  const JsonLocation within{where};
  Mesh mesh{.name = source.name, .primitives = {}, .morphTargetNames = {}};
  const auto targetCount = static_cast<std::size_t>(source.targetCount());
  for (std::size_t i = 0; i < source.primitives.size(); ++i) {
    const JsonLocation location{"primitive", static_cast<std::ptrdiff_t>(i), &within};
    watch.at(i, source.primitives.size());
    const PrimitiveReader reader{document, source.primitives[i], location, report, watch};
    mesh.primitives.push_back(reader.read(allInfluences));
    if (source.primitives[i].targets.size() == targetCount) continue;
    reader.addFinding(Finding::Repaired, concat("it has ", source.primitives[i].targets.size(), " of its mesh's ",
                                                targetCount, " morph targets; the others do not move it"));
    mesh.primitives.back().morphTargets.resize(targetCount);
  }
  for (std::size_t i = 0; i < targetCount; ++i) {
    const bool named = i < source.targetNames.size() && !source.targetNames[i].empty();
    mesh.morphTargetNames.push_back(named ? source.targetNames[i] : concat("target ", i));
  }
  return mesh;
}

}  // namespace app
