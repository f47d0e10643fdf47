#include "app/host/stage/picture_stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/format/curve_json.h"
#include "app/model/model.h"
#include "app/platform/system_fonts.h"
#include "app/session/crowd/crowd.h"
#include "app/session/crowd/crowd_scene.h"
#include "app/ui/widgets/fonts.h"
#include "app/ui/widgets/theme.h"
#include "app/view/draw_list.h"

namespace app {
namespace {

// The system's fonts for a model's names, where the interface's own font lacks characters.

constexpr std::size_t kMaxCharacters = 2000;  // different ones; more would make the font's texture too large

std::vector<char32_t> missingCharacters(const Model& model) {
  std::vector<char32_t> missing;
  addMissingCharacters(model.name, missing);
  for (const auto& clip : model.clips) addMissingCharacters(clip.name(), missing);
  for (int joint = 0; joint < model.skeleton.jointCount(); ++joint)
    addMissingCharacters(model.skeleton.name(joint), missing);
  for (const Mesh& mesh : model.meshes) {
    addMissingCharacters(mesh.name, missing);
    for (const std::string& target : mesh.morphTargetNames) addMissingCharacters(target, missing);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (missing.size() > kMaxCharacters) missing.resize(kMaxCharacters);
  return missing;
}

/// For the names that the interface shows: of the model, its clips, joints, meshes and morph targets. Empty for names
/// in Latin, Greek and Cyrillic; only for others is the system asked (system_fonts.h).
std::vector<ExtraFont> fontsForNames(const Model& model) {
  std::vector<ExtraFont> fonts;
  const std::vector<char32_t> missing = missingCharacters(model);
  if (missing.empty()) return fonts;
  for (SystemFont& font : systemFontsFor(missing))
    fonts.push_back({std::move(font.file), font.index, std::move(font.characters)});
  return fonts;
}

PosedCrowd posedCrowd(const CrowdScene& scene) {
  if (!scene.crowd()) return {};
  const CrowdLayout& layout = scene.crowd()->layout();
  return {.matrices = scene.drawnMatrices(),
          .morphWeights = scene.drawnMorphWeights(),
          .count = scene.drawn(),
          .matrixCount = layout.matrixCount,
          .morphCount = layout.morphCount,
          .paletteOffsets = layout.paletteOffsets,
          .worldOffsets = layout.worldOffsets};
}

}  // namespace

crossfade::Result<PictureStage> PictureStage::make(const StageOptions& options) {
  PictureStage stage;
  if (auto made = stage.makeRenderer(options.loader); !made) return made.error();
  auto interface = Interface::make(options.scale);
  if (!interface) return interface.error();
  stage.interface_ = std::move(*interface);
  stage.interface_->useCurveText({.write = curveText, .read = curveFromText});
  stage.interface_->useFill([](int x, int y, int width, int height, ImVec4 color) {
    fillPixels({x, y}, {width, height}, {color.x, color.y, color.z, color.w});
  });
  stage.showsPanels_ = options.interface;
  stage.history_ = std::make_unique<FrameHistory>();
  return stage;
}

crossfade::Result<void> PictureStage::makeRenderer(GlLoader loader) {
  auto renderer = Renderer::make(loader);
  if (!renderer) return renderer.error();
  renderer_ = std::move(*renderer);
  painter_ = std::make_unique<ScenePainter>(*renderer_);
  lastGpuFrame_ = -1;
  return {};
}

void PictureStage::loseContext() {
  painter_.reset();
  renderer_.reset();
  interface_->loseContext();
}

crossfade::Result<void> PictureStage::restoreContext(GlLoader loader, const Model& model) {
  if (auto made = makeRenderer(loader); !made) return made;
  if (auto restored = interface_->restoreContext(); !restored) return restored;
  showModel(model);
  return {};
}

void PictureStage::showModel(const Model& model) {
  renderer_->setModel(model);
  painter_->forget();
  watch_.note(FrameEvent::ModelShown);
  showNames(model);
}

void PictureStage::showIncoming() {
  renderer_->showIncoming();
  painter_->forget();
  watch_.note(FrameEvent::ModelShown);
}

void PictureStage::showNames(const Model& model) {
  if (showsPanels_) interface_->useExtraFonts(fontsForNames(model));
}

PictureStage::SceneArea PictureStage::sceneArea(PictureSize size, SceneKind scene) const {
  if (!showsPanels_) return {size, {}};
  const UiRect free = interface_->viewport(size.width, size.height, scene);
  const int left = std::clamp(static_cast<int>(free.x), 0, size.width - 1);
  const int top = std::clamp(static_cast<int>(free.y), 0, size.height - 1);
  const int right = std::clamp(static_cast<int>(std::ceil(free.right())), left + 1, size.width);
  const int bottom = std::clamp(static_cast<int>(std::ceil(free.bottom())), top + 1, size.height);
  return {{right - left, bottom - top}, {left, size.height - bottom}};
}

float PictureStage::aspect(PictureSize size, SceneKind scene) const {
  const PictureSize area = sceneArea(size, scene).size;
  return static_cast<float>(area.width) / static_cast<float>(area.height);
}

void PictureStage::layOutPanels(const Session& session, const InputFrame& input, PictureSize size, double delta,
                                FrameProfiler& profiler, const Apply& apply) {
  commands_.clear();
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::Interface);
    interface_->beginFrame(input, size.width, size.height, delta);
    interface_->draw(session, *history_, commands_);
    interface_->endFrame();
  }
  for (const Command& command : commands_) apply(command);
}

void PictureStage::runPanels(const Session& session, const InputFrame& input, PictureSize size, double delta,
                             FrameProfiler& profiler, const Apply& apply) {
  if (!showsPanels_) return;
  layOutPanels(session, input, size, delta, profiler, apply);
  if (commands_.empty()) return;
  afterwards_ = input;
  beginNextFrame(afterwards_);
  layOutPanels(session, afterwards_, size, 0, profiler, apply);
}

/// A comparison side by side, or its first figure with the others as ghosts.
void PictureStage::fillComparison(const Session& session, const ViewOptions& view, float pictureAspect) {
  DrawList& list = painter_->list();
  const FadeComparison& comparison = session.character().comparison();
  const auto count = static_cast<std::size_t>(comparison.laneCount());
  std::array<PosedModel, kMaxVariants> poses;
  for (std::size_t i = 0; i < count; ++i) poses[i] = comparison.posed(static_cast<int>(i));
  Annotations around = session.annotations();
  around.trails = {};  // they belong to the scene's own figure
  if (!comparison.isOverlaid())
    return buildRowDrawList(session.model(), std::span(poses).first(count),
                            rowSpacing(session.character().bounds().framed), session.shownCamera(), pictureAspect, view,
                            around.bones, list);
  std::array<Ghost, kMaxVariants> ghosts;
  for (std::size_t i = 1; i < count; ++i)
    ghosts[i - 1] = {.pose = poses[i],
                     .color = glm::vec3(linearOf(clipColorOf(static_cast<int>(i), view.darkBackground)))};
  around.ghosts = std::span(ghosts).first(count - 1);
  buildDrawList(session.model(), poses[0], session.shownCamera(), pictureAspect, view, list, around);
}

/// The model, and beside it the two poses that are pointed at in the map of a fade.
void PictureStage::fillCharacter(const Session& session, const ViewOptions& view, float pictureAspect) {
  Annotations around = session.annotations();
  const FadeGhosts& pointed = session.character().fadeGhosts();
  std::array<Ghost, 2 * kMaxGhosts + 2> ghosts;
  std::size_t count = 0;
  for (const Ghost& ghost : around.ghosts) ghosts[count++] = ghost;
  for (const Ghost& ghost : pointed.ghosts()) {
    const int clip = &ghost == &pointed.ghosts()[0] ? pointed.from() : pointed.to();
    ghosts[count] = ghost;
    ghosts[count++].color = glm::vec3(linearOf(clipColorOf(clip, view.darkBackground)));
  }
  around.ghosts = std::span(ghosts).first(count);
  buildDrawList(session.model(), session.posed(), session.shownCamera(), pictureAspect, view, painter_->list(), around);
}

void PictureStage::fillDrawList(const Session& session, const ViewOptions& view, float pictureAspect) {
  DrawList& list = painter_->list();
  if (session.scene() == SceneKind::Crowd)
    buildCrowdDrawList(session.model(), posedCrowd(session.crowd()), session.camera(), pictureAspect, view, list);
  else if (session.character().isComparing())
    fillComparison(session, view, pictureAspect);
  else
    fillCharacter(session, view, pictureAspect);
  list.groundHeight = session.groundHeight();
  list.floor = session.floorPattern();
  if (session.scene() == SceneKind::Character) addFloorPath(session.character().ground().path(), list);
  list.lighting.exposure = std::exp2(view.exposure);
  list.premultiplied = view.transparent && hasLabels(session);
}

void PictureStage::drawCanvasAlone(const Session& session, const ViewOptions& view, PictureSize size,
                                   unsigned int framebuffer) {
  renderer_->clear(view.transparent ? glm::vec4(0.0f) : glm::vec4(0.0f, 0.0f, 0.0f, 1.0f), size, framebuffer);
  interface_->renderCanvas(session, view, size.width, size.height);
}

void PictureStage::drawSceneAlone(const Session& session, const ViewOptions& view, PictureSize size,
                                  unsigned int framebuffer) {
  if (!showsModel(session.scene())) return drawCanvasAlone(session, view, size, framebuffer);
  fillDrawList(session, view, static_cast<float>(size.width) / static_cast<float>(size.height));
  painter_->drawInFull(size, framebuffer);
  drawLabels(session, view, size);
}

void PictureStage::drawPortrait(const Session& session, PictureSize size, unsigned int framebuffer) {
  const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
  Camera camera = frame(facing(session.model()), session.character().bounds().framed, aspect);
  camera.target += session.character().cameraFollow();
  DrawList& list = painter_->list();
  buildDrawList(session.model(), session.posed(), camera, aspect, {.grid = false, .transparent = true}, list);
  list.groundHeight = session.groundHeight();
  list.lighting.exposure = 1;
  list.premultiplied = false;
  painter_->drawInFull(size, framebuffer);
}

bool PictureStage::hasLabels(const Session& session) {
  const bool comparing = session.scene() == SceneKind::Character && session.character().isComparing();
  return session.scene() == SceneKind::Crowd || comparing;
}

/// Labels for a picture without panels.
void PictureStage::drawLabels(const Session& session, const ViewOptions& view, PictureSize size) {
  if (hasLabels(session)) interface_->renderCanvas(session, view, size.width, size.height);
}

void PictureStage::draw(const Session& session, PictureSize size, unsigned int framebuffer, FrameProfiler& profiler) {
  if (!showsModel(session.scene())) {  // panels and canvas cover the whole picture
    const FrameProfiler::Scope scope(profiler, FrameStage::Interface);
    if (!showsPanels_) return drawCanvasAlone(session, session.view(), size, framebuffer);
    renderer_->clear({0, 0, 0, 1}, size, framebuffer);
    interface_->render();
    return;
  }
  const SceneArea area = sceneArea(size, session.scene());
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::Upload);
    fillDrawList(session, session.view(), aspect(size, session.scene()));
    painter_->prepare(area.size);
  }
  {
    const FrameProfiler::Scope scope(profiler, FrameStage::DrawSubmit);
    painter_->draw(framebuffer, area.origin);
  }
  const FrameProfiler::Scope scope(profiler, FrameStage::Interface);
  if (!showsPanels_) return drawLabels(session, session.view(), size);
  renderer_->gpuTimer().begin(GpuPass::Interface);
  interface_->render();
  renderer_->gpuTimer().end(GpuPass::Interface);
}

void PictureStage::remember(const Session& session, PictureSize size, const FrameSample& sample) {
  std::array<double, kGpuPassCount> milliseconds;
  milliseconds.fill(std::numeric_limits<double>::quiet_NaN());
  const GpuTimes& times = renderer_->gpuTimer().times();
  const bool isNew = times.frame != lastGpuFrame_;  // each GPU frame counts once
  if (isNew)
    for (std::size_t i = 0; i < kGpuPassCount; ++i) milliseconds[i] = times.milliseconds[i].value_or(milliseconds[i]);
  lastGpuFrame_ = times.frame;
  painter_->measured(times);
  FrameNotes notes = watch_.look(session, size, painter_->quality());
  notes.gpuFrame = renderer_->gpuTimer().frame();
  history_->pauseLog(interface_->workspace().profiler.isHolding());
  history_->add(sample, milliseconds, notes, isNew ? times.frame : -1);
}

}  // namespace app
