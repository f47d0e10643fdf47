#include "app/import/assimp/assimp_model.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <assimp/anim.h>
#include <assimp/Importer.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "app/import/assimp/assimp_scene.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/resource_uri.h"
#include "app/import/file/unitless_lights.h"
#include "app/import/file/wrong_file.h"
#include "app/model/file_formats.h"
#include "crossfade/clip/animation_clip.h"

namespace app {
namespace {

crossfade::Transform restOf(const aiMatrix4x4& matrix) {
  aiVector3D scale, translation;
  aiQuaternion rotation;
  matrix.Decompose(scale, rotation, translation);
  glm::quat q = crossfade::makeQuat(rotation.x, rotation.y, rotation.z, rotation.w);
  if (!normalize(q)) q = crossfade::makeQuat(0, 0, 0, 1);
  return {.translation = vectorOf(translation), .rotation = q, .scale = vectorOf(scale)};
}

/// From -Z to `forward` and from +Y toward `up`. Nothing turns if they say nothing.
glm::quat rotationToward(glm::vec3 forward, glm::vec3 up) {
  const glm::vec3 right = glm::cross(forward, up);
  if (!(glm::length(forward) > 0) || !(glm::length(right) > 0) || !std::isfinite(glm::length(right)))
    return crossfade::makeQuat(0, 0, 0, 1);
  const glm::vec3 z = -glm::normalize(forward), x = glm::normalize(right);
  return glm::normalize(glm::quat_cast(glm::mat3(x, glm::cross(z, x), z)));
}

float limitedTo(float value, double least, double most) {
  return std::isfinite(value) ? std::clamp(value, static_cast<float>(least), static_cast<float>(most))
                              : static_cast<float>(least);
}

void addCameras(const aiScene& scene, AssimpNodes& nodes, Model& model) {
  for (unsigned i = 0; i < scene.mNumCameras; ++i) {
    const aiCamera& source = *scene.mCameras[i];
    const int node = nodes.jointOf(source.mName);
    if (node < 0) continue;
    FileCamera camera{.name = textOf(source.mName)};
    camera.node = nodes.jointLooking(node, camera.name, vectorOf(source.mPosition), vectorOf(source.mLookAt),
                                     vectorOf(source.mUp));
    if (source.mAspect > 0)
      camera.aspect = limitedTo(source.mAspect, limits::kCameraAspectMin, limits::kCameraAspectMax);
    const float aspect = camera.aspect > 0 ? camera.aspect : 1;
    const auto size = [](float value) { return limitedTo(value, limits::kCameraSizeMin, limits::kCameraSizeMax); };
    camera.verticalFov = 2 * std::atan(size(std::tan(std::clamp(source.mHorizontalFOV, 0.01f, 3.1f) / 2) / aspect));
    camera.nearPlane = limitedTo(source.mClipPlaneNear, 0, limits::kCameraNear);
    camera.orthographic = source.mOrthographicWidth > 0;
    if (camera.orthographic)
      camera.halfSize = {size(source.mOrthographicWidth), size(source.mOrthographicWidth / aspect)};
    model.cameras.push_back(std::move(camera));
  }
}

std::vector<UnitlessLight> lightsOf(const aiScene& scene, AssimpNodes& nodes) {
  std::vector<UnitlessLight> lights;
  for (unsigned i = 0; i < scene.mNumLights; ++i) {
    const aiLight& source = *scene.mLights[i];
    const int node = nodes.jointOf(source.mName);
    if (node < 0 || source.mType == aiLightSource_AMBIENT || source.mType == aiLightSource_UNDEFINED) continue;
    const auto positive = [](float value) { return value > 0 && std::isfinite(value) ? value : 0.0f; };
    UnitlessLight light{.light = {.name = textOf(source.mName)},
                        .constant = positive(source.mAttenuationConstant),
                        .linear = positive(source.mAttenuationLinear),
                        .quadratic = positive(source.mAttenuationQuadratic)};
    if (light.constant + light.linear + light.quadratic == 0) light.constant = 1;
    light.light.node = nodes.jointLooking(node, light.light.name, vectorOf(source.mPosition),
                                          vectorOf(source.mDirection), glm::vec3(0, 1, 0.001f));
    light.light.kind = source.mType == aiLightSource_DIRECTIONAL ? LightKind::Directional
                       : source.mType == aiLightSource_SPOT      ? LightKind::Spot
                                                                 : LightKind::Point;
    const glm::vec3 color(positive(source.mColorDiffuse.r), positive(source.mColorDiffuse.g),
                          positive(source.mColorDiffuse.b));
    const float brightest = std::max({color.r, color.g, color.b});
    light.light.color = brightest > 0 ? color / brightest : glm::vec3(1);
    light.light.intensity = brightest;
    light.light.outerCone = limitedTo(source.mAngleOuterCone / 2, 0, glm::half_pi<double>());
    light.light.innerCone = limitedTo(source.mAngleInnerCone / 2, 0, static_cast<double>(light.light.outerCone));
    lights.push_back(std::move(light));
  }
  return lights;
}

/// The joints of all skins, if there are any.
std::vector<int> skinnedJoints(const Model& model) {
  std::set<int> joints;
  for (const Skin& skin : model.skins) joints.insert(skin.joints.begin(), skin.joints.end());
  return {joints.begin(), joints.end()};
}

/// "SMD"
std::string formatNameOf(const std::filesystem::path& file) {
  std::string name = file.extension().string().substr(1);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

}  // namespace

bool normalize(glm::quat& rotation) {
  const float length = glm::length(rotation);
  if (!(length > 0) || !std::isfinite(length)) return false;
  rotation /= length;
  return true;
}

AssimpNodes::AssimpNodes(const aiScene& scene) {
  struct Step {
    const aiNode* node;
    int parent;
  };
  std::vector<Step> steps{{scene.mRootNode, crossfade::kNoJoint}};
  while (!steps.empty()) {
    const auto [node, parent] = steps.back();
    steps.pop_back();
    if (nodes_.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " nodes");
    const int index = static_cast<int>(nodes_.size());
    const std::string name = textOf(node->mName);
    byName_.try_emplace(name, index);
    nodes_.push_back(node);
    joints_.push_back({.name = name, .parent = parent, .rest = restOf(node->mTransformation), .documentIndex = index});
    for (unsigned i = node->mNumChildren; i-- > 0;) steps.push_back({node->mChildren[i], index});
  }
}

int AssimpNodes::jointOf(const aiString& name) const {
  const auto found = byName_.find(textOf(name));
  return found == byName_.end() ? -1 : found->second;
}

int AssimpNodes::jointLooking(int node, const std::string& name, glm::vec3 position, glm::vec3 forward, glm::vec3 up) {
  const glm::quat rotation = rotationToward(forward, up);
  if (!std::isfinite(glm::length(position))) position = glm::vec3(0);
  const bool isNode = glm::length(position) == 0 && std::abs(rotation.w) > 1 - 1e-6f;
  if (isNode || joints_.size() >= limits::kListEntries) return node;
  const int index = static_cast<int>(joints_.size());
  joints_.push_back(
      {.name = name, .parent = node, .rest = {.translation = position, .rotation = rotation}, .documentIndex = index});
  return index;
}

crossfade::Skeleton AssimpNodes::skeleton() const { return orRefuse(crossfade::Skeleton::make(joints_)); }

void fillAssimpModel(Model& model, const std::filesystem::path& file, ByteSpan bytes, bool imageHeadersOnly,
                     const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  const std::string extension = lowerCase(file.extension().string());
  refuseWrongFile(bytes, extension);
  Assimp::Importer importer;
  const aiScene* scene = openWithAssimp(importer, file, bytes, importing);
  if (!scene || !scene->mRootNode) refuse(assimpFault(importer.GetErrorString(), formatNameOf(file)));

  const ImportWatch converting = watch.enter(ImportStage::Converting);
  AssimpNodes nodes(*scene);
  addCameras(*scene, nodes, model);
  std::vector<UnitlessLight> lights = lightsOf(*scene, nodes);
  model.skeleton = nodes.skeleton();
  const ModelFormat* const format = modelFormatOf(extension);
  const bool isMotion = format && format->isMotion;  // assimp makes up a mesh for some such files
  std::vector<AssimpMorphedNode> morphed;
  if (!isMotion) morphed = addAssimpMeshes(*scene, nodes, model, converting.subrange(0, 2));
  model.bones = skinnedJoints(model);
  model.clips = crossfade::ClipSet(readAssimpClips(*scene, nodes, morphed, model.report, converting.subrange(1, 2)));
  addUnitlessLights(std::move(lights), 1, model);
  const bool isGltf = format && format->isGltf;
  addAssimpMaterials(*scene, folderOf(file), isGltf, imageHeadersOnly, model, watch.enter(ImportStage::Pictures));
  if (model.meshes.empty() && model.clips.size() == 0 && nodes.all().size() < 2)
    refuse("holds nothing that can be shown");
  model.report.add(Finding::Found, "document", concat("read by assimp ", assimpVersion()));
}

namespace {

using crossfade::Channel;
using crossfade::KeyframeTrack;

// What assimp's documentation asks of readers for a file that does not say.
constexpr double kUsualTicks = 25;

/// The keys of one channel: seconds, and the values one after the other.
struct ChannelKeys {
  std::vector<float> times, values;
};

class AssimpClipReader {
 public:
  AssimpClipReader(const AssimpNodes& nodes, const std::vector<AssimpMorphedNode>& morphed, ImportReport& report)
      : nodes_(nodes), morphed_(morphed), report_(report) {}

  /// Nothing: it moves nothing.
  std::optional<crossfade::AnimationClip> read(const aiAnimation& source, std::size_t index) {
    const std::string name = textOf(source.mName);
    where_ = concat("animation ", index, name.empty() ? "" : concat(" '", name, "'"));
    const double ticks = source.mTicksPerSecond;
    seconds_ = 1 / (ticks > 0 && std::isfinite(ticks) ? ticks : kUsualTicks);
    tracks_.clear();
    int missing = 0;
    for (unsigned i = 0; i < source.mNumChannels; ++i) missing += addNode(*source.mChannels[i]) ? 0 : 1;
    for (unsigned i = 0; i < source.mNumMorphMeshChannels; ++i)
      missing += addMorph(*source.mMorphMeshChannels[i]) ? 0 : 1;
    if (missing > 0) lose(concat(missing, " of its channels are of no node of the file"));
    if (tracks_.empty()) return std::nullopt;
    std::optional<double> duration = source.mDuration * seconds_;
    if (!(*duration > 0) || !std::isfinite(*duration)) duration.reset();  // then it ends with its last key
    auto clip = crossfade::AnimationClip::make(name.empty() ? concat("Clip ", index + 1) : name, std::move(tracks_),
                                               crossfade::BlendMode::Normal, duration);
    if (!clip) refuse(where_, ": ", clip.error().message);
    return *std::move(clip);
  }

 private:
  void lose(std::string what) { report_.add(Finding::Lost, where_, std::move(what)); }

  float secondsOf(double time) const { return static_cast<float>(time * seconds_); }

  bool addNode(const aiNodeAnim& channel) {
    const int joint = nodes_.jointOf(channel.mNodeName);
    if (joint < 0) return false;
    addVectors(channel.mPositionKeys, channel.mNumPositionKeys, {joint, Channel::Translation});
    addRotations(channel, joint);
    addVectors(channel.mScalingKeys, channel.mNumScalingKeys, {joint, Channel::Scale});
    return true;
  }

  void addVectors(const aiVectorKey* source, unsigned count, crossfade::TrackTarget target) {
    ChannelKeys keys;
    for (unsigned i = 0; i < count; ++i) {
      keys.times.push_back(secondsOf(source[i].mTime));
      for (unsigned k = 0; k < 3; ++k) keys.values.push_back(source[i].mValue[k]);
    }
    add(target, std::move(keys));
  }

  void addRotations(const aiNodeAnim& channel, int joint) {
    ChannelKeys keys;
    for (unsigned i = 0; i < channel.mNumRotationKeys; ++i) {
      const aiQuaternion& value = channel.mRotationKeys[i].mValue;
      glm::quat rotation = crossfade::makeQuat(value.x, value.y, value.z, value.w);
      if (!normalize(rotation)) continue;
      keys.times.push_back(secondsOf(channel.mRotationKeys[i].mTime));
      keys.values.insert(keys.values.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
    }
    add({joint, Channel::Rotation}, std::move(keys));
  }

  bool addMorph(const aiMeshMorphAnim& channel) {
    const std::string name = textOf(channel.mName);
    const auto found = std::find_if(morphed_.begin(), morphed_.end(), [&](const AssimpMorphedNode& each) {
      return std::ranges::find(each.names, name) != each.names.end();
    });
    if (found == morphed_.end()) return false;
    ChannelKeys keys;
    for (unsigned i = 0; i < channel.mNumKeys; ++i) {
      const aiMeshMorphKey& key = channel.mKeys[i];
      keys.times.push_back(secondsOf(key.mTime));
      const std::size_t first = keys.values.size();
      keys.values.resize(first + found->targets);
      for (unsigned k = 0; k < key.mNumValuesAndWeights; ++k)
        if (key.mValues[k] < found->targets) keys.values[first + key.mValues[k]] = static_cast<float>(key.mWeights[k]);
    }
    add({found->joint, Channel::Weights}, std::move(keys));
    return true;
  }

  void add(crossfade::TrackTarget target, ChannelKeys keys) {
    if (keys.times.empty()) return;
    const auto isSame = [&](const KeyframeTrack& track) { return track.target() == target; };
    if (std::any_of(tracks_.begin(), tracks_.end(), isSame))
      return lose(concat("a second ", crossfade::nameOf(target.channel), " of node ", target.node));
    if ((valueCount_ += keys.values.size()) > limits::kKeyValues)
      refuse("its clips have more than ", limits::kKeyValues, " values");
    auto track =
        KeyframeTrack::make(target, crossfade::Interpolation::Linear, std::move(keys.times), std::move(keys.values));
    if (track)
      tracks_.push_back(*std::move(track));
    else
      lose(concat("the ", crossfade::nameOf(target.channel), " of node ", target.node, ": ", track.error().message));
  }

  const AssimpNodes& nodes_;
  const std::vector<AssimpMorphedNode>& morphed_;
  ImportReport& report_;
  std::string where_;
  double seconds_ = 1;  // per tick
  std::vector<KeyframeTrack> tracks_;
  std::size_t valueCount_ = 0;
};

}  // namespace

std::vector<crossfade::AnimationClip> readAssimpClips(const aiScene& scene, const AssimpNodes& nodes,
                                                      const std::vector<AssimpMorphedNode>& morphed,
                                                      ImportReport& report, const ImportWatch& watch) {
  if (scene.mNumAnimations > limits::kClips) refuse("it has more than ", limits::kClips, " clips");
  AssimpClipReader reader(nodes, morphed, report);
  std::vector<crossfade::AnimationClip> clips;
  for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
    watch.at(i, scene.mNumAnimations);
    if (auto clip = reader.read(*scene.mAnimations[i], i)) clips.push_back(*std::move(clip));
  }
  return clips;
}

}  // namespace app
