// Every kind of file that Crossfade opens or writes, by file extension. Help, messages and checks use these
// tables. Header-only, so that modules that know no model can include it.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "crossfade/base/number_text.h"
#include "crossfade/base/result.h"

namespace app {

/// Who reads a model: our own readers where there is one, or assimp, as an engine that loads through it sees the file,
/// or both, side by side.
enum class Importer { Own, Assimp, Both };
inline constexpr std::array<std::string_view, 3> kImporterNames{"own", "assimp", "both"};

/// Which axis of a file is up, in place of what the file says or what is guessed.
enum class UpAxis { X, Y, Z, MinusX, MinusY, MinusZ };
inline constexpr std::array<std::string_view, 6> kUpAxisNames{"x", "y", "z", "-x", "-y", "-z"};

/// What the user says of a file's axes and unit.
struct FileSpace {
  std::optional<UpAxis> up;      // none: as the file says, or as is guessed
  std::optional<double> meters;  // of one unit of the file, above 0; none: the same
  bool isStated() const { return up || meters; }
  friend bool operator==(const FileSpace&, const FileSpace&) = default;
};

/// Nothing: no importer has this name.
constexpr std::optional<Importer> importerNamed(std::string_view name) {
  const auto found = std::ranges::find(kImporterNames, name);
  if (found == kImporterNames.end()) return std::nullopt;
  return static_cast<Importer>(found - kImporterNames.begin());
}

/// Of packs, which the library plays (crossfade/asset/pack.h).
inline constexpr std::string_view kPackEnding = ".xfade";

struct ModelFormat {
  std::string_view ending;
  bool isGltf = false;
  bool isMotion = false;              // files of this kind carry motion, seldom a model, and no images
  Importer importer = Importer::Own;  // Assimp: there is no reader of our own
  bool isBareMotion = false;          // joints and their motion alone: no body, rest pose, axes or unit of its own
};
inline constexpr std::array kModelFormats = std::to_array<ModelFormat>({
    {".gltf", true},
    {".glb", true},
    {".vrm", true},
    {".vrma", true, true},
    {".fbx"},
    {".dae"},
    {".bvh", false, true, Importer::Own, true},
    {kPackEnding, false, true},
    {".x", false, false, Importer::Assimp},
    {".md5mesh", false, false, Importer::Assimp},
    {".md5anim", false, true, Importer::Assimp},
    {".smd", false, false, Importer::Assimp},
    {".ms3d", false, false, Importer::Assimp},
    {".b3d", false, false, Importer::Assimp},
    {".iqm", false, false, Importer::Assimp},
    {".ogex", false, false, Importer::Assimp},
    {".mdl", false, false, Importer::Assimp},
    {".md2", false, false, Importer::Assimp},
    {".md3", false, false, Importer::Assimp},
    {".3ds", false, false, Importer::Assimp},
    {".ase", false, false, Importer::Assimp},
    {".lwo", false, false, Importer::Assimp},
    {".lws", false, false, Importer::Assimp},
    {".obj", false, false, Importer::Assimp},
    {".ply", false, false, Importer::Assimp},
    {".stl", false, false, Importer::Assimp},
    {".off", false, false, Importer::Assimp},
    {".blend", false, false, Importer::Assimp},
});

struct RecordingFormat {
  std::string_view ending;
  double maxRate = 1000;  // frames per second
  bool isPicture = false;
  bool hasAlpha = false;
};
/// GIF counts time in hundredths of a second, and browsers slow down frames of a single hundredth.
inline constexpr std::array<RecordingFormat, 5> kRecordingFormats{
    {{".gif", 50}, {".mp4"}, {".webm"}, {".avi"}, {".png", 1000, true, true}}};

inline constexpr std::string_view kProjectEnding = ".crossfade";

inline constexpr std::array<std::string_view, 2> kShapeEndings{".json", ".svg"};

inline std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// The name with the first of these words that it contains replaced, each by its second.
inline std::string replacedIn(std::string name, std::span<const std::array<std::string_view, 2>> words) {
  for (const auto& [from, to] : words)
    if (const std::size_t index = name.find(from); index != name.npos) return name.replace(index, from.size(), to);
  return name;
}

/// Whether the name has this ending, which is in lower case, whatever its own case. Allocates nothing.
inline bool hasEnding(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size()) return false;
  const std::string_view last = name.substr(name.size() - ending.size());
  return std::equal(last.begin(), last.end(), ending.begin(),
                    [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

/// The format of a file name, whatever the case of its ending; null if the table has none. Allocates nothing.
template <class Format>
const Format* formatOf(std::span<const Format> formats, std::string_view fileName) {
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const Format& format) { return hasEnding(fileName, format.ending); });
  return found == formats.end() ? nullptr : &*found;
}
inline const ModelFormat* modelFormatOf(std::string_view fileName) {
  return formatOf<ModelFormat>(kModelFormats, fileName);
}
inline const RecordingFormat* recordingFormatOf(std::string_view fileName) {
  return formatOf<RecordingFormat>(kRecordingFormats, fileName);
}

/// ".gif .mp4 .webm .avi .png", or with other words in between. `wanted` chooses among the formats.
template <class Formats, class Wanted>
std::string endingsOf(const Formats& formats, Wanted wanted, std::string_view separator = " ",
                      std::string_view lastSeparator = " ") {
  std::string text;
  std::string_view previous;
  const auto append = [&](std::string_view before) {
    if (!previous.empty()) text += (text.empty() ? "" : std::string(before)) + std::string(previous);
  };
  for (const auto& format : formats) {
    if (!wanted(format)) continue;
    append(separator);
    previous = format.ending;
  }
  append(lastSeparator);
  return text;
}
inline std::string recordingEndings() {
  return endingsOf(kRecordingFormats, [](const RecordingFormat&) { return true; });
}

/// The error reads "a GIF shows at most 50 frames per second, not 60". Unknown endings pass: opening them fails.
inline crossfade::Result<void> checkFrameRate(std::string_view fileName, double framesPerSecond) {
  using crossfade::formatNumber;
  const RecordingFormat* format = recordingFormatOf(fileName);
  if (format == nullptr || framesPerSecond <= format->maxRate) return {};
  std::string name(format->ending.substr(1));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return crossfade::Error{"a " + name + " shows at most " + formatNumber(format->maxRate) + " frames per second, not " +
                          formatNumber(framesPerSecond)};
}

}  // namespace app
