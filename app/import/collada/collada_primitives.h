// The triangles, polygons and lines of a COLLADA document as assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H
#define APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// assimp refuses the whole file for one index that is out of range. Here an input (texture coordinates, normals) with
/// such an index is left out, and primitives with such a position are. Counts are those of the indices. Holes are cut
/// into their polygons, geometry that is no mesh is reported. The counts of accessors must be those of their arrays.
void repairColladaPrimitives(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_PRIMITIVES_H
