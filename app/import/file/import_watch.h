// The importing side of an ImportProgress: says where the work is, and ends it when nobody wants it any more.
#pragma once

#include <cstddef>

#include "app/import/file/import_progress.h"

namespace app {

/// Thrown when the import was abandoned. Never leaves the room, as a ImportError does not.
struct Abandoned {};

/// A part of the work, as a range of the progress. Small and copied freely; made of nothing it watches nothing and
/// costs nothing.
class ImportWatch {
 public:
  ImportWatch() = default;
  /// Over the whole import of one file. Throws Abandoned, as all the others do, when that is the case.
  explicit ImportWatch(ImportProgress* progress);

  void look() const;
  /// `fraction` of this part is done.
  void at(double fraction) const;
  /// The same for `done` of `count` equal steps; none at all is all of them.
  void at(std::size_t done, std::size_t count) const {
    at(count == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(count));
  }
  /// A part of this part, from step `index` of `count` to the next.
  ImportWatch subrange(std::size_t index, std::size_t count) const;
  /// A stage of this part, which is then a whole file.
  ImportWatch enter(ImportStage stage) const;
  /// This part is a whole file, and it is done.
  void finishFile() const;

 private:
  ImportWatch(ImportProgress* progress, double from, double to) : progress_(progress), from_(from), to_(to) {}

  ImportProgress* progress_ = nullptr;
  double from_ = 0;
  double to_ = 1;
};

}  // namespace app
