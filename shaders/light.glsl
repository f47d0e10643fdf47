// The studio's light, the sun, the file's own lights and one soft light behind the model. Linear; a fully lit white wall is about 1.
const float kPi = 3.14159265;
const vec3 kRimLight = vec3(0.80, 0.92, 1.10);
const float kDielectric = 0.04;
const float kBlurriestLevel = 5.0;  // LightProbe::kLevels - 1

uniform samplerCube environment;
uniform sampler2D reflectances;

// The studio's irradiance on a matte surface, divided by pi.
vec3 studioOn(vec3 n) {
  vec3 light = irradiance[0].rgb + irradiance[1].rgb * n.y + irradiance[2].rgb * n.z + irradiance[3].rgb * n.x;
  light += irradiance[4].rgb * (n.x * n.y) + irradiance[5].rgb * (n.y * n.z) +
           irradiance[6].rgb * (3.0 * n.z * n.z - 1.0);
  light += irradiance[7].rgb * (n.x * n.z) + irradiance[8].rgb * (n.x * n.x - n.y * n.y);
  return max(light, vec3(0.0)) * rim.w;
}

// The studio as reflected by a surface of this roughness.
vec3 studioIn(vec3 direction, float roughness) {
  return textureLod(environment, direction, roughness * kBlurriestLevel).rgb * rim.w;
}

// What a surface does with white light from everywhere: reflected once, after several bounces between microfacets, and
// diffusely. The three sum to 1 where nothing is absorbed (Fdez-Aguera, "A multiple-scattering microfacet model for
// real-time image-based lighting", 2019).
struct LobeEnergy {
  vec3 single;
  vec3 multiple;
  vec3 diffuse;
};

// glTF 2.0, appendix B: a mix of a metallic and a dielectric surface.
LobeEnergy lobeEnergyOf(vec3 albedo, float metallic, float roughness, float nDotV) {
  vec2 table = texture(reflectances, vec2(nDotV, roughness)).rg;
  float lost = 1.0 - (table.x + table.y);
  const float kAverage = kDielectric + (1.0 - kDielectric) / 21.0;
  float single = kDielectric * table.x + table.y;
  float multiple = single * kAverage * lost / (1.0 - kAverage * lost);
  vec3 average = albedo + (1.0 - albedo) / 21.0;
  vec3 metalSingle = albedo * table.x + table.y;
  vec3 metalMultiple = metalSingle * average * lost / (1.0 - average * lost);
  return LobeEnergy(mix(vec3(single), metalSingle, metallic), mix(vec3(multiple), metalMultiple, metallic),
                albedo * ((1.0 - metallic) * (1.0 - single - multiple)));
}

// Ambient occlusion of reflections: Lagarde and de Rousiers, "Moving Frostbite to PBR" (2014).
float reflectionOcclusion(float nDotV, float open, float roughness) {
  return clamp(pow(nDotV + open, exp2(-16.0 * roughness - 1.0)) - 1.0 + open, 0.0, 1.0);
}

// GGX with Hammon's visibility term and Schlick's Fresnel term, without the cosine.
vec3 specularOf(vec3 f0, float roughness, float nDotL, float nDotV, float nDotH, float vDotH) {
  float a = roughness * roughness;
  float d = nDotH * nDotH * (a * a - 1.0) + 1.0;
  float distribution = a * a / (kPi * d * d);
  float visibility = 0.5 / mix(2.0 * nDotL * nDotV, nDotL + nDotV, a);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vDotH, 5.0);
  return distribution * visibility * fresnel;
}

// Light from one direction on fibers, without the cosine: the distribution of Estevez and Kulla, "Production friendly
// microfacet sheen BRDF" (2017), with the visibility of Neubelt and Pettineo, "Crafting a next-gen material pipeline for
// The Order: 1886" (2013). LightProbe has the same for light from everywhere.
float sheenOf(float roughness, vec3 normal, vec3 toLight, vec3 toEye, float nDotV) {
  float nDotL = clamp(dot(normal, toLight), 0.0, 1.0);
  float cosine = clamp(dot(normal, normalize(toLight + toEye)), 0.0, 1.0);
  float sharpness = 1.0 / (roughness * roughness);
  float distribution = (2.0 + sharpness) * pow(max(1.0 - cosine * cosine, 0.0), 0.5 * sharpness) / (2.0 * kPi);
  return distribution / (4.0 * (nDotL + nDotV - nDotL * nDotV));
}
