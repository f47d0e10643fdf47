#include "app/import/fbx/fbx_record.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

static_assert(std::endian::native == std::endian::little, "FBX values are read as they are");

constexpr std::size_t kArrayHeader = 12;  // count, encoding, bytes
constexpr std::uint32_t kDeflated = 1;
constexpr std::uint32_t kDeflatedBigEndian = 0xBE000001;  // ours: what is compressed is big-endian

/// Reverses the bytes of each element of this size.
void turn(std::span<std::uint8_t> bytes, std::size_t size) {
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
}

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

/// In bytes; 0: the type is no array.
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

/// In bytes; 0: the type is no number.
std::size_t numberSize(char type) {
  switch (type) {
    case 'C':
    case 'B':
    case 'Z':
      return 1;
    case 'Y':
      return 2;
    case 'I':
    case 'F':
      return 4;
    case 'L':
    case 'D':
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
  if (encoding == kDeflated || encoding == kDeflatedBigEndian) {
    if (count * size > data.size() * kBestDeflate) refuse("an array of ", count, " elements is damaged");
    decoded.resize(static_cast<std::size_t>(count) * size);
    if (!inflateZlib(data, decoded)) refuse("the compressed data of an array is damaged");
    if (encoding == kDeflatedBigEndian) turn(decoded, size);
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
  const auto found = std::ranges::find(children, childName, &FbxRecord::name);
  return found == children.end() ? nullptr : &*found;
}

const FbxProperty* FbxRecord::valueIn(std::string_view childName) const {
  const FbxRecord* const found = child(childName);
  return found && !found->properties.empty() ? &found->properties.front() : nullptr;
}

std::string_view FbxRecord::textIn(std::string_view childName) const {
  const FbxProperty* const value = valueIn(childName);
  return value ? rawTextOf(*value) : std::string_view();
}

const FbxRecord* fbxEntryIn(const FbxRecord* list, std::string_view name) {
  if (!list) return nullptr;
  for (const FbxRecord& each : list->children)
    if (each.name == "P" && each.properties.size() > kFbxEntryValue && rawTextOf(each.properties[0]) == name)
      return &each;
  return nullptr;
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

namespace {

constexpr std::size_t kHeaderBytes = 27;
constexpr std::size_t kVersionOffset = 23;
constexpr std::size_t kBigEndianOffset = 22;
constexpr int kWideVersion = 7500;    // from then on, offsets have 8 bytes
constexpr int kMostRecordDepth = 64;  // real files: about 8
constexpr std::size_t kMostRecords = 4'000'000;
constexpr std::size_t kMostProperties = 16'000'000;  // in a text before version 7, each number of an array is one

class BinaryReader {
 public:
  /// `turned`: the same bytes, of a big-endian file, to be turned as they are read; each is read once. Empty: a
  /// little-endian file.
  BinaryReader(ByteSpan file, bool isWide, std::span<std::uint8_t> turned)
      : file_(file), isWide_(isWide), turned_(turned) {}

  /// Whether there was a record before the null record or `end`.
  bool readRecord(FbxRecord& record, std::size_t& at, std::size_t end, int depth) {
    const std::size_t begin = at;
    const std::uint64_t next = word(at, end), propertyCount = word(at, end), propertyBytes = word(at, end);
    const std::size_t nameBytes = byte(at, end);
    if (next == 0) return false;
    if (next > end || next < at + nameBytes || propertyBytes > next - at - nameBytes)
      fault(begin, concat("a record claims to end at byte ", next));
    if (++records_ > kMostRecords) fault(begin, concat("more than ", kMostRecords, " records"));
    if (depth > kMostRecordDepth) fault(begin, concat("records are nested deeper than ", kMostRecordDepth));
    const auto recordEnd = static_cast<std::size_t>(next);
    record.name = {reinterpret_cast<const char*>(file_.data()) + at, nameBytes};
    at += nameBytes;
    const std::size_t propertiesEnd = at + static_cast<std::size_t>(propertyBytes);
    if ((properties_ += propertyCount) > kMostProperties || propertyCount > propertyBytes)
      fault(begin, concat("a record claims to have ", propertyCount, " properties"));
    record.properties.reserve(static_cast<std::size_t>(propertyCount));
    for (std::uint64_t i = 0; i < propertyCount; ++i) record.properties.push_back(property(at, propertiesEnd));
    at = propertiesEnd;
    while (at < recordEnd) {
      FbxRecord child;
      if (!readRecord(child, at, recordEnd, depth + 1)) break;
      record.children.push_back(std::move(child));
    }
    at = recordEnd;
    return true;
  }

 private:
  [[noreturn]] static void fault(std::size_t at, std::string_view what) {
    refuse("the FBX data is damaged at byte ", at, " (", what, "); export it again, or as glTF");
  }
  void require(std::size_t at, std::size_t count, std::size_t end) const {
    if (at > end || count > end - at) fault(at, "it ends too early");
  }
  std::size_t byte(std::size_t& at, std::size_t end) const {
    require(at, 1, end);
    return file_[at++];
  }
  std::uint64_t word(std::size_t& at, std::size_t end) const {
    if (!isWide_) return narrow(at, end);
    require(at, 8, end);
    turnAt(at, 8);
    std::uint64_t value = 0;
    std::memcpy(&value, file_.data() + at, 8);
    at += 8;
    return value;
  }
  std::uint32_t narrow(std::size_t& at, std::size_t end) const {
    require(at, 4, end);
    turnAt(at, 4);
    std::uint32_t value = 0;
    std::memcpy(&value, file_.data() + at, 4);
    at += 4;
    return value;
  }

  void turnAt(std::size_t at, std::size_t size) const {
    if (!turned_.empty()) turn(turned_.subspan(at, size), size);
  }
  /// The elements of an array, whose header is turned already.
  void turnArray(std::size_t at, std::size_t size, std::size_t element) const {
    if (turned_.empty()) return;
    std::uint32_t encoding = 0;
    std::memcpy(&encoding, file_.data() + at + 4, 4);
    if (encoding == kDeflated)
      std::memcpy(turned_.data() + at + 4, &kDeflatedBigEndian, 4);
    else if (encoding == 0)
      turn(turned_.subspan(at + kArrayHeader, size - kArrayHeader), element);
  }

  FbxProperty property(std::size_t& at, std::size_t end) const {
    const std::size_t begin = at;
    const char type = static_cast<char>(byte(at, end));
    const std::size_t element = elementSize(type);
    const bool isText = type == 'S' || type == 'R';
    std::size_t size = isText ? narrow(at, end) : numberSize(type);
    if (element > 0) {
      std::size_t header = at;
      const std::uint64_t count = narrow(header, end);
      const std::uint32_t encoding = narrow(header, end);
      const std::uint64_t bytes = narrow(header, end);
      size = kArrayHeader + static_cast<std::size_t>(encoding == 0 ? count * element : bytes);
    } else if (size == 0 && !isText) {
      fault(begin, concat("there is no type '", shortText({&type, 1}), "'"));
    }
    require(at, size, end);
    if (element > 0)
      turnArray(at, size, element);
    else if (!isText)
      turnAt(at, size);
    const FbxProperty result{.type = type, .bytes = file_.subspan(at, size)};
    at += size;
    return result;
  }

  ByteSpan file_;
  bool isWide_;
  std::span<std::uint8_t> turned_;
  std::size_t records_ = 0;
  std::uint64_t properties_ = 0;
};

}  // namespace

FbxDocument readBinaryFbx(ByteSpan file) {
  if (file.size() < kHeaderBytes) refuse("the FBX data is damaged (it is cut off); export it again, or as glTF");
  FbxDocument document;
  if (file[kBigEndianOffset] == 1) {
    document.turned.assign(file.begin(), file.end());
    turn(std::span(document.turned).subspan(kVersionOffset, 4), 4);
    file = document.turned;
  }
  std::uint32_t version = 0;
  std::memcpy(&version, file.data() + kVersionOffset, 4);
  document.file = file;
  document.isBinary = true;
  document.version = static_cast<int>(version);
  BinaryReader reader(file, document.version >= kWideVersion, document.turned);
  std::size_t at = kHeaderBytes;
  while (at < file.size()) {
    FbxRecord record;
    if (!reader.readRecord(record, at, file.size(), 0)) break;
    document.root.children.push_back(std::move(record));
  }
  return document;
}

namespace {

/// "Name: 1, "text", *3 { a: 1,2,3 } { ... }"; a comment is from ';' to the end of its line.
class TextReader {
 public:
  explicit TextReader(ByteSpan file) : file_(file), text_(reinterpret_cast<const char*>(file.data()), file.size()) {}

  /// Reads records until the closing brace, or the end of the file at depth 0.
  void readChildren(FbxRecord& parent, int depth) {
    for (;;) {
      skipSpace();
      if (at_ == text_.size()) {
        if (depth > 0) fault("a closing brace is missing");
        return;
      }
      if (text_[at_] == '}') {
        if (depth == 0) fault("there is a closing brace too many");
        return;
      }
      if (++records_ > kMostRecords) fault(concat("more than ", kMostRecords, " records"));
      FbxRecord record;
      record.name = word();
      skipSpace();
      if (record.name.empty() || at_ == text_.size() || text_[at_] != ':') fault("a name and a colon are expected");
      ++at_;
      readProperties(record);
      if (at_ < text_.size() && text_[at_] == '{') {
        if (depth >= kMostRecordDepth) fault(concat("records are nested deeper than ", kMostRecordDepth));
        ++at_;
        readChildren(record, depth + 1);
        ++at_;
      }
      parent.children.push_back(std::move(record));
    }
  }

 private:
  [[noreturn]] void fault(std::string_view what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    refuse("the FBX data is damaged in line ", line, " (", what, "); export it again, or as glTF");
  }
  void skipSpace() {
    while (at_ < text_.size()) {
      if (text_[at_] == ';') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '\0') {
        ++at_;
      } else {
        return;
      }
    }
  }
  /// Spaces, and the end of the line if the list goes on in the next.
  void skipInLine() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view(" \t\r\n,:;{}\"*").find(text_[at_]) == std::string_view::npos) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void add(FbxRecord& record, char type, std::size_t begin, std::size_t end) {
    if (++properties_ > kMostProperties) fault(concat("more than ", kMostProperties, " values"));
    record.properties.push_back({.type = type, .bytes = file_.subspan(begin, end - begin)});
  }

  void readProperties(FbxRecord& record) {
    for (;;) {
      skipInLine();
      if (at_ == text_.size() || text_[at_] == '{' || text_[at_] == '}') return;
      if (text_[at_] == '\n' || text_[at_] == ';') {
        // A list goes on after a comma at the end of its line or at the start of the next, or begins in the line after
        // the name (Blender); a brace may follow, too.
        const std::size_t back = at_;
        const std::size_t last = text_.find_last_not_of(" \t\r", at_ == 0 ? 0 : at_ - 1);
        skipSpace();
        const bool goesOn = text_[last] == ',' || text_[last] == ':';
        if (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == '{' || goesOn)) continue;
        at_ = back;
        return;
      }
      if (text_[at_] == ',') {
        ++at_;
      } else if (text_[at_] == '"') {
        const std::size_t begin = ++at_;
        at_ = text_.find('"', at_);
        if (at_ == text_.npos) at_ = begin, fault("a quotation mark is missing");
        add(record, 'S', begin, at_++);
      } else if (text_[at_] == '*') {
        ++at_;
        readArray(record);
        return;
      } else {
        const std::size_t begin = at_;
        if (word().empty()) fault("a value is expected");
        const std::size_t end = at_;
        skipInLine();
        if (at_ < text_.size() && text_[at_] == ':') {  // the name of the next record
          at_ = begin;
          return;
        }
        add(record, 'N', begin, end);
      }
    }
  }
  void readArray(FbxRecord& record) {
    word();  // the count: what is there counts
    skipSpace();
    if (at_ == text_.size() || text_[at_] != '{') fault("an array has no opening brace");
    std::size_t end = text_.find_first_of("};", at_);
    while (end != text_.npos && text_[end] == ';') end = text_.find_first_of("};", text_.find('\n', end));
    const std::size_t colon = text_.find(':', at_);
    if (end == text_.npos) fault("an array has no closing brace");
    const std::size_t begin = colon < end ? colon + 1 : end;
    add(record, '*', begin, end);
    at_ = end + 1;
  }

  ByteSpan file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t records_ = 0, properties_ = 0;
};

}  // namespace

FbxDocument readTextFbx(ByteSpan file) {
  FbxDocument document;
  document.file = file;
  TextReader(file).readChildren(document.root, 0);
  if (const FbxRecord* header = document.root.child("FBXHeaderExtension"))
    if (const FbxProperty* version = header->valueIn("FBXVersion"))
      document.version = static_cast<int>(integerOf(*version));
  return document;
}

}  // namespace app
