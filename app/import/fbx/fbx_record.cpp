#include "app/import/fbx/fbx_record.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/inflate.h"

namespace app {
namespace {

static_assert(std::endian::native == std::endian::little, "FBX values are read as they are");

constexpr std::size_t kArrayHeader = 12;  // count, encoding, bytes

template <class T>
T valueAt(ByteSpan bytes, std::size_t at = 0) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
T converted(double value) {
  if constexpr (std::is_integral_v<T>)
    return std::abs(value) < 9e18 ? static_cast<T>(value) : T{};
  else
    return value;
}

/// "1.5", "-3", "nan", "1.#INF", or a word, which is 0.
template <class T>
T parsed(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if constexpr (std::is_integral_v<T>) {
    T integer{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (error == std::errc() && end == text.data() + text.size()) return integer;
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? converted<T>(number) : T{};
}

template <class T>
T scalarOf(const FbxProperty& property) {
  switch (property.type) {
    case 'Y':
      return static_cast<T>(valueAt<std::int16_t>(property.bytes));
    case 'C':
    case 'B':
    case 'Z':
      return static_cast<T>(valueAt<std::uint8_t>(property.bytes));
    case 'I':
      return static_cast<T>(valueAt<std::int32_t>(property.bytes));
    case 'L':
      return static_cast<T>(valueAt<std::int64_t>(property.bytes));
    case 'F':
      return converted<T>(static_cast<double>(valueAt<float>(property.bytes)));
    case 'D':
      return converted<T>(valueAt<double>(property.bytes));
    case 'N': {
      const std::string_view text = rawTextOf(property);
      return text == "T" || text == "Y" ? T{1} : parsed<T>(text);
    }
    default:
      return T{};
  }
}

template <class T, class From>
void append(ByteSpan data, std::vector<T>& values) {
  for (std::size_t at = 0; at + sizeof(From) <= data.size(); at += sizeof(From)) {
    const auto value = valueAt<From>(data, at);
    if constexpr (std::is_floating_point_v<From>)
      values.push_back(converted<T>(static_cast<double>(value)));
    else
      values.push_back(static_cast<T>(value));
  }
}

template <class T>
std::vector<T> textArray(std::string_view text) {
  std::vector<T> values;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(", \t\r\n", at);
    if (begin == text.npos) break;
    if (text[begin] == ';') {  // a comment
      at = std::min(text.find('\n', begin), text.size());
      continue;
    }
    at = std::min(text.find_first_of(", \t\r\n;", begin), text.size());
    values.push_back(parsed<T>(text.substr(begin, at - begin)));
  }
  return values;
}

std::size_t elementSize(char type) {
  switch (type) {
    case 'b':
    case 'c':
      return 1;
    case 'i':
    case 'f':
      return 4;
    case 'l':
    case 'd':
      return 8;
    default:
      return 0;
  }
}

template <class T>
std::vector<T> arrayOf(const FbxProperty& property) {
  if (property.type == '*') return textArray<T>(rawTextOf(property));
  const std::size_t size = elementSize(property.type);
  if (size == 0 || property.bytes.size() < kArrayHeader) return {};
  const std::uint64_t count = valueAt<std::uint32_t>(property.bytes);
  const auto encoding = valueAt<std::uint32_t>(property.bytes, 4);
  ByteSpan data = property.bytes.subspan(kArrayHeader);
  if (count > limits::kAccessorElements)
    refuse("an array has ", count, " elements; the limit is ", limits::kAccessorElements);
  Bytes decoded;
  if (encoding == 1) {
    if (count * size > data.size() * kBestDeflate) refuse("an array of ", count, " elements is damaged");
    decoded.resize(static_cast<std::size_t>(count) * size);
    if (!inflateZlib(data, decoded)) refuse("the compressed data of an array is damaged");
    data = decoded;
  } else if (encoding != 0 || data.size() < count * size) {
    refuse("an array of ", count, " elements has ", data.size(), " bytes, encoding ", encoding);
  }
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(count));
  data = data.first(static_cast<std::size_t>(count) * size);
  if (property.type == 'd') append<T, double>(data, values);
  if (property.type == 'f') append<T, float>(data, values);
  if (property.type == 'i') append<T, std::int32_t>(data, values);
  if (property.type == 'l') append<T, std::int64_t>(data, values);
  if (size == 1) append<T, std::uint8_t>(data, values);
  return values;
}

template <class T>
std::vector<T> valuesIn(const FbxRecord& parent, std::string_view name) {
  const FbxRecord* record = parent.child(name);
  if (!record || record->properties.empty()) return {};
  const FbxProperty& first = record->properties.front();
  if (first.type == '*' || elementSize(first.type) > 0) return arrayOf<T>(first);
  std::vector<T> values;
  for (const FbxProperty& property : record->properties) values.push_back(scalarOf<T>(property));
  return values;
}

}  // namespace

const FbxRecord* FbxRecord::child(std::string_view childName) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const FbxRecord& each) { return each.name == childName; });
  return found == children.end() ? nullptr : &*found;
}

FbxDocument readFbx(ByteSpan file) {
  constexpr std::string_view kMagic = "Kaydara FBX Binary  ";
  const bool isBinary = file.size() > kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin());
  return isBinary ? readBinaryFbx(file) : readTextFbx(file);
}

double numberOf(const FbxProperty& property) { return scalarOf<double>(property); }
std::int64_t integerOf(const FbxProperty& property) { return scalarOf<std::int64_t>(property); }
std::string_view rawTextOf(const FbxProperty& property) {
  return {reinterpret_cast<const char*>(property.bytes.data()), property.bytes.size()};
}
std::vector<double> numbersOf(const FbxProperty& property) { return arrayOf<double>(property); }
std::vector<std::int64_t> integersOf(const FbxProperty& property) { return arrayOf<std::int64_t>(property); }
std::vector<double> numbersIn(const FbxRecord& parent, std::string_view name) { return valuesIn<double>(parent, name); }
std::vector<std::int64_t> integersIn(const FbxRecord& parent, std::string_view name) {
  return valuesIn<std::int64_t>(parent, name);
}

}  // namespace app
