// Repairs dangling references in a COLLADA document.
#ifndef APP_IMPORT_COLLADA_COLLADA_REFERENCES_H
#define APP_IMPORT_COLLADA_COLLADA_REFERENCES_H

#include <string>

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// Removes instances that refer to other files, because assimp would reject the whole document. Returns the first such
/// URL.
std::string dropExternalInstances(pugi::xml_node root, ImportReport& report);

/// If the document names no scene, or one that does not exist, its first scene is shown; if it has none, all geometry
/// is.
void repairSceneReference(pugi::xml_node root, ImportReport& report);

/// Lets the accessor of a source refer to the source's own array if the one it names does not exist.
void repairArrayReferences(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_REFERENCES_H
