// The surface of a mesh: glTF metallic-roughness lit by the studio, or unlit, optionally with an MToon shade.
#include "frame.glsl"
#include "display.glsl"
#include "base_color.glsl"
#if !UNLIT || TOON
#include "surface_normal.glsl"
#endif
#if !UNLIT && !VIEW_NORMALS
#include "light.glsl"
#include "shadow.glsl"
#endif

in vec2 metallicRoughnessUv;
in vec2 emissiveUv;
in vec2 occlusionUv;

out vec4 outColor;

uniform vec2 metallicRoughnessFactor;
uniform vec3 emissiveFactor;
uniform float occlusionStrength;
#if METALLIC_ROUGHNESS_TEXTURE
uniform sampler2D metallicRoughnessTexture;
#endif
#if EMISSIVE_TEXTURE
uniform sampler2D emissiveTexture;
#endif
#if OCCLUSION_TEXTURE
uniform sampler2D occlusionTexture;
#endif
#if CLEARCOAT
uniform vec2 clearcoatFactor;  // intensity, roughness
#endif
#if TOON
uniform vec3 shadeColor;  // instead of baseColorFactor, in the shade
uniform vec2 shadeRange;  // cosines of the angle to the sun: fully shaded below x, fully lit above y

const float kAmbientShare = 0.3;  // of the light on MToon; the rest is the sun's
#endif
#if CLEARCOAT_TEXTURE
in vec2 clearcoatUv;
uniform sampler2D clearcoatTexture;
#endif
#if CLEARCOAT_ROUGHNESS_TEXTURE
in vec2 clearcoatRoughnessUv;
uniform sampler2D clearcoatRoughnessTexture;
#endif
#if SHEEN
uniform vec4 sheenFactor;  // color, roughness
#endif
#if SHEEN_COLOR_TEXTURE
in vec2 sheenColorUv;
uniform sampler2D sheenColorTexture;
#endif
#if SHEEN_ROUGHNESS_TEXTURE
in vec2 sheenRoughnessUv;
uniform sampler2D sheenRoughnessTexture;
#endif

vec3 emission() {
#if EMISSIVE_TEXTURE
  return emissiveFactor * texture(emissiveTexture, emissiveUv).rgb;
#else
  return emissiveFactor;
#endif
}

#if !UNLIT && !VIEW_NORMALS
// The reflection in a surface of this roughness: the studio and the soft light behind the model.
vec3 reflectionOf(vec3 mirrored, float roughness) {
  float toward = pow(max(dot(mirrored, rim.xyz), 0.0), mix(24.0, 2.0, sqrt(roughness)));
  return studioIn(mirrored, roughness) + kRimLight * light.y * (toward * mix(1.0, 0.35, roughness));
}

// The highlight of a light on a surface that faces it, without the cosine.
vec3 highlight(vec3 f0, vec3 toLight, vec3 normal, vec3 toEye, float roughness, float nDotL, float nDotV) {
  vec3 halfway = normalize(toEye + toLight);
  return specularOf(f0, max(roughness, 0.09), nDotL, nDotV, clamp(dot(normal, halfway), 0.0, 1.0),
                    clamp(dot(toEye, halfway), 0.0, 1.0));
}

// How much one of the file's lights (KHR_lights_punctual) sheds on a surface that faces it, and the direction to it.
float punctualStrength(PunctualLight from, out vec3 toLight) {
  toLight = from.direction.xyz;
  if (from.position.w == 0.0) return 1.0;
  vec3 way = from.position.xyz - worldPosition;
  float squared = max(dot(way, way), 1e-12);
  toLight = way * inversesqrt(squared);
  float part = from.color.w > 0.0 ? squared / (from.color.w * from.color.w) : 0.0;
  float across = clamp(dot(toLight, from.direction.xyz) * from.cone.x + from.cone.y, 0.0, 1.0);
  return clamp(1.0 - part * part, 0.0, 1.0) / squared * across * across;
}

// What a surface reflects of the file's lights.
vec3 punctualOn(vec3 diffuse, vec3 f0, vec3 normal, vec3 toEye, float roughness, float nDotV) {
  vec3 sum = vec3(0.0);
#if FILE_LIGHTS
  for (int i = 0; i < int(sunColor.w); ++i) {
    vec3 toLight;
    float strength = punctualStrength(lights[i], toLight);
    float nDotL = dot(normal, toLight);
    if (nDotL <= 0.0 || strength <= 0.0) continue;
    vec3 specular = highlight(f0, toLight, normal, toEye, roughness, nDotL, nDotV);
    sum += (diffuse / kPi + specular) * lights[i].color.rgb * (strength * nDotL);
  }
#endif
  return sum;
}

#if SHEEN
// KHR_materials_sheen: fibers over the base, which receives what they do not reflect. Light from all directions counts
// as if it were as bright everywhere as around the normal. `sunlight`: what arrives from the sun, with the cosine.
vec3 applySheen(vec3 base, vec3 ambient, vec3 sunlight, vec3 normal, vec3 toEye, float nDotV) {
  vec3 color = sheenFactor.rgb;
  float roughness = sheenFactor.a;
#if SHEEN_COLOR_TEXTURE
  color *= texture(sheenColorTexture, sheenColorUv).rgb;
#endif
#if SHEEN_ROUGHNESS_TEXTURE
  roughness *= texture(sheenRoughnessTexture, sheenRoughnessUv).a;
#endif
  roughness = clamp(roughness, 0.07, 1.0);
  float albedo = texture(reflectances, vec2(nDotV, roughness)).b;
  vec3 reflected = albedo * ambient + sunlight * sheenOf(roughness, normal, sun.xyz, toEye, nDotV);
#if FILE_LIGHTS
  for (int i = 0; i < int(sunColor.w); ++i) {
    vec3 toLight;
    float strength = punctualStrength(lights[i], toLight) * max(dot(normal, toLight), 0.0);
    if (strength > 0.0) reflected += lights[i].color.rgb * strength * sheenOf(roughness, normal, toLight, toEye, nDotV);
  }
#endif
  return base * (1.0 - max(color.r, max(color.g, color.b)) * albedo) + color * reflected;
}
#endif

#if CLEARCOAT
// KHR_materials_clearcoat: a coat over the base, which receives what the coat does not reflect. Where the extension
// uses the Fresnel term of a mirror we use the albedo of a coat of this roughness, which conserves energy.
vec3 applyClearcoat(vec3 base, vec3 toEye, float ambientOcclusion) {
  float amount = clearcoatFactor.x;
  float roughness = clearcoatFactor.y;
#if CLEARCOAT_TEXTURE
  amount *= texture(clearcoatTexture, clearcoatUv).r;
#endif
#if CLEARCOAT_ROUGHNESS_TEXTURE
  roughness *= texture(clearcoatRoughnessTexture, clearcoatRoughnessUv).g;
#endif
  amount = clamp(amount, 0.0, 1.0);
  roughness = clamp(roughness, 0.045, 1.0);
  vec3 normal = smoothNormal(toEye);
  float nDotV = clamp(dot(normal, toEye), 1e-3, 1.0);
  vec2 table = texture(reflectances, vec2(nDotV, roughness)).rg;
  float reflectance = amount * (kDielectric * table.x + table.y);
  float occlusion = reflectionOcclusion(nDotV, ambientOcclusion, roughness);
  vec3 color = reflectionOf(reflect(-toEye, normal), roughness) * (reflectance * occlusion);
  float nDotL = dot(normal, sun.xyz);
  if (nDotL > 0.0) {
    float lit = sun.w > 0.0 ? sunlightOn(worldPosition, normal, grid.y) : 1.0;
    vec3 specular = highlight(vec3(kDielectric), sun.xyz, normal, toEye, roughness, nDotL, nDotV);
    color += amount * specular * sunColor.rgb * (light.x * nDotL * lit);
  }
  color += amount * punctualOn(vec3(0.0), vec3(kDielectric), normal, toEye, roughness, nDotV);
  return base * (1.0 - reflectance) + color;
}
#endif

// Linear light toward the eye, before exposure.
vec3 shade(vec3 albedo) {
  float metallic = metallicRoughnessFactor.x;
  float roughness = metallicRoughnessFactor.y;
#if METALLIC_ROUGHNESS_TEXTURE
  vec3 texel = texture(metallicRoughnessTexture, metallicRoughnessUv).rgb;
  metallic *= texel.b;
  roughness *= texel.g;
#endif
  roughness = clamp(roughness, 0.045, 1.0);
  float ambientOcclusion = 1.0;
#if OCCLUSION_TEXTURE
  ambientOcclusion += occlusionStrength * (texture(occlusionTexture, occlusionUv).r - 1.0);
#endif

  vec3 toEye = normalize(eye.xyz - worldPosition);
  vec3 normal = surfaceNormal(toEye);
  float nDotV = clamp(dot(normal, toEye), 1e-3, 1.0);
  vec3 f0 = mix(vec3(kDielectric), albedo, metallic);

  // Light from all directions.
  LobeEnergy energy = lobeEnergyOf(albedo, metallic, roughness, nDotV);
  vec3 diffuse = studioOn(normal);
  vec3 mirrored = reflect(-toEye, normal);
  float toRim = max(0.35 + 0.65 * dot(normal, rim.xyz), 0.0);
  diffuse += kRimLight * light.y * (0.12 * toRim * toRim);
  vec3 reflected = reflectionOf(mirrored, roughness);
#if OCCLUSION_TEXTURE
  diffuse *= ambientOcclusion;
  reflected *= reflectionOcclusion(nDotV, ambientOcclusion, roughness);
#endif
  vec3 color = (energy.multiple + energy.diffuse) * diffuse + energy.single * reflected;

  float nDotL = dot(normal, sun.xyz);
  vec3 sunlight = vec3(0.0);
  if (nDotL > 0.0) {
    vec3 specular = highlight(f0, sun.xyz, normal, toEye, roughness, nDotL, nDotV);
    float lit = sun.w > 0.0 ? sunlightOn(worldPosition, normal, grid.y) : 1.0;
    sunlight = sunColor.rgb * (light.x * nDotL * lit);
    color += (energy.diffuse / kPi + specular) * sunlight;
  }
  color += punctualOn(energy.diffuse, f0, normal, toEye, roughness, nDotV);
#if SHEEN
  color = applySheen(color, diffuse, sunlight, normal, toEye, nDotV);
#endif
  color += emission();
#if CLEARCOAT
  color = applyClearcoat(color, toEye, ambientOcclusion);
#endif
  return color;
}
#endif

void main() {
  vec4 base = baseColor();
#if MASKED
  // Alpha to coverage instead of a hard edge: alpha crosses 1/2 at the cutoff, within one pixel.
  float slope = max(fwidth(base.a), 1e-4);
  base.a = grid.z > 0.0 ? clamp((base.a - alphaCutoff) / slope + 0.5, 0.0, 1.0) : step(alphaCutoff, base.a);
  if (base.a < 0.004) discard;
#endif
#if VIEW_SILHOUETTE
  outColor = vec4(1.0, 1.0, 1.0, base.a);
#elif VIEW_NORMALS
  outColor = vec4(0.5 + 0.5 * (mat3(viewFromWorld) * surfaceNormal(normalize(eye.xyz - worldPosition))), base.a);
#elif TOON
  float facing = dot(surfaceNormal(normalize(eye.xyz - worldPosition)), sun.xyz);
  float lit = clamp((facing - shadeRange.x) / max(shadeRange.y - shadeRange.x, 1e-3), 0.0, 1.0);
  vec3 shade = mix(baseColorTexel().rgb * shadeColor, base.rgb, kAmbientShare);
  outColor = vec4(encodeSrgb(mix(shade, base.rgb, lit) + emission()), base.a);
#elif UNLIT
  outColor = vec4(encodeSrgb(base.rgb), base.a);
#else
  outColor = vec4(toDisplay(shade(base.rgb), light.z, light.w > 0.0) + dither(gl_FragCoord.xy), base.a);
#endif
}
