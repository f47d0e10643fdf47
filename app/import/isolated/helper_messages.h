// What the import helper says on its pipe, in messages. Both sides are of one build.
#pragma once

#include <cstdint>

#include "app/import/blob/blob_archive.h"
#include "app/import/file/import_watch.h"

namespace app {

inline constexpr int kHelperPipe = 3;  // the descriptor the helper writes to; besides it, it has only 0 to 2

enum class HelperMessage : std::uint32_t {
  Progress = 0x6d70'0001,  // HelperProgress
  File,                    // a path, as ImportProgress::files()
  Error,                   // one sentence without the file's name; ends the conversation, as does a
  Model,                   // see model_blob.h
};

/// Comes before the bytes of each message.
struct HelperHeader {
  HelperMessage kind{};
  std::uint32_t unused = 0;
  std::uint64_t size = 0;
};
static_assert(sizeof(HelperHeader) == 16);

struct HelperProgress {
  ImportStage stage{};
  double fraction = 0;
};
template <>
inline constexpr ImportStage kLastOf<ImportStage> = ImportStage::Pictures;
template <class Archive>
void fields(Archive& archive, Stored<Archive, HelperProgress>& progress) {
  archive(progress.stage, progress.fraction);
}

}  // namespace app
