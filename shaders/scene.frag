// The surface of a mesh: glTF metallic-roughness under sun and sky, or unlit.
#include "frame.glsl"
#include "display.glsl"
#include "base_color.glsl"
#if !UNLIT
#include "light.glsl"
#include "shadow.glsl"
#endif

in vec3 worldPosition;
in vec3 worldNormal;
in vec2 metallicRoughnessUv;
in vec2 emissiveUv;

out vec4 outColor;

uniform vec2 metallicRoughnessFactor;
uniform vec3 emissiveFactor;
#if METALLIC_ROUGHNESS_TEXTURE
uniform sampler2D metallicRoughnessTexture;
#endif
#if EMISSIVE_TEXTURE
uniform sampler2D emissiveTexture;
#endif

#if !UNLIT
vec3 surfaceNormal(vec3 toEye) {
  if (dot(worldNormal, worldNormal) < 0.25) {
    // The mesh has no normals: the triangle's own.
    vec3 flat_ = cross(dFdx(worldPosition), dFdy(worldPosition));
    flat_ *= inversesqrt(max(dot(flat_, flat_), 1e-30));
    return dot(flat_, toEye) < 0.0 ? -flat_ : flat_;
  }
  vec3 normal = normalize(worldNormal);
  return gl_FrontFacing ? normal : -normal;
}

vec3 shade(vec3 albedo) {
  float metallic = metallicRoughnessFactor.x;
  float roughness = metallicRoughnessFactor.y;
#if METALLIC_ROUGHNESS_TEXTURE
  vec3 texel = texture(metallicRoughnessTexture, metallicRoughnessUv).rgb;
  metallic *= texel.b;
  roughness *= texel.g;
#endif
  roughness = clamp(roughness, 0.06, 1.0);

  vec3 toEye = normalize(eye.xyz - worldPosition);
  vec3 normal = surfaceNormal(toEye);
  float nDotV = clamp(dot(normal, toEye), 1e-3, 1.0);
  float nDotL = dot(normal, sun.xyz);
  vec3 f0 = mix(vec3(0.04), albedo, metallic);
  vec3 diffuse = albedo * (1.0 - metallic);

  vec3 color = diffuse * ambient(normal);
  color += environmentReflectance(f0, roughness, nDotV) * surroundings(reflect(-toEye, normal), roughness);
  if (nDotL > 0.0) {
    vec3 halfway = normalize(toEye + sun.xyz);
    float nDotH = clamp(dot(normal, halfway), 0.0, 1.0);
    float vDotH = clamp(dot(toEye, halfway), 0.0, 1.0);
    vec3 specular = specularOf(f0, roughness, nDotL, nDotV, nDotH, vDotH);
    float lit = sun.w > 0.0 ? sunlight(worldPosition + normal * (2.5 * grid.y)) : 1.0;
    color += (diffuse / kPi + specular) * kSunLight * (nDotL * lit);
  }
  vec3 emissive = emissiveFactor;
#if EMISSIVE_TEXTURE
  emissive *= texture(emissiveTexture, emissiveUv).rgb;
#endif
  return color + emissive;
}
#endif

void main() {
  vec4 base = baseColor();
#if MASKED
  // Coverage instead of a hard edge: the alpha that multisampling turns into samples crosses 1/2 at the cutoff, within one pixel.
  float slope = max(fwidth(base.a), 1e-4);
  base.a = grid.z > 0.0 ? clamp((base.a - alphaCutoff) / slope + 0.5, 0.0, 1.0) : step(alphaCutoff, base.a);
  if (base.a < 0.004) discard;
#endif
#if UNLIT
  outColor = vec4(encodeSrgb(base.rgb), base.a);
#else
  outColor = vec4(encodeSrgb(toneMap(shade(base.rgb))) + dither(gl_FragCoord.xy), base.a);
#endif
}
