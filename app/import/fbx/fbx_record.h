// An FBX file as a tree of records, read without looking at what they mean. Binary or text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/import/file/file_bytes.h"

namespace app {

/// One value of a record, still as it is in the file.
struct FbxProperty {
  char type = 0;   // the type code of a binary file; of a text 'S' (in quotes), 'N' (number or word) or '*' (array)
  ByteSpan bytes;  // without the type code; of a string without its length or quotes
};

struct FbxRecord {
  std::string_view name;
  std::vector<FbxProperty> properties;
  std::vector<FbxRecord> children;

  /// The first child of that name; null: none.
  const FbxRecord* child(std::string_view childName) const;
  /// The first property of that child; null: none.
  const FbxProperty* valueIn(std::string_view childName) const;
  /// Its text; empty: there is none.
  std::string_view textIn(std::string_view childName) const;
};

/// The spans and names point into the file, which must live as long, or into `turned` or `made`. Moving keeps them
/// valid, copying would not.
struct FbxDocument {
  FbxDocument() = default;
  FbxDocument(FbxDocument&&) = default;
  FbxDocument& operator=(FbxDocument&&) = default;

  ByteSpan file;
  Bytes turned;             // of a big-endian file: the file with all numbers little-endian
  std::vector<Bytes> made;  // values that are not in the file, see fbx_legacy.h
  bool isBinary = false;
  int version = 0;  // 7400
  FbxRecord root;
};

/// Throws ImportError with the location of the first fault.
FbxDocument readFbx(ByteSpan file);
FbxDocument readBinaryFbx(ByteSpan file);
FbxDocument readTextFbx(ByteSpan file);

// What is not there, or of another type, is 0 or empty.
double numberOf(const FbxProperty& property);
std::int64_t integerOf(const FbxProperty& property);
std::string_view rawTextOf(const FbxProperty& property);
/// Of an array. Throws ImportError if it is damaged or larger than limits::kAccessorElements.
std::vector<double> numbersOf(const FbxProperty& property);
std::vector<std::int64_t> integersOf(const FbxProperty& property);

/// Where the values of an entry of Properties70 begin: after its name, type, label and flags.
inline constexpr std::size_t kFbxEntryValue = 4;
/// The entry of that name in a Properties70 that has a value; null: there is none.
const FbxRecord* fbxEntryIn(const FbxRecord* list, std::string_view name);

/// The array that is the only property of `parent`'s child `name`.
std::vector<double> numbersIn(const FbxRecord& parent, std::string_view name);
std::vector<std::int64_t> integersIn(const FbxRecord& parent, std::string_view name);

}  // namespace app
