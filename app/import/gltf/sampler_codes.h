// What a sampler's numbers mean in glTF, which uses OpenGL's enum values.
#ifndef APP_IMPORT_GLTF_SAMPLER_CODES_H
#define APP_IMPORT_GLTF_SAMPLER_CODES_H

namespace app::gltf {

inline constexpr int kNearest = 9728, kLinear = 9729;
inline constexpr int kNearestMipmapNearest = 9984, kNearestMipmapLinear = 9986, kLinearMipmapLinear = 9987;
inline constexpr int kRepeat = 10497, kClampToEdge = 33071, kMirroredRepeat = 33648;

}  // namespace app::gltf

#endif  // APP_IMPORT_GLTF_SAMPLER_CODES_H
