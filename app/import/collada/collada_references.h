// References of a COLLADA document that lead nowhere.
#ifndef APP_IMPORT_COLLADA_COLLADA_REFERENCES_H
#define APP_IMPORT_COLLADA_COLLADA_REFERENCES_H

#include <string>

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// Removes instances of what is in other files, for which assimp refuses the whole document, and returns the first URL.
std::string dropExternalInstances(pugi::xml_node root, ImportReport& report);

/// Without a scene to show, or with one that is not in the file, the first is shown; if there is none, all geometry.
void repairSceneReference(pugi::xml_node root, ImportReport& report);

/// A source has one array, but the accessor of some names another that does not exist.
void repairArrayReferences(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_REFERENCES_H
