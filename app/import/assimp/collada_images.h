// The images of a COLLADA document as assimp can read them.
#ifndef APP_IMPORT_ASSIMP_COLLADA_IMAGES_H
#define APP_IMPORT_ASSIMP_COLLADA_IMAGES_H

#include <map>
#include <string>

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// Whether the image with this id names a file; one that does not is not in the document anymore.
using ColladaImages = std::map<std::string, bool, std::less<>>;

/// Moves all images, of 1.4 and 1.5 and wherever they are, into one library in the form of 1.4, and calls the document
/// that: assimp reads neither the file names of 1.5 nor images of an effect.
ColladaImages rewriteColladaImages(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_COLLADA_IMAGES_H
