// Nodes of a COLLADA document that are instanced more than once.
#ifndef APP_IMPORT_COLLADA_COLLADA_INSTANCES_H
#define APP_IMPORT_COLLADA_COLLADA_INSTANCES_H

#include <vector>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/model/import_report.h"

namespace app {

/// assimp only finds instanced nodes in the visible scene and at the top level of <library_nodes>. Other nodes that an
/// <instance_node> refers to are moved to the top level and replaced by an instance. Removes instances of a node inside
/// itself; throws ImportError if expanding all instances would give too many nodes. `nodes`: all nodes, parents first.
void repairNodeInstances(const ColladaDocument& document, const std::vector<pugi::xml_node>& nodes,
                         ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_INSTANCES_H
