// Rewrites the images of a COLLADA document so that assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_IMAGES_H
#define APP_IMPORT_COLLADA_COLLADA_IMAGES_H

#include <cstddef>
#include <map>
#include <string>

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// The only <library_images> of the copy.
struct ColladaImages {
  std::map<std::string, std::string, std::less<>> ids;  // by those in the file; empty: the image names no file
  pugi::xml_node library;
  std::size_t count = 0;

  /// Adds an image and returns its new, short id.
  std::string add(const std::string& file);
};

/// Moves all images, from anywhere in a 1.4 or 1.5 document, into one library in the 1.4 form and sets the document's
/// version to 1.4: assimp reads neither the file names of 1.5 nor images inside effects.
ColladaImages rewriteColladaImages(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_IMAGES_H
