#include "app/import/fbx/fbx_copy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "app/import/file/import_error.h"

namespace app {
namespace {

constexpr int kPointLayer = 77;  // no file has that many

/// A record that the file does not have. Its values are those of one type only.
struct NewRecord {
  std::string name;
  std::vector<std::int32_t> integers;
  std::vector<std::string> texts;
  std::vector<double> array;  // not empty: the only value
  std::vector<NewRecord> children;
};

/// What is different in the copy.
struct Edits {
  std::map<const FbxRecord*, std::string> names;  // the new name of an object, with its class
  std::set<const FbxRecord*> left;                // out
  std::set<const FbxRecord*> toRoot;              // connections that lead to the root instead
  std::map<const FbxRecord*, std::vector<NewRecord>> added;
};

void append(Bytes& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }
void append(Bytes& out, ByteSpan bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
template <class T>
void appendRaw(Bytes& out, T value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  std::memcpy(out.data() + at, &value, sizeof value);
}

/// Bytes by the only letters that assimp knows for them.
char typeForAssimp(char type) { return type == 'B' || type == 'Z' ? 'C' : type == 'b' ? 'c' : type; }

class BinaryWriter {
 public:
  BinaryWriter(const FbxDocument& document, const Edits& edits) : edits_(edits), isWide_(document.version >= 7500) {
    append(out_, document.file.first(27));
    for (const FbxRecord& record : document.root.children) write(record);
    writeNull();
  }
  Bytes take() { return std::move(out_); }

 private:
  void word(std::uint64_t value) {
    if (isWide_)
      appendRaw(out_, value);
    else
      appendRaw(out_, static_cast<std::uint32_t>(value));
  }
  void setWord(std::size_t at, std::uint64_t value) {
    if (!isWide_ && value > 0xFFFFFFFFu) refuse("the FBX data is too large for its version");
    std::memcpy(out_.data() + at, &value, isWide_ ? 8 : 4);
  }
  std::size_t wordBytes() const { return isWide_ ? 8 : 4; }
  void writeNull() { out_.insert(out_.end(), 3 * wordBytes() + 1, 0); }

  /// `properties()` writes them, `children()` says whether it wrote any.
  template <class Properties, class Children>
  void writeRecord(std::string_view name, std::size_t propertyCount, Properties properties, Children children) {
    const std::size_t begin = out_.size();
    word(0);
    word(propertyCount);
    word(0);
    out_.push_back(static_cast<std::uint8_t>(name.size()));
    append(out_, name);
    const std::size_t before = out_.size();
    properties();
    setWord(begin + 2 * wordBytes(), out_.size() - before);
    if (children()) writeNull();
    setWord(begin, out_.size());
  }
  void writeText(std::string_view text) {
    out_.push_back('S');
    appendRaw(out_, static_cast<std::uint32_t>(text.size()));
    append(out_, text);
  }
  void write(const FbxRecord& record) {
    if (edits_.left.contains(&record)) return;
    const auto name = edits_.names.find(&record);
    const auto added = edits_.added.find(&record);
    writeRecord(
        record.name, record.properties.size(),
        [&] {
          for (std::size_t i = 0; i < record.properties.size(); ++i) {
            const FbxProperty& property = record.properties[i];
            if (i == 1 && name != edits_.names.end()) {
              writeText(name->second);
              continue;
            }
            if (i == 2 && edits_.toRoot.contains(&record)) {
              out_.push_back('L');
              appendRaw(out_, std::int64_t{0});
              continue;
            }
            out_.push_back(static_cast<std::uint8_t>(typeForAssimp(property.type)));
            if (property.type == 'S' || property.type == 'R')
              appendRaw(out_, static_cast<std::uint32_t>(property.bytes.size()));
            append(out_, property.bytes);
          }
        },
        [&] {
          for (const FbxRecord& child : record.children) write(child);
          if (added != edits_.added.end())
            for (const NewRecord& child : added->second) write(child);
          return !record.children.empty() || added != edits_.added.end();
        });
  }
  void write(const NewRecord& record) {
    writeRecord(
        record.name, record.array.empty() ? record.integers.size() + record.texts.size() : 1,
        [&] {
          for (const std::int32_t value : record.integers) out_.push_back('I'), appendRaw(out_, value);
          for (const std::string& text : record.texts) writeText(text);
          if (record.array.empty()) return;
          out_.push_back('d');
          appendRaw(out_, static_cast<std::uint32_t>(record.array.size()));
          appendRaw(out_, std::uint32_t{0});  // not compressed
          appendRaw(out_, static_cast<std::uint32_t>(record.array.size() * 8));
          for (const double value : record.array) appendRaw(out_, value);
        },
        [&] {
          for (const NewRecord& child : record.children) write(child);
          return !record.children.empty();
        });
  }

  const Edits& edits_;
  bool isWide_;
  Bytes out_;
};

class TextWriter {
 public:
  TextWriter(const FbxDocument& document, const Edits& edits) : file_(document.file), edits_(edits) {
    visit(document.root);
    copyUntil(file_.size());
  }
  Bytes take() { return std::move(out_); }

 private:
  void copyUntil(std::size_t end) {
    if (end > done_) append(out_, file_.subspan(done_, end - done_));
    done_ = std::max(done_, end);
  }
  void visit(const FbxRecord& record) {
    for (const FbxRecord& child : record.children) {
      if (edits_.left.contains(&child)) {
        copyUntil(child.begin);
        done_ = child.end + (child.hasBraces ? 1 : 0);
        continue;
      }
      if (const auto name = edits_.names.find(&child); name != edits_.names.end()) {
        const ByteSpan old = child.properties[1].bytes;
        copyUntil(static_cast<std::size_t>(old.data() - file_.data()));
        const std::string_view quotes = child.properties[1].type == 'S' ? "" : "\"";  // a damaged file may have none
        append(out_, concat(quotes, name->second, quotes));
        done_ += old.size();
      }
      if (edits_.toRoot.contains(&child)) {
        const ByteSpan old = child.properties[2].bytes;
        copyUntil(static_cast<std::size_t>(old.data() - file_.data()));
        append(out_, std::string_view("0"));
        done_ += old.size();
      }
      visit(child);
      if (const auto added = edits_.added.find(&child); added != edits_.added.end() && child.hasBraces) {
        copyUntil(child.end);
        for (const NewRecord& each : added->second) write(each);
      }
    }
  }
  void write(const NewRecord& record) {
    append(out_, concat("\n", record.name, ": "));
    for (std::size_t i = 0; i < record.integers.size(); ++i) append(out_, concat(i > 0 ? "," : "", record.integers[i]));
    for (const std::string& text : record.texts) append(out_, concat("\"", text, "\""));
    if (!record.array.empty()) {
      append(out_, concat("*", record.array.size(), " {\na: "));
      for (std::size_t i = 0; i < record.array.size(); ++i) append(out_, concat(i > 0 ? "," : "", record.array[i]));
      append(out_, std::string_view("\n}\n"));
    }
    if (record.children.empty()) return;
    append(out_, std::string_view(" {"));
    for (const NewRecord& child : record.children) write(child);
    append(out_, std::string_view("\n}\n"));
  }

  ByteSpan file_;
  const Edits& edits_;
  std::size_t done_ = 0;
  Bytes out_;
};

int indexOf(const FbxRecord& record) {
  return record.properties.empty() ? 0 : static_cast<int>(integerOf(record.properties.front()));
}

NewRecord textRecord(std::string name, std::string value) {
  return {.name = std::move(name), .integers = {}, .texts = {std::move(value)}, .array = {}, .children = {}};
}

/// Adds a set of texture coordinates that says which control point a vertex is of.
void markPoints(const FbxRecord& geometry, Edits& edits) {
  const std::size_t count = numbersIn(geometry, "Vertices").size() / 3;
  if (count == 0) return;
  std::set<int> used;
  for (const FbxRecord& child : geometry.children) {
    if (child.name != "LayerElementUV") continue;
    if (indexOf(child) < kFbxUvSets)
      used.insert(indexOf(child));
    else
      edits.left.insert(&child);
  }
  int index = 0;
  while (used.contains(index)) ++index;
  std::vector<double> marks;
  marks.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i)
    marks.insert(marks.end(), {static_cast<double>(i), static_cast<double>(kFbxPointMark)});
  const auto number = [](std::string name, int value) {
    return NewRecord{.name = std::move(name), .integers = {value}, .texts = {}, .array = {}, .children = {}};
  };
  NewRecord set = number("LayerElementUV", index);
  set.children = {number("Version", 101), textRecord("Name", "points"),
                  textRecord("MappingInformationType", "ByVertice"), textRecord("ReferenceInformationType", "Direct")};
  set.children.push_back({.name = "UV", .integers = {}, .texts = {}, .array = std::move(marks), .children = {}});
  NewRecord element{.name = "LayerElement", .integers = {}, .texts = {}, .array = {}, .children = {}};
  element.children = {textRecord("Type", "LayerElementUV"), number("TypedIndex", index)};
  NewRecord layer = number("Layer", kPointLayer);
  layer.children = {number("Version", 100), std::move(element)};
  edits.added[&geometry] = {std::move(set), std::move(layer)};
}

/// assimp reads only the relative path of a texture; some files have another one only.
void addRelativePath(const FbxRecord& texture, Edits& edits) {
  const auto textIn = [&](std::string_view name) {
    const FbxRecord* const found = texture.child(name);
    return found && !found->properties.empty() ? rawTextOf(found->properties.front()) : std::string_view();
  };
  const std::string_view path = textIn("FileName");
  if (path.empty() || !textIn("RelativeFilename").empty()) return;
  for (const FbxRecord& child : texture.children)
    if (child.name == "RelativeFilename") edits.left.insert(&child);
  edits.added[&texture] = {textRecord("RelativeFilename", std::string(path))};
}

/// Whether assimp gets a top-level record: only the known ones, as it may stumble over others.
bool isForAssimp(const FbxRecord& record) {
  constexpr std::array<std::string_view, 8> kRead = {
      "FBXHeaderExtension", "FileId",      "CreationTime", "Creator",
      "GlobalSettings",     "Definitions", "Objects",      "Connections"};
  return std::find(kRead.begin(), kRead.end(), record.name) != kRead.end();
}

bool isForAssimp(const FbxObject& object) {
  constexpr std::array<std::string_view, 7> kLeftOut = {
      "AnimationStack", "AnimationLayer", "AnimationCurveNode", "AnimationCurve", "Deformer", "Pose", "NodeAttribute"};
  return std::find(kLeftOut.begin(), kLeftOut.end(), object.kind) == kLeftOut.end() &&
         !(object.kind == "Geometry" && object.subclass == "Shape");
}

/// Makes all nodes children of the root: assimp recurses over the tree, and a deep one would overflow the stack.
void flattenNodes(const FbxScene& scene, Edits& edits) {
  const FbxRecord* const connections = scene.document().root.child("Connections");
  if (!connections) return;
  std::set<std::int64_t> models;
  for (const FbxObject& object : scene.objects())
    if (object.kind == "Model") models.insert(object.id);
  for (const FbxRecord& record : connections->children)
    if (record.properties.size() > 2 && models.contains(integerOf(record.properties[1])) &&
        models.contains(integerOf(record.properties[2])))
      edits.toRoot.insert(&record);
}

}  // namespace

std::string fbxCopyName(const FbxObject& object) { return concat("object", object.id); }

Bytes writeFbxCopy(const FbxScene& scene) {
  Edits edits;
  flattenNodes(scene, edits);
  const bool isBinary = scene.document().isBinary;
  for (const FbxRecord& record : scene.document().root.children)
    if (!isForAssimp(record)) edits.left.insert(&record);
  for (const FbxObject& object : scene.objects()) {
    if (!isForAssimp(object)) {
      edits.left.insert(object.record);
    } else if (object.kind == "Model" || object.kind == "Geometry") {
      const std::string name = fbxCopyName(object);
      edits.names[object.record] =
          isBinary ? name + std::string("\0\1", 2) + std::string(object.kind) : concat(object.kind, "::", name);
      if (object.kind == "Geometry" && object.subclass == "Mesh") markPoints(*object.record, edits);
    } else if (object.kind == "Texture") {
      addRelativePath(*object.record, edits);
    }
  }
  return isBinary ? BinaryWriter(scene.document(), edits).take() : TextWriter(scene.document(), edits).take();
}

}  // namespace app
