// The exact pass over meshes: vertex attributes of any integer type, morph targets, joints and weights, indices.
#pragma once

#include <initializer_list>
#include <string_view>

#include "app/import/gltf/gltf_document.h"
#include "app/model/model.h"

namespace app {

/// The mesh as the document has it; vertex i is element i of POSITION. What does not fit is left out and reported;
/// throws ImportError when an index names a vertex that does not exist.
Mesh readGltfMesh(const GltfDocument& document, std::size_t meshIndex, bool allInfluences, ImportReport& report,
                  const ImportWatch& watch = {});

/// The accessor of an attribute when it has as many elements as POSITION and one of the given component counts; else
/// null.
const GltfAccessor* fittingAttribute(const GltfDocument& document, const GltfPrimitive& primitive,
                                     const AttributeMap& attributes, std::string_view name,
                                     std::initializer_list<int> components);

}  // namespace app
