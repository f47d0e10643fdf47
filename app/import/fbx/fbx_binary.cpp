#include <cstring>

#include "app/import/fbx/fbx_record.h"
#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"

namespace app {
namespace {

constexpr std::size_t kHeaderBytes = 27;
constexpr std::size_t kVersionOffset = 23;
constexpr std::size_t kBigEndianOffset = 22;
constexpr int kWideVersion = 7500;    // from then on, offsets have 8 bytes
constexpr int kMostRecordDepth = 64;  // real files: about 8
constexpr std::size_t kMostRecords = 4'000'000;
constexpr std::size_t kMostProperties = 16'000'000;

class BinaryReader {
 public:
  BinaryReader(ByteSpan file, bool isWide) : file_(file), isWide_(isWide) {}

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
    std::uint64_t value = 0;
    std::memcpy(&value, file_.data() + at, 8);
    at += 8;
    return value;
  }
  std::uint32_t narrow(std::size_t& at, std::size_t end) const {
    require(at, 4, end);
    std::uint32_t value = 0;
    std::memcpy(&value, file_.data() + at, 4);
    at += 4;
    return value;
  }

  FbxProperty property(std::size_t& at, std::size_t end) const {
    const std::size_t begin = at;
    const char type = static_cast<char>(byte(at, end));
    std::size_t size = 0;
    switch (type) {
      case 'C':
      case 'B':
      case 'Z':
        size = 1;
        break;
      case 'Y':
        size = 2;
        break;
      case 'I':
      case 'F':
        size = 4;
        break;
      case 'L':
      case 'D':
        size = 8;
        break;
      case 'S':
      case 'R':
        size = narrow(at, end);
        break;
      case 'f':
      case 'd':
      case 'i':
      case 'l':
      case 'b':
      case 'c': {
        std::size_t header = at;
        const std::uint64_t count = narrow(header, end);
        const std::uint32_t encoding = narrow(header, end);
        const std::uint64_t bytes = narrow(header, end);
        const std::uint64_t element = type == 'd' || type == 'l' ? 8 : type == 'f' || type == 'i' ? 4 : 1;
        size = 12 + static_cast<std::size_t>(encoding == 0 ? count * element : bytes);
        break;
      }
      default:
        fault(begin, concat("there is no type '", shortText({&type, 1}), "'"));
    }
    require(at, size, end);
    const FbxProperty result{.type = type, .bytes = file_.subspan(at, size)};
    at += size;
    return result;
  }

  ByteSpan file_;
  bool isWide_;
  std::size_t records_ = 0;
  std::uint64_t properties_ = 0;
};

}  // namespace

FbxDocument readBinaryFbx(ByteSpan file) {
  if (file.size() < kHeaderBytes) refuse("the FBX data is damaged (it is cut off); export it again, or as glTF");
  if (file[kBigEndianOffset] == 1) refuse("is a big-endian FBX; save it as FBX 2013 with Autodesk's FBX Converter");
  std::uint32_t version = 0;
  std::memcpy(&version, file.data() + kVersionOffset, 4);
  FbxDocument document{.file = file, .isBinary = true, .version = static_cast<int>(version), .root = {}};
  BinaryReader reader(file, document.version >= kWideVersion);
  std::size_t at = kHeaderBytes;
  while (at < file.size()) {
    FbxRecord record;
    if (!reader.readRecord(record, at, file.size(), 0)) break;
    document.root.children.push_back(std::move(record));
  }
  return document;
}

}  // namespace app
