// The materials and textures of an FBX scene.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "app/import/fbx/fbx_scene.h"
#include "app/import/file/model_images.h"
#include "app/model/model.h"

namespace app {

class FbxMaterials {
 public:
  /// Scene and model must outlive it. Images are read from `folder` and below only.
  FbxMaterials(const FbxScene& scene, std::filesystem::path folder, Model& model);

  /// The index of a material in the model, to which it is added when first asked for. Null: gray, for what has none.
  int indexOf(const FbxObject* material);
  /// Loads the images of the materials. Once.
  void loadImages(bool imageHeadersOnly, const ImportWatch& watch) { images_.load(imageHeadersOnly, model_, watch); }

 private:
  Material read(const FbxObject& source);
  glm::vec3 linear(const glm::vec3& color) const;
  int image(const FbxObject* texture);
  std::string pathOf(const FbxObject& texture) const;
  ByteSpan contentOf(const FbxObject& texture, std::string_view path);
  ByteSpan contentOf(const FbxObject& video);

  const FbxScene& scene_;
  Model& model_;
  MaterialImages images_;
  const bool colorsAreLinear_;
  std::map<std::string_view, const FbxObject*> videoNamed_;  // those with content, by file name
  std::map<std::int64_t, int> indexOf_;                      // by the material's id; 0: that for what has none
  std::map<std::int64_t, Bytes> decoded_;                    // by the video's id: what a text has as base64
};

}  // namespace app
