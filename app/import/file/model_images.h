// The images of a model: named while its materials are read, then decoded together, on several threads and within a
// limit of memory.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/file/image_decode.h"
#include "app/import/file/import_watch.h"
#include "app/import/file/texture_search.h"
#include "app/model/model.h"

namespace app {

/// Where an image comes from: `bytes`, which must outlive decodeImages(); or a file in the folders around the model's
/// (`around`); or a file in the model's folder or a data URI.
struct ImageSource {
  std::string name;
  std::string where;  // for messages: "image 3"
  ByteSpan bytes;
  std::string uri;
  std::filesystem::path around = {};  // relative to the folder: imagesAround()
  bool isBaseColor = false;           // of a material; then something is shown in place of one that cannot be
};

/// Sets `isBaseColor` of the sources. Materials refer to images by their index in `sources`.
void markBaseColors(const std::vector<Material>& materials, std::vector<ImageSource>& sources);

enum class ImageState { Decoded, Missing, NotDecodable };

struct ModelImages {
  std::vector<Image> images;       // one per source; what is missing or cannot be decoded is replaced and reported
  std::vector<ImageState> states;  // of each
};

/// Images are halved (reported) until each is at most limits::kShownImageSide pixels a side and all fit in
/// limits::kShownImageBytes. Large images are decoded one at a time, so at most one is in memory at its full size.
/// `headersOnly`: the images are checked and have their sizes, but no pixels.
ModelImages decodeImages(const std::vector<ImageSource>& sources, const std::filesystem::path& folder, bool headersOnly,
                         ImportReport& report, const ImportWatch& watch = {});

/// A map that was replaced must not turn normals, metal or light into a checkerboard: only the base color keeps it.
/// Emission becomes black; the image for it is added to `decoded`.
void dropReplacedMaps(std::vector<Material>& materials, ModelImages& decoded);

/// Leaves out images that no material uses.
std::vector<Image> usedImages(std::vector<Image> images, std::vector<Material>& materials);

/// How often each image is halved so that all of them fit.
std::vector<int> halvingsToFit(const std::vector<ImageSize>& sizes, int sideLimit, std::uint64_t byteLimit);

// The images that the materials of a file name by a path: found beside the model, and loaded once each.

class MaterialImages {
 public:
  /// `folder`: the model's; no images are found if it is empty. `reach`: where they are searched for.
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
