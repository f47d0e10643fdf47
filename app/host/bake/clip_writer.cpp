#include "app/host/bake/clip_writer.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/export/glb_model.h"
#include "app/format/transition_json.h"
#include "app/host/files/model_file.h"
#include "app/import/file/resource_uri.h"
#include "app/model/add_clips.h"
#include "app/model/file_formats.h"
#include "app/model/json/event_json.h"
#include "app/model/json/json_tree.h"
#include "app/model/upright.h"
#include "app/record/pending_file.h"
#include "app/record/png.h"

namespace app {
namespace {

using crossfade::Result;

/// The model without its clips.
Result<std::vector<std::uint8_t>> documentOfModel(const Model& model, std::vector<std::string>& lost) {
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const Image& image : model.images) {
    auto png = pngBytes({image.width, image.height, image.rgba});
    if (!png) lost.push_back("image '" + image.name + "' is left out: " + png.error().message);
    pictures.push_back(png ? *std::move(png) : std::vector<std::uint8_t>());
  }
  return glbOfModel(model, pictures);
}

/// The document with clips, as a copy. `folder`: where what it names is.
Result<ModelCopy> copyOf(const std::vector<std::uint8_t>& document, const std::filesystem::path& folder,
                         const Model& model, const crossfade::Skeleton& skeleton,
                         std::span<const crossfade::AnimationClip* const> clips, const GlbOptions& options,
                         std::vector<std::string> lost) {
  ImportReport report;
  GlbOptions withValues = options;
  withValues.materialValues = model.materialValues;
  withValues.sceneValues = model.sceneValues;
  auto glb = glbWithClips(document, folder, skeleton, clips, report, withValues);
  if (!glb) return crossfade::Error{(model.path.empty() ? "character.glb" : model.path) + ": " + glb.error().message};
  ModelCopy copy{.bytes = *std::move(glb), .lost = std::move(lost)};
  for (const ReportLine& line : report.lines)
    if (line.kind == Finding::Lost) copy.lost.push_back(line.location + ": " + line.what);
  return copy;
}

/// As they are set now.
std::span<const crossfade::ClipEvent> eventsOf(const Session& session, std::size_t clip) {
  const crossfade::ClipEvents* const events = session.character().player().clipEvents(static_cast<int>(clip));
  return events ? events->events() : std::span<const crossfade::ClipEvent>();
}

/// The "extras" of a clip: its events; empty: none.
std::string extrasOf(const Session& session, std::size_t clip) {
  const auto events = eventsOf(session, clip);
  return events.empty() ? std::string() : jsonText(nlohmann::json{{"events", clipEventsToJson(events)}});
}

}  // namespace

bool isGltfFile(const std::string& path) {
  const ModelFormat* const format = modelFormatOf(path);
  return path.empty() || (format && format->isGltf);
}

Result<ModelCopy> copyWithClips(const Model& model, std::span<const crossfade::AnimationClip* const> clips,
                                const GlbOptions& options) {
  std::vector<std::string> lost;
  const auto document = isGltfFile(model.path) ? readModelFile(model.path) : documentOfModel(model, lost);
  if (!document) return document.error();
  // A copy of the file is not turned.
  const bool isTurned = isGltfFile(model.path) && (model.turn != Model{}.turn || model.scale != 1);
  std::vector<crossfade::AnimationClip> back;
  std::vector<const crossfade::AnimationClip*> written(clips.begin(), clips.end());
  if (isTurned)
    for (const crossfade::AnimationClip* clip : clips) back.push_back(turnedBack(*clip, model));
  for (std::size_t i = 0; i < back.size(); ++i) written[i] = &back[i];
  return copyOf(*document, folderOf(model.path), model, isTurned ? skeletonTurnedBack(model) : model.skeleton, written,
                options, std::move(lost));
}

Result<ModelCopy> rebuiltCopy(const Session& session) {
  const Model& model = session.model();
  std::vector<std::string> lost;
  const auto document = documentOfModel(model, lost);
  if (!document) return document.error();
  std::vector<const crossfade::AnimationClip*> clips;
  std::vector<std::string> extras;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    clips.push_back(&model.clips[i]);
    extras.push_back(extrasOf(session, i));
  }
  return copyOf(*document, {}, model, model.skeleton, clips, {.clipExtras = extras}, std::move(lost));
}

Result<ModelCopy> copyWithBaked(const Session& session, std::span<const BakedClip> baked, bool keepsOwnClips) {
  const Model& model = session.model();
  std::vector<const crossfade::AnimationClip*> clips;
  const std::size_t first =
      isGltfFile(model.path) || !keepsOwnClips ? ownClipCount(model) : 0;  // those of a glTF file are in it already
  std::vector<std::string> extras;
  for (std::size_t i = first; i < model.clips.size(); ++i) {
    clips.push_back(&model.clips[i]);
    extras.push_back(extrasOf(session, i));
  }
  std::vector<std::optional<std::string>> ownEvents(first);
  for (std::size_t i = 0; i < first; ++i)
    if (session.character().clipSettings()[i].events) ownEvents[i] = jsonText(clipEventsToJson(eventsOf(session, i)));
  for (const BakedClip& each : baked) {
    clips.push_back(&each.clip);
    extras.push_back(each.extras);
  }
  std::string set;
  if (const TransitionCells& cells = session.character().transitions(); !cells.empty())
    set = transitionSetText(cells, session);
  auto copy = copyWithClips(
      model, clips, {.keepsOwnClips = keepsOwnClips, .clipExtras = extras, .ownEvents = ownEvents, .extras = set});
  for (const BakedClip& each : baked)
    if (copy && each.droppedEvents > 0)
      copy->lost.push_back("clip '" + each.clip.name() + "': " + std::to_string(each.droppedEvents) +
                           " events, because a clip holds at most " +
                           std::to_string(crossfade::ClipEvents::kMostEvents) + ", " +
                           std::to_string(crossfade::ClipEvents::kMostSpans) + " of them spans");
  return copy;
}

Result<void> writeCopy(const std::string& out, const ModelCopy& copy) {
  return writeWholeFile(out, std::as_bytes(std::span(copy.bytes)));
}

Result<std::vector<std::string>> writeClips(const std::string& out, const Model& model,
                                            std::span<const crossfade::AnimationClip* const> clips,
                                            const GlbOptions& options) {
  auto copy = copyWithClips(model, clips, options);
  if (!copy) return copy.error();
  if (auto saved = writeCopy(out, *copy); !saved) return saved.error();
  return std::move(copy->lost);
}

}  // namespace app
