// The importer library, held to one format and to bytes in memory.
#pragma once

#include <string_view>

#include <assimp/Importer.hpp>

namespace app {

/// Nothing is opened by name any more: whatever is asked for does not exist. Of all formats only the one called
/// `wanted` stays, because content is sniffed by every importer that is registered.
void confineImporter(Assimp::Importer& importer, std::string_view wanted);

}  // namespace app
