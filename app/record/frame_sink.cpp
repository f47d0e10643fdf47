#include "app/record/frame_sink.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "app/model/file_formats.h"
#include "app/record/movie_sink.h"
#include "app/record/pending_file.h"
#include "app/record/png.h"
#include "crossfade/base/number_text.h"

namespace app {
namespace {

struct NumberField {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t digits = 0;
};

// The %d or %0Nd in a name; nothing unless there is exactly one.
std::optional<NumberField> findNumberField(const std::string& pattern) {
  std::optional<NumberField> found;
  for (std::size_t i = pattern.find('%'); i != std::string::npos; i = pattern.find('%', i + 1)) {
    std::size_t end = i + 1;
    NumberField field{.begin = i};
    if (end + 1 < pattern.size() && pattern[end] == '0' && pattern[end + 1] >= '1' && pattern[end + 1] <= '9') {
      field.digits = static_cast<std::size_t>(pattern[end + 1] - '0');
      end += 2;
    }
    if (end >= pattern.size() || pattern[end] != 'd') continue;
    if (found) return std::nullopt;
    field.length = end + 1 - i;
    found = field;
  }
  return found;
}

/// What is wrong with the pattern in a name, such as two numbers or what other programs write for a frame's number,
/// which would be taken literally. Empty: nothing, or there is no pattern, as in "100%.png".
std::string patternFault(const std::string& name, bool isNumbered) {
  int fields = 0;
  for (std::size_t i = name.find('%'); i != std::string::npos; i = name.find('%', i + 1)) {
    std::size_t end = name.find_first_not_of("0123456789-+#*'", i + 1);
    if (end != std::string::npos && name[end] == '.')  // a precision, unless it is the name's ending
      if (const std::size_t after = name.find_first_not_of("0123456789*", end + 1); after > end + 1) end = after;
    const unsigned char letter = end == std::string::npos ? '\0' : static_cast<unsigned char>(name[end]);
    if (std::isalpha(letter) || letter == '%') ++fields;
  }
  // Blender's and Maya's "####", Houdini's "$F4"; a single # or @ is a name's.
  for (const std::string_view other : {"##", "@@", "$F"})
    if (name.find(other) != name.npos)
      return "what numbers its frames is a pattern such as frame-%04d.png, not " + std::string(other);
  if (fields == 0 || (fields == 1 && isNumbered && findNumberField(name))) return {};
  if (!isNumbered) return "only .png files are numbered";
  return "its name needs one number and nothing else after a %, as in frame-%04d.png";
}

/// Why the frames of a GIF, which wait there for its palette, do not fit into the folder for temporary files.
std::string roomFault(const SinkOptions& options) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(unknown);
  const std::filesystem::space_info space = std::filesystem::space(folder, unknown);
  const double needed = 4.0 * options.width * options.height * static_cast<double>(options.frames);
  if (unknown || needed <= static_cast<double>(space.available)) return {};
  const auto gigabytes = [](double bytes) { return crossfade::formatNumber(bytes / 1e9, 1) + " GB"; };
  return std::to_string(options.frames) + " frames of this size need " + gigabytes(needed) + " in " + folder.string() +
         ", where " + gigabytes(static_cast<double>(space.available)) + " are free";
}

class PngSink final : public FrameSink {
 public:
  explicit PngSink(std::filesystem::path path) : path_(std::move(path)) {}

  crossfade::Result<void> add(const ImageView& image) override {
    const bool numbered = findNumberField(path_.filename().string()).has_value();
    if (frameCount_ > 0 && !numbered) {
      return crossfade::Error{"cannot write a second frame to " + path_.string() +
                              ": a name such as frame-%04d.png takes many"};
    }
    const std::string name = numberedName(path_.filename().string(), frameCount_++);
    return writePng(path_.parent_path() / name, image);
  }

  crossfade::Result<void> finish() override {
    if (frameCount_ == 0) return crossfade::Error{"cannot write " + path_.string() + ": it got no frame"};
    return {};
  }

 private:
  std::filesystem::path path_;
  int frameCount_ = 0;
};

// Refuses frames of any other size than the recording's, for all kinds of sinks.
class CheckedSink final : public FrameSink {
 public:
  CheckedSink(std::string path, const SinkOptions& options, std::unique_ptr<FrameSink> inner)
      : path_(std::move(path)), options_(options), inner_(std::move(inner)) {}

  crossfade::Result<void> add(const ImageView& image) override {
    if (image.isComplete() && image.width == options_.width && image.height == options_.height)
      return inner_->add(image);
    return crossfade::Error{"cannot write to " + path_ + ": a frame is " + size(image.width, image.height) +
                            ", the recording " + size(options_.width, options_.height)};
  }
  crossfade::Result<void> finish() override { return inner_->finish(); }

 private:
  static std::string size(int width, int height) { return std::to_string(width) + " x " + std::to_string(height); }

  std::string path_;
  SinkOptions options_;
  std::unique_ptr<FrameSink> inner_;
};

crossfade::Result<std::unique_ptr<FrameSink>> openByExtension(const std::filesystem::path& path,
                                                              const SinkOptions& options) {
  const std::string extension = lowerCase(path.extension().string());
  if (extension == ".png") {
    if (auto file = PendingFile::make(path.parent_path() / numberedName(path.filename().string(), 0)); !file)
      return file.error();
    return std::unique_ptr<FrameSink>(std::make_unique<PngSink>(path));
  }
  if (extension == ".gif") return openGifSink(path, options);
  if (extension == ".mp4") return openMovieSink(path, options, Movie::Mp4);
  if (extension == ".webm") return openMovieSink(path, options, Movie::WebM);
  if (extension == ".avi") return openMovieSink(path, options, Movie::Avi);
  return crossfade::Error{"cannot write " + path.string() + ": its name ends in none of " + recordingEndings()};
}

}  // namespace

crossfade::Result<void> checkSink(const std::filesystem::path& path, const SinkOptions& options) {
  const std::string what = "cannot write " + path.string() + ": ";
  const std::string extension = lowerCase(path.extension().string());
  if (!recordingFormatOf(path.string()))
    return crossfade::Error{what + "its name ends in none of " + recordingEndings()};
  if (std::min(options.width, options.height) < 1 || std::max(options.width, options.height) > kMaxPictureSide) {
    return crossfade::Error{what + "a size of " + std::to_string(options.width) + " x " +
                            std::to_string(options.height) + " is not between 1 and " +
                            std::to_string(kMaxPictureSide)};
  }
  if (!isEncodable(options.width, options.height))
    return crossfade::Error{what + std::to_string(options.width) + " x " + std::to_string(options.height) +
                            " are more pixels than an encoder takes: about 268 million"};
  if (!(options.rate.perSecond() >= 1) || options.rate.perSecond() > 1000) {
    return crossfade::Error{what + crossfade::formatNumber(options.rate.perSecond()) +
                            " frames per second are not between 1 and 1000"};
  }
  if (auto ok = checkFrameRate(path.string(), options.rate.perSecond()); !ok)
    return crossfade::Error{what + ok.error().message};
  if (const std::string fault = patternFault(path.filename().string(), extension == ".png"); !fault.empty())
    return crossfade::Error{what + fault};
  if (const std::string fault = extension == ".gif" ? roomFault(options) : std::string(); !fault.empty())
    return crossfade::Error{what + fault};
  return {};
}

crossfade::Result<std::unique_ptr<FrameSink>> openFrameSink(const std::filesystem::path& path,
                                                            const SinkOptions& options) {
  if (auto ok = checkSink(path, options); !ok) return ok.error();
  auto sink = openByExtension(path, options);
  if (!sink) return sink.error();
  return std::unique_ptr<FrameSink>(std::make_unique<CheckedSink>(path.string(), options, *std::move(sink)));
}

bool isSinglePicture(const std::string& path) {
  const RecordingFormat* format = recordingFormatOf(path);
  return format != nullptr && format->isPicture && numberedName(path, 0) == path;
}

std::string numberedName(const std::string& pattern, int index) {
  const auto field = findNumberField(pattern);
  if (!field) return pattern;
  std::string number = std::to_string(index);
  if (number.size() < field->digits) number.insert(0, field->digits - number.size(), '0');
  return pattern.substr(0, field->begin) + number + pattern.substr(field->begin + field->length);
}

}  // namespace app
