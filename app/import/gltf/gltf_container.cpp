#include "app/import/gltf/gltf_container.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/import/file/wrong_file.h"
#include "app/model/counted.h"

namespace app {
namespace {

std::uint32_t littleEndian32(ByteSpan bytes, std::size_t offset) {
  return static_cast<std::uint32_t>(bytes[offset]) | static_cast<std::uint32_t>(bytes[offset + 1]) << 8 |
         static_cast<std::uint32_t>(bytes[offset + 2]) << 16 | static_cast<std::uint32_t>(bytes[offset + 3]) << 24;
}

std::string_view asText(ByteSpan bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

struct Chunks {
  ByteSpan json;
  ByteSpan binary;
  bool hasBinary = false;
  std::vector<ByteSpan> others;  // with their headers
};

/// glTF 2.0, 4.4: a header of 12 bytes, then chunks; the first is JSON, the second may be binary, others are skipped.
Chunks splitBinaryContainer(ByteSpan file, ImportReport& report) {
  if (file.size() < glb::kHeaderBytes) refuse("the binary header is cut off after ", file.size(), " of 12 bytes");
  const std::uint32_t version = littleEndian32(file, 4);
  if (version == 1) throw OldGltf("is glTF 1.0; only glTF 2.0 can be opened");
  if (version != 2) refuse("binary container version ", version, " is unknown; only version 2 can be opened");
  const std::uint32_t length = littleEndian32(file, 8);
  if (length > file.size())
    refuse("the file ends after ", file.size(), " of the ", length, " bytes its header declares");
  if (length < file.size())
    report.add(Finding::Ignored, "file", concat(file.size() - length, " bytes after the end of the container"));

  Chunks chunks;
  bool first = true;
  for (std::size_t offset = glb::kHeaderBytes; offset < length; first = false) {
    if (length - offset < glb::kChunkHeaderBytes) refuse("the chunk header at byte ", offset, " is cut off");
    const std::uint32_t size = littleEndian32(file, offset);
    const std::uint32_t type = littleEndian32(file, offset + 4);
    offset += glb::kChunkHeaderBytes;
    if (size > length - offset)
      refuse("the chunk at byte ", offset - glb::kChunkHeaderBytes, " has ", size, " bytes, but only ", length - offset,
             " are left");
    const ByteSpan body = file.subspan(offset, size);
    if (first && type != glb::kJsonChunk) refuse("the first chunk of the binary container is not JSON");
    if (!first && type == glb::kJsonChunk) refuse("there are two JSON chunks");
    if (type == glb::kJsonChunk) {
      chunks.json = body;
    } else if (type == glb::kBinaryChunk) {
      if (chunks.hasBinary) refuse("there are two binary chunks");
      chunks.binary = body;
      chunks.hasBinary = true;
    } else {
      chunks.others.push_back(file.subspan(offset - glb::kChunkHeaderBytes, glb::kChunkHeaderBytes + size));
    }
    offset += size;
  }
  if (first) refuse("the binary container has no JSON chunk");
  return chunks;
}

/// The text that it was parsed from is put into `text`.
JsonTree<> parsedJson(ByteSpan bytes, ImportReport& report, std::string& text) {
  if (bytes.size() > limits::kJsonBytes)
    refuse("the JSON has ", bytes.size(), " bytes; the limit is ", limits::kJsonBytes);
  Utf8Text checked = validUtf8(asText(bytes));
  if (checked.replaced > 0)
    report.add(
        Finding::Repaired, "JSON",
        countOf(checked.replaced, "byte that is not UTF-8 was replaced", "bytes that are not UTF-8 were replaced"));
  if (const int replaced = replaceLoneSurrogates(checked.text); replaced > 0)
    report.add(Finding::Repaired, "JSON",
               countOf(replaced, "incomplete character was replaced", "incomplete characters were replaced"));
  // Some writers pad the chunk with zero bytes instead of spaces.
  while (!checked.text.empty() && checked.text.back() == '\0') checked.text.pop_back();
  if (const std::size_t at = tooDeepAt(checked.text); at != std::string::npos)
    refuse("the JSON is nested deeper than ", kMaxJsonDepth, " levels at byte ", at);
  JsonTree<> json;
  if (const std::optional<JsonFault> fault = readJson(checked.text, json)) {
    if (fault->isNumberTooLarge) refuse("the JSON holds a number that is too large");
    if (fault->at > checked.text.size()) refuse("the JSON ends too early, after ", checked.text.size(), " bytes");
    refuse("the JSON is broken at byte ", fault->at, " of ", checked.text.size());
  }
  if (!json.root().is_object()) refuse("the JSON is not an object");
  text = std::move(checked.text);
  return json;
}

}  // namespace

GltfContainer readContainer(ByteSpan file, ImportReport& report, ContainerParts parts) {
  refuseWrongFile(file, ".gltf");
  const std::string_view text = asText(file);
  Chunks chunks;
  if (!text.starts_with("glTF")) {
    const std::size_t start = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (start == std::string_view::npos || text[start] != '{') refuse("is neither a glTF binary nor JSON");
    chunks.json = file;
  } else {
    chunks = splitBinaryContainer(file, report);
  }
  std::string json;
  GltfContainer container{.json = parsedJson(chunks.json, report, json),
                          .binary = Bytes(chunks.binary.begin(), chunks.binary.end()),
                          .hasBinary = chunks.hasBinary};
  if (parts == ContainerParts::Known) return container;
  if (json.starts_with("\xEF\xBB\xBF")) json.erase(0, 3);
  container.text = std::move(json);
  for (const ByteSpan chunk : chunks.others)
    container.otherChunks.insert(container.otherChunks.end(), chunk.begin(), chunk.end());
  return container;
}

}  // namespace app
