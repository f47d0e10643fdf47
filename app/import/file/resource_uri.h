// What a URI in a document may name: data inside the URI itself, or a regular file in the model's own folder or below
// it.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// "data:...": the bytes are in the URI.
bool isDataUri(std::string_view uri);

/// The bytes of a data URI, base64 or percent-encoded; throws ImportError when they are broken or more than `limit`.
Bytes decodeDataUri(std::string_view uri, std::uint64_t limit);

/// The file a relative URI names; an empty `folder` has no files. Throws ImportError for absolute paths, other schemes,
/// backslashes and anything that leads out of `folder`, also by "..", percent-encoding or a symbolic link; the file
/// itself is not opened.
std::filesystem::path confinedPath(const std::filesystem::path& folder, std::string_view uri);

/// Either of the above, read. Throws ImportError.
Bytes readResource(const std::filesystem::path& folder, std::string_view uri, std::uint64_t limit,
                   const ImportWatch& watch = {});

}  // namespace app
