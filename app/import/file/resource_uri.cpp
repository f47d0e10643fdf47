#include "app/import/file/resource_uri.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "app/import/file/import_error.h"
#include "app/import/file/utf8_text.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr std::string_view kDataScheme = "data:";

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string percentDecoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
      result += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

namespace {

bool hasScheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  return std::all_of(uri.begin(), uri.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; });
}

std::array<std::int8_t, 256> base64Table() {
  std::array<std::int8_t, 256> table;
  table.fill(-1);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  return table;
}

Bytes base64Decoded(std::string_view text) {
  static const std::array<std::int8_t, 256> kTable = base64Table();
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) refuse("broken base64: ", text.size(), " digits cannot be whole bytes");
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t pending = 0;
  int bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = kTable[static_cast<unsigned char>(text[i])];
    if (digit < 0) refuse("broken base64: byte ", i, " is not a base64 digit");
    pending = (pending << 6) | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(pending >> bits));
    pending &= (1u << bits) - 1;
  }
  return bytes;
}

}  // namespace

bool isDataUri(std::string_view uri) { return lowerCase(uri.substr(0, kDataScheme.size())) == kDataScheme; }

Bytes decodeDataUri(std::string_view uri, std::uint64_t limit) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) refuse("the data URI '", shortText(uri), "' has no comma");
  if (uri.size() - comma > limit / 3 * 4)
    refuse("the data URI has ", uri.size(), " characters; the limit is ", limit, " bytes");
  const bool base64 = uri.substr(0, comma).ends_with(";base64");
  std::string_view payload = uri.substr(comma + 1);
  std::string decoded;
  if (!base64 || payload.find('%') != std::string_view::npos) {
    decoded = percentDecoded(payload);
    payload = decoded;
  }
  return base64 ? base64Decoded(payload) : Bytes(payload.begin(), payload.end());
}

std::filesystem::path folderOf(const std::filesystem::path& document) {
  std::error_code failure;
  if (std::filesystem::is_symlink(document, failure))
    if (const auto target = std::filesystem::canonical(document, failure); !failure) return target.parent_path();
  return document.has_parent_path() ? document.parent_path() : std::filesystem::path(".");
}

bool isWithin(const std::filesystem::path& folder, const std::filesystem::path& file) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

std::filesystem::path confinedPath(const std::filesystem::path& folder, std::string_view uri) {
  const auto refuseUri = [uri](std::string_view why) { refuse("'", shortText(uri), "' ", why); };
  if (uri.empty()) refuseUri("is an empty file name");
  if (folder.empty()) refuseUri("names a file, but this document has no folder");
  const std::string name = percentDecoded(uri);
  if (name.find('\0') != std::string::npos) refuseUri("holds a zero byte");
  if (hasScheme(uri) || hasScheme(name)) refuseUri("has a scheme; only files beside the model are read");
  if (name.find('\\') != std::string::npos) refuseUri("holds a backslash");
  const std::filesystem::path relative = std::filesystem::path(name).lexically_normal();
  if (relative.is_absolute()) refuseUri("is an absolute path; only files beside the model are read");
  if (relative.empty() || *relative.begin() == "..") refuseUri("leads out of the model's folder");

  std::error_code failure;
  const std::filesystem::path home = std::filesystem::canonical(folder, failure);
  if (failure) refuseUri("cannot be resolved: " + failure.message());
  const std::filesystem::path file = std::filesystem::canonical(home / relative, failure);
  if (failure) refuseUri("cannot be opened: " + failure.message());
  if (!isWithin(home, file)) refuseUri("leads out of the model's folder by a symbolic link");
  return file;
}

namespace {

/// A file that is missing now may come later.
void noteMissing(const std::filesystem::path& folder, std::string_view uri, const ImportWatch& watch) {
  const std::filesystem::path relative = std::filesystem::path(percentDecoded(uri)).lexically_normal();
  if (folder.empty() || relative.empty() || relative.is_absolute() || *relative.begin() == "..") return;
  watch.uses(folder / relative);
}

}  // namespace

Bytes readResource(const std::filesystem::path& folder, std::string_view uri, std::uint64_t limit,
                   const ImportWatch& watch) {
  if (isDataUri(uri)) return decodeDataUri(uri, limit);
  std::filesystem::path file;
  try {
    file = confinedPath(folder, uri);
  } catch (const ImportError&) {
    noteMissing(folder, uri, watch);
    throw;
  }
  try {
    return readRegularFile(file, limit, watch);
  } catch (const ImportError& error) {
    refuse("'", shortText(uri), "' ", error.what());
  }
}

}  // namespace app
