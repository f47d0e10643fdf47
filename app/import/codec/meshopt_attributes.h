// The attribute codec of KHR_meshopt_compression (its appendix A, "Mode 0: attributes") in versions 0 and 1. Ours,
// because the meshoptimizer of Debian 12 knows version 0 only.
#ifndef APP_IMPORT_CODEC_MESHOPT_ATTRIBUTES_H
#define APP_IMPORT_CODEC_MESHOPT_ATTRIBUTES_H

#include <cstddef>

#include "app/import/file/file_bytes.h"

namespace app {

/// Decodes result.size() / stride elements; `stride` is a multiple of 4, from 4 to 256. False if the stream is damaged;
/// then `result` is undefined.
bool decodeMeshoptAttributes(ByteSpan stream, std::size_t stride, Bytes& result);

/// The filter COLOR (appendix B): YCoCg of as many bits as alpha tells becomes RGBA, 8 or 16 bits each for a stride of
/// 4 or 8.
void applyMeshoptColorFilter(Bytes& elements, std::size_t stride);

}  // namespace app

#endif  // APP_IMPORT_CODEC_MESHOPT_ATTRIBUTES_H
