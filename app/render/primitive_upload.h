// Uploads a primitive to the GPU step by step, because a large one takes longer than a frame.
#ifndef APP_RENDER_PRIMITIVE_UPLOAD_H
#define APP_RENDER_PRIMITIVE_UPLOAD_H

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/model/model.h"
#include "app/render/gpu_primitive.h"

namespace app {

class PrimitiveUpload {
 public:
  /// Appends a sentence to `messages` for each thing the GPU cannot hold; `location` starts it. The primitive's arrays
  /// must outlive the upload.
  PrimitiveUpload(const Primitive& primitive, const std::string& location, std::vector<std::string>& messages);
  /// Copies up to kUploadBytes; false once everything is copied.
  bool next();
  /// Call it once next() has returned false.
  GpuPrimitive take() { return std::move(gpu_); }

 private:
  struct Piece {
    unsigned int buffer = 0;
    std::size_t offset = 0;
    std::span<const std::byte> bytes;
    std::size_t allocated = 0;  // bytes of the buffer, with its first piece
  };

  void add(const GlBuffer& buffer, std::span<const std::span<const std::byte>> arrays);
  void layOutVertices(const Primitive& primitive);
  void layOutIndices(const Primitive& primitive);
  void layOutMorphs(const Primitive& primitive, const std::string& location, std::vector<std::string>& messages);
  bool nextMorphRows();

  GpuPrimitive gpu_;
  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;  // the next one
  std::span<const MorphTarget> targets_;
  std::size_t vertices_ = 0;  // of each target
  int morphHeight_ = 0, morphRow_ = 0;
};

}  // namespace app

#endif  // APP_RENDER_PRIMITIVE_UPLOAD_H
