#include "app/render/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/profile/frame_profiler.h"
#include "app/render/backdrop.h"
#include "app/render/bone_overlay.h"
#include "app/render/caster_spheres.h"
#include "app/render/clean_state.h"
#include "app/render/crowd_casters.h"
#include "app/render/debug_messages.h"
#include "app/render/frame_uniforms.h"
#include "app/render/ghost_draw.h"
#include "app/render/line_overlay.h"
#include "app/render/pose_upload.h"
#include "app/render/scene_draw.h"
#include "app/render/scene_target.h"
#include "app/render/shadow_map.h"
#include "app/render/stream_buffer.h"
#include "app/render/studio.h"
#include "app/render/studio_textures.h"
#include "app/render/vertex_capture.h"

namespace app {
namespace {

constexpr float kSmallestScale = 0.1f;
constexpr int kMaxShadowTexels = 4096;
constexpr unsigned int kShadowUnit = static_cast<unsigned int>(SceneUnit::Shadow);
constexpr unsigned int kShadowDepthUnit = static_cast<unsigned int>(SceneUnit::ShadowDepth);

/// Everything that holds shaders; replaced as a whole when they are reloaded.
struct Passes {
  ScenePrograms scene;
  SceneTarget target;
  Backdrop backdrop;
  BoneOverlay bones;
  LineOverlay overlay;

  static crossfade::Result<Passes> make(const ShaderFolder& shaders, int maxSamples) {
    auto scene = ScenePrograms::make(shaders);
    if (!scene) return scene.error();
    auto target = SceneTarget::make(shaders, maxSamples);
    if (!target) return target.error();
    auto backdrop = Backdrop::make(shaders, kShadowUnit, kShadowDepthUnit);
    if (!backdrop) return backdrop.error();
    auto bones = BoneOverlay::make(shaders);
    if (!bones) return bones.error();
    auto overlay = LineOverlay::make(shaders);
    if (!overlay) return overlay.error();
    return Passes{std::move(*scene), std::move(*target), std::move(*backdrop), std::move(*bones), std::move(*overlay)};
  }
};

int texelsPerPage(const RendererLimits& limits) {
  GLint driver = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &driver);
  // Larger pages only waste memory.
  driver = std::clamp(driver, 65536, 1 << 24);
  return limits.maxTexelBufferTexels > 0 ? std::min(limits.maxTexelBufferTexels, driver) : driver;
}

std::string describeDriver() {
  const auto text = [](GLenum name) {
    const auto* value = reinterpret_cast<const char*>(glGetString(name));
    return std::string(value != nullptr ? value : "unknown");
  };
  return text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

PictureSize scaled(PictureSize size, float scale) {
  const auto side = [&](int pixels) {
    return std::max(1, static_cast<int>(std::lround(scale * static_cast<float>(pixels))));
  };
  return {side(size.width), side(size.height)};
}

}  // namespace

struct Renderer::State {
  State(Passes made, int pageTexels) : passes(std::move(made)), palettes(pageTexels), morphs(pageTexels) {
    useLight(makeLightProbe(studioRadiance));
  }

  SceneContent content() const { return {*model, passes.scene, palettes, morphs}; }
  void useLight(const LightProbe& probe);
  void prepare(const DrawItem& item, SceneOutput output, ViewMode view = ViewMode::Shaded);
  bool prepareNextInstance(const Model& source);
  void findCasters(const DrawList& list);
  void drawItem(const BoundItem& bound, const DrawItem& item) const;
  void drawShadow(const DrawList& list);
  void drawScene(const DrawList& list, const FrameUniforms& frame, PictureSize size);
  void drawMeshes(const DrawList& list, bool blended);
  bool castsShadow(const DrawItem& item) const;
  int samples() const { return std::min(quality.samples, passes.target.maxSamples()); }

  std::vector<std::string> messages;
  std::string driverName;
  RenderQuality quality;
  Passes passes;
  PaletteUpload palettes;
  MorphUpload morphs;
  ShadowMap shadowMap;
  StudioTextures studio;
  std::array<glm::vec4, 9> irradiance{};
  StreamBuffer frameBlock;
  GpuTimer timer;
  std::optional<GpuModel> model;
  std::optional<GpuModel> incoming;
  std::size_t incomingShaders = 0;  // instances whose shaders are compiled
  CrowdCasters crowd;
  std::vector<glm::vec4> casters;    // of this frame: bounding spheres of everything that casts a shadow, w: radius
  std::vector<glm::vec4> occluders;  // the same casters, w: occlusionRadius
  ShadowFit shadow;
  glm::vec4 shadowReach{0.0f};  // on the floor: min x, min z, max x, max z
};

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() { stopDriverMessages(); }

crossfade::Result<std::unique_ptr<Renderer>> Renderer::make(GlLoader load, RendererLimits limits) {
  const int version = gladLoadGL(load);
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 41) {
    return crossfade::Error{"OpenGL 4.1 is needed; this driver offers " + std::to_string(GLAD_VERSION_MAJOR(version)) +
                            "." + std::to_string(GLAD_VERSION_MINOR(version))};
  }
  auto passes = Passes::make({}, limits.samples);
  if (!passes) return passes.error();
  auto state = std::make_unique<State>(std::move(*passes), texelsPerPage(limits));
  state->driverName = describeDriver();
  collectDriverMessages(state->messages);
  state->model.emplace(Model{}, state->messages);
  return std::unique_ptr<Renderer>(new Renderer(std::move(state)));
}

void Renderer::setModel(const Model& model) {
  state_->model.reset();  // first, so that two models are never in memory at once
  state_->model.emplace(model, state_->messages);
  state_->shadow = {};
}

double Renderer::uploadIncoming(const Model& model, double seconds) {
  State& state = *state_;
  if (!state.incoming) {
    state.incoming.emplace(model);
    state.incomingShaders = 0;
  }
  const double end = steadySeconds() + seconds;
  do {
    if (!state.incoming->uploadNext(model, state.messages) && !state.prepareNextInstance(model)) return 1;
  } while (steadySeconds() < end);
  return 0.99 * state.incoming->fraction();
}

void Renderer::showIncoming() {
  if (state_->incoming) state_->model = std::exchange(state_->incoming, std::nullopt);
  state_->shadow = {};
}

void Renderer::forgetIncoming() { state_->incoming.reset(); }

void Renderer::upload(const DrawList& list) {
  State& state = *state_;
  state.palettes.upload(list);
  state.morphs.upload(list);
  state.passes.bones.upload(list.bones);
  state.passes.overlay.upload(list.overlay);
  state.findCasters(list);
  for (const DrawItem& item : list.items) {
    state.prepare(item, SceneOutput::Color, list.mode);
    if (state.castsShadow(item)) state.prepare(item, SceneOutput::Depth);
  }
  for (const DrawItem& item : list.ghostItems) state.prepare(item, SceneOutput::Ghost);
}

void Renderer::draw(const DrawList& list, PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin) {
  State& state = *state_;
  state.timer.beginFrame();
  if (size.width <= 0 || size.height <= 0) return;
  beginCleanState();
  const PictureSize drawn = scaled(size, state.quality.scale);
  FrameUniforms frame = frameUniforms(list, state.shadow, drawn.width, drawn.height, state.samples());
  frame.irradiance = state.irradiance;
  glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding,
                   state.frameBlock.write(GL_UNIFORM_BUFFER, std::as_bytes(std::span(&frame, 1))));

  state.timer.begin(GpuPass::Shadow);
  state.drawShadow(list);
  state.timer.end(GpuPass::Shadow);
  state.timer.begin(GpuPass::Scene);
  state.drawScene(list, frame, drawn);
  state.timer.end(GpuPass::Scene);
  state.timer.begin(GpuPass::Resolve);
  state.passes.target.resolve();
  state.passes.target.copyInto(targetFramebuffer, size, origin);
  state.timer.end(GpuPass::Resolve);
  leaveCleanState();
}

void Renderer::drawAgain(PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin) {
  state_->timer.beginFrame();
  if (size.width <= 0 || size.height <= 0) return;
  beginCleanState();
  state_->timer.begin(GpuPass::Resolve);
  state_->passes.target.copyInto(targetFramebuffer, size, origin);
  state_->timer.end(GpuPass::Resolve);
}

void Renderer::setQuality(const RenderQuality& quality) {
  state_->quality = {.scale = std::clamp(quality.scale, kSmallestScale, 1.0f),
                     .samples = quality.samples,
                     .shadowTexels = std::clamp(quality.shadowTexels, 1, kMaxShadowTexels),
                     .coarseCopies = quality.coarseCopies};
}

void Renderer::clear(glm::vec4 color, PictureSize size, unsigned int targetFramebuffer) {
  state_->timer.beginFrame();
  if (size.width <= 0 || size.height <= 0) return;
  beginCleanState();
  glBindFramebuffer(GL_FRAMEBUFFER, targetFramebuffer);
  glViewport(0, 0, size.width, size.height);
  glClearColor(color.r, color.g, color.b, color.a);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Renderer::setSurroundings(const LightProbe& probe) { state_->useLight(probe); }

crossfade::Result<void> Renderer::reloadShaders(const std::filesystem::path& folder) {
  auto passes = Passes::make({folder}, state_->passes.target.maxSamples());
  if (!passes) return passes.error();
  state_->passes = std::move(*passes);
  return {};
}

std::vector<glm::vec3> Renderer::capturePositions(const DrawList& list, int itemIndex) {
  if (itemIndex < 0 || static_cast<std::size_t>(itemIndex) >= list.items.size()) return {};
  const DrawItem& item = list.items[static_cast<std::size_t>(itemIndex)];
  upload(list);
  state_->prepare(item, SceneOutput::Capture);
  beginCleanState();
  return captureWorldPositions(state_->content(), item);
}

GpuTimer& Renderer::gpuTimer() { return state_->timer; }
const GpuTimer& Renderer::gpuTimer() const { return state_->timer; }
std::vector<std::string> Renderer::takeMessages() { return std::exchange(state_->messages, {}); }
const std::string& Renderer::driverName() const { return state_->driverName; }

void Renderer::State::useLight(const LightProbe& probe) {
  studio.use(probe);
  std::transform(probe.irradiance.begin(), probe.irradiance.end(), irradiance.begin(),
                 [](const glm::vec3& each) { return glm::vec4(each, 0.0f); });
}

void Renderer::State::prepare(const DrawItem& item, SceneOutput output, ViewMode view) {
  const GpuPrimitive* primitive = model->primitive(item.mesh, item.primitive);
  if (primitive != nullptr)
    passes.scene.prepare(variantOf(item, *primitive, model->material(item.material), output, view), messages);
}

/// Compiles ahead, so that the first frame with a model does not wait for its shaders. False when all are done.
bool Renderer::State::prepareNextInstance(const Model& source) {
  if (incomingShaders >= source.instances.size()) return false;
  const MeshInstance& instance = source.instances[incomingShaders++];
  const std::vector<Primitive>& primitives = source.meshes[static_cast<std::size_t>(instance.mesh)].primitives;
  for (std::size_t p = 0; p < primitives.size() && instance.inScene; ++p) {
    const GpuPrimitive* primitive = incoming->primitive(instance.mesh, static_cast<int>(p));
    if (primitive == nullptr) continue;
    const DrawItem item{.mesh = instance.mesh,
                        .primitive = static_cast<int>(p),
                        .material = primitives[p].material,
                        .paletteOffset = instance.skin,
                        .morphCount = instance.morphCount};
    const GpuMaterial& material = incoming->material(item.material);
    passes.scene.prepare(variantOf(item, *primitive, material, SceneOutput::Color, ViewMode::Shaded), messages);
    if (primitive->mode == GL_TRIANGLES)
      passes.scene.prepare(variantOf(item, *primitive, material, SceneOutput::Depth, ViewMode::Shaded), messages);
  }
  return true;
}

bool Renderer::State::castsShadow(const DrawItem& item) const {
  const GpuPrimitive* primitive = model->primitive(item.mesh, item.primitive);
  return primitive != nullptr && item.copies > 0 && primitive->mode == GL_TRIANGLES &&
         model->material(item.material).values.alphaMode != AlphaMode::Blend;
}

void Renderer::State::findCasters(const DrawList& list) {
  casters.clear();
  occluders.clear();
  for (const DrawItem& item : list.items) {
    if (!castsShadow(item)) continue;
    const GpuPrimitive& primitive = *model->primitive(item.mesh, item.primitive);
    if (item.worldOffset >= 0 || (item.copies > 1 && item.paletteOffset >= 0)) {
      crowd.append(primitive, list, item, casters, occluders);
      continue;
    }
    const std::size_t offset = static_cast<std::size_t>(item.paletteOffset);
    const std::size_t count = static_cast<std::size_t>(item.paletteCount);
    const bool skinned = item.paletteOffset >= 0 && offset + count <= list.palettes.size();
    appendWorldSpheres(primitive.casters,
                       skinned ? std::span(list.palettes).subspan(offset, count) : std::span(&item.world, 1), casters,
                       occluders);
  }
  shadow = fitShadow(casters, list.sunDirection, quality.shadowTexels, shadow.radius);
  shadowReach = shadow.empty ? glm::vec4(0.0f) : shadowOnFloor(casters, list.sunDirection, list.groundHeight);
  passes.backdrop.upload(occluders);
}

void Renderer::State::drawItem(const BoundItem& bound, const DrawItem& item) const {
  const bool coarse = quality.coarseCopies && item.copies > 1;
  drawCopies(content(), bound, item, [&](int copies) { drawPrimitive(*bound.primitive, copies, coarse); });
}

void Renderer::State::drawShadow(const DrawList& list) {
  if (shadow.empty || list.mode != ViewMode::Shaded) return;
  shadowMap.beginPass(quality.shadowTexels);
  for (const DrawItem& item : list.items) {
    if (!castsShadow(item)) continue;
    const BoundItem bound = bindItem(content(), item, SceneOutput::Depth);
    drawItem(bound, item);
  }
  shadowMap.endPass();
}

void Renderer::State::drawScene(const DrawList& list, const FrameUniforms& frame, PictureSize size) {
  const float lineWidth = frame.picture.z;
  const bool alone = list.transparent || list.mode != ViewMode::Shaded;
  passes.target.usePremultipliedAlpha(list.premultiplied);
  passes.target.beginPass(size, quality.samples, list.transparent);
  if (alone && !list.transparent) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  shadowMap.bindForReading(kShadowUnit, kShadowDepthUnit);
  studio.bind(static_cast<unsigned int>(SceneUnit::Environment), static_cast<unsigned int>(SceneUnit::Reflectance));
  glPointSize(4.0f * lineWidth);
  if (list.transparent) glEnable(GL_SAMPLE_ALPHA_TO_ONE);
  drawMeshes(list, false);
  glDisable(GL_SAMPLE_ALPHA_TO_ONE);
  glDisable(GL_CULL_FACE);
  if (!alone) passes.backdrop.drawWall();
  const glm::vec4 floor(frame.ground.x - frame.ground.w, frame.ground.z - frame.ground.w,
                        frame.ground.x + frame.ground.w, frame.ground.z + frame.ground.w);
  if (list.grid && !alone) passes.backdrop.drawFloor(floor, shadowReach);
  if (!list.ghosts.empty() && list.mode == ViewMode::Shaded) drawGhosts(content(), list, passes.target);
  drawMeshes(list, true);
  glDisable(GL_CULL_FACE);
  passes.bones.draw();
  passes.overlay.draw(2.4f * lineWidth);
}

void Renderer::State::drawMeshes(const DrawList& list, bool blended) {
  if (blended) {
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
  }
  for (const DrawItem& item : list.items) {
    const Material& material = model->material(item.material).values;
    if ((material.alphaMode == AlphaMode::Blend) != blended) continue;
    const BoundItem bound = bindItem(content(), item, SceneOutput::Color, list.mode);
    if (bound.primitive == nullptr) continue;
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    const bool multisampled = passes.target.samples() > 1;
    (material.alphaMode == AlphaMode::Mask && multisampled ? glEnable : glDisable)(GL_SAMPLE_ALPHA_TO_COVERAGE);
    (material.doubleSided && !blended ? glDisable : glEnable)(GL_CULL_FACE);
    if (blended && material.doubleSided) {
      // Back faces first, so that a closed transparent shape shows both sides.
      glCullFace(GL_FRONT);
      drawItem(bound, item);
    }
    glCullFace(GL_BACK);
    drawItem(bound, item);
  }
  glFrontFace(GL_CCW);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  if (blended) {
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
  }
}

}  // namespace app
