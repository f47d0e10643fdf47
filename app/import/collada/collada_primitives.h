// Repairs the triangles, polygons and lines of a COLLADA document so that assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H
#define APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// assimp rejects the whole file because of one index out of range. Here, an input with such an index (texture
/// coordinates, normals) is removed; if it is the positions, the primitives are. Primitive counts are corrected, holes
/// are cut into their polygons, and geometry that is not a mesh is reported. Accessor counts must already be correct.
void repairColladaPrimitives(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H
