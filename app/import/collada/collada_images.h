// The images of a COLLADA document as assimp can read them.
#ifndef APP_IMPORT_COLLADA_COLLADA_IMAGES_H
#define APP_IMPORT_COLLADA_COLLADA_IMAGES_H

#include <cstddef>
#include <map>
#include <string>

#include <pugixml.hpp>

#include "app/model/import_report.h"

namespace app {

/// The library of the copy.
struct ColladaImages {
  std::map<std::string, std::string, std::less<>> ids;  // by those in the file; empty: the image names no file
  pugi::xml_node library;
  std::size_t count = 0;

  /// Adds an image and returns its id, which is short.
  std::string add(const std::string& file);
};

/// Moves all images, of 1.4 and 1.5 and wherever they are, into one library in the form of 1.4, and calls the document
/// that: assimp reads neither the file names of 1.5 nor images of an effect.
ColladaImages rewriteColladaImages(pugi::xml_node root, ImportReport& report);

}  // namespace app

#endif  // APP_IMPORT_COLLADA_COLLADA_IMAGES_H
