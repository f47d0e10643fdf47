// Makes each instance of a COLLADA skin follow its own skeleton.
#ifndef APP_IMPORT_COLLADA_COLLADA_SKINS_H
#define APP_IMPORT_COLLADA_COLLADA_SKINS_H

#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"

namespace app {

/// assimp uses the first node in the document with the name of a joint. If there are several, the skin gets the ids of
/// the nodes in the skeleton that its instance names; a skin used with several skeletons is copied for each. `nodes`:
/// all nodes. Changes ids, so a ColladaDocument made before is outdated.
void repairSkinJoints(ColladaDocument& document, const std::vector<pugi::xml_node>& nodes, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_SKINS_H
