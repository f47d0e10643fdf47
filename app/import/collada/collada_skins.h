// Which skeleton each instance of a COLLADA skin follows.
#ifndef APP_IMPORT_COLLADA_COLLADA_SKINS_H
#define APP_IMPORT_COLLADA_COLLADA_SKINS_H

#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"

namespace app {

/// assimp takes the first node of the document that has the name of a joint. Where there are several, joints get the
/// ids of those in the skeleton that the instance names, and a skin that has several skeletons gets a copy for each.
/// `nodes`: all. Changes ids: the document must be looked up anew.
void repairSkinJoints(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_SKINS_H
