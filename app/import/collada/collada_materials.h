// The materials of a COLLADA document as assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_MATERIALS_H
#define APP_IMPORT_COLLADA_COLLADA_MATERIALS_H

#include <pugixml.hpp>

#include "app/import/collada/collada_images.h"
#include "app/model/import_report.h"

namespace app {

/// Gives each material an effect of its own, in which parameters are replaced by their values and samplers by their
/// images, and which only states what is shown: emission, diffuse color, shininess, opacity, bump, both sides. assimp
/// ignores references to numbers, what a material sets, and parameters outside <profile_COMMON>; of two materials with
/// one effect it multiplies the opacity. Removes all other effects.
void rewriteColladaMaterials(pugi::xml_node root, ColladaImages images, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_MATERIALS_H
