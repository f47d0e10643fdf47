// Reads COLLADA documents.
#pragma once

#include <filesystem>
#include <string>

#include <pugixml.hpp>

#include "app/import/collada/collada_document.h"
#include "app/import/file/file_bytes.h"
#include "app/import/file/import_watch.h"
#include "app/model/import_report.h"
#include "app/model/model.h"

namespace app {

// What is wrong with a COLLADA document as a whole, and which of its scenes is shown.

/// Parses the file and returns its <COLLADA> element. Throws ImportError if it is not well-formed or has too many
/// elements.
pugi::xml_node parseCollada(ByteSpan file, pugi::xml_document& document, ImportReport& report);

/// The <visual_scene> to show: the one that the document names, or else the first. If it has none, one with all
/// geometry is added to it. Empty if there is no geometry either, or the scene is in another file.
pugi::xml_node shownColladaScene(const pugi::xml_node& root, ImportReport& report);

/// Reports what the readers work around or leave out: counts that do not match their arrays, accessors of arrays that
/// are not there, instances of other files, units and up axes of parts of the document. Returns the first URL into
/// another file; empty: there is none.
std::string checkCollada(const ColladaDocument& document, ImportReport& report);

/// Fills everything but name and path. Every node becomes a joint, every group of faces a mesh with one primitive; a
/// vertex keeps its four strongest joints, normalized; tracks are linear. Images are read from `folder` and below only.
/// Throws ImportError.
void fillColladaModel(Model& model, ByteSpan file, const std::filesystem::path& folder, bool imageHeadersOnly,
                      const ImportWatch& watch);

}  // namespace app
