// From linear light to display values; toDisplay() is the only place where exposure and tone curve are applied. Their
// settings are Lighting::exposure and toneCurve in app/view/draw_list.h, in the shaders light.z and light.w
// (frame.glsl). The scene's samples already are display values: resolve.frag only averages them. Unlit surfaces, bones,
// lines and ghosts have neither exposure nor tone curve, only encodeSrgb().

// Khronos PBR Neutral (github.com/KhronosGroup/ToneMapping): keeps base colors, compresses only highlights.
vec3 toneMap(vec3 color) {
  const float kStart = 0.8 - 0.04;
  const float kDesaturation = 0.15;
  float low = min(color.r, min(color.g, color.b));
  float offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
  color -= offset;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < kStart) return color;
  const float kRoom = 1.0 - kStart;
  float newPeak = 1.0 - kRoom * kRoom / (peak + kRoom - kStart);
  color *= newPeak / peak;
  float whiteness = 1.0 - 1.0 / (kDesaturation * (peak - newPeak) + 1.0);
  return mix(color, vec3(newPeak), whiteness);
}

// IEC 61966-2-1.
vec3 encodeSrgb(vec3 linear) {
  vec3 clamped = clamp(linear, 0.0, 1.0);
  vec3 curve = 1.055 * pow(max(clamped, 1e-6), vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, 12.92 * clamped, lessThan(clamped, vec3(0.0031308)));
}

// `light` is what a surface gives off. Without the tone curve it is clipped at 1, for measurements.
vec3 toDisplay(vec3 light, float exposure, bool toneCurve) {
  vec3 exposed = light * exposure;
  return encodeSrgb(toneCurve ? toneMap(exposed) : exposed);
}

// Interleaved gradient noise (Jimenez 2014), -0.5..0.5 of one 8-bit step: prevents banding in gradients.
vec3 dither(vec2 pixel) {
  return vec3(fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
