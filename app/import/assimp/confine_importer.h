// Restricts an assimp importer to one format and to memory.
#ifndef APP_IMPORT_ASSIMP_CONFINE_IMPORTER_H
#define APP_IMPORT_ASSIMP_CONFINE_IMPORTER_H

#include <string_view>

#include <assimp/Importer.hpp>

namespace app {

/// Hides the file system: every file that assimp asks for does not exist. Unregisters all formats but `wanted`, because
/// assimp picks the format by content.
void confineImporter(Assimp::Importer& importer, std::string_view wanted);

}  // namespace app

#endif  // APP_IMPORT_ASSIMP_CONFINE_IMPORTER_H
