// The images that the materials of a file name by a path: found beside the model, and loaded once each.
#ifndef APP_IMPORT_FILE_MATERIAL_IMAGES_H
#define APP_IMPORT_FILE_MATERIAL_IMAGES_H

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/file/model_images.h"
#include "app/import/file/texture_search.h"

namespace app {

class MaterialImages {
 public:
  /// `folder`: of the model. An empty one holds nothing. `reach`: where images are looked for.
  explicit MaterialImages(std::filesystem::path folder, TextureSearch::Reach reach = TextureSearch::Reach::Around)
      : folder_(std::move(folder)), search_(folder_, reach) {}

  /// The textures that follow are of this material.
  void begin(std::string material);
  /// The index of the image, for the material's TextureRef. `path` is as the file has it, often one of the author's
  /// machine; `embedded` is the image itself if the file holds it, and must live until load(). -1 if `path` has no file
  /// name; load() reports it.
  int texture(std::string_view path, ByteSpan embedded = {});

  /// Loads what `model.materials` refer to into `model.images`, and reports what is missing or was substituted. Once.
  void load(bool imageHeadersOnly, Model& model, const ImportWatch& watch);

 private:
  /// "material 'Skin' and 7 others"
  struct Users {
    std::string first;
    int count = 0;
    void add(const std::string& material);
    std::string text() const;
  };
  void addSource(const std::string& name, ByteSpan embedded);
  void report(ImportReport& report);

  std::filesystem::path folder_;
  TextureSearch search_;
  std::string material_;
  std::vector<ImageSource> sources_;
  std::vector<std::string> found_;  // of each: the file, relative to the folder; empty: there is none
  std::vector<Users> users_;        // of each
  Users nameless_;
  std::map<std::string, int, std::less<>> indexOf_;  // of sources, by name
  std::set<std::string, std::less<>> known_;         // what the current material names
};

}  // namespace app

#endif  // APP_IMPORT_FILE_MATERIAL_IMAGES_H
