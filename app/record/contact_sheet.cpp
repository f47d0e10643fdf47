#include "app/record/contact_sheet.h"

#include <cstring>
#include <string>
#include <utility>

#include "app/record/png.h"

namespace app {
namespace {

class ContactSheet final : public FrameSink {
 public:
  ContactSheet(std::filesystem::path path, const SinkOptions& options, int count, int gap)
      : path_(std::move(path)),
        options_(options),
        count_(count),
        gap_(gap),
        columns_(contactSheetColumns(options.width, options.height, count)) {}

  int width() const { return columns_ * (options_.width + gap_) + gap_; }
  int height() const { return heightOf(count_); }

  crossfade::Result<void> add(const ImageView& image) override {
    if (!image.isComplete() || image.width != options_.width || image.height != options_.height || added_ == count_)
      return crossfade::Error{"cannot write " + path_.string() + ": the sheet takes " + std::to_string(count_) +
                              " pictures of " + std::to_string(options_.width) + " x " +
                              std::to_string(options_.height)};
    if (added_ == 0) {
      sheet_.resize(std::size_t{4} * static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()));
      for (std::size_t i = 0; i < sheet_.size(); ++i) sheet_[i] = image.rgba[i % 4];
    }
    const int left = gap_ + added_ % columns_ * (image.width + gap_),
              top = gap_ + added_ / columns_ * (image.height + gap_);
    const std::size_t row = std::size_t{4} * static_cast<std::size_t>(image.width);
    for (int y = 0; y < image.height; ++y)
      std::memcpy(
          sheet_.data() + std::size_t{4} * (static_cast<std::size_t>(top + y) * static_cast<std::size_t>(width()) +
                                            static_cast<std::size_t>(left)),
          image.rgba.data() + static_cast<std::size_t>(y) * row, row);
    ++added_;
    return {};
  }

  crossfade::Result<void> finish() override {
    if (added_ == 0) return crossfade::Error{"cannot write " + path_.string() + ": the sheet got no pictures"};
    const int shown = heightOf(added_);
    sheet_.resize(std::size_t{4} * static_cast<std::size_t>(width()) * static_cast<std::size_t>(shown));
    return writePng(path_, {width(), shown, sheet_});
  }

 private:
  /// Height of the sheet with the rows that `pictures` fill.
  int heightOf(int pictures) const { return (pictures + columns_ - 1) / columns_ * (options_.height + gap_) + gap_; }

  std::filesystem::path path_;
  SinkOptions options_;
  int count_;
  int gap_;
  int columns_;
  int added_ = 0;
  std::vector<std::uint8_t> sheet_;
};

}  // namespace

int contactSheetColumns(int width, int height, int count) {
  int best = 1;
  double bestShape = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double w = static_cast<double>(columns) * width, h = static_cast<double>(rows) * height;
    const double cells = static_cast<double>(columns) * rows;
    const double shape = std::min(w, h) / std::max(w, h) * count / cells;  // 1: a square without empty cells
    if (shape > bestShape - 1e-9) {                                        // ties go to the wider one
      bestShape = shape;
      best = columns;
    }
  }
  return best;
}

crossfade::Result<std::unique_ptr<FrameSink>> openContactSheet(const std::filesystem::path& path,
                                                               const SinkOptions& options, int count, int gap) {
  const std::string what = "cannot write " + path.string() + ": ";
  if (path.extension() != ".png") return crossfade::Error{what + "a contact sheet is a .png"};
  if (count < 1) return crossfade::Error{what + "a contact sheet of " + std::to_string(count) + " pictures"};
  auto sheet = std::make_unique<ContactSheet>(path, options, count, gap);
  if (sheet->width() > kMaxPictureSide || sheet->height() > kMaxPictureSide)
    return crossfade::Error{what + "the sheet would be " + std::to_string(sheet->width()) + " x " +
                            std::to_string(sheet->height()) + " pixels; the limit is " +
                            std::to_string(kMaxPictureSide)};
  if (!isEncodable(sheet->width(), sheet->height()))
    return crossfade::Error{what + "the sheet would be " + std::to_string(sheet->width()) + " x " +
                            std::to_string(sheet->height()) + " pixels, more than an encoder takes"};
  return std::unique_ptr<FrameSink>(std::move(sheet));
}

}  // namespace app
