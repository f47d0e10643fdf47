// From linear light to what the screen wants.

// Khronos PBR Neutral (github.com/KhronosGroup/ToneMapping): base colours stay what they are, only highlights are compressed.
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

// Interleaved gradient noise (Jimenez 2014), in -0.5..0.5 of one 8-bit step: gradients without bands.
vec3 dither(vec2 pixel) {
  return vec3(fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
