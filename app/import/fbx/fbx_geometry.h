// What an FBX geometry holds, as it is in the file: points, polygons of them, and values for their corners.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "app/import/fbx/fbx_scene.h"
#include "app/import/file/import_watch.h"
#include "app/model/import_report.h"
#include "app/model/mesh.h"

namespace app {

/// A corner of a polygon: its index among all corners, and those of its point and polygon.
struct FbxCorner {
  std::size_t index = 0, point = 0, polygon = 0;
};

enum class FbxMapping { ByCorner, ByPoint, ByPolygon, AllSame };

/// The values of a LayerElement.
struct FbxLayer {
  FbxMapping mapping = FbxMapping::ByCorner;
  std::size_t size = 0;  // numbers per value; 0: there is no such layer
  std::vector<double> numbers;
  std::vector<std::int64_t> indices;  // of values; empty: they are in order

  /// The numbers of a corner, `size` of them; null: it has none.
  const double* at(const FbxCorner& corner) const;
};

inline constexpr std::uint32_t kNoFbxPoint = 0xFFFFFFFF;

struct FbxGeometry {
  std::vector<glm::vec3> points;
  std::vector<std::uint32_t> corners;  // the point of each; kNoFbxPoint: the geometry lacks it
  std::vector<std::uint32_t> ends;     // of each polygon: the index after that of its last corner
  std::vector<std::int32_t> slots;     // of each polygon: which material of its node, -1: none; empty: all the first
  FbxLayer normals, colors;
  std::array<FbxLayer, 2> uvs;
};

/// Of a "Mesh", or of a "Line", whose polygons are then segments. Anything else is empty. Slots that are not below
/// `slotCount` become -1. Reports layers that cannot be used; `name` is for that. Throws ImportError if an array is
/// damaged.
FbxGeometry readFbxGeometry(const FbxObject& object, std::string_view name, std::size_t slotCount,
                            ImportReport& report);

// FBX geometries as primitives: one for each material and kind of polygon.

struct FbxPart {
  std::int32_t slot = 0;              // which material of the node; -1: none
  Primitive primitive;                // without material, influences and morph targets
  std::vector<std::uint32_t> points;  // of each vertex: its point
};

/// The polygons of each slot, in the order in which slots first appear: those with one corner as points, with two as
/// lines, all others triangulated. Corners of one point with equal values share a vertex. Polygons with corners that
/// the geometry lacks are left out and reported. `name` is for messages. Throws ImportError if a position is not
/// finite, and above limits::kVertices or limits::kIndices.
std::vector<FbxPart> primitivesOf(const FbxGeometry& geometry, std::string_view name, ImportReport& report,
                                  const ImportWatch& watch);

}  // namespace app
