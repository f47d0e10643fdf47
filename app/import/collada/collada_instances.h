// Nodes of a COLLADA document that are instanced more than once.
#ifndef APP_IMPORT_COLLADA_COLLADA_INSTANCES_H
#define APP_IMPORT_COLLADA_COLLADA_INSTANCES_H

#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"

namespace app {

/// assimp finds a node in the shown scene and at the top of <library_nodes>: any other that <instance_node> names moves
/// there, and an instance takes its place. Removes instances of a node within itself; throws ImportError if there
/// would be too many nodes when all instances are written out. `nodes`: all, parents first.
void repairNodeInstances(const ColladaDocument& document, const std::vector<pugi::xml_node>& nodes,
                         ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_INSTANCES_H
