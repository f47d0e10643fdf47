// Which resources a document may load: data URIs, and regular files in the model's own folder or below it. Any other
// URI is refused here (readResource throws). What happens then depends on what it was for:
//   a buffer: importing the model fails with that message (gltf_read_buffers.cpp, readBuffers);
//   an image: a checkerboard replaces it and the message becomes a Lost line of the report (gltf_materials.cpp and
//   assimp_meshes.cpp), as for an image that is missing or broken.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/import/file/file_bytes.h"

namespace app {

/// "a b" for "a%20b". Keeps a '%' that is not followed by two hex digits: some exporters do not encode file names.
std::string percentDecoded(std::string_view text);

/// "data:...", in any case.
bool isDataUri(std::string_view uri);

/// The bytes of a data URI, base64 or percent-encoded. Throws ImportError when they are malformed or more than `limit`.
Bytes decodeDataUri(std::string_view uri, std::uint64_t limit);

/// The folder that a document's URIs start from; "." for a file name alone. Of a link to a document, where that is.
std::filesystem::path folderOf(const std::filesystem::path& document);

/// Whether `file` is the folder or below it; both without links and "..".
bool isWithin(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The file that a relative URI names. Throws ImportError for absolute paths, schemes, backslashes and everything that
/// leads out of `folder`, by "..", percent-encoding or a symbolic link; also when `folder` is empty. Does not
/// open the file.
std::filesystem::path confinedPath(const std::filesystem::path& folder, std::string_view uri);

/// The bytes of a data URI or of the file that the URI names. Throws ImportError.
Bytes readResource(const std::filesystem::path& folder, std::string_view uri, std::uint64_t limit,
                   const ImportWatch& watch = {});

}  // namespace app
