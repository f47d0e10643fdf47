// Reports parts of a COLLADA document that are ignored.
#ifndef APP_IMPORT_COLLADA_COLLADA_LOSSES_H
#define APP_IMPORT_COLLADA_COLLADA_LOSSES_H

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// Units and up axes that parts of the document set for themselves. `root`: the <COLLADA> element.
void reportColladaLosses(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_LOSSES_H
