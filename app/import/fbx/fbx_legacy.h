// FBX files from before 2011, turned into the tree of records that version 7 has for the same scene.
#pragma once

#include "app/import/fbx/fbx_record.h"
#include "app/model/import_report.h"

namespace app {

/// Whether the document is laid out as in version 5 or 6: by its version, or by its records if it states none.
bool isLegacyFbx(const FbxDocument& document);

/// Gives the objects of a document of version 5 or 6 ids, and makes geometries, deformers, node attributes, connections
/// and animation curves of what its models and takes hold. Of objects with the same name only the first stays; those
/// left out, and curves with unknown keys, are reported. Throws ImportError if an array is damaged.
void modernizeFbx(FbxDocument& document, ImportReport& report);

}  // namespace app
