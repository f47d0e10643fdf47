// The cameras and lights of a COLLADA document.
#pragma once

#include <string>
#include <vector>

#include "app/import/collada/collada_document.h"
#include "app/import/file/unitless_lights.h"
#include "app/model/import_report.h"
#include "app/model/model.h"

namespace app {

/// Their nodes are not set: they are those with the ids beside them.
struct ColladaViews {
  std::vector<FileCamera> cameras;
  std::vector<std::string> cameraNodes;
  std::vector<UnitlessLight> lights;
  std::vector<std::string> lightNodes;
  double metersPerUnit = 1;
};

/// Every node that has any needs an id.
ColladaViews readColladaViews(const ColladaDocument& document, ImportReport& report);

}  // namespace app
