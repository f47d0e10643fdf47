#include "app/import/fbx/fbx_legacy_keys.h"

#include <algorithm>
#include <cmath>
#include <cstring>

// What the letters mean, and what depends on the version of a curve, is as in ufbx (ufbxi_read_take_anim_channel), and
// was compared with files of version 7 of the same scenes.

namespace app {
namespace {

constexpr int kKeysWithoutConstantMode = 4003;  // the last version of curves whose constant keys do not say which value
constexpr int kKeysWithoutWeights = 4003;       // the only one whose slopes have no weights
constexpr std::int64_t kAutomatic = kFbxCubic | kFbxTimeIndependent | kFbxClampedProgressively;

/// Times, values, letters and what these need, all in one row.
class KeyReader {
 public:
  KeyReader(std::span<const FbxProperty> row, int version) : row_(row), version_(version) {}

  LegacyKeys read() {
    LegacyKeys keys;
    while (keys.isComplete && at_ < row_.size()) {
      const FbxProperty& time = next();
      const double value = numberOf(next());
      flags_ = 0, attributes_ = {};
      keys.isComplete = at_ < row_.size() && readMode(letter()) && !isShort_;
      if (keys.isComplete) keys.add(integerOf(time), value, flags_, attributes_);
    }
    return keys;
  }

 private:
  const FbxProperty& next() {
    static const FbxProperty kNone;
    isShort_ = isShort_ || at_ == row_.size();
    return isShort_ ? kNone : row_[at_++];
  }
  float number() { return static_cast<float>(numberOf(next())); }
  /// A text has the letter itself, a binary file its code.
  char letter() {
    const FbxProperty& value = next();
    if (value.type == 'N') return value.bytes.size() == 1 ? rawTextOf(value).front() : '\0';
    const std::int64_t code = integerOf(value);
    return code > 0 && code < 128 ? static_cast<char>(code) : '\0';
  }

  bool readMode(char mode) {
    switch (mode) {
      case 'L':
        flags_ = kFbxLinear;
        return true;
      case 'C':
        flags_ = kFbxConstant;
        if (version_ > kKeysWithoutConstantMode && letter() == 'n') flags_ |= kFbxConstantNext;
        return true;
      case 'U':
        return readTangents(letter());
      default:
        return false;
    }
  }
  bool readTangents(char mode) {
    const bool hasFewWeights = version_ <= kFbxKeysOfVersion5;
    flags_ = kAutomatic;
    switch (mode) {
      case 's':
      case 'b':
        flags_ = kFbxCubic | kFbxTangentUser;
        attributes_[0] = number(), attributes_[1] = number();
        return readWeights(version_ == kKeysWithoutWeights ? 0 : 1);
      case 't':
        flags_ = kFbxCubic | kFbxTcb;
        for (std::size_t i = 0; i < 3; ++i) attributes_[i] = number();
        return true;
      case 'a':
        return readWeights(hasFewWeights ? 0 : 1);
      case 'd':
        next();
        return readWeights(1);
      case 'p':
      case 'q':
        next(), next();
        return readWeights(hasFewWeights ? 1 : 2);
      default:
        return false;
    }
  }
  bool readWeights(int count) {
    const auto units = [](float weight) {
      const double bounded = weight > 0 ? std::min(static_cast<double>(weight), 1.0) : 0.0;
      return static_cast<std::uint32_t>(std::lround(bounded * kFbxWeightUnit));
    };
    std::uint32_t right = 3333, nextLeft = 3333;
    for (; count > 0; --count) switch (letter()) {
        case 'n':
        case 'c':
        case 'd':
          break;
        case 'a':
          flags_ |= kFbxWeightedRight | kFbxWeightedNextLeft;
          right = units(number()), nextLeft = units(number());
          break;
        case 'l':
          flags_ |= kFbxWeightedNextLeft;
          nextLeft = units(number());
          break;
        case 'r':
          flags_ |= kFbxWeightedRight;
          right = units(number());
          break;
        default:
          return false;
      }
    const std::uint32_t both = right | nextLeft << 16;
    std::memcpy(&attributes_[2], &both, sizeof both);
    return true;
  }

  std::span<const FbxProperty> row_;
  int version_;
  std::size_t at_ = 0;
  bool isShort_ = false;
  std::int64_t flags_ = 0;
  std::array<float, kFbxKeyAttributes> attributes_{};
};

}  // namespace

void LegacyKeys::add(std::int64_t time, double value, std::int64_t keyFlags,
                     std::array<float, kFbxKeyAttributes> ofKey) {
  times.push_back(time);
  values.push_back(value);
  flags.push_back(keyFlags);
  attributes.insert(attributes.end(), ofKey.begin(), ofKey.end());
}

LegacyKeys readLegacyKeys(std::span<const FbxProperty> row, int version) { return KeyReader(row, version).read(); }

}  // namespace app
