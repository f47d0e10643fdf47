#include "app/import/collada/collada_corners.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"

namespace app {
namespace {

constexpr std::size_t kUvSets = 8;  // AI_MAX_NUMBER_OF_TEXTURECOORDS

/// The input with the normals of a group of faces: the group's own, or that of its <vertices>.
struct NormalInput {
  pugi::xml_node source;
  std::size_t offset = 0;
};
NormalInput normalsOf(const ColladaDocument& document, const pugi::xml_node& faces, const pugi::xml_node& vertex) {
  if (const pugi::xml_node own = faces.find_child_by_attribute("input", "semantic", "NORMAL"))
    return {document.find(own.attribute("source").value()), own.attribute("offset").as_uint()};
  const pugi::xml_node vertices = document.find(vertex.attribute("source").value());
  return {document.inputOf(vertices, "NORMAL"), vertex.attribute("offset").as_uint()};
}

std::size_t cornerSizeOf(const pugi::xml_node& faces) {
  std::size_t size = 1;
  for (const pugi::xml_node& input : faces.children("input"))
    size = std::max<std::size_t>(size, std::size_t{1} + input.attribute("offset").as_uint());
  return size;
}

/// Adds a <source> with a pair (index, mark) for each of `count` elements.
void appendIndices(pugi::xml_node mesh, const std::string& id, std::size_t count, float mark) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += concat(i > 0 ? " " : "", i, " ", mark);
  pugi::xml_node source = mesh.prepend_child("source");
  source.append_attribute("id").set_value(id.c_str());
  pugi::xml_node array = source.append_child("float_array");
  array.append_attribute("id").set_value(concat(id, "-array").c_str());
  array.append_attribute("count").set_value(static_cast<unsigned long long>(2 * count));
  array.append_child(pugi::node_pcdata).set_value(text.c_str());
  pugi::xml_node accessor = source.append_child("technique_common").append_child("accessor");
  accessor.append_attribute("source").set_value(concat("#", id, "-array").c_str());
  accessor.append_attribute("count").set_value(static_cast<unsigned long long>(count));
  accessor.append_attribute("stride").set_value(2);
  for (const char* const name : {"S", "T"}) {
    pugi::xml_node param = accessor.append_child("param");
    param.append_attribute("name").set_value(name);
    param.append_attribute("type").set_value("float");
  }
}

void appendInput(pugi::xml_node faces, const std::string& source, std::size_t offset, std::size_t set) {
  pugi::xml_node input = faces.prepend_child("input");
  input.append_attribute("semantic").set_value("TEXCOORD");
  input.append_attribute("source").set_value(concat("#", source).c_str());
  input.append_attribute("offset").set_value(static_cast<unsigned long long>(offset));
  input.append_attribute("set").set_value(static_cast<unsigned long long>(set));
}

/// The last two UV sets that no face uses. If all are used, the last two are overwritten, because the viewer shows only
/// two.
std::array<std::size_t, 2> freeSets(const pugi::xml_node& mesh) {
  std::array<bool, kUvSets> used{};
  for (const pugi::xml_node& faces : mesh.children())
    for (const pugi::xml_node& input : faces.children("input"))
      if (std::string_view(input.attribute("semantic").value()) == "TEXCOORD")
        if (const unsigned set = input.attribute("set").as_uint(); set < kUvSets) used[set] = true;
  std::array<std::size_t, 2> free = {kUvSets - 1, kUvSets - 2};
  std::size_t count = 0;
  for (std::size_t set = kUvSets; set-- > 0 && count < free.size();)
    if (!used[set]) free[count++] = set;
  return count == free.size() ? free : std::array<std::size_t, 2>{kUvSets - 1, kUvSets - 2};
}

void removeSets(pugi::xml_node faces, const std::array<std::size_t, 2>& sets) {
  for (pugi::xml_node input = faces.child("input"); input;) {
    const pugi::xml_node next = input.next_sibling("input");
    const std::size_t set = input.attribute("set").as_uint();
    if (std::string_view(input.attribute("semantic").value()) == "TEXCOORD" && (set == sets[0] || set == sets[1]))
      faces.remove_child(input);
    input = next;
  }
}

std::size_t countOf(const pugi::xml_node& source) {
  const auto count = source.child("technique_common").child("accessor").attribute("count").as_ullong();
  return static_cast<std::size_t>(std::min<unsigned long long>(count, limits::kVertices));
}

}  // namespace

pugi::xml_node positionsOf(const ColladaDocument& document, const pugi::xml_node& mesh) {
  return document.inputOf(mesh.child("vertices"), "POSITION");
}

ColladaCorners readColladaCorners(ColladaDocument& document, const pugi::xml_node& mesh) {
  ColladaCorners result;
  for (const pugi::xml_node& faces : mesh.children()) {
    if (!isPrimitives(faces)) continue;
    const pugi::xml_node vertex = faces.find_child_by_attribute("input", "semantic", "VERTEX");
    const NormalInput normal = normalsOf(document, faces, vertex);
    if (!normal.source || (result.normals && result.normals != normal.source)) return {};
    result.normals = normal.source;
    const std::size_t size = cornerSizeOf(faces), at = vertex.attribute("offset").as_uint();
    for (const pugi::xml_node& list : faces.children("p")) {
      const std::vector<std::uint32_t> indices = document.indicesIn(list);
      for (std::size_t i = 0; i + size <= indices.size(); i += size)
        result.corners.emplace_back(indices[i + at], indices[i + normal.offset]);
    }
  }
  return result;
}

void addColladaIndexSets(const ColladaDocument& document, pugi::xml_node mesh, std::size_t index) {
  const std::size_t positions = countOf(positionsOf(document, mesh));
  const std::string positionId = concat("crossfade-positions-", index), normalId = concat("crossfade-normals-", index);
  const std::array<std::size_t, 2> sets = freeSets(mesh);
  std::size_t normals = 0;
  for (pugi::xml_node faces = mesh.first_child(); faces; faces = faces.next_sibling()) {
    if (!isPrimitives(faces)) continue;
    removeSets(faces, sets);
    const pugi::xml_node vertex = faces.find_child_by_attribute("input", "semantic", "VERTEX");
    if (!vertex) continue;
    const NormalInput normal = normalsOf(document, faces, vertex);
    normals = std::max(normals, normal.source ? countOf(normal.source) : 0);
    if (normal.source) appendInput(faces, normalId, normal.offset, sets[1]);
    appendInput(faces, positionId, vertex.attribute("offset").as_uint(), sets[0]);
  }
  appendIndices(mesh, positionId, positions, kColladaPositionMark);
  if (normals > 0) appendIndices(mesh, normalId, normals, kColladaNormalMark);
}

}  // namespace app
