// Writes plain values as bytes, and reads them back through checks. Both sides go through the same list of fields
// (`fields(archive, value)`), so they cannot differ.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "app/import/file/file_bytes.h"
#include "app/import/file/import_error.h"

namespace app {

/// Values that are copied as they lie in memory; they have no padding. Specialize it for structs of numbers.
template <class T>
inline constexpr bool kIsFlat = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// The largest enumerator, for enums that are stored.
template <class T>
inline constexpr T kLastOf{};

/// What `fields` takes: a value to fill, or one to look at.
template <class Archive, class T>
using Stored = std::conditional_t<Archive::kReads, T, const T>;

class BlobWriter {
 public:
  static constexpr bool kReads = false;

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void put(const T& value) {
    if constexpr (kIsFlat<T>)
      append(&value, sizeof value);
    else if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
      put(static_cast<std::uint8_t>(value));
    else
      fields(*this, value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    append(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    if constexpr (kIsFlat<T>)
      append(values.data(), values.size() * sizeof(T));
    else
      for (const T& value : values) put(value);
  }
  template <class T, std::size_t kCount>
  void put(const std::array<T, kCount>& values) {
    for (const T& value : values) put(value);
  }

  Bytes bytes_;
};

/// Throws ImportError at the first invalid value. Never allocates more than a small multiple of the bytes left to read,
/// whatever a declared size says.
class BlobReader {
 public:
  static constexpr bool kReads = true;

  explicit BlobReader(ByteSpan bytes) : left_(bytes), size_(bytes.size()) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  void finish() const {
    if (!left_.empty()) refuse("byte ", position(), ": ", left_.size(), " bytes are left over");
  }

 private:
  std::size_t position() const { return size_ - left_.size(); }
  void take(void* data, std::size_t size) {
    if (size > left_.size()) refuse("byte ", position(), ": the data ends here");
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }
  /// A number of elements of at least `elementSize` bytes each.
  std::size_t count(std::size_t elementSize) {
    std::uint64_t number = 0;
    get(number);
    if (number > left_.size() / elementSize)
      refuse("byte ", position(), ": ", number, " elements do not fit in ", left_.size(), " bytes");
    return static_cast<std::size_t>(number);
  }
  template <class T>
  void get(T& value) {
    if constexpr (kIsFlat<T>)
      take(&value, sizeof value);
    else if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(choice(static_cast<std::uint8_t>(kLastOf<T>)));
    else if constexpr (std::is_same_v<T, bool>)
      value = choice(1) != 0;
    else
      fields(*this, value);
  }
  template <class T>
  void get(std::optional<T>& value) {
    if (choice(1) != 0) get(value.emplace());
  }
  void get(std::string& text) {
    text.resize(count(1));
    take(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.clear();
    if constexpr (kIsFlat<T>) {
      values.resize(count(sizeof(T)));
      take(values.data(), values.size() * sizeof(T));
    } else {
      // Not resized: an element may take less room in the blob than in memory.
      for (std::size_t left = count(8); left > 0; --left) get(values.emplace_back());
    }
  }
  template <class T, std::size_t kCount>
  void get(std::array<T, kCount>& values) {
    for (T& value : values) get(value);
  }
  std::uint8_t choice(std::uint8_t last) {
    std::uint8_t value = 0;
    get(value);
    if (value > last) refuse("byte ", position(), ": ", value, " is not one of 0 to ", last);
    return value;
  }

  ByteSpan left_;
  std::size_t size_;
};

}  // namespace app
