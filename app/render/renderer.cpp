#include "app/render/renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <glad/gl.h>

#include "app/profile/frame_profiler.h"
#include "app/render/gl_handle.h"
#include "app/render/gpu_model.h"
#include "app/render/overlays.h"
#include "app/render/pose_upload.h"
#include "app/render/scene_draw.h"
#include "app/render/scene_program.h"
#include "app/render/scene_target.h"
#include "app/render/shadow_map.h"

namespace app {
namespace {

// Reads back the positions computed by the scene's vertex shader, so that tests can compare them with the CPU's.

/// A draw call needs a complete framebuffer even if nothing is rasterized, and a context without a window has none.
class ScratchTarget {
 public:
  ScratchTarget() : color_(GlRenderbuffer::make()), framebuffer_(GlFramebuffer::make()) {
    glBindRenderbuffer(GL_RENDERBUFFER, color_.id());
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.id());
  }

 private:
  GlRenderbuffer color_;
  GlFramebuffer framebuffer_;
};

void appendPositions(int vertexCount, int copies, std::vector<glm::vec3>& positions) {
  const std::size_t before = positions.size();
  positions.resize(before + static_cast<std::size_t>(vertexCount) * static_cast<std::size_t>(copies));
  const GLsizeiptr bytes = static_cast<GLsizeiptr>((positions.size() - before) * sizeof(glm::vec3));
  const GlBuffer buffer = GlBuffer::make();
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArraysInstanced(GL_POINTS, 0, vertexCount, copies);
  glEndTransformFeedback();
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, positions.data() + before);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

/// The world position of every vertex of the item's primitive, copy after copy; empty if it cannot be drawn. Waits for
/// the GPU.
std::vector<glm::vec3> captureWorldPositions(const SceneContent& content, const DrawItem& item) {
  std::vector<glm::vec3> positions;
  const ScratchTarget target;
  glEnable(GL_RASTERIZER_DISCARD);
  const BoundItem bound = bindItem(content, item, SceneOutput::Capture);
  drawCopies(content, bound, item, {.count = item.copies},
             [&](int copies) { appendPositions(bound.primitive->vertexCount, copies, positions); });
  glDisable(GL_RASTERIZER_DISCARD);
  glBindVertexArray(0);
  glUseProgram(0);
  return positions;
}

// The state of an OpenGL context: defaults, and what the driver reports.

// ---- Collects messages of the OpenGL driver, where it supports KHR_debug.

/// What others count on: no program, vertex array or samplers, no depth test, culling or blending.
void leaveCleanState() {
  for (unsigned int unit = 0; unit <= static_cast<unsigned int>(SceneUnit::Shadow); ++unit) glBindSampler(unit, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glDisable(GL_SAMPLE_ALPHA_TO_ONE);
  glFrontFace(GL_CCW);
}

/// Everything that the scene's passes count on.
void beginCleanState() {
  leaveCleanState();
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_PROGRAM_POINT_SIZE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
  glDepthRange(0.0, 1.0);
  glClearDepth(1.0);
  setAbsentAttributes();
}

void GLAD_API_PTR receive(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text,
                          const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && severity != GL_DEBUG_SEVERITY_HIGH) return;
  auto& messages = *static_cast<std::vector<std::string>*>(const_cast<void*>(user));
  constexpr std::size_t kMaxMessages = 100;
  if (messages.size() < kMaxMessages)
    messages.push_back("OpenGL: " +
                       (length > 0 ? std::string(text, static_cast<std::size_t>(length)) : std::string(text)));
}

/// Appends errors and messages of high severity to `messages`, at most a hundred. `messages` must live until
/// stopDriverMessages().
void collectDriverMessages(std::vector<std::string>& messages) {
  if (!GLAD_GL_KHR_debug || glDebugMessageCallback == nullptr) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(receive, &messages);
}

void stopDriverMessages() {
  if (GLAD_GL_KHR_debug && glDebugMessageCallback != nullptr) glDebugMessageCallback(nullptr, nullptr);
}

constexpr float kSmallestScale = 0.1f;
constexpr int kMaxShadowTexels = 4096;
constexpr int kPixelsPerTriangle = 8;  // that cost as much in a pass over all pixels
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

/// SceneContent::surfaceError that shows as Renderer::kSurfaceError pixels in a picture of this height, where the
/// casters come nearest to the eye, as if each surface were as long as all casters together.
float surfaceErrorOf(const DrawList& list, std::span<const glm::vec4> casters, int height) {
  if (list.mode != ViewMode::Shaded) return 0;
  glm::vec3 low(INFINITY), high(-INFINITY);
  float perMeter = 0;  // pixels
  for (const glm::vec4& caster : casters) {
    const glm::vec3 center(caster);
    low = glm::min(low, center - caster.w);
    high = glm::max(high, center + caster.w);
    const glm::vec4 nearest = list.view * glm::vec4(center, 1) + glm::vec4(0, 0, caster.w, 0);
    const float divisor = (list.projection * nearest).w;
    if (!(divisor > 0)) return 0;
    perMeter = std::max(perMeter, 0.5f * static_cast<float>(height) * list.projection[1][1] / divisor);
  }
  const glm::vec3 size = high - low;
  const float pixels = perMeter * std::max({size.x, size.y, size.z});
  return pixels > 0 ? Renderer::kSurfaceError / pixels : 0;
}

PictureSize scaled(PictureSize size, float scale) {
  const auto side = [&](int pixels) {
    return std::max(1, static_cast<int>(std::lround(scale * static_cast<float>(pixels))));
  };
  return {side(size.width), side(size.height)};
}

/// In triangles, of a pass over the whole picture.
std::int64_t costOfAllPixels(PictureSize size) { return std::int64_t{size.width} * size.height / kPixelsPerTriangle; }

}  // namespace

struct Renderer::State {
  State(Passes made, int pageTexels) : passes(std::move(made)), palettes(pageTexels), morphs(pageTexels) {
    useLight(makeLightProbe(studioRadiance));
  }

  SceneContent content() const { return {*model, passes.scene, palettes, morphs, quality.lessDetail, surfaceError}; }
  void useLight(const LightProbe& probe);
  void prepare(const DrawItem& item, SceneOutput output, ViewMode view = ViewMode::Shaded);
  bool prepareNextInstance(const Model& source);
  void findCasters(const DrawList& list);
  bool drawPart(const DrawList& list, PictureSize size, std::int64_t cost, unsigned int framebuffer,
                PictureOrigin origin);
  std::int64_t partCost(const DrawList& list) const;
  void drawShadow(const DrawList& list, DrawShare& share);
  void drawScene(const DrawList& list, const FrameUniforms& frame, PictureSize size, DrawShare& share);
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
  float surfaceError = 0;     // SceneContent::surfaceError
  std::int64_t nextStep = 0;  // of a picture that is drawn in parts
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
  state.nextStep = 0;
  state.model->animate(list.morphWeights);
  state.palettes.upload(list);
  state.morphs.upload(list);
  state.passes.bones.upload(list.bones);
  state.passes.overlay.upload(list.overlay);
  state.findCasters(list);
  for (const DrawItem& item : list.items) {
    state.prepare(item, SceneOutput::Color, list.mode);
    if (castsShadow(*state.model, item)) state.prepare(item, SceneOutput::Depth);
  }
  for (const DrawItem& item : list.ghostItems) state.prepare(item, SceneOutput::Ghost);
}

void Renderer::draw(const DrawList& list, PictureSize size, unsigned int targetFramebuffer, PictureOrigin origin) {
  state_->nextStep = 0;
  state_->drawPart(list, size, std::numeric_limits<std::int64_t>::max(), targetFramebuffer, origin);
}

bool Renderer::drawNextPart(const DrawList& list, PictureSize size, unsigned int targetFramebuffer,
                            PictureOrigin origin) {
  return state_->drawPart(list, size, state_->partCost(list), targetFramebuffer, origin);
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
                     .lessDetail = quality.lessDetail};
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

void fillPixels(PictureOrigin origin, PictureSize size, glm::vec4 color) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(origin.x, origin.y, size.width, size.height);
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
  const DrawItem& item = nth(list.items, itemIndex);
  upload(list);
  state_->prepare(item, SceneOutput::Capture);
  beginCleanState();
  return captureWorldPositions(state_->content(), item);
}

GpuTimer& Renderer::gpuTimer() { return state_->timer; }
const GpuTimer& Renderer::gpuTimer() const { return state_->timer; }
std::vector<std::string> Renderer::takeMessages() { return std::exchange(state_->messages, {}); }
bool Renderer::wasReset() const {
  return GLAD_GL_KHR_robustness && glGetGraphicsResetStatus != nullptr && glGetGraphicsResetStatus() != GL_NO_ERROR;
}

const std::string& Renderer::driverName() const { return state_->driverName; }

void Renderer::State::useLight(const LightProbe& probe) {
  studio.use(probe);
  std::transform(probe.irradiance.begin(), probe.irradiance.end(), irradiance.begin(),
                 [](const glm::vec3& each) { return glm::vec4(each, 0.0f); });
}

void Renderer::State::prepare(const DrawItem& item, SceneOutput output, ViewMode view) {
  const GpuPrimitive* primitive = model->primitive(item.mesh, item.primitive);
  if (primitive != nullptr) passes.scene.prepare(variantOf(*model, item, *primitive, output, view), messages);
}

/// Compiles ahead, so that the first frame with a model does not wait for its shaders. False when all are done.
bool Renderer::State::prepareNextInstance(const Model& source) {
  if (incomingShaders >= source.instances.size()) return false;
  const MeshInstance& instance = source.instances[incomingShaders++];
  const std::vector<Primitive>& primitives = nth(source.meshes, instance.mesh).primitives;
  for (std::size_t p = 0; p < primitives.size() && instance.inScene; ++p) {
    const GpuPrimitive* primitive = incoming->primitive(instance.mesh, static_cast<int>(p));
    if (primitive == nullptr) continue;
    DrawItem item{.mesh = instance.mesh,
                  .primitive = static_cast<int>(p),
                  .material = primitives[p].material,
                  .paletteOffset = instance.skin,
                  .morphCount = instance.morphCount};
    const auto prepareFor = [&](int material) {
      item.material = material;
      passes.scene.prepare(variantOf(*incoming, item, *primitive, SceneOutput::Color), messages);
      if (primitive->mode == GL_TRIANGLES)
        passes.scene.prepare(variantOf(*incoming, item, *primitive, SceneOutput::Depth), messages);
    };
    prepareFor(primitives[p].material);
    for (const VariantMaterial& variant : primitives[p].variantMaterials) prepareFor(variant.material);
  }
  return true;
}

void Renderer::State::findCasters(const DrawList& list) {
  casters.clear();
  occluders.clear();
  for (const DrawItem& item : list.items) {
    if (!castsShadow(*model, item)) continue;
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
  const bool hasShadow = !shadow.empty && list.lighting.sun > 0;
  shadowReach = !hasShadow ? glm::vec4(0.0f) : shadowOnFloor(casters, list.sunDirection, list.groundHeight);
  passes.backdrop.upload(occluders, list.floorBand);
}

/// About a share of the whole picture, so that a very large one does not take minutes.
std::int64_t Renderer::State::partCost(const DrawList& list) const {
  std::int64_t all = 0;
  for (const DrawItem& item : list.items) all += costOf(content(), item) * (castsShadow(*model, item) ? 2 : 1);
  return std::max<std::int64_t>(kPartTriangles, all / kMaxParts);
}

/// Draws the next steps, up to a cost in triangles, and shows the last picture that is complete. True: that is this
/// one.
bool Renderer::State::drawPart(const DrawList& list, PictureSize size, std::int64_t cost, unsigned int framebuffer,
                               PictureOrigin origin) {
  timer.beginFrame();
  if (size.width <= 0 || size.height <= 0) return true;
  beginCleanState();
  const PictureSize drawn = scaled(size, quality.scale);
  surfaceError = quality.lessDetail ? surfaceErrorOf(list, casters, drawn.height) : 0;
  FrameUniforms frame = frameUniforms(list, shadow, drawn.width, drawn.height, samples());
  frame.irradiance = irradiance;
  glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBinding,
                   frameBlock.write(GL_UNIFORM_BUFFER, std::as_bytes(std::span(&frame, 1))));

  DrawShare share(nextStep, cost);
  timer.begin(GpuPass::Shadow);
  drawShadow(list, share);
  timer.end(GpuPass::Shadow);
  timer.begin(GpuPass::Scene);
  drawScene(list, frame, drawn, share);
  timer.end(GpuPass::Scene);
  timer.begin(GpuPass::Resolve);
  if (share.takes(costOfAllPixels(drawn))) passes.target.resolve();
  passes.target.copyInto(framebuffer, size, origin);
  timer.end(GpuPass::Resolve);
  leaveCleanState();
  nextStep = share.isLast() ? 0 : share.end();
  return share.isLast();
}

void Renderer::State::drawShadow(const DrawList& list, DrawShare& share) {
  if (shadow.empty || list.mode != ViewMode::Shaded) return;
  shadowMap.beginPass(quality.shadowTexels);
  if (share.takes(0)) shadowMap.clear();
  for (const DrawItem& item : list.items)
    if (castsShadow(*model, item)) drawItem(content(), item, SceneOutput::Depth, ViewMode::Shaded, share);
  shadowMap.endPass();
}

void Renderer::State::drawScene(const DrawList& list, const FrameUniforms& frame, PictureSize size, DrawShare& share) {
  const float lineWidth = frame.picture.z;
  const bool alone = list.transparent || list.mode != ViewMode::Shaded;
  const std::int64_t allPixels = costOfAllPixels(size);
  passes.target.usePremultipliedAlpha(list.premultiplied);
  passes.target.beginPass(size, quality.samples, list.transparent);
  const bool multisampled = passes.target.samples() > 1;
  if (share.takes(0)) {
    passes.target.clear();
    if (alone && !list.transparent) {
      glClearColor(0, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
    }
  }
  shadowMap.bindForReading(kShadowUnit, kShadowDepthUnit);
  studio.bind(static_cast<unsigned int>(SceneUnit::Environment), static_cast<unsigned int>(SceneUnit::Reflectance));
  glPointSize(4.0f * lineWidth);
  if (list.transparent) glEnable(GL_SAMPLE_ALPHA_TO_ONE);
  drawMeshes(content(), list, false, multisampled, share);
  glDisable(GL_SAMPLE_ALPHA_TO_ONE);
  glDisable(GL_CULL_FACE);
  if (!alone && share.takes(allPixels)) passes.backdrop.drawWall();
  const glm::vec4 floor(frame.ground.x - frame.ground.w, frame.ground.z - frame.ground.w,
                        frame.ground.x + frame.ground.w, frame.ground.z + frame.ground.w);
  if (list.grid && !alone && share.takes(allPixels)) passes.backdrop.drawFloor(floor, shadowReach);
  if (!list.ghosts.empty() && list.mode == ViewMode::Shaded)
    drawGhosts(content(), list, passes.target, allPixels, share);
  drawMeshes(content(), list, true, multisampled, share);
  glDisable(GL_CULL_FACE);
  if (!share.takes(0)) return;
  passes.bones.draw();
  passes.overlay.draw(2.4f * lineWidth);
}

}  // namespace app
