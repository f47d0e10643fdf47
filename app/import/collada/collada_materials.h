// Rewrites the materials of a COLLADA document so that assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_MATERIALS_H
#define APP_IMPORT_COLLADA_COLLADA_MATERIALS_H

#include <pugixml.hpp>

#include "app/import/collada/collada_images.h"
#include "app/model/import_report.h"

namespace app {

/// Gives each material its own effect, in which parameters are replaced by their values and samplers by their images,
/// reduced to what is shown: emission, diffuse color, shininess, opacity, bump map, double-sidedness. assimp ignores
/// references to numbers, <setparam>, and parameters outside <profile_COMMON>; if two materials share an effect, it
/// applies the opacity twice. Removes the original effects.
void rewriteColladaMaterials(pugi::xml_node root, ColladaImages images, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_MATERIALS_H
