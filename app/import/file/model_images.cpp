#include "app/import/file/model_images.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <thread>
#include <utility>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/utf8_text.h"
#include "app/jobs/thread_pool.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr std::uint64_t kSmallImage = 32ull << 20;  // decoded; of these several are decoded at once

/// One image on its way from the file to its pixels.
struct PendingImage {
  Bytes owned;  // of a file
  ByteSpan file;
  ImageSize size;
  int halvings = 0;
  std::string fault;           // not empty: it is replaced
  std::string_view undecoded;  // its kind, if that is one that cannot be decoded
};

Bytes readSource(const ImageSource& source, const std::filesystem::path& folder, std::uint64_t limit,
                 const ImportWatch& watch) {
  if (!source.around.empty()) {
    const auto file = imageAround(folder, source.around);
    if (!file) refuse("'", shortText(source.around.string()), "' leads out of the folders around the model");
    return readRegularFile(*file, limit, watch);
  }
  if (source.uri.empty()) refuse("holds no data that can be read");
  return readResource(folder, source.uri, limit, watch);
}

void readHeader(PendingImage& image, const ImageSource& source, const std::filesystem::path& folder,
                std::uint64_t& bytesLeft, const ImportWatch& watch) {
  try {
    image.file = source.bytes;
    if (image.file.empty()) {
      image.owned = readSource(source, folder, std::min(bytesLeft, limits::kFileBytes), watch);
      bytesLeft -= image.owned.size();
      image.file = image.owned;
    }
    image.undecoded = undecodedKind(image.file);
    image.size = imageSize(image.file);
  } catch (const ImportError& error) {  // also for a URI that may not be read: see resource_uri.h
    image.fault = error.what();
  }
}

void decodePixels(PendingImage& pending, Image& image) {
  try {
    image = decodeImage(pending.file, pending.size.bytes(), pending.halvings);
  } catch (const ImportError& error) {
    pending.fault = error.what();
  } catch (const std::bad_alloc&) {
    pending.fault = "needs more memory than there is";
  }
  pending.owned = {};
}

/// Large images one after the other, all others on several threads.
void decodeAll(std::vector<PendingImage>& pending, std::vector<Image>& images, const ImportWatch& watch) {
  std::vector<std::size_t> small;
  std::atomic<std::size_t> done = 0;
  const auto decode = [&](std::size_t i) {
    watch.throwIfCanceled();
    decodePixels(pending[i], images[i]);
    watch.at(++done, pending.size());
  };
  for (std::size_t i = 0; i < pending.size(); ++i) {
    if (!pending[i].fault.empty()) continue;
    if (pending[i].size.bytes() <= kSmallImage)
      small.push_back(i);
    else
      decode(i);
  }
  const auto threads = std::min<std::size_t>(std::max(std::thread::hardware_concurrency(), 1u), small.size());
  if (threads == 0) return;
  std::atomic<bool> isCanceled{false};  // an exception must not leave a job
  ThreadPool pool(static_cast<int>(threads));
  const std::function<void(int)> job = [&](int index) {
    try {
      decode(small[static_cast<std::size_t>(index)]);
    } catch (const ImportCanceled&) {
      isCanceled = true;
    }
  };
  pool.run(static_cast<int>(small.size()), job);
  if (isCanceled) throw ImportCanceled{};
}

void reportHalved(const std::vector<PendingImage>& pending, ImportReport& report) {
  int halved = 0;
  const PendingImage* largest = nullptr;
  for (const PendingImage& image : pending) {
    if (image.halvings == 0 || !image.fault.empty()) continue;
    ++halved;
    if (largest == nullptr || image.size.bytes() > largest->size.bytes()) largest = &image;
  }
  if (largest == nullptr) return;
  ImageSize shown = largest->size;
  for (int i = 0; i < largest->halvings; ++i) shown = shown.halved();
  report.add(Finding::Found, "images",
             concat(halved, " of ", pending.size(), " are shown smaller to save memory, the largest with ", shown.width,
                    " x ", shown.height, " pixels instead of ", largest->size.width, " x ", largest->size.height));
}

}  // namespace

std::vector<int> halvingsToFit(const std::vector<ImageSize>& sizes, int sideLimit, std::uint64_t byteLimit) {
  std::vector<ImageSize> shown = sizes;
  std::vector<int> halvings(sizes.size(), 0);
  const auto halve = [&](std::size_t i) {
    shown[i] = shown[i].halved();
    ++halvings[i];
  };
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    while (std::max(shown[i].width, shown[i].height) > sideLimit) halve(i);
    bytes += shown[i].bytes();
  }
  // Each round halves all of the largest images, so that equal ones stay equal.
  while (bytes > byteLimit) {
    std::uint64_t largest = 0;
    for (const ImageSize& size : shown) largest = std::max(largest, size.bytes());
    if (largest <= 4) break;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (shown[i].bytes() < largest) continue;
      bytes -= shown[i].bytes();
      halve(i);
      bytes += shown[i].bytes();
    }
  }
  return halvings;
}

void markBaseColors(const std::vector<Material>& materials, std::vector<ImageSource>& sources) {
  for (const Material& material : materials)
    if (const int image = material.baseColorTexture.image; image >= 0)
      sources[static_cast<std::size_t>(image)].isBaseColor = true;
}

ModelImages decodeImages(const std::vector<ImageSource>& sources, const std::filesystem::path& folder, bool headersOnly,
                         ImportReport& report, const ImportWatch& watch) {
  std::vector<PendingImage> pending(sources.size());
  std::uint64_t bytesLeft = limits::kResourceBytes;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    watch.throwIfCanceled();
    readHeader(pending[i], sources[i], folder, bytesLeft, watch.subrange(0, 2).subrange(i, sources.size()));
  }
  std::vector<ImageSize> sizes;
  sizes.reserve(pending.size());
  for (const PendingImage& image : pending) sizes.push_back(image.size);
  const std::vector<int> halvings = halvingsToFit(sizes, limits::kShownImageSide, limits::kShownImageBytes);
  for (std::size_t i = 0; i < pending.size(); ++i) pending[i].halvings = halvings[i];

  ModelImages result;
  result.images.resize(sources.size());
  result.states.resize(sources.size(), ImageState::Decoded);
  if (!headersOnly) decodeAll(pending, result.images, watch.subrange(1, 2));
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Image& image = result.images[i];
    if (headersOnly) image = {.name = {}, .width = pending[i].size.width, .height = pending[i].size.height, .rgba = {}};
    if (!pending[i].fault.empty()) {
      const bool isUndecodable = !pending[i].undecoded.empty();
      result.states[i] = isUndecodable ? ImageState::NotDecodable : ImageState::Missing;
      image = isUndecodable ? placeholderImage() : checkerImage();
      const char* const instead = !sources[i].isBaseColor ? "; it is left out"
                                  : isUndecodable         ? "; light gray is shown instead"
                                                          : "; a checkerboard is shown instead";
      report.add(Finding::Lost, sources[i].where, concat(pending[i].fault, instead));
      if (isUndecodable) report.undecoded.emplace_back(pending[i].undecoded);
    }
    if (!sources[i].name.empty()) image.name = sources[i].name;
  }
  reportHalved(pending, report);
  return result;
}

void dropReplacedMaps(std::vector<Material>& materials, ModelImages& decoded) {
  int black = -1;
  for (Material& material : materials)
    for (const auto texture : kTexturesOfMaterial) {
      TextureRef& ref = material.*texture;
      if (ref.image < 0 || texture == &Material::baseColorTexture) continue;
      if (decoded.states[static_cast<std::size_t>(ref.image)] == ImageState::Decoded) continue;
      ref.image = -1;
      if (texture != &Material::emissiveTexture) continue;
      if (black < 0) {  // without a texture, all of it would shine
        black = static_cast<int>(decoded.images.size());
        decoded.images.push_back({.name = "black", .width = 1, .height = 1, .rgba = {0, 0, 0, 255}});
        decoded.states.push_back(ImageState::Decoded);
      }
      ref.image = black;
    }
}

std::vector<Image> usedImages(std::vector<Image> images, std::vector<Material>& materials) {
  std::map<int, int> kept;
  std::vector<Image> result;
  for (Material& material : materials)
    for (const auto texture : kTexturesOfMaterial) {
      TextureRef& ref = material.*texture;
      if (ref.image < 0) continue;
      const auto [entry, isNew] = kept.try_emplace(ref.image, static_cast<int>(result.size()));
      if (isNew) result.push_back(std::move(images[static_cast<std::size_t>(ref.image)]));
      ref.image = entry->second;
    }
  return result;
}

void MaterialImages::Users::add(const std::string& material) {
  if (count++ == 0) first = material;
}

std::string MaterialImages::Users::text() const {
  const std::string others = count < 2    ? std::string()
                             : count == 2 ? " and another"
                                          : concat(" and ", count - 1, " others");
  return concat("material '", first, "'", others);
}

void MaterialImages::begin(std::string material) {
  material_ = std::move(material);
  known_.clear();
}

int MaterialImages::texture(std::string_view path, ByteSpan embedded) {
  const std::string name = validUtf8(path).text;
  const bool isNew = known_.insert(name).second;  // for this material
  if (fileNameIn(name).empty()) {
    if (isNew) nameless_.add(material_);
    return -1;
  }
  const auto [entry, isFirst] = indexOf_.try_emplace(name, static_cast<int>(sources_.size()));
  if (isFirst) addSource(name, embedded);
  if (isNew) users_[static_cast<std::size_t>(entry->second)].add(material_);
  return entry->second;
}

void MaterialImages::addSource(const std::string& name, ByteSpan embedded) {
  ImageSource source{.name = name, .where = {}, .bytes = embedded, .uri = {}};
  std::string used;
  if (embedded.empty()) {
    const auto found = search_.find(name);
    if (found && *found->begin() == "..")
      source.around = *found;
    else
      source.uri = found ? uriOf(*found) : std::string(fileNameIn(name));
    if (found) used = found->generic_string();
  }
  sources_.push_back(std::move(source));
  found_.push_back(std::move(used));
  users_.emplace_back();
}

void MaterialImages::report(ImportReport& report) {
  if (nameless_.count > 0)
    report.add(Finding::Lost, nameless_.text(),
               nameless_.count == 1 ? "its texture has no file name and is left out"
                                    : "their textures have no file name and are left out");
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sources_[i].where = concat("image '", sources_[i].name, "' of ", users_[i].text());
    const bool isAround = !sources_[i].around.empty();
    if (found_[i].empty() || (found_[i] == sources_[i].name && !isAround)) continue;
    const auto stemOf = [](std::string_view path) {
      return lowerCase(std::filesystem::path(fileNameIn(path)).stem().string());
    };
    const bool isSimilar = stemOf(found_[i]) != stemOf(sources_[i].name);
    report.add(Finding::Found, sources_[i].where,
               concat("'", validUtf8(found_[i]).text, "' is used",
                      isSimilar ? ", whose name has the same letters and digits" : "",
                      isSimilar && isAround ? " and"
                      : isAround            ? ","
                                            : "",
                      isAround ? " which is outside the model's folder" : ""));
  }
}

void MaterialImages::load(bool imageHeadersOnly, Model& model, const ImportWatch& watch) {
  report(model.report);
  markBaseColors(model.materials, sources_);
  ModelImages decoded = decodeImages(sources_, folder_, imageHeadersOnly, model.report, watch);
  dropReplacedMaps(model.materials, decoded);
  model.images = usedImages(std::move(decoded.images), model.materials);
}

}  // namespace app
