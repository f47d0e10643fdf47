#include "app/host/window/file_dialogs.h"

#include <utility>

#include "app/model/file_formats.h"

namespace app {
namespace {

/// What to do with the files; several as when they are dropped.
void openChosen(std::vector<std::string> paths, BrowsePurpose purpose, Commands& out) {
  const bool together = paths.size() > 1;
  for (std::string& path : paths) {
    if (purpose == BrowsePurpose::AddClips)
      out.push_back(AddClipsOf{std::move(path)});
    else
      out.push_back(RequestOpen{std::move(path), together});
  }
}

}  // namespace

FileDialog fileDialogFor(BrowsePurpose purpose, const std::string& model) {
  const bool adds = purpose == BrowsePurpose::AddClips;
  DialogFilter opens{.name = adds ? "Models" : "Models, projects, scripts and shapes", .patterns = {}};
  for (const ModelFormat& format : kModelFormats) opens.patterns.push_back(anyCasePattern(format.ending));
  if (!adds) {
    opens.patterns.push_back(anyCasePattern(kProjectEnding));
    for (const std::string_view ending : kShapeEndings) opens.patterns.push_back(anyCasePattern(ending));
  }
  return {.title = adds ? "Add clips to " + model : "Open",
          .acceptLabel = adds ? "Add" : "",
          .parent = {},
          .folder = {},
          .multiple = true,
          .filters = {std::move(opens), {.name = "All files", .patterns = {"*"}}}};
}

void FileDialogs::show(BrowsePurpose purpose, FileDialog dialog) {
  purpose_ = purpose;
  portal_.show(std::move(dialog));
}

void FileDialogs::poll(Commands& out) {
  if (const bool offered = portal_.isOffered(); std::exchange(offered_, offered) != offered)
    out.push_back(ReportDialog{offered});
  auto answer = portal_.poll();
  if (!answer) return;
  switch (answer->kind) {
    case DialogAnswer::Kind::Chosen:
      return openChosen(std::move(answer->paths), purpose_, out);
    case DialogAnswer::Kind::Canceled:
      return;
    case DialogAnswer::Kind::Missed:
      return out.push_back(ReportDialogMissed{purpose_});
    case DialogAnswer::Kind::NotLocal:
      return out.push_back(ShowMessage{"Only local files can be opened.", true});
  }
}

}  // namespace app
