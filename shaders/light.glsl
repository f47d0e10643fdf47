// Sun, sky and one soft light behind the model; all in linear light where a white wall in the sun is about 1.
const float kPi = 3.14159265;
const vec3 kSunLight = vec3(3.15, 2.92, 2.56);
const vec3 kZenith = vec3(0.46, 0.56, 0.74);
const vec3 kHorizon = vec3(0.92, 0.94, 0.98);
const vec3 kFloor = vec3(0.30, 0.275, 0.25);
const vec3 kRimLight = vec3(0.80, 0.92, 1.10);

// What comes from `direction`, blurred as a surface of that roughness sees it.
vec3 surroundings(vec3 direction, float roughness) {
  float blur = mix(0.08, 1.1, roughness);
  float up = clamp(direction.y, 0.0, 1.0);
  vec3 sky = mix(kHorizon, kZenith, sqrt(up) * (1.0 - 0.35 * roughness));
  vec3 light = mix(kFloor, sky, smoothstep(-blur, blur, direction.y));
  float toRim = max(dot(direction, rim.xyz), 0.0);
  float sharpness = mix(24.0, 2.0, sqrt(roughness));
  return light + kRimLight * pow(toRim, sharpness) * mix(1.6, 0.55, roughness);
}

// Light that falls on a matt surface from everywhere but the sun, divided by pi.
vec3 ambient(vec3 normal) {
  vec3 light = mix(kFloor, mix(kHorizon, kZenith, 0.6), 0.5 + 0.5 * normal.y) * 0.50;
  float toRim = max(0.35 + 0.65 * dot(normal, rim.xyz), 0.0);
  return light + kRimLight * 0.38 * toRim * toRim;
}

// Reflectance of the surroundings: Karis, "Physically based shading on mobile" (2014).
vec3 environmentReflectance(vec3 f0, float roughness, float facing) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
  vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
  return f0 * ab.x + ab.y;
}

// GGX with Hammon's visibility and Schlick's Fresnel, without the cosine.
vec3 specularOf(vec3 f0, float roughness, float nDotL, float nDotV, float nDotH, float vDotH) {
  float a = roughness * roughness;
  float d = nDotH * nDotH * (a * a - 1.0) + 1.0;
  float distribution = a * a / (kPi * d * d);
  float visibility = 0.5 / mix(2.0 * nDotL * nDotV, nDotL + nDotV, a);
  vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vDotH, 5.0);
  return distribution * visibility * fresnel;
}
