// Every mesh: morphed, then skinned or transformed by its node. The one vertex shader of the scene, of its shadow, and
// of the capture that tests compare with the CPU's result.
#include "frame.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec2 inUv0;
layout(location = 3) in vec2 inUv1;
layout(location = 4) in vec4 inColor;
layout(location = 5) in uvec4 inJoints0;
layout(location = 6) in vec4 inWeights0;
layout(location = 7) in uvec4 inJoints1;
layout(location = 8) in vec4 inWeights1;
layout(location = 9) in vec4 inTangent;

out vec3 worldPosition;
out vec3 worldNormal;
out vec4 vertexColor;
out vec2 baseColorUv;
out vec2 metallicRoughnessUv;
out vec2 emissiveUv;
out vec2 normalUv;
out vec2 occlusionUv;
#if CLEARCOAT_TEXTURE
out vec2 clearcoatUv;
#endif
#if CLEARCOAT_ROUGHNESS_TEXTURE
out vec2 clearcoatRoughnessUv;
#endif
#if SHEEN_COLOR_TEXTURE
out vec2 sheenColorUv;
#endif
#if SHEEN_ROUGHNESS_TEXTURE
out vec2 sheenRoughnessUv;
#endif
out vec4 worldTangent;  // w: sign of the bitangent

uniform mat4 worldFromLocal;
#if COPIES
uniform ivec2 copyStride;  // texels from one copy to the next: of its matrices, of its morph weights
#endif

invariant gl_Position;

#if MORPHED
uniform sampler2D morphDeltas;       // by target, then vertex: position, then normal where there are normals
uniform samplerBuffer morphWeights;  // x: target, y: weight; targets ascend, without zero weights
uniform ivec2 morphRange;            // first element and count
uniform ivec4 morphLayout;           // vertices, texels per vertex, log2 of the texture's width, targets

vec3 morphTexel(int index) {
  int columns = (1 << morphLayout.z) - 1;
  return texelFetch(morphDeltas, ivec2(index & columns, index >> morphLayout.z), 0).xyz;
}

void morph(inout vec3 position, inout vec3 normal) {
  int first = morphRange.x;
#if COPIES
  first += gl_InstanceID * copyStride.y;
#endif
  for (int i = 0; i < morphRange.y; ++i) {
    vec2 pair = texelFetch(morphWeights, first + i).xy;
    int target = int(pair.x);
    if (target >= morphLayout.w) break;
    int texel = (target * morphLayout.x + gl_VertexID) * morphLayout.y;
    position += pair.y * morphTexel(texel);
    if (morphLayout.y > 1) normal += pair.y * morphTexel(texel + 1);
  }
}
#endif

#if SKIN_SETS || COPIES
uniform samplerBuffer palettes;  // three texels a matrix: its rows
uniform int firstPaletteTexel;

int firstTexel() {
#if COPIES
  return firstPaletteTexel + gl_InstanceID * copyStride.x;
#else
  return firstPaletteTexel;
#endif
}
#endif

#if SKIN_SETS
void addInfluences(inout vec4 rows[3], uvec4 joints, vec4 weights) {
  for (int i = 0; i < 4; ++i) {
    int texel = firstTexel() + 3 * int(joints[i]);
    rows[0] += weights[i] * texelFetch(palettes, texel);
    rows[1] += weights[i] * texelFetch(palettes, texel + 1);
    rows[2] += weights[i] * texelFetch(palettes, texel + 2);
  }
}
#endif

uniform int baseColorUvSet;
uniform mat2x3 baseColorUvRows;
uniform int metallicRoughnessUvSet;
uniform mat2x3 metallicRoughnessUvRows;
uniform int emissiveUvSet;
uniform mat2x3 emissiveUvRows;
uniform int normalUvSet;
uniform mat2x3 normalUvRows;
uniform int occlusionUvSet;
uniform mat2x3 occlusionUvRows;
uniform int clearcoatUvSet;
uniform mat2x3 clearcoatUvRows;
uniform int clearcoatRoughnessUvSet;
uniform mat2x3 clearcoatRoughnessUvRows;
uniform int sheenColorUvSet;
uniform mat2x3 sheenColorUvRows;
uniform int sheenRoughnessUvSet;
uniform mat2x3 sheenRoughnessUvRows;

vec2 textureUv(int uvSet, mat2x3 rows) { return vec3(uvSet == 1 ? inUv1 : inUv0, 1.0) * rows; }

void main() {
  vec3 position = inPosition;
  vec3 normal = inNormal;
#if MORPHED
  morph(position, normal);
#endif
#if SKIN_SETS
  vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
  addInfluences(rows, inJoints0, inWeights0);
#if SKIN_SETS > 1
  addInfluences(rows, inJoints1, inWeights1);
#endif
#elif COPIES
  int texel = firstTexel();
  vec4 rows[3] = vec4[3](texelFetch(palettes, texel), texelFetch(palettes, texel + 1), texelFetch(palettes, texel + 2));
#else
  mat4 byRow = transpose(worldFromLocal);
  vec4 rows[3] = vec4[3](byRow[0], byRow[1], byRow[2]);
#endif
  vec4 point = vec4(position, 1.0);
  worldPosition = vec3(dot(rows[0], point), dot(rows[1], point), dot(rows[2], point));

#if DEPTH_ONLY
  gl_Position = shadowClipFromWorld * vec4(worldPosition, 1.0);
#else
  gl_Position = clipFromWorld * vec4(worldPosition, 1.0);
#if GHOST
  // Pushed back a little: where the model has hardly moved, the model itself is visible.
  vec3 forward = -vec3(viewFromWorld[0][2], viewFromWorld[1][2], viewFromWorld[2][2]);
  vec4 pushed = gl_Position + clipFromWorld * vec4(forward * (0.04 * eye.w), 0.0);
  if (gl_Position.w > 1e-4) gl_Position.z = min(pushed.z / pushed.w, 0.99999) * gl_Position.w;
#endif
  // Cofactors are det * inverse transpose: right for non-uniform scales, without a division. A zero normal stays zero.
  vec3 yz = cross(rows[1].xyz, rows[2].xyz);
  vec3 zx = cross(rows[2].xyz, rows[0].xyz);
  vec3 xy = cross(rows[0].xyz, rows[1].xyz);
  vec3 transformed = vec3(dot(yz, normal), dot(zx, normal), dot(xy, normal));
  float handedness = dot(rows[0].xyz, yz) < 0.0 ? -1.0 : 1.0;
  transformed *= handedness;
  worldNormal = transformed * inversesqrt(max(dot(transformed, transformed), 1e-30));
#if TANGENTS
  vec3 along = vec3(dot(rows[0].xyz, inTangent.xyz), dot(rows[1].xyz, inTangent.xyz), dot(rows[2].xyz, inTangent.xyz));
  worldTangent = vec4(along * inversesqrt(max(dot(along, along), 1e-30)), inTangent.w * handedness);
#endif
#endif
  vertexColor = inColor;
#if BASE_COLOR_TEXTURE
  baseColorUv = textureUv(baseColorUvSet, baseColorUvRows);
#endif
#if METALLIC_ROUGHNESS_TEXTURE
  metallicRoughnessUv = textureUv(metallicRoughnessUvSet, metallicRoughnessUvRows);
#endif
#if EMISSIVE_TEXTURE
  emissiveUv = textureUv(emissiveUvSet, emissiveUvRows);
#endif
#if NORMAL_TEXTURE
  normalUv = textureUv(normalUvSet, normalUvRows);
#endif
#if OCCLUSION_TEXTURE
  occlusionUv = textureUv(occlusionUvSet, occlusionUvRows);
#endif
#if CLEARCOAT_TEXTURE
  clearcoatUv = textureUv(clearcoatUvSet, clearcoatUvRows);
#endif
#if CLEARCOAT_ROUGHNESS_TEXTURE
  clearcoatRoughnessUv = textureUv(clearcoatRoughnessUvSet, clearcoatRoughnessUvRows);
#endif
#if SHEEN_COLOR_TEXTURE
  sheenColorUv = textureUv(sheenColorUvSet, sheenColorUvRows);
#endif
#if SHEEN_ROUGHNESS_TEXTURE
  sheenRoughnessUv = textureUv(sheenRoughnessUvSet, sheenRoughnessUvRows);
#endif
}
